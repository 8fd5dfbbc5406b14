import type { TFile, App, TAbstractFile } from 'obsidian';
import { linkKey } from '../../../markdown/links/link-target';
import { foldPath } from '../../../utils/text/folding';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { VaultEvents } from '../vault-events';
import { ValuesByKey } from '../../../utils/collections';
import { lastName } from '../../../utils/text/pieces';

/** Finds paths regardless of letter case and Unicode form, and files by name; the app's look-up is exact. */
export class NameIndex {
  private readonly byFold = new ValuesByKey<string, string>();
  /** Paths of files by the `linkKey` of their last segment. */
  private readonly byName = new ValuesByKey<string, string>();
  /** Files that are still to be added; undefined before the first use. */
  private left: IterableIterator<TAbstractFile> | undefined;

  constructor(
    private readonly app: App,
    events: VaultEvents,
  ) {
    events.listen({
      created: file => this.add(file.path),
      deleted: file => this.remove(file.path),
      renamed: (file, oldPath) => {
        this.remove(oldPath);
        this.add(file.path);
      },
    });
  }

  /** Builds the index in slices; without this, the first look-up builds it without a pause. */
  async prepare(loop: SlicedLoop): Promise<void> {
    await forEachInTurn(this.begin(), loop, file => this.enter(file));
  }

  /**
   * The file or folder at a path: the exact one, else the only one that differs in case or form.
   * @param isVisible hidden files are ignored and make no other file ambiguous
   */
  find(path: string, isVisible: (file: TAbstractFile) => boolean): TAbstractFile | undefined {
    const exact = this.app.vault.getAbstractFileByPath(path);
    if (exact !== null && isVisible(exact)) return exact;
    const twins = this.at(this.byFold, foldPath(path))
      .map(twin => this.app.vault.getAbstractFileByPath(twin))
      .filter(file => file !== null && isVisible(file));
    return twins.length === 1 ? (twins[0] ?? undefined) : undefined;
  }

  /** Whether a file that `counts` is at the path, in any letter case or Unicode form. */
  isTaken(path: string, counts: (file: TAbstractFile) => boolean): boolean {
    return this.at(this.byFold, foldPath(path))
      .map(twin => this.app.vault.getAbstractFileByPath(twin))
      .some(file => file !== null && counts(file));
  }

  /** All files whose name, extension included, has this `linkKey`. */
  withName(key: string): TFile[] {
    return this.at(this.byName, key)
      .map(path => this.app.vault.getFileByPath(path))
      .filter(file => file !== null);
  }

  private at(index: ValuesByKey<string, string>, key: string): readonly string[] {
    for (const file of this.begin()) this.enter(file);
    return [...index.of(key)];
  }

  /** The files that are left to enter, for whoever comes to them first. */
  private begin(): Iterable<TAbstractFile> {
    this.left ??= this.app.vault.getAllLoadedFiles().values();
    return this.left;
  }

  private enter(file: TAbstractFile): void {
    // It may have been deleted or moved since the build began.
    if (this.app.vault.getAbstractFileByPath(file.path) === file) this.add(file.path);
  }

  private add(path: string): void {
    if (this.left === undefined) return;
    this.byFold.add(foldPath(path), path);
    this.byName.add(nameOf(path), path);
  }

  private remove(path: string): void {
    this.byFold.delete(foldPath(path), path);
    this.byName.delete(nameOf(path), path);
  }
}

function nameOf(path: string): string {
  return linkKey(lastName(path));
}
