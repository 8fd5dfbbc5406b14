/** What the settings files of clients contain about Lectern. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isRecord, messageOf } from '../../obsidian/core/unknowns';
import type { DeviceContext } from '../command-context';
import { type KnownClient, knownClients } from '../connect/clients';
import { entriesIn, isReadable, refusalOf } from '../connect/json-entry';
import { textOf } from '../connect/settings-file';
import { serversIn } from '../connect/toml-entry';
import { parseCommand } from '../options';
import { commandLine } from '../own-command';
import { type Finding, good, note, problem } from './finding';
import { checkToken } from './server-findings';

/** What `lectern connect` calls its entries. */
const isOurs = (name: string): boolean => name === 'lectern' || name.startsWith('lectern-');

export interface ClientSearch {
  readonly context: DeviceContext;
  /** Of the running server; undefined if none runs. */
  readonly port: number | undefined;
  /** As `lectern connect` takes them. */
  readonly vaults: readonly string[];
}

export async function checkConfiguredClients(search: ClientSearch): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const client of knownClients) {
    try {
      found.push(...(await lookAtClient(client, search)));
    } catch (error) {
      found.push(
        problem(`${client.title}: its settings cannot be read: ${messageOf(error)}`, 'Check the file.'),
      );
    }
  }
  if (found.length > 0) return found;
  const command = commandLine(search.context, ['connect', 'CLIENT', ...search.vaults]);
  return [note('No client is set up on this computer', `Set one up: ${command}`)];
}

async function lookAtClient(client: KnownClient, search: ClientSearch): Promise<readonly Finding[]> {
  const { title, keptIn } = client;
  if (keptIn.kind === 'program') return [];
  const file = keptIn.file(search.context);
  const text = textOf(file);
  if (text === undefined) return [];
  if (keptIn.kind === 'json' && !isReadable(text)) {
    const again = commandLine(search.context, ['connect', client.name, ...search.vaults]);
    return [
      problem(
        `${title}: ${file} cannot be read: ${refusalOf(text, keptIn.key)}`,
        `Correct it, then run: ${again}`,
      ),
    ];
  }
  const findings: Finding[] = [];
  const look = { client, search };
  const entries = keptIn.kind === 'toml' ? serversIn(text) : entriesIn(text, keptIn.key);
  for (const [server, entry] of entries.filter(([one]) => isOurs(one)))
    findings.push(await lookAtEntry(entry, new EntryTexts(look, server), search.port));
  return findings;
}

/** The findings about one entry of a client. */
class EntryTexts {
  readonly title: string;
  /** The end of the command that writes the entry again. */
  private readonly name: readonly string[];

  constructor(
    private readonly look: { readonly client: KnownClient; readonly search: ClientSearch },
    server: string,
  ) {
    const isUsual = server === 'lectern';
    this.title = isUsual ? look.client.title : `${look.client.title} (${server})`;
    this.name = isUsual ? [] : ['--name', server];
  }

  broken(text: string): Finding {
    return problem(`${this.title} ${text}`, `Set it up again: ${this.command(this.look.search.vaults)}`);
  }

  refused(message: string): Finding {
    return this.broken(`starts Lectern with words that it refuses: ${message}`);
  }

  /** For the token of a server. */
  token(port: number): { whose: string; next: string } {
    const command = this.command(['--port', String(port)]);
    return {
      whose: `The token of ${this.title}`,
      next: `Set LECTERN_TOKEN to a token from the settings of Lectern, then run: ${command}`,
    };
  }

  private command(words: readonly string[]): string {
    const { client, search } = this.look;
    return commandLine(search.context, ['connect', client.name, ...words, ...this.name]);
  }
}

/** @param entry as the client's settings have it */
async function lookAtEntry(entry: unknown, words: EntryTexts, port: number | undefined): Promise<Finding> {
  const { command, args, url, serverUrl, httpUrl, ...rest } = isRecord(entry) ? entry : {};
  if (typeof command === 'string') return programFinding(words, [command, ...listOf(args)]);
  const address = [url, serverUrl, httpUrl].find(value => typeof value === 'string') ?? '';
  if (!URL.canParse(address)) return words.broken('has an entry without an address');
  if (port === undefined) return good(`${words.title} is set up for ${address}`);
  const { port: wanted, hostname } = new URL(address);
  if (Number(wanted) !== port || !['127.0.0.1', 'localhost'].includes(hostname))
    return note(`${words.title} is set up for ${address}, not for port ${port}`);
  const headers = rest['headers'] ?? rest['http_headers'];
  const authorization = isRecord(headers) ? headers['Authorization'] : undefined;
  const token = typeof authorization === 'string' ? authorization.replace(/^bearer /i, () => '') : '';
  return checkToken(port, token, words.token(port));
}

/** Full paths must exist; programs found by PATH cannot be checked here. */
function programFinding(entry: EntryTexts, words: readonly unknown[]): Finding {
  const paths = words.map(word => (typeof word === 'string' ? folderIn(word) : ''));
  const missing = paths.find(path => isAbsolute(path) && !existsSync(path));
  if (missing !== undefined) return entry.broken(`starts ${missing}, which does not exist`);
  const refused = refusedOptions(words);
  return refused === undefined ? good(`${entry.title} starts Lectern itself`) : entry.refused(refused);
}

/** Why Lectern would not start with the words that follow its own program; undefined if it would. */
function refusedOptions(words: readonly unknown[]): string | undefined {
  const texts = words.map(String);
  const own = texts.findIndex(word => /(?:^|[\\/])lectern\.mjs$|^lectern-mcp(?:@|$)/.test(word));
  const command = own < 0 ? undefined : parseCommand(texts.slice(own + 1));
  return command?.kind === 'mistake' ? command.message : undefined;
}

/** The folder of `NAME=FOLDER`; any other word unchanged. */
function folderIn(word: string): string {
  return existsSync(word) ? word : word.replace(/^[a-z0-9][\w-]{0,39}=/i, () => '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
