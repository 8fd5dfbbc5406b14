import type { TFile } from 'obsidian';
import type { TextFolder } from '../../../search/text/folded-text';
import { forEachSliced } from '../../../utils/slicing/time-slicer';
import { compareNames } from '../../../utils/text/folding';
import type { VisibleVault } from '../../index/indexes';
import { isBoundary, mentionNames } from '../mentions';

/** What a link cannot hold, or takes for something else. */
const unlinkable = /[[\]|#^]/u;

/** A folded name at a place of a folded text. */
export interface NameAt {
  readonly start: number;
  readonly end: number;
  /** By path, the first of those that have the name. */
  readonly notes: readonly TFile[];
}

const mostNotesOfName = 10;

/** The names, titles and aliases of notes, to find them in texts. */
export class NameTable {
  private readonly notes = new Map<string, TFile[]>();
  /** The lengths of names that begin with the same two units, the longest first. */
  private readonly lengths = new Map<string, number[]>();

  /** Of every note that the caller sees but one. */
  static async of(
    { files, facts, slicer }: VisibleVault,
    folder: TextFolder,
    without: TFile | undefined,
    signal: AbortSignal,
  ): Promise<NameTable> {
    const table = new NameTable();
    const loop = { slicer, signal };
    const enter = (note: TFile): void => {
      if (note === without || unlinkable.test(note.basename)) return;
      for (const name of mentionNames(note, facts.of(note))) table.add(folder.fold(name).folded, note);
    };
    await forEachSliced(await files.notesSliced(loop), enter, loop);
    return table;
  }

  private add(name: string, note: TFile): void {
    const known = this.notes.get(name);
    if (known === undefined) this.notes.set(name, [note]);
    else if (known.length < mostNotesOfName && !known.includes(note)) known.push(note);
    if (known !== undefined) return;
    const key = keyAt(name, 0);
    const lengths = this.lengths.get(key) ?? [];
    if (!lengths.includes(name.length)) lengths.push(name.length);
    this.lengths.set(
      key,
      lengths.sort((a, b) => b - a),
    );
  }

  /** The longest name that begins at a place and ends a word. */
  longestAt(text: string, start: number): NameAt | undefined {
    if (!isBoundary(text, start)) return undefined;
    for (const length of this.lengths.get(keyAt(text, start)) ?? []) {
      const end = start + length;
      const notes = this.notes.get(text.slice(start, end));
      if (notes === undefined || !isBoundary(text, end)) continue;
      return { start, end, notes: notes.toSorted((a, b) => compareNames(a.path, b.path)) };
    }
    return undefined;
  }
}

/** Every name has two units at least. */
function keyAt(text: string, at: number): string {
  return text.slice(at, at + 2);
}
