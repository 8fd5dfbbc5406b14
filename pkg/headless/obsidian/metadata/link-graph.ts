/** The links between notes, and the notes that a change in the tree of files affects. */
import { linkKey } from '../../../../src/markdown/links/link-target';
import type { TFile } from '../vault/files';
import type { LinkTargets } from '../links/link-targets';
import { nameOf } from '../vault/paths';
import type { NoteEntry } from './note-entry';
import { type Counts, linkpathsOf, type NoteRecord } from './records/note-record';
import type { Slices } from './slices';

/** Number of links by target, by source. */
export type LinkCounts = Record<string, Record<string, number>>;

const plain = { configurable: true, enumerable: true, writable: true } as const;

/** Where links such as `../` are entered: their target's name depends on their source. */
const anyName = '..';

export class LinkGraph {
  readonly resolved: LinkCounts = {};
  readonly unresolved: LinkCounts = {};
  /** The notes whose links end in a name, by its `linkKey`; undefined until `open`. */
  private naming: Map<string, Set<TFile>> | undefined;

  constructor(private readonly targets: LinkTargets) {}

  /**
   * Enters the links of all notes for `concernedBy`. Only a file that appears, moves or vanishes needs them: the start
   * does not. Does nothing the second time.
   * @param notes may change meanwhile, as `replace` says
   */
  async open(notes: Iterable<readonly [TFile, NoteEntry]>, slices: Slices): Promise<void> {
    if (this.naming !== undefined) return;
    this.naming = new Map();
    for (const [source, { record }] of notes) {
      this.replace(source, undefined, record);
      if (slices.isOver) await slices.pause();
    }
  }

  /** Follows a change of the note's links; its edges follow by `resolve`. */
  replace(source: TFile, before: NoteRecord | undefined, now: NoteRecord | undefined): void {
    const { naming } = this;
    if (naming === undefined) return;
    for (const name of namesIn(before)) {
      const sources = naming.get(name);
      sources?.delete(source);
      if (sources?.size === 0) naming.delete(name);
    }
    for (const name of namesIn(now)) {
      const sources = naming.get(name);
      if (sources === undefined) naming.set(name, new Set([source]));
      else sources.add(source);
    }
  }

  resolve(source: TFile, linkpaths: Counts): void {
    const resolved: Record<string, number> = {};
    const unresolved: Record<string, number> = {};
    for (const [linkpath, count] of linkpaths) {
      const target = this.targets.pathOf(linkpath, source.path);
      if (target === undefined) add(unresolved, linkpath, count);
      else add(resolved, target, count);
    }
    this.resolved[source.path] = resolved;
    this.unresolved[source.path] = unresolved;
  }

  forget(path: string): void {
    Reflect.deleteProperty(this.resolved, path);
    Reflect.deleteProperty(this.unresolved, path);
  }

  /** The source's own edges; those to it are resolved again later. */
  move(oldPath: string, path: string): void {
    for (const counts of [this.resolved, this.unresolved]) {
      const edges = counts[oldPath];
      if (edges === undefined) continue;
      Reflect.deleteProperty(counts, oldPath);
      counts[path] = edges;
    }
  }

  /** The notes whose links may have another target since a file at the path exists, or no longer exists; after `open`. */
  *concernedBy(path: string): Generator<TFile> {
    const name = linkKey(nameOf(path));
    const names = name.endsWith('.md') ? [name, name.slice(0, -'.md'.length), anyName] : [name, anyName];
    for (const one of names) yield* this.naming?.get(one) ?? [];
  }
}

function add(counts: Record<string, number>, name: string, count: number): void {
  const value = Object.hasOwn(counts, name) ? (counts[name] ?? 0) + count : count;
  // A link may be called so.
  if (name === '__proto__') Object.defineProperty(counts, name, { ...plain, value });
  else counts[name] = value;
}

function namesIn(record: NoteRecord | undefined): string[] {
  return record === undefined ? [] : [...linkpathsOf(record).keys()].map(endOf);
}

function endOf(linkpath: string): string {
  const name = linkKey(linkpath.slice(linkpath.lastIndexOf('/') + 1));
  return name === '' || name === '.' ? anyName : name;
}
