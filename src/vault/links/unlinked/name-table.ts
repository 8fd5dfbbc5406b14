import { TFile, type TAbstractFile } from 'obsidian';
import type { NoteFacts, NoteFactsIndex } from '../../index/metadata/note-metadata';
import { addTo, itemsOf, KeysOfValues } from '../../../utils/collections';
import type { TextFolder } from '../../../search/text/folded-text';
import { Derived, type IndexSource } from '../../index/derived';
import { isNote } from '../../access/visible-files';

const minNameLength = 2;
/** Longer names and further ones are ignored: no text mentions a note by them. */
const maxNameLength = 200;
const maxNames = 100;

/** The names that the app counts as mentions: file name, title and aliases, if long enough. */
export function mentionNames(file: TFile, { ownTitle, aliases }: NoteFacts): string[] {
  const names = [file.basename, ...(ownTitle === undefined ? [] : [ownTitle]), ...aliases];
  return [...new Set(names.slice(0, maxNames).map(name => name.trim()))].filter(
    name => name.length >= minNameLength && name.length <= maxNameLength,
  );
}

const letter = /[\p{L}\p{N}_]/u;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a word ends between two characters: always next to an ideograph. */
export function isBoundary(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const behind = text.charAt(at);
  return !letter.test(before) || !letter.test(behind) || ideograph.test(before) || ideograph.test(behind);
}

/** Characters that a link cannot contain or that it gives a meaning to. */
const unlinkable = /[[\]|#^]/u;

export interface NameAt {
  readonly start: number;
  readonly end: number;
  /** Sorted by path, the first of the notes with the name. */
  readonly notes: readonly TFile[];
}

/** Which notes with a name count, in display order; none if the name does not count. */
export type NotesOfName = (name: string, paths: Iterable<string>) => readonly TFile[];

/** The folded names, titles and aliases of all notes, to find them in texts. */
export class NameTable {
  private readonly paths = new KeysOfValues<string, string>();
  /** The lengths of names that begin with the same two units, longest first; lengths of removed names stay. */
  private readonly lengths = new Map<string, number[]>();

  enter(path: string, names: readonly string[]): void {
    this.paths.enter(path, names);
    for (const name of names) {
      const key = keyAt(name, 0);
      if (itemsOf(this.lengths, key).includes(name.length)) continue;
      addTo(this.lengths, key, name.length);
      this.lengths.get(key)?.sort((a, b) => b - a);
    }
  }

  leave(path: string): void {
    this.paths.leave(path);
  }

  /** The longest name that starts at a position and ends at a word boundary. */
  longestAt(text: string, start: number, notesOf: NotesOfName): NameAt | undefined {
    if (!isBoundary(text, start)) return undefined;
    for (const length of itemsOf(this.lengths, keyAt(text, start))) {
      const end = start + length;
      if (end > text.length || !isBoundary(text, end)) continue;
      const name = text.slice(start, end);
      const notes = notesOf(name, this.paths.of(name));
      if (notes.length > 0) return { start, end, notes };
    }
    return undefined;
  }
}

interface NoteNamesDependencies extends IndexSource {
  readonly facts: NoteFactsIndex;
  readonly folder: () => TextFolder;
}

/** The names of all notes; the caller's rules are checked for each name that is found. */
export function namesOfNotes({ facts, folder, ...source }: NoteNamesDependencies): Derived<NameTable> {
  const enterIn = (note: TFile, table: NameTable): void => {
    if (unlinkable.test(note.basename)) return;
    const names = mentionNames(note, facts.of(note)).map(name => folder().fold(name).folded);
    table.enter(
      note.path,
      [...new Set(names)].filter(name => name.length >= minLength),
    );
  };
  return new Derived(
    source,
    async forEach => {
      const table = new NameTable();
      await forEach(source.app.vault.getMarkdownFiles(), note => enterIn(note, table));
      return table;
    },
    ({ patch }) => {
      // The facts must be notified of a changed note first.
      facts.watch();
      const enter = (file: TAbstractFile): void => {
        if (file instanceof TFile && isNote(file)) patch(table => enterIn(file, table));
      };
      const leave = (path: string): void => patch(table => table.leave(path));
      return {
        created: enter,
        metadataChanged: enter,
        deleted: file => leave(file.path),
        renamed: (file, oldPath) => {
          leave(oldPath);
          enter(file);
        },
      };
    },
  );
}

/** Shortest folded name, in units. */
const minLength = 2;

/** Every name has at least two units. */
function keyAt(text: string, at: number): string {
  return text.slice(at, at + minLength);
}
