/** Queries of the app's cache about the whole vault; internal in the app, but widely used by plugins. */
import type * as Api from 'obsidian';
import type { RE2JS } from 're2js';
import type { TFile } from '../vault/files';
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

type Test = (path: string) => boolean;

/** By the user's setting "Excluded files": beginnings of paths, and regular expressions between slashes. */
export class IgnoreFilters {
  private filters: unknown;
  private tests: readonly Test[] = [];
  private engine: typeof RE2JS | undefined;

  constructor(private readonly read: () => unknown) {}

  /** Loads what regular expressions need; until then, they exclude nothing. Few vaults have any, and it takes a while. */
  async prepare(): Promise<void> {
    if (!listed(this.read()).some(isPattern)) return;
    this.engine ??= (await import('re2js')).RE2JS;
    this.filters = undefined;
  }

  has(path: string): boolean {
    const filters = this.read();
    if (filters !== this.filters) {
      this.tests = listed(filters).map(filter => this.testOf(filter));
      this.filters = filters;
      // The settings changed after the start.
      if (this.engine === undefined) void this.prepare();
    }
    return this.tests.some(test => test(path));
  }

  private testOf(filter: string): Test {
    if (!isPattern(filter)) return path => path.startsWith(filter);
    if (this.engine === undefined) return () => false;
    try {
      const pattern = this.engine.compile(this.engine.translateRegExp(filter.slice(1, -1)));
      return path => pattern.matcher(path).find();
    } catch {
      return () => false;
    }
  }
}

/** Characters; a longer one could take seconds. */
const maxPattern = 1000;

function listed(filters: unknown): string[] {
  const all: unknown[] = Array.isArray(filters) ? filters : [];
  return all.filter((one): one is string => typeof one === 'string' && one !== '');
}

function isPattern(filter: string): boolean {
  return filter.length > 2 && filter.length <= maxPattern && filter.startsWith('/') && filter.endsWith('/');
}
