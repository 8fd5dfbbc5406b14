/** The command line of `lectern`. */
import { parseArgs } from 'node:util';
import type { HostFront, ToolProfile } from '../../../src/control';
import { codeOf, messageOf } from '../obsidian/core/unknowns';
import { isNamedVault } from '../front/vault-words';
import { firstSentence } from './parsed-words';
import { type Address, knownSetups, setupFor } from './setups';

export type Rights = 'read' | 'write' | 'full';

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
  /** Serves the client at standard input and output, beside those that connect over HTTP. */
  readonly stdio: boolean;
  /** The front that started this process. */
  readonly front: HostFront | undefined;
}

export type Command =
  | { readonly kind: 'serve'; readonly options: CommandOptions }
  /** Several vaults, or one that has a name. */
  | { readonly kind: 'front'; readonly words: readonly string[]; readonly options: CommandOptions }
  | { readonly kind: 'help' | 'version' }
  /** A text to print, for these vaults. */
  | { readonly kind: 'setup'; readonly text: string; readonly vaults: readonly string[] }
  | { readonly kind: 'mistake'; readonly message: string };

export const usage = `Usage: lectern VAULT [options]
  lectern NAME=FOLDER... [options]
  lectern install VAULT [--force]
  lectern connect CLIENT [VAULT | NAME=FOLDER ...] [--port PORT] [--name NAME] [--rights RIGHTS]
                  [--tools PROFILE] [--remove] [--print] [--yes]
  lectern pair VAULT [--rights RIGHTS] [--folder FOLDER]... [--changes ask|allow] [--yes] [--json]
  lectern doctor [VAULT | NAME=FOLDER ...] [--port PORT]
  lectern doctor [VAULT] --public [--url ADDRESS]

Serves the folder VAULT, such as an Obsidian vault, to AI clients over the Model Context Protocol.
NAME=FOLDER, once or several times, serves vaults at one address: each at /NAME/mcp, all at /mcp.
install installs or updates the plugin in an Obsidian vault. connect sets up a client to start
Lectern for VAULT or, with --port, --url or LECTERN_TOKEN, to use a running server; without any of
these, for vaults that Obsidian knows here. Several vaults, each as NAME=FOLDER, become one entry.
pair lets one client elsewhere sign in at the Lectern that serves VAULT. doctor finds problems and
says what to do; with --public, those of the address at which clients elsewhere sign in.

  --port PORT       port to listen on (default: the saved setting, else 27150)
  --host ADDRESS    address to listen on (default: 127.0.0.1)
  --allow-remote    allow a --host that other computers can reach; requires LECTERN_TOKEN
  --rights RIGHTS   read, write or full: rights of the token in LECTERN_TOKEN, or of a token
                    that is created if there is none (default: write)
  --tools PROFILE   core, standard or all: how many tools these tokens list (default: core); use
                    all for clients that load tools on demand
  --read-only       refuse every change, whatever the token's rights
  --settings FILE   JSON in the format of the plugin's data.json; overrides the saved settings
                    for this run
  --accept-settings accept the access settings that came with the vault on this device, such as
                    tokens and addresses that were set elsewhere
  --plugins ID,...  also load these community plugins of the vault
  --approve         ask on this terminal before changes that need approval; otherwise they are
                    refused
  --json            print only one line of JSON when ready; with NAME=FOLDER, a line for each event
  --show-token      print the token even if the output is a file or a pipe
  --stdio           talk MCP over stdin/stdout; listens on a free port unless --port is given
  --setup CLIENT    print the setup of a client, such as cursor, and exit; uses --port and --host
  --help            print this help
  --version         print the version

LECTERN_TOKEN sets a token named "env" for this run; LECTERN_TOKEN_FILE names a file that contains it.
`;

const options = {
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

/** @param words what follows the command's name */
export function parseCommand(words: readonly string[]): Command {
  try {
    return commandOf(parseArgs({ args: [...words], options, allowPositionals: true, strict: true }));
  } catch (error) {
    const isOurs = codeOf(error)?.startsWith('ERR_PARSE_ARGS') !== true;
    return mistake(isOurs ? messageOf(error) : firstSentence(messageOf(error)));
  }
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true; strict: true }>>;

function commandOf({ values, positionals }: Parsed): Command {
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  if (values.setup !== undefined)
    return setupOf(values.setup, { host: values.host, port: portOf(values.port) }, positionals);
  if (values.stdio === true && values.json === true)
    return mistake('--stdio and --json both need the standard output; use only one of them.');
  if (values.stdio === true && values.approve === true)
    return mistake('--stdio uses the standard input, so --approve cannot ask there.');
  const [vault, second] = positionals;
  if (vault === undefined) return mistake('Name the folder to serve: lectern VAULT.');
  const options = optionsOf(vault, values);
  if (positionals.some(isNamedVault)) {
    if (options.approve) return mistake('--approve asks for one vault, which has no name.');
    return { kind: 'front', words: positionals, options };
  }
  if (second !== undefined) return mistake(`One vault at a time: "${second}" is one too many.`);
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

function setupOf(client: string, address: Address, vaults: readonly string[]): Command {
  const text = setupFor(client, address);
  if (text !== undefined) return { kind: 'setup', text, vaults };
  return mistake(`--setup takes one of ${knownSetups().join(', ')}, not "${client}".`);
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Error(`--port takes a number up to 65535, not "${text}".`);
  return port;
}

function rightsOf(text: string | undefined): Rights | undefined {
  if (text === undefined || text === 'read' || text === 'write' || text === 'full') return text;
  throw new Error(`--rights takes read, write or full, not "${text}".`);
}

function profileOf(text: string | undefined): ToolProfile | undefined {
  if (text === undefined || text === 'core' || text === 'standard' || text === 'all') return text;
  throw new Error(`--tools takes core, standard or all, not "${text}".`);
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map(id => id.trim())
    .filter(id => id !== '');
}
