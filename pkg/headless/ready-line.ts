/** What the command prints when clients can connect. */
import type { ServerStatus, SetupText } from '../../src/control';

export interface Ready {
  readonly url: string;
  readonly token: string | undefined;
  /** The vault's real path. */
  readonly vault: string;
}

export function readyOf(status: ServerStatus, vault: string): Ready | undefined {
  if (status.state !== 'listening' || status.url === undefined) return undefined;
  return { url: status.url, token: status.token, vault };
}

/** One line of JSON. */
export function readyJson(ready: Ready, pid: number): string {
  const { url, token, vault } = ready;
  return `${JSON.stringify({ event: 'ready', url, token: token ?? null, vault, pid })}\n`;
}

export function readyText(ready: Ready, setups: readonly SetupText[]): string {
  const head = [
    `Lectern serves ${ready.vault}`,
    '',
    `  URL    ${ready.url}`,
    `  Token  ${ready.token ?? '(its value is not known on this device)'}`,
  ];
  const bodies = setups.map(setup => `\n${setup.client} (${setup.place})\n\n${indented(setup.text)}`);
  return `${[...head, ...bodies, '', 'Ctrl+C stops it.'].join('\n')}\n`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map(line => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
