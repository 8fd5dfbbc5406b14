import type { App, TFile } from 'obsidian';
import { toleranceFor, WordDistance } from '../../../utils/text/edit-distance';
import { compareKeys, foldPath } from '../../../utils/text/folding';
import { letterSet } from '../../../utils/text/letter-sets';
import type { Steps } from '../../../utils/slicing/steps';
import { drive, sliced, type SliceTurn, type TimeSlicer } from '../../../utils/slicing/time-slicer';
import { Derived } from '../derived';
import { namedNoteUpkeep } from '../note-upkeep';
import type { NoteFactsIndex } from '../metadata/note-metadata';
import type { VaultEvents } from '../vault-events';

const maxAliasLength = 100;

/** Aliases of which the letters are read in one step. */
const readAtOnce = 512;
/** UTF-16 units of a name that are compared with aliases. */
const maxComparedLength = 200;

interface Holders {
  /** Of the alias: they rule out most aliases. */
  readonly letters: number;
  readonly notes: Set<TFile>;
}

/** Notes by alias, in both directions. */
class AliasTable {
  /** By alias, folded. */
  private readonly holders = new Map<string, Holders>();
  /** The aliases under which each note is stored, folded. */
  private readonly entered = new Map<TFile, readonly string[]>();

  enter(note: TFile, aliases: readonly string[]): void {
    const keys = aliases.map(foldPath);
    const before = this.entered.get(note) ?? [];
    if (keys.length === before.length && keys.every((key, index) => key === before[index])) return;
    this.leave(note);
    if (keys.length === 0) return;
    this.entered.set(note, keys);
    for (const key of keys) {
      const named = this.holders.get(key);
      if (named !== undefined) named.notes.add(note);
      else this.holders.set(key, { letters: letterSet(key, 0, key.length), notes: new Set([note]) });
    }
  }

  leave(note: TFile): void {
    for (const key of this.entered.get(note) ?? []) {
      const named = this.holders.get(key);
      named?.notes.delete(note);
      if (named?.notes.size === 0) this.holders.delete(key);
    }
    this.entered.delete(note);
  }

  /** @param folded the alias */
  with(folded: string): ReadonlySet<TFile> {
    return this.holders.get(folded)?.notes ?? new Set();
  }

  /** The aliases that one may be a misspelling of, the nearest first. @param folded the misspelt one */
  *near(folded: string): Steps<string[]> {
    const distance = new WordDistance(folded.slice(0, maxComparedLength), toleranceFor(folded));
    // An alias that is entered again during a pause is read twice.
    const near = new Map<string, number>();
    let read = 0;
    for (const [alias, { letters }] of this.holders) {
      if ((read += 1) % readAtOnce === 0) yield;
      if (!distance.mayBe(alias.length, letters)) continue;
      const edits = distance.counted(alias, 0, alias.length);
      if (edits !== undefined) near.set(alias, edits);
      yield;
    }
    const sorted = [...near].sort(([a, one], [b, other]) => one - other || compareKeys(a, b));
    return sorted.map(([alias]) => alias);
  }
}

/** Which notes have which alias: built on first use, then updated by events of the metadata cache. */
export class AliasIndex {
  private readonly table: Derived<AliasTable>;

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly facts: NoteFactsIndex,
    private readonly slicer: TimeSlicer,
  ) {
    this.table = new Derived(
      events,
      turn => this.build(turn),
      namedNoteUpkeep(facts, (table, note) => table.enter(note, facts.of(note).aliases)),
    );
  }

  /** The notes with this alias in any letter case, in the vault's order. */
  async notesWith(alias: string, signal: AbortSignal): Promise<readonly TFile[]> {
    const table = await this.table.get(this.slicer.slice({ signal }));
    const named = table.with(foldPath(alias));
    return named.size < 2 ? [...named] : this.app.vault.getMarkdownFiles().filter(note => named.has(note));
  }

  /** The notes with some of the aliases, each with those that it has. @param folded the aliases */
  async holdersOf(folded: Iterable<string>, turn: SliceTurn): Promise<ReadonlyMap<TFile, readonly string[]>> {
    const table = await this.table.get(turn);
    const holders = new Map<TFile, string[]>();
    for (const alias of folded) {
      for (const note of table.with(alias)) holders.set(note, [...(holders.get(note) ?? []), alias]);
      if (turn.due()) await turn.pause();
    }
    return holders;
  }

  /** The notes with an alias that is misspelt by a letter or two, the nearest aliases first. */
  async notesNear(alias: string, signal: AbortSignal): Promise<readonly TFile[]> {
    const turn = this.slicer.slice({ signal });
    const table = await this.table.get(turn);
    const near = await drive(table.near(foldPath(alias).slice(0, maxAliasLength)), turn);
    return near.flatMap(one => [...table.with(one)]);
  }

  private async build(turn: SliceTurn): Promise<AliasTable> {
    const table = new AliasTable();
    for await (const note of sliced(this.app.vault.getMarkdownFiles(), turn))
      table.enter(note, this.facts.of(note).aliases);
    return table;
  }
}
