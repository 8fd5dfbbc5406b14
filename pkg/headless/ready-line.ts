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

/** What a person may see of the token. */
export interface TokenPrint {
  /** Whether its value is printed. */
  readonly isShown: boolean;
  /** Where the value can be found: a file, or a variable of the environment. */
  readonly place: string;
}

/** @param setups with a placeholder for the token, which stands in this text once at the most */
export function readyText(ready: Ready, setups: readonly SetupText[], print: TokenPrint): string {
  const head = [
    `Lectern serves ${ready.vault}`,
    '',
    `  URL    ${ready.url}`,
    `  Token  ${tokenWords(ready, print)}`,
  ];
  const bodies = setups.map(setup => `\n${setup.client} (${setup.place})\n\n${indented(setup.text)}`);
  return `${[...head, ...bodies, '', 'Ctrl+C stops it.'].join('\n')}\n`;
}

function tokenWords({ token }: Ready, { isShown, place }: TokenPrint): string {
  if (token === undefined) return '(its value is not known on this device)';
  return isShown ? token : `(in ${place}; --show-token prints it)`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map(line => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
