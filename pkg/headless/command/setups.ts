/** The texts that connect clients, as `lectern --setup CLIENT` prints them. */
import { setupTexts } from '../../../src/settings/clients/setup-texts';
import type { SetupText } from '../../../src/control';
import { defaultPort } from './option-values';

/** As they are typed: `claude-desktop` for Claude Desktop. */
export function namesOfSetups(setups: readonly SetupText[]): string[] {
  return setups.map(({ client }) => client.toLowerCase().replace(/[^a-z]+/g, () => '-'));
}

export interface Address {
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/** @returns undefined for a client that is not known */
export function setupFor(
  name: string,
  { host = '127.0.0.1', port = defaultPort }: Address,
): string | undefined {
  const near = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const url = `http://${near.includes(':') ? `[${near}]` : near}:${port}/mcp`;
  const setups = setupTexts({ url, token: 'YOUR_TOKEN' });
  const setup = setups[namesOfSetups(setups).indexOf(name)];
  if (setup === undefined) return undefined;
  return `${setup.client} (${setup.place})\n\n${setup.text}\n\nReplace YOUR_TOKEN with the token that Lectern prints when it starts in a terminal, or with --show-token.\n`;
}

export function knownSetups(): string[] {
  return namesOfSetups(setupTexts({ url: '', token: '' }));
}

/** The options that `--setup` needs to print this address; '' for the default one. */
export function addressOptions(url: string): string {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/gu, () => '');
  return [
    host === '127.0.0.1' ? '' : ` --host ${host}`,
    Number(port) === defaultPort ? '' : ` --port ${port}`,
  ].join('');
}
