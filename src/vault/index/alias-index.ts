import { getOrInsert } from '../../utils/collections';
import { TFile } from 'obsidian';
import { letterSet } from '../../utils/near';
import { foldPath } from '../../utils/text/folding';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import type { IndexSource } from './derived';
import type { NoteFactsIndex } from './metadata/note-metadata';

interface AliasHolders {
  /** The letters of the alias, which rule out most aliases. */
  readonly letters: number;
  /** Each once. Not a set: there may be 180,000 aliases. */
  readonly notes: readonly TFile[];
}

/** By the length of the alias, since similar ones have nearly the same, then by the folded alias. */
export type AliasTable = ReadonlyMap<number, ReadonlyMap<string, AliasHolders>>;

/** The aliases of all notes, shared by concurrent calls but not kept for later ones, since they may take 30 MB. */
export class AliasIndex {
  private table: WeakRef<Promise<AliasTable>> | undefined;
  private isWatching = false;

  constructor(private readonly dependencies: IndexSource & { readonly facts: NoteFactsIndex }) {}

  /** The caller keeps the table as long as it needs it. */
  all(): Promise<AliasTable> {
    this.watch();
    const known = this.table?.deref();
    if (known !== undefined) return known;
    const table = this.read();
    this.table = new WeakRef(table);
    table.catch(() => this.forget());
    return table;
  }

  private watch(): void {
    const { events, facts } = this.dependencies;
    if (this.isWatching) return;
    this.isWatching = true;
    facts.watch();
    const forget = (): void => this.forget();
    events.listen({
      metadataChanged: forget,
      metadataDeleted: forget,
      deleted: file => {
        if (file instanceof TFile) forget();
      },
    });
  }

  private forget(): void {
    this.table = undefined;
  }

  /** Does not end with the call that came first, since others may wait for it. */
  private async read(): Promise<AliasTable> {
    const { app, facts, slicer } = this.dependencies;
    type Holders = AliasHolders & { readonly notes: TFile[] };
    const table = new Map<number, Map<string, Holders>>();
    // A note may have a hundred thousand aliases.
    await forEachInTurn(app.vault.getMarkdownFiles(), { slicer }, note =>
      forEachInTurn(facts.of(note).aliases, { slicer }, alias => {
        const name = foldPath(alias);
        const ofLength = getOrInsert(table, name.length, () => new Map<string, Holders>());
        const { notes } = getOrInsert(ofLength, name, () => ({ letters: letterSet(name), notes: [] }));
        if (notes.at(-1) !== note) notes.push(note);
      }),
    );
    return table;
  }
}
