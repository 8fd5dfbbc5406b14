/**
 * Names that look the same to a reader and differ on a disk: `é` in one character or in two, `Note` and
 * `note`. Paths in the index are spelled as on the disk; the app finds them by their composed form as well.
 */
import type { TAbstractFile } from './files';
import { join, nameOf, parentOf, root } from './paths';

export class OtherSpellings {
  /** Entries whose paths are decomposed, by the composed form; empty in most vaults. */
  private readonly byComposed = new Map<string, TAbstractFile>();
  /** By composed form in lower case; made with the first query. */
  private byFolded: Map<string, TAbstractFile> | undefined;

  constructor(private readonly all: () => Iterable<TAbstractFile>) {}

  add(file: TAbstractFile): void {
    const composed = file.path.normalize('NFC');
    if (composed !== file.path) this.byComposed.set(composed, file);
    this.byFolded?.set(composed.toLowerCase(), file);
  }

  /** To be called while the file still has its path. */
  remove(file: TAbstractFile): void {
    const composed = file.path.normalize('NFC');
    if (this.byComposed.get(composed) === file) this.byComposed.delete(composed);
    // It may have hidden a twin, so the next query builds the map again.
    if (this.byFolded?.get(composed.toLowerCase()) === file) this.byFolded = undefined;
  }

  /** The entry that is decomposed on the disk, by its composed path. */
  get(composed: string): TAbstractFile | null {
    return this.byComposed.get(composed) ?? null;
  }

  /** In any letter case and Unicode form; of twins, any. */
  insensitive(path: string): TAbstractFile | null {
    if (this.byFolded === undefined) {
      this.byFolded = new Map();
      for (const file of this.all()) this.byFolded.set(file.path.normalize('NFC').toLowerCase(), file);
    }
    return this.byFolded.get(path.normalize('NFC').toLowerCase()) ?? null;
  }

  /** The path with each part spelled as on the disk if it is known only in another form. */
  spelled(path: string): string {
    if (this.byComposed.size === 0 || path === root || path === '') return path;
    const known = this.byComposed.get(path);
    if (known !== undefined) return known.path;
    const folder = parentOf(path);
    return folder === root ? path : join(this.spelled(folder), nameOf(path));
  }
}
