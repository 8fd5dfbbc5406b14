/** The links between notes, and the notes that a change in the tree of files affects. */
import type { TFile } from '../vault/files';
import type { LinkTargets } from '../links/link-targets';
import { nameOf } from '../vault/paths';
import type { Counts } from './records/note-record';

/** Number of links by target, by source. */
export type LinkCounts = Record<string, Record<string, number>>;

/** Where links such as `../` are entered: their target's name depends on their source. */
const anyName = '..';

export class LinkGraph {
  readonly resolved: LinkCounts = {};
  readonly unresolved: LinkCounts = {};
  /** The notes whose links end in a name, in lower case. */
  private readonly naming = new Map<string, Set<TFile>>();

  constructor(private readonly targets: LinkTargets) {}

  /** Sets the note's links; its edges follow by `resolve`. */
  enter(source: TFile, before: Counts, now: Counts): void {
    for (const linkpath of before.keys()) {
      const name = endOf(linkpath);
      const sources = this.naming.get(name);
      sources?.delete(source);
      if (sources?.size === 0) this.naming.delete(name);
    }
    for (const linkpath of now.keys()) {
      const name = endOf(linkpath);
      const sources = this.naming.get(name);
      if (sources === undefined) this.naming.set(name, new Set([source]));
      else sources.add(source);
    }
  }

  resolve(source: TFile, linkpaths: Counts): void {
    const resolved = new Map<string, number>();
    const unresolved = new Map<string, number>();
    for (const [linkpath, count] of linkpaths) {
      const target = this.targets.resolve(linkpath, source.path);
      if (target === null) unresolved.set(linkpath, (unresolved.get(linkpath) ?? 0) + count);
      else resolved.set(target.path, (resolved.get(target.path) ?? 0) + count);
    }
    // Not by assignment: a link may be called `__proto__`.
    this.resolved[source.path] = Object.fromEntries(resolved);
    this.unresolved[source.path] = Object.fromEntries(unresolved);
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

  /** The notes whose links may have another target since a file at the path exists, or no longer exists. */
  *concernedBy(path: string): Generator<TFile> {
    const name = nameOf(path).toLowerCase();
    const names = name.endsWith('.md') ? [name, name.slice(0, -'.md'.length), anyName] : [name, anyName];
    for (const one of names) yield* this.naming.get(one) ?? [];
  }
}

function endOf(linkpath: string): string {
  const name = linkpath.slice(linkpath.lastIndexOf('/') + 1).toLowerCase();
  return name === '' || name === '.' ? anyName : name;
}
