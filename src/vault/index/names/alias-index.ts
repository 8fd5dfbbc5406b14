import type { App, TFile } from 'obsidian';
import { toleranceFor, WordDistance } from '../../../utils/text/edit-distance';
import { foldPath } from '../../../utils/text/folding';
import { sliced, type SliceTurn, type TimeSlicer } from '../../../utils/slicing/time-slicer';
import { Derived } from '../derived';
import { namedNoteUpkeep } from '../note-upkeep';
import type { NoteFactsIndex } from '../metadata/note-metadata';
import type { VaultEvents } from '../vault-events';

const longestAlias = 100;

/** Notes by alias, in both directions. */
class AliasTable {
  private readonly notes = new Map<string, Set<TFile>>();
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
      const named = this.notes.get(key);
      if (named === undefined) this.notes.set(key, new Set([note]));
      else named.add(note);
    }
  }

  leave(note: TFile): void {
    for (const key of this.entered.get(note) ?? []) {
      const named = this.notes.get(key);
      named?.delete(note);
      if (named?.size === 0) this.notes.delete(key);
    }
    this.entered.delete(note);
  }

  /** @param folded the alias */
  with(folded: string): ReadonlySet<TFile> {
    return this.notes.get(folded) ?? new Set();
  }

  /** Folded. */
  aliases(): Iterable<string> {
    return this.notes.keys();
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
    const wanted = foldPath(alias).slice(0, longestAlias);
    const distance = new WordDistance(wanted, toleranceFor(wanted));
    const near: { readonly key: string; readonly edits: number }[] = [];
    for await (const key of sliced([...table.aliases()], turn)) {
      const edits = distance.edits(key, 0, key.length, distance.tolerance);
      if (edits !== undefined) near.push({ key, edits });
    }
    near.sort((a, b) => a.edits - b.edits || (a.key < b.key ? -1 : 1));
    return near.flatMap(({ key }) => [...table.with(key)]);
  }

  private async build(turn: SliceTurn): Promise<AliasTable> {
    const table = new AliasTable();
    for await (const note of sliced(this.app.vault.getMarkdownFiles(), turn))
      table.enter(note, this.facts.of(note).aliases);
    return table;
  }
}
