import { linkKey } from '../../../../src/markdown/links/link-target';
import { parentOf, root } from './paths';

/** Up to so many files of one name are all compared; more are looked up. */
const few = 16;

/** What is known of a link's target besides its name. */
export interface LinkContext {
  /** Name of the folder that the link gives for its target, as a `linkKey`; undefined if it gives none. */
  readonly parent: string | undefined;
  /** Folder of the note that contains the link. */
  readonly folder: string;
}

interface Places {
  readonly byFolder: ReadonlyMap<string, readonly string[]>;
  /** By the `linkKey` of the folder's name. */
  readonly byParent: ReadonlyMap<string, readonly string[]>;
  readonly shortest: readonly string[];
}

/**
 * The files of one name. A vault may have a README in each of its folders and links to all of them, so that
 * comparing every file for every link would take quadratic time.
 */
export class NameGroup {
  /** Nearly every name has one file: ten thousand sets of one take 1.5 MB (measured). */
  private paths: readonly string[] | Set<string> = [];
  private places: Places | undefined;

  get size(): number {
    return this.paths instanceof Set ? this.paths.size : this.paths.length;
  }

  add(path: string): void {
    this.places = undefined;
    if (this.paths instanceof Set) this.paths.add(path);
    else if (!this.paths.includes(path)) {
      // A list that is spread has space for sixteen more: 13 MB for a hundred thousand names (measured).
      const paths = this.paths.concat(path);
      this.paths = paths.length > few ? new Set(paths) : paths;
    }
  }

  remove(path: string): void {
    this.places = undefined;
    if (this.paths instanceof Set) this.paths.delete(path);
    else this.paths = this.paths.filter(one => one !== path);
  }

  /** The path of the only file; undefined if there are several. */
  get only(): string | undefined {
    return this.paths instanceof Set || this.paths.length > 1 ? undefined : this.paths[0];
  }

  /** Every path that the link can lead to: all others are further away by the rules of links. */
  near({ parent, folder }: LinkContext): Iterable<string> {
    if (this.size <= few) return this.paths;
    const { byFolder, byParent, shortest } = (this.places ??= placesOf(this.paths));
    if (parent !== undefined) return byParent.get(parent) ?? [];
    return [...(byFolder.get(root) ?? []), ...(byFolder.get(folder) ?? []), ...shortest];
  }
}

function placesOf(paths: Iterable<string>): Places {
  const byFolder = new Map<string, string[]>();
  const byParent = new Map<string, string[]>();
  let shortest: string[] = [];
  for (const path of paths) {
    const folder = parentOf(path);
    addTo(byFolder, folder, path);
    addTo(byParent, linkKey(folder.slice(folder.lastIndexOf('/') + 1)), path);
    const difference = path.length - (shortest[0]?.length ?? Infinity);
    if (difference < 0) shortest = [path];
    else if (difference === 0) shortest.push(path);
  }
  // Of equal lengths the first in the alphabet is the target.
  return { byFolder, byParent, shortest: shortest.sort().slice(0, 1) };
}

function addTo(places: Map<string, string[]>, key: string, path: string): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [path]);
  else known.push(path);
}
