/** What the command prints about several vaults. */
import { claudeCodeWords } from '../command/connect/server-target';
import { countOfNotes, tokenWords, type TokenPrint } from '../command/ready-line';
import { shellLine } from '../command/shell-line';
import type { VaultEnd } from './vault-process';

export interface ServedVault {
  readonly name: string;
  readonly path: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly pid: number | undefined;
  readonly notes: number | undefined;
}

export function vaultReadyJson({ name, path, url, token, pid }: ServedVault): string {
  return line({ event: 'ready', vault: name, path, url, token: token ?? null, pid });
}

export function endedJson(vault: string, { code, signal, retryMs }: VaultEnd): string {
  return line({ event: 'ended', vault, code, signal, retryMs });
}

interface Entrance {
  readonly url: string;
  readonly vaults: readonly string[];
  readonly token: string | undefined;
}

export function allReadyJson({ url, vaults, token }: Entrance, pid: number): string {
  return line({ event: 'ready', url, vaults, token: token ?? null, pid });
}

export function endedText(vault: string, { code, signal, retryMs }: VaultEnd): string {
  const how = signal === null ? `with code ${code ?? '?'}` : `by ${signal}`;
  return `${vault}: Its process ended ${how} and is started again in ${retryMs / 1000} s.`;
}

export function frontText(
  entrance: Entrance,
  vaults: readonly ServedVault[],
  print: TokenPrint,
  platform: NodeJS.Platform,
): string {
  const { url, token } = entrance;
  const width = Math.max(...vaults.map(({ name }) => name.length), 'Token'.length);
  const row = (name: string, text: string): string => `  ${name.padEnd(width)}  ${text}`;
  const value = print.isShown && token !== undefined ? token : 'YOUR_TOKEN';
  const add = claudeCodeWords('lectern', { kind: 'server', url, token: value });
  return [
    `Lectern serves ${vaults.length === 1 ? '1 vault' : `${vaults.length} vaults`} at ${url}`,
    '',
    row('Token', tokenWords({ token }, print)),
    '',
    'Each has an address of its own too:',
    '',
    ...vaults.map(vault => row(vault.name, `${vault.url}  (${placeOf(vault)})`)),
    '',
    'Claude Code, with all of them in one entry:',
    '',
    `  ${shellLine(add, platform)}`,
    '',
    'Ctrl+C stops them.',
    '',
  ].join('\n');
}

function placeOf({ path, notes }: ServedVault): string {
  return notes === undefined ? `${path}: not available yet` : `${path}: ${countOfNotes(notes)}`;
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
