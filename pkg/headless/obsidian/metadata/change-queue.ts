/** Changes of the vault that are not processed yet, each with the time at which it is due. */
import type { TFile } from '../vault/files';
import type { NoteEntry } from './note-entry';

export interface GoneFile {
  readonly file: TFile;
  readonly previous: NoteEntry | undefined;
}

export interface TreeChanges {
  readonly gone: readonly GoneFile[];
  /** Paths at which a file appeared or vanished. */
  readonly touched: ReadonlySet<string>;
}

export class ChangeQueue {
  /** Notes to read; those due earlier come first. */
  private readonly notes = new Map<TFile, number>();
  private gone: GoneFile[] = [];
  private touched = new Set<string>();
  private treeDue = Infinity;

  /** @param delay from a change to the time at which it is due, milliseconds */
  constructor(private readonly delay: number) {}

  /** When the first change is due, on the clock of `performance`. */
  get due(): number {
    const [first = Infinity] = this.notes.values();
    return Math.min(first, this.treeDue);
  }

  /** Whether nothing was created, deleted or moved since the tree was taken. */
  get isTreeTaken(): boolean {
    return this.treeDue === Infinity;
  }

  add(note: TFile, delay = this.delay): void {
    if (!this.notes.has(note)) this.notes.set(note, performance.now() + delay);
  }

  remove(note: TFile): void {
    this.notes.delete(note);
  }

  vanish(gone: GoneFile): void {
    this.gone.push(gone);
    this.touch(gone.file.path);
  }

  touch(path: string): void {
    this.touched.add(path);
    this.wake(this.delay);
  }

  /** Makes an entry due even though the tree did not change. */
  wake(delay: number): void {
    this.treeDue = Math.min(this.treeDue, performance.now() + delay);
  }

  /** Makes everything that waits due now. */
  hasten(): void {
    const now = performance.now();
    for (const [note, due] of this.notes) if (due > now) this.notes.set(note, now);
    if (this.treeDue < Infinity) this.treeDue = Math.min(this.treeDue, now);
  }

  /** Undefined when nothing is due. */
  takeTree(): TreeChanges | undefined {
    if (this.treeDue > performance.now()) return undefined;
    const { gone, touched } = this;
    this.treeDue = Infinity;
    this.gone = [];
    this.touched = new Set();
    return { gone, touched };
  }

  /** The notes that are due now, not those added meanwhile. */
  *takeNotes(): Generator<TFile> {
    const now = performance.now();
    for (const [note, due] of this.notes) {
      if (due > now) return;
      this.notes.delete(note);
      yield note;
    }
  }
}
