/** All that a scan of the vault found, in a form that one thread hands to another. */
import type { EntryStats, Found } from '../tree-scan';

/** A hidden entry, by the real path of its folder. */
export interface HiddenEntry {
  readonly folder: string;
  readonly name: string;
}

export interface PackedListing {
  /** Vault paths, parents before their children. */
  readonly paths: readonly string[];
  /** Of each path: 1 for a folder and 0 for a file, size, times of change and of birth, inode. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Where symbolic links lead, by the place of their path. */
  readonly leadsTo: ReadonlyMap<number, string>;
  readonly hidden: readonly HiddenEntry[];
}

const numbersOfEntry = 5;

export function packed(all: Iterable<Found>, hidden: readonly HiddenEntry[]): PackedListing {
  const paths: string[] = [];
  const numbers: number[] = [];
  const leadsTo = new Map<number, string>();
  for (const { path, stats, leadsTo: target } of all) {
    if (target !== undefined) leadsTo.set(paths.length, target);
    paths.push(path);
    const { size, mtimeMs, birthtimeMs, ino } = stats;
    numbers.push(stats.isDirectory() ? 1 : 0, size, mtimeMs, birthtimeMs, ino);
  }
  return { paths, numbers: Float64Array.from(numbers), leadsTo, hidden };
}

export function* unpacked({ paths, numbers, leadsTo }: PackedListing): Generator<Found> {
  for (const [place, path] of paths.entries()) {
    const stats = new PackedStats(numbers, place * numbersOfEntry);
    const target = leadsTo.get(place);
    yield target === undefined ? { path, stats } : { path, stats, leadsTo: target };
  }
}

class PackedStats implements EntryStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly birthtimeMs: number;
  readonly ino: number;
  private readonly isFolder: boolean;

  constructor(numbers: Float64Array, at: number) {
    // Read one by one: taking a part and its numbers apart makes several objects for each file.
    this.isFolder = numbers[at] === 1;
    this.size = numbers[at + 1] ?? 0;
    this.mtimeMs = numbers[at + 2] ?? 0;
    this.birthtimeMs = numbers[at + 3] ?? 0;
    this.ino = numbers[at + 4] ?? 0;
  }

  isDirectory(): boolean {
    return this.isFolder;
  }
}
