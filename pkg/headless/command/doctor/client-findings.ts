/** What the settings files of clients contain about Lectern. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isRecord, messageOf } from '../../obsidian/core/unknowns';
import { type KnownClient, knownClients, type Place } from '../connect/clients';
import { entriesIn, isReadable } from '../connect/json-entry';
import { textOf } from '../connect/settings-file';
import { serversIn } from '../connect/toml-entry';
import { type Finding, good, note, problem } from './finding';
import { checkToken } from './server-findings';

/** What `lectern connect` calls its entries. */
const isOurs = (name: string): boolean => name === 'lectern' || name.startsWith('lectern-');

/**
 * @param port of the running server; undefined if none runs
 * @param vaults as `lectern connect` takes them
 */
export async function checkConfiguredClients(
  place: Place,
  port: number | undefined,
  vaults = 'VAULT',
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const client of knownClients) {
    try {
      found.push(...(await lookAtClient(client, place, port)));
    } catch (error) {
      found.push(
        problem(`${client.title}: its settings cannot be read: ${messageOf(error)}`, 'Check the file.'),
      );
    }
  }
  if (found.length > 0) return found;
  return [note('No client is set up on this computer', `Set one up: lectern connect CLIENT ${vaults}`)];
}

async function lookAtClient(
  { title, name, keptIn }: KnownClient,
  place: Place,
  port: number | undefined,
): Promise<readonly Finding[]> {
  if (keptIn.kind === 'program') return [];
  const file = keptIn.file(place);
  const text = textOf(file);
  if (text === undefined) return [];
  if (keptIn.kind === 'toml')
    return serversIn(text).some(isOurs) ? [good(`${title} has Lectern in ${file}`)] : [];
  if (!isReadable(text))
    return [problem(`${title}: ${file} is not valid JSON`, `Fix it, then run lectern connect ${name}.`)];
  const findings: Finding[] = [];
  for (const [server, entry] of entriesIn(text, keptIn.key).filter(([one]) => isOurs(one)))
    findings.push(...(await lookAtEntry(server === 'lectern' ? title : `${title} (${server})`, entry, port)));
  return findings;
}

/** @param entry as the client's settings have it */
async function lookAtEntry(
  title: string,
  entry: unknown,
  port: number | undefined,
): Promise<readonly Finding[]> {
  const { command, args, url, serverUrl, httpUrl, headers } = isRecord(entry) ? entry : {};
  if (typeof command === 'string') return [programFinding(title, [command, ...listOf(args)])];
  const address = [url, serverUrl, httpUrl].find(value => typeof value === 'string') ?? '';
  if (!URL.canParse(address))
    return [problem(`${title} has an entry without an address`, 'Set it up again with lectern connect.')];
  if (port === undefined) return [good(`${title} is set up for ${address}`)];
  const { port: wanted, hostname } = new URL(address);
  if (Number(wanted) !== port || !['127.0.0.1', 'localhost'].includes(hostname))
    return [note(`${title} is set up for ${address}, not for port ${port}`)];
  const authorization = isRecord(headers) ? headers['Authorization'] : undefined;
  const token = typeof authorization === 'string' ? authorization.replace(/^bearer /i, () => '') : '';
  return [await checkToken(port, token, `The token of ${title}`)];
}

/** Full paths must exist; programs found by PATH cannot be checked here. */
function programFinding(title: string, words: readonly unknown[]): Finding {
  const paths = words.map(word => (typeof word === 'string' ? folderIn(word) : ''));
  const missing = paths.find(path => isAbsolute(path) && !existsSync(path));
  if (missing === undefined) return good(`${title} starts Lectern itself`);
  return problem(`${title} starts ${missing}, which does not exist`, 'Set it up again with lectern connect.');
}

/** Of `NAME=FOLDER` the folder; any other word as it is. */
function folderIn(word: string): string {
  return existsSync(word) ? word : word.replace(/^[a-z0-9][\w-]{0,39}=/i, () => '');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
