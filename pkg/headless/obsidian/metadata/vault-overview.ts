/** Queries of the app's cache about the whole vault; internal in the app, but widely used by plugins. */
import type * as Api from 'obsidian';
import type { TFile } from '../vault/files';
import { notImitated } from '../core/strict';
import type { NoteIndex } from './note-index';
import { linkpathsOf, tagsOf } from './records/note-record';

/** Links by the path of the note that holds them. */
export class Backlinks {
  readonly data = new Map<string, Api.Reference[]>();

  keys(): string[] {
    return [...this.data.keys()];
  }

  get(path: string): Api.Reference[] | null {
    return this.data.get(path) ?? null;
  }

  contains(path: string): boolean {
    return this.data.has(path);
  }

  count(): number {
    let count = 0;
    for (const links of this.data.values()) count += links.length;
    return count;
  }
}

export function backlinksOf(
  target: { readonly path: string },
  index: NoteIndex,
  resolve: (link: string, sourcePath: string) => TFile | null,
): Backlinks {
  const backlinks = new Backlinks();
  const leads = (link: string, source: TFile): boolean => resolve(link, source.path)?.path === target.path;
  for (const [source, entry] of index.all()) {
    if (![...linkpathsOf(entry.record).keys()].some(linkpath => leads(linkpath, source))) continue;
    const { links = [], embeds = [], frontmatterLinks = [] } = entry.metadata();
    backlinks.data.set(
      source.path,
      [...links, ...embeds, ...frontmatterLinks].filter(({ link }) => leads(link, source)),
    );
  }
  return backlinks;
}

/** How often each tag occurs, in its first spelling (that case does not count: inferred). */
export function tagCounts(index: NoteIndex): Record<string, number> {
  const spellings = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [, { record }] of index.all()) {
    for (const [tag, count] of tagsOf(record)) {
      const key = tag.toLowerCase();
      const spelling = spellings.get(key) ?? tag;
      spellings.set(key, spelling);
      counts.set(spelling, (counts.get(spelling) ?? 0) + count);
    }
  }
  return Object.fromEntries(counts);
}

/** By the user's setting "Excluded files": the beginnings of paths. */
export function isIgnored(path: string, filters: unknown): boolean {
  if (!Array.isArray(filters)) return false;
  return filters.some(filter => {
    if (typeof filter !== 'string' || filter === '') return false;
    if (filter.length > 1 && filter.startsWith('/') && filter.endsWith('/')) {
      notImitated('MetadataCache.isUserIgnored with a regular expression');
    }
    return path.startsWith(filter);
  });
}
