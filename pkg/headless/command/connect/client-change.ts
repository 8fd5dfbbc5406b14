/** Plans what connecting or disconnecting a client does to its settings file. */
import { isDeepStrictEqual } from 'node:util';
import { connectionOf, isLectern, isOwnName, withAdditions } from './client-entry';
import type { KnownClient, Place } from './clients';
import type { Entry } from './entries';
import { entriesIn, entryIn, isReadable, refusalOf, withEntry } from './json-entry';
import { jsonEntry, type ServerTarget, tomlTable, withoutToken } from './server-target';
import { textOf } from './settings-file';
import { mentionsServer, serversIn, withoutTable, withTable } from './toml-entry';
import { statementsIn } from './toml-text';

export interface Wish {
  readonly entries: readonly Entry[];
  readonly isRemoval: boolean;
}

export interface ClientChange {
  readonly file: string;
  readonly isRemoval: boolean;
  /** Names of its entries. */
  readonly names: readonly string[];
  /** Names of all entries of Lectern in the file. */
  readonly present: readonly string[];
  /** Those of `names` that another server has so far. */
  readonly foreign: readonly string[];
  /** The lines that are added or removed, for the user. */
  readonly text: string;
  /** Undefined if there is no file yet. */
  readonly before: string | undefined;
  /** Undefined if the file cannot be changed without changing more than the entry; see `problem`. */
  readonly after: string | undefined;
  readonly problem: string;
}

/** @throws Error if the file exists and cannot be read */
export function changeOf(client: KnownClient, wish: Wish, place: Place): ClientChange {
  switch (client.keptIn.kind) {
    case 'json':
      return jsonChange(client.title, client.keptIn, wish, place);
    case 'toml':
      return tomlChange(client.keptIn, wish, place);
    case 'program':
      throw new Error(`${client.title} changes its settings itself.`);
  }
}

function jsonChange(
  title: string,
  { key, file }: { readonly key: string; readonly file: (place: Place) => string },
  { entries, isRemoval }: Wish,
  place: Place,
): ClientChange {
  const before = textOf(file(place));
  let after = before;
  for (const { name, target } of entries) {
    const text = after ?? '';
    const there = entryIn(text, [key, name]);
    const wanted = isRemoval ? undefined : entryFor(title, { name, target }, there);
    if (isReadable(text) && isDeepStrictEqual(there, wanted)) continue;
    after = withEntry(text, [key, name], wanted);
    if (after === undefined) break;
  }
  const shown = entries.map(({ name, target }) => [name, jsonEntry(title, withoutToken(target))] as const);
  const names = entries.map(({ name }) => name);
  return {
    file: file(place),
    isRemoval,
    names,
    present: lecternsIn(entriesIn(before ?? '', key)),
    foreign: foreignIn(entries, name => entryIn(before ?? '', [key, name])),
    before,
    text: isRemoval
      ? `${names.map(name => `"${name}"`).join(', ')} in "${key}"`
      : JSON.stringify({ [key]: Object.fromEntries(shown) }, undefined, 2),
    after,
    problem: `Lectern cannot safely edit this file: ${refusalOf(before ?? '', key)}. Change it by hand.`,
  };
}

/** The names of those that connect to Lectern. */
function lecternsIn(entries: readonly [string, unknown][]): string[] {
  return entries
    .filter(([name, entry]) => isOwnName(name) || isLectern(name, connectionOf(entry)))
    .map(([name]) => name);
}

/** The names whose entry is another server's so far. */
function foreignIn(entries: readonly Entry[], there: (name: string) => unknown): string[] {
  return entries.filter(entry => isForeign(there(entry.name), entry)).map(({ name }) => name);
}

/** Whether an entry belongs to a server other than Lectern, as far as can be told. */
function isForeign(there: unknown, { name, target }: Entry): boolean {
  if (there === undefined) return false;
  const connection = connectionOf(there);
  const isTarget =
    connection.kind === 'server' && target.kind === 'server' && connection.address === target.url;
  return !isTarget && !isLectern(name, connection);
}

/** Of an entry of another server nothing is kept. */
function entryFor(title: string, entry: Entry, there: unknown): object {
  const own = jsonEntry(title, entry.target);
  return isForeign(there, entry) ? own : withAdditions(own, there);
}

function tomlChange(
  { file }: { readonly file: (place: Place) => string },
  { entries, isRemoval }: Wish,
  place: Place,
): ClientChange {
  const before = textOf(file(place));
  let after = before;
  let problem = '';
  for (const { name, target } of entries) {
    const text = after ?? '';
    problem = tomlProblem(name, isRemoval, mentionsServer(text, name));
    after = isRemoval ? withoutServer(after, name) : withServer(text, name, target);
    if (after === undefined) break;
  }
  const shown = entries.map(({ name, target }) =>
    isRemoval ? `[mcp_servers.${name}]` : tomlTable(name, withoutToken(target)),
  );
  const there = new Map(serversIn(before ?? ''));
  return {
    file: file(place),
    isRemoval,
    names: entries.map(({ name }) => name),
    present: lecternsIn([...there]),
    // Only a removal changes a table that is there.
    foreign: isRemoval ? foreignIn(entries, name => there.get(name)) : [],
    before,
    text: shown.join('\n\n'),
    after,
    problem,
  };
}

function withServer(text: string, name: string, target: ServerTarget): string | undefined {
  const table = tomlTable(name, target);
  const [own] = serversIn(table);
  const isThere = serversIn(text).some(server => isDeepStrictEqual(server, own));
  return isThere ? text : withTable(text, name, table);
}

function withoutServer(text: string | undefined, name: string): string | undefined {
  const isUntouched = text === undefined || (statementsIn(text) !== undefined && !mentionsServer(text, name));
  return isUntouched ? text : withoutTable(text, name);
}

function tomlProblem(name: string, isRemoval: boolean, isThere: boolean): string {
  if (isRemoval)
    return `The server "${name}" is not in a table of its own, or has a comment, or the file is not valid TOML. Remove its lines by hand.`;
  return isThere
    ? `The file has a server "${name}" already. Replace its lines by hand.`
    : 'The file lists its servers in a different form, or is not valid TOML. Add this by hand.';
}
