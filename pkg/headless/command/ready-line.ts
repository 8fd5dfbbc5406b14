/** What the command prints when clients can connect. */
import type { ServerStatus, SetupText } from '../../../src/control';
import { namesOfSetups } from './setups';

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

interface ReadyText extends TokenPrint {
  readonly notes: number;
  /** The command by which Claude Code starts Lectern for this vault itself: no server, no token. */
  readonly program: string;
  /** Setups with a placeholder for the token; the first is shown, the others are named. */
  readonly setups: readonly SetupText[];
  /** The command as called here, with the options that other calls need for the same address. */
  readonly command: string;
}

export function countOfNotes(notes: number): string {
  return notes === 1 ? '1 note' : `${grouped(String(notes))} notes`;
}

/** `toLocaleString` would load tables of languages: 10 ms of a start (measured). */
function grouped(digits: string): string {
  return digits.length > 3 ? `${grouped(digits.slice(0, -3))},${digits.slice(-3)}` : digits;
}

/** At most fifteen lines. The first command works as printed; so does the second if the token is shown. */
export function readyText(ready: Ready, { notes, program, setups, command, ...print }: ReadyText): string {
  const [first, ...others] = setups;
  return [
    `Lectern serves ${ready.vault}: ${countOfNotes(notes)}`,
    '',
    `  URL    ${ready.url}`,
    `  Token  ${tokenWords(ready, print)}`,
    '',
    'Claude Code, which starts Lectern itself and needs no token:',
    '',
    `  ${program}`,
    '',
    ...(first === undefined
      ? []
      : [
          `${first.client}, using the server that is running here:`,
          '',
          `  ${filled(first.text, ready, print)}`,
          '',
        ]),
    `Other clients: ${command} --setup CLIENT, with ${namesOfSetups(others).join(', ')}`,
    'Ctrl+C stops it.',
    '',
  ].join('\n');
}

/** With the token in place of `YOUR_TOKEN`, if a person may see it. */
function filled(text: string, { token }: Ready, { isShown }: TokenPrint): string {
  return isShown && token !== undefined ? text.replaceAll('YOUR_TOKEN', () => token) : text;
}

export function tokenWords({ token }: Pick<Ready, 'token'>, { isShown, place }: TokenPrint): string {
  if (token === undefined)
    return '(not known on this computer: use the value that your client has, or set LECTERN_TOKEN and start again)';
  return isShown ? token : `(YOUR_TOKEN below: it is in ${place}, and --show-token prints it)`;
}
