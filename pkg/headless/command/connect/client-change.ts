/** What connecting a client, or disconnecting it, does to its settings file. */
import type { KnownClient, Place } from './clients';
import { entryIn, isReadable, withEntry } from './json-entry';
import { jsonEntry, type ServerTarget, tomlTable, withoutToken } from './server-target';
import { textOf } from './settings-file';
import { mentionsServer, withoutTable, withTable } from './toml-entry';

export interface Wish {
  /** What the client calls the server. */
  readonly name: string;
  readonly target: ServerTarget;
  readonly isRemoval: boolean;
}

export interface ClientChange {
  readonly file: string;
  readonly isRemoval: boolean;
  /** The lines that are added or removed, for the user. */
  readonly text: string;
  /** Undefined where there is no file yet. */
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
  { name, target, isRemoval }: Wish,
  place: Place,
): ClientChange {
  const path = [key, name] as const;
  const before = textOf(file(place));
  const value = isRemoval ? undefined : jsonEntry(title, target);
  const isMissing = isRemoval && isReadable(before ?? '') && entryIn(before ?? '', path) === undefined;
  const shown = { [key]: { [name]: jsonEntry(title, withoutToken(target)) } };
  return {
    file: file(place),
    isRemoval,
    before,
    text: isRemoval ? `"${name}" in "${key}"` : JSON.stringify(shown, undefined, 2),
    after: isMissing ? before : withEntry(before ?? '', path, value),
    problem: 'This file is not JSON that can be changed safely. Change it by hand.',
  };
}

function tomlChange(
  { file }: { readonly file: (place: Place) => string },
  { name, target, isRemoval }: Wish,
  place: Place,
): ClientChange {
  const before = textOf(file(place));
  const table = tomlTable(name, target);
  const isThere = mentionsServer(before ?? '', name);
  const text = isRemoval ? `[mcp_servers.${name}]` : tomlTable(name, withoutToken(target));
  const own = { file: file(place), isRemoval, before, text };
  if (isRemoval)
    return {
      ...own,
      after: isThere ? withoutTable(before ?? '', table) : before,
      problem: `The lines of [mcp_servers.${name}] are not at the end of the file as they were written. Remove them by hand.`,
    };
  return {
    ...own,
    after: before?.includes(table) === true ? before : withTable(before ?? '', name, table),
    problem: isThere
      ? `The file has a server "${name}" already. Replace its lines by hand.`
      : 'The file keeps its servers in another form. Add this by hand.',
  };
}
