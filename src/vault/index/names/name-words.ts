import type { App, TFile } from 'obsidian';
import { foldPath } from '../../../utils/text/folding';
import { lastName } from '../../../utils/text/path-parts';
import type { Steps } from '../../../utils/slicing/steps';
import { sliced, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { Derived } from '../derived';
import type { NoteFactsIndex } from '../metadata/note-metadata';
import { namedNoteUpkeep } from '../note-upkeep';
import type { VaultEvents } from '../vault-events';

const word = /[\p{L}\p{N}]+/gu;
/** A shorter word counts only if it is the whole name. */
const minWordLength = 3;

/** The last part of a path, folded and without `.md`. */
export function nameOf(path: string): string {
  return foldPath(lastName(path)).replace(/\.md$/u, () => '');
}

/** The words of the name, folded. */
export function wordsOf(path: string): string[] {
  const name = nameOf(path);
  const words = name.match(word) ?? [];
  return words.filter(one => one.length >= minWordLength || one === name || /[^\p{ASCII}]/u.test(one));
}

/** Links whose names and words are read in one step. */
const readAtOnce = 32;

/** What many links ask for, each once. */
export interface NamesAsked {
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/** The names and words of link paths, folded. */
export function* namesAsked(linkpaths: Iterable<string>): Steps<NamesAsked> {
  const [names, words] = [new Set<string>(), new Set<string>()];
  let read = 0;
  for (const linkpath of linkpaths) {
    names.add(nameOf(linkpath));
    for (const one of wordsOf(linkpath)) words.add(one);
    read += 1;
    if (read % readAtOnce === 0) yield;
  }
  return { names, words };
}

/** What one note is called. */
interface Called {
  readonly number: number;
  readonly words: ReadonlySet<string>;
}

/** Notes by the words of their names and aliases. They have numbers; that of a note which is gone goes to a new one. */
export class WordTable {
  /** By number; undefined where the note is gone. */
  readonly notes: (TFile | undefined)[] = [];
  private readonly free: number[] = [];
  private readonly called = new Map<TFile, Called>();
  private readonly numbers = new Map<string, Set<number>>();

  /** Events of a renamed folder enter each of its notes again, in one step: what stays the same is left alone. */
  enter(note: TFile, aliases: readonly string[]): void {
    const before = this.called.get(note);
    const words = new Set([note.path, ...aliases].flatMap(wordsOf));
    if (before?.words.size === words.size && [...words].every(one => before.words.has(one))) return;
    if (before !== undefined) this.forget(before);
    const number = before?.number ?? this.free.pop() ?? this.notes.length;
    this.notes[number] = note;
    this.called.set(note, { number, words });
    for (const one of words) {
      const known = this.numbers.get(one);
      if (known === undefined) this.numbers.set(one, new Set([number]));
      else known.add(number);
    }
  }

  leave(note: TFile): void {
    const called = this.called.get(note);
    if (called === undefined) return;
    this.called.delete(note);
    this.notes[called.number] = undefined;
    this.free.push(called.number);
    this.forget(called);
  }

  /** Numbers of the notes with a word in their names or aliases, as they are now and later. @param folded the word */
  with(folded: string): ReadonlySet<number> {
    return this.numbers.get(folded) ?? none;
  }

  private forget({ number, words }: Called): void {
    for (const one of words) {
      const known = this.numbers.get(one);
      known?.delete(number);
      if (known?.size === 0) this.numbers.delete(one);
    }
  }
}

/** The words in the names and aliases of all notes: built on first use, then updated by events. */
export class NameWords {
  private readonly table: Derived<WordTable>;

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly facts: NoteFactsIndex,
  ) {
    this.table = new Derived(
      events,
      turn => this.build(turn),
      namedNoteUpkeep(facts, (table, note) => table.enter(note, facts.of(note).aliases)),
    );
  }

  open(turn: SliceTurn): Promise<WordTable> {
    return this.table.get(turn);
  }

  private async build(turn: SliceTurn): Promise<WordTable> {
    const table = new WordTable();
    for await (const note of sliced(this.app.vault.getMarkdownFiles(), turn))
      table.enter(note, this.facts.of(note).aliases);
    return table;
  }
}

const none: ReadonlySet<number> = new Set();
