/** The command line of `lectern`. */
import type { HostFront, ToolProfile } from '../../../src/control';
import { messageOf } from '../obsidian/core/unknowns';
import { isFolder, isNamedVault, oneVault } from '../front/vault-words';
import { commandNames } from './help';
import { nearName } from './near-names';
import { knownPortOf, portOf, profileOf, type Rights, rightsOf } from './option-values';
import { commandLine } from './own-command';
import { parsedWords, type ParsedWords } from './parsed-words';
import { refuseNoAddress } from './remote-access';
import { knownSetups, setupFor } from './setups';

export interface CommandOptions {
  readonly vault: string;
  readonly port: number | undefined;
  readonly host: string | undefined;
  /** Whether `host` may be an address that other computers can reach. */
  readonly allowRemote: boolean;
  readonly rights: Rights | undefined;
  /** How many tools the same tokens list. */
  readonly tools: ToolProfile | undefined;
  readonly readOnly: boolean;
  readonly settingsFile: string | undefined;
  /** Accepts settings of the vault that need the device's consent. */
  readonly acceptSettings: boolean;
  readonly plugins: readonly string[];
  readonly json: boolean;
  /** Prints the token even if the standard output is no terminal. */
  readonly showToken: boolean;
  /** Requests approval on the terminal, for the calls that the settings select. */
  readonly approve: boolean;
  /** Serves the client at standard input and output, in addition to those that connect over HTTP. */
  readonly stdio: boolean;
  /** The front that started this process. */
  readonly front: HostFront | undefined;
}

export type Command =
  | { readonly kind: 'serve'; readonly options: CommandOptions }
  /** Several vaults, or one that has a name. */
  | { readonly kind: 'front'; readonly words: readonly string[]; readonly options: CommandOptions }
  /** Of one command, if its name is given. */
  | { readonly kind: 'help'; readonly command?: string }
  | { readonly kind: 'version' }
  /** A text to print, for these vaults. */
  | { readonly kind: 'setup'; readonly text: string; readonly vaults: readonly string[] }
  | { readonly kind: 'mistake'; readonly message: string };

export const servingOptions = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-remote': { type: 'boolean' },
  rights: { type: 'string' },
  tools: { type: 'string' },
  setup: { type: 'string' },
  'read-only': { type: 'boolean' },
  settings: { type: 'string' },
  'accept-settings': { type: 'boolean' },
  plugins: { type: 'string' },
  json: { type: 'boolean' },
  'show-token': { type: 'boolean' },
  stdio: { type: 'boolean' },
  approve: { type: 'boolean' },
  // With these, the front starts the process of each vault.
  'vault-name': { type: 'string' },
  'front-address': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

type Parsed = ParsedWords<typeof servingOptions>;

/** @param words what follows the program @param program how the user started it */
export function parseCommand(words: readonly string[], program = 'lectern'): Command {
  try {
    return wordCommand(words, program) ?? commandOf(parsedWords(words, servingOptions), program);
  } catch (error) {
    return mistake(messageOf(error));
  }
}

/** `help`, `version`, or a command that is misspelled, unless there is a folder of that name. */
function wordCommand([first = '', ...rest]: readonly string[], program: string): Command | undefined {
  if (!/^[a-z]+$/i.test(first) || isFolder(first)) return undefined;
  if (first === 'help') return helpOf(rest);
  if (first === 'version') return { kind: 'version' };
  const [second = '-'] = rest;
  // Followed by another word it is meant as a command, so less of it must match.
  const start = first.slice(0, 2).toLowerCase();
  const begun = second.startsWith('-') ? undefined : commandNames().find(name => name.startsWith(start));
  // `uninstall` is no misspelt `install`.
  const meant = /^un/i.test(first) ? undefined : (nearName(first, commandNames()) ?? begun);
  if (meant === undefined && !isFolder(second)) return undefined;
  const line = meant === undefined ? '' : ` Did you mean: ${commandLine({ program }, [meant, ...rest])}`;
  return mistake(`There is no command or folder "${first}".${line}`);
}

function helpOf(words: readonly string[]): Command {
  const command = commandNames().find(name => words.includes(name));
  return { kind: 'help', ...(command === undefined ? {} : { command }) };
}

function commandOf({ values, positionals }: Parsed, program: string): Command {
  if (values.help === true) return helpOf(positionals);
  if (values.version === true) return { kind: 'version' };
  const [vault] = positionals;
  const options = optionsOf(vault ?? '', values);
  if (values.setup !== undefined) return setupOf(values.setup, values, positionals);
  if (options.stdio && options.json)
    return mistake('--stdio and --json both need the standard output; use only one of them.');
  if (options.stdio && options.approve)
    return mistake('--stdio uses the standard input, so --approve cannot ask there.');
  if (vault === undefined) return mistake(`Name the folder to serve: ${program} VAULT.`);
  if (positionals.some(isNamedVault)) {
    if (options.approve) return mistake('--approve only works for a single vault without a name.');
    return { kind: 'front', words: positionals, options };
  }
  oneVault(positionals);
  return { kind: 'serve', options };
}

function optionsOf(vault: string, values: Parsed['values']): CommandOptions {
  return {
    vault,
    port: portOf(values.port),
    host: values.host,
    allowRemote: values['allow-remote'] === true,
    rights: rightsOf(values.rights),
    tools: profileOf(values.tools),
    readOnly: values['read-only'] === true,
    settingsFile: values.settings,
    acceptSettings: values['accept-settings'] === true,
    plugins: listOf(values.plugins),
    json: values.json === true,
    showToken: values['show-token'] === true,
    stdio: values.stdio === true,
    approve: values.approve === true,
    front: frontOf(values['vault-name'], values['front-address']),
  };
}

/** @param address its host, a blank, its port */
function frontOf(vault: string | undefined, address = ''): HostFront | undefined {
  if (vault === undefined) return undefined;
  const [host = '', port] = address.split(' ');
  return { vault, host, port: Number(port) };
}

function mistake(message: string): Command {
  return { kind: 'mistake', message };
}

function setupOf(client: string, { host, port }: Parsed['values'], vaults: readonly string[]): Command {
  if (host !== undefined) refuseNoAddress(host);
  const text = setupFor(client, { host, port: knownPortOf(port) });
  if (text !== undefined) return { kind: 'setup', text, vaults };
  return mistake(`--setup takes one of ${knownSetups().join(', ')}, not "${client}".`);
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map(id => id.trim())
    .filter(id => id !== '');
}
