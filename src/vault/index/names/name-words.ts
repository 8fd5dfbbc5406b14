import type { App, TAbstractFile } from 'obsidian';
import { TFile } from 'obsidian';
import { foldPath } from '../../../utils/text/folding';
import { lastName } from '../../../utils/text/path-parts';
import { sliced, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { Derived } from '../derived';
import type { NoteFactsIndex } from '../metadata/note-metadata';
import { noteUpkeep } from '../note-upkeep';
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

/** What one note is called. */
interface Called {
  readonly number: number;
  readonly words: ReadonlySet<string>;
  /** Aliases, folded. */
  readonly aliases: readonly string[];
}

/** Notes by the words of their names and aliases. They have numbers, which no later note gets. */
export class WordTable {
  /** By number; undefined where the note is gone. */
  readonly notes: (TFile | undefined)[] = [];
  private readonly called = new Map<TFile, Called>();
  private readonly numbers = new Map<string, number[]>();
  private readonly holders = new Map<string, number[]>();

  enter(note: TFile, aliases: readonly string[]): void {
    const number = this.called.get(note)?.number ?? this.notes.length;
    this.leave(note);
    this.notes[number] = note;
    const words = new Set([note.path, ...aliases].flatMap(wordsOf));
    const folded = aliases.map(foldPath);
    this.called.set(note, { number, words, aliases: folded });
    for (const one of words) add(this.numbers, one, number);
    for (const alias of folded) add(this.holders, alias, number);
  }

  leave(note: TFile): void {
    const called = this.called.get(note);
    if (called === undefined) return;
    const { number, words, aliases } = called;
    this.called.delete(note);
    this.notes[number] = undefined;
    for (const one of words) remove(this.numbers, one, number);
    for (const alias of aliases) remove(this.holders, alias, number);
  }

  /** Numbers of the notes with a word in their names or aliases. @param folded the word */
  with(folded: string): readonly number[] {
    return this.numbers.get(folded) ?? [];
  }

  /** The notes with an alias, in no order. @param folded the alias */
  withAlias(folded: string): readonly TFile[] {
    return (this.holders.get(folded) ?? []).flatMap(number => this.notes[number] ?? []);
  }

  /** Folded, in the order of the note. */
  aliasesOf(note: TFile): readonly string[] {
    return this.called.get(note)?.aliases ?? [];
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
    const enter = (table: WordTable, note: TFile): void => table.enter(note, facts.of(note).aliases);
    this.table = new Derived(
      events,
      turn => this.build(turn),
      upkeep => {
        const entered = (file: TAbstractFile): void => {
          if (file instanceof TFile && file.extension === 'md') upkeep.patch(table => enter(table, file));
        };
        return { ...noteUpkeep(facts, enter)(upkeep), created: entered, renamed: entered };
      },
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

function add(map: Map<string, number[]>, key: string, number: number): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [number]);
  else known.push(number);
}

function remove(map: Map<string, number[]>, key: string, number: number): void {
  const left = (map.get(key) ?? []).filter(one => one !== number);
  if (left.length === 0) map.delete(key);
  else map.set(key, left);
}
