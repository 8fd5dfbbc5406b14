/** What the settings files of clients contain about Lectern. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isFolder } from '../../front/vault-words';
import { messageOf } from '../../obsidian/core/unknowns';
import type { DeviceContext } from '../command-context';
import { type KnownClient, knownClients } from '../connect/clients';
import { type Connection, connectionOf, isLectern, isOwnName } from '../connect/client-entry';
import { entriesIn, isReadable, refusalOf } from '../connect/json-entry';
import { isOwnProgram } from '../connect/server-target';
import { textOf } from '../connect/settings-file';
import { serversIn } from '../connect/toml-entry';
import { statementsIn } from '../connect/toml-text';
import { parseCommand } from '../options';
import { commandLine } from '../own-command';
import { type Finding, good, note, problem } from './finding';
import { checkToken, type Listener, local } from './server-findings';

export interface ClientSearch {
  readonly context: DeviceContext;
  /** The running server; undefined if none runs. */
  readonly server: Listener | undefined;
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
  const refusal = refusalIn(text, keptIn);
  if (refusal !== undefined) {
    const again = commandLine(search.context, ['connect', client.name, ...search.vaults]);
    return [problem(`${title}: ${file} cannot be read: ${refusal}`, `Correct it, then run: ${again}`)];
  }
  const findings: Finding[] = [];
  const look = { client, search };
  const entries = keptIn.kind === 'toml' ? serversIn(text) : entriesIn(text, keptIn.key);
  for (const [name, entry] of entries) {
    const connection = connectionOf(entry);
    if (isOwnName(name) || isLectern(name, connection) || isFor(connection, search.server))
      findings.push(await lookAtEntry(connection, new EntryTexts(look, name), search.server));
  }
  return findings;
}

/** Why a file cannot be read, to complete a sentence. */
function refusalIn(text: string, keptIn: KnownClient['keptIn']): string | undefined {
  if (keptIn.kind === 'json') return isReadable(text) ? undefined : refusalOf(text, keptIn.key);
  return statementsIn(text) === undefined ? 'it is not valid TOML' : undefined;
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

  /** @param vaults as given in the entry; none if they are not known or gone */
  broken(text: string, vaults: readonly string[] = []): Finding {
    return problem(
      `${this.title} ${text}`,
      vaults.length > 0
        ? `Set it up again: ${this.command(vaults)}`
        : `Set it up again: ${this.command(['VAULT'])}, or remove it: ${this.command(['--remove'])}`,
    );
  }

  refused(message: string, vaults: readonly string[]): Finding {
    return this.broken(`starts Lectern with words that it refuses: ${message}`, vaults);
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

async function lookAtEntry(
  connection: Connection,
  words: EntryTexts,
  server: Listener | undefined,
): Promise<Finding> {
  if (connection.kind === 'program') return programFinding(words, connection.words);
  const { address, token } = connection;
  if (!URL.canParse(address)) return words.broken('has an entry without an address');
  if (server === undefined) return good(`${words.title} is set up for ${address}`);
  if (!isFor(connection, server))
    return note(`${words.title} is set up for ${address}, not for port ${server.port}`);
  if (token === undefined)
    return good(`${words.title} is set up for ${address}, with a token that it takes from elsewhere`);
  return checkToken(server, token, words.token(server.port));
}

/** Whether a client connects to this server. */
function isFor(connection: Connection, server: Listener | undefined): boolean {
  if (connection.kind === 'program' || server === undefined || !URL.canParse(connection.address))
    return false;
  const { port, hostname } = new URL(connection.address);
  const host = hostname.replace(/^\[|\]$/gu, () => '');
  return Number(port) === server.port && [local, 'localhost', server.host].includes(host);
}

/** Full paths must exist; programs found by PATH cannot be checked here. */
function programFinding(entry: EntryTexts, words: readonly string[]): Finding {
  const isMissing = (word: string): boolean => isAbsolute(folderIn(word)) && !existsSync(folderIn(word));
  const missing = words.find(isMissing);
  const given = words.slice(ownIndex(words) + 1);
  const vaults = given.some(isMissing) ? [] : given.filter(word => isFolder(folderIn(word)));
  if (missing !== undefined) return entry.broken(`starts ${folderIn(missing)}, which does not exist`, vaults);
  const refused = refusedOptions(words);
  return refused === undefined
    ? good(`${entry.title} starts Lectern itself`)
    : entry.refused(refused, vaults);
}

/** Where Lectern's own program is among the words; that of the program if it is not known. */
function ownIndex(words: readonly string[]): number {
  return Math.max(0, words.findIndex(isOwnProgram));
}

/** Why Lectern would not start with the words that follow its own program; undefined if it would. */
function refusedOptions(words: readonly string[]): string | undefined {
  const command = words.some(isOwnProgram) ? parseCommand(words.slice(ownIndex(words) + 1)) : undefined;
  return command?.kind === 'mistake' ? command.message : undefined;
}

/** The folder of `NAME=FOLDER`; any other word unchanged. */
function folderIn(word: string): string {
  return existsSync(word) ? word : word.replace(/^[a-z0-9][\w-]{0,39}=/i, () => '');
}
