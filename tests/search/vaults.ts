import { Search, type FoundNotes, type SearchOptions } from '../../src/search/search';
import type { DescribeOptions, NoteDetails } from '../../src/search/show/note-describer';
import { Query, type SearchQuery } from '../../src/search/query/query';
import { TextStore } from '../../src/search/index/text-store';
import { readFrontmatter } from '../../src/markdown/frontmatter/frontmatter';
import { scanStructure } from '../../src/markdown/structure/scan-structure';
import { allTags } from '../../src/markdown/tags';
import { steppingSlicer } from './slicers';

export const modified = 1_700_000_000_000;

/** A store with these notes, all changed at the same time. */
export function storeOf(files: Readonly<Record<string, string>>, maxBytes = Infinity): TextStore {
  const readText = (path: string): Promise<string> => {
    const text = files[path];
    return text === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(text);
  };
  const store = new TextStore({ readText, maxBytes: () => maxBytes });
  for (const [path, text] of Object.entries(files)) store.put(path, text, { modified });
  return store;
}

/** Tags and properties of the notes that are in memory, as the app knows them. */
export function factsIn(store: TextStore): {
  readonly tagsOf: (path: string) => readonly string[];
  readonly propertiesOf: (path: string) => Readonly<Record<string, unknown>> | undefined;
} {
  const textOf = (path: string): string => store.get(path)?.text?.original ?? '';
  return {
    tagsOf: path => {
      const text = textOf(path);
      const tags = scanStructure(text).tags.map(({ start, end }) => ({ tag: text.slice(start, end) }));
      return allTags({ frontmatter: readFrontmatter(text), tags });
    },
    propertiesOf: path => readFrontmatter(textOf(path)),
  };
}

export interface Searched extends FoundNotes {
  readonly paths: readonly string[];
  readonly details: readonly NoteDetails[];
}

export async function searchIn(
  store: TextStore,
  query: SearchQuery | string,
  options: Partial<SearchOptions & DescribeOptions> = {},
): Promise<Searched> {
  const asked = typeof query === 'string' ? { query } : query;
  const { context, contextLength = 100, matchesPerNote = 50, ...rest } = options;
  const { slicer } = steppingSlicer();
  const search = new Search(store, Query.parse(asked));
  const found = await search.find({
    ...factsIn(store),
    ...{ slicer, accepts: () => true, now: modified },
    ...rest,
  });
  const details = await search.describe(found.notes, { slicer, context, contextLength, matchesPerNote });
  return { ...found, paths: found.notes.map(({ path }) => path), details };
}

/** Paths in which something matches, sorted. */
export async function pathsWith(
  files: Readonly<Record<string, string>>,
  query: SearchQuery | string,
): Promise<string[]> {
  return [...(await searchIn(storeOf(files), query)).paths].sort();
}
