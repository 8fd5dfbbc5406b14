import type { TFile } from 'obsidian';
import { editsWithin, letterSet, mayBeWithin, toleranceFor } from '../../utils/text/edit-distance';
import { compareKeys, foldPath } from '../../utils/text/folding';
import type { VisibleVault } from '../index/indexes';

/** Of a longer alias that was asked for only the beginning is compared with others. */
const maxComparedLength = 100;

/** The notes with one alias, in the vault's order. */
interface Holders {
  /** Of the alias: they rule out most aliases. */
  readonly letters: number;
  /** Each once. Not a set: with 180,000 aliases eight calls at once would hold 140 MB more. */
  readonly notes: TFile[];
}

/** By alias, folded. */
type AliasTable = ReadonlyMap<string, Holders>;

/** Finds notes by alias, which links in the app do not: for suggestions if nothing was found. */
export class Aliases {
  /** Read once in a call. */
  private table: Promise<AliasTable> | undefined;

  constructor(private readonly context: VisibleVault) {}

  /** Paths of the visible notes with this alias, in any letter case, in the vault's order. */
  async notesWith(alias: string, signal: AbortSignal): Promise<string[]> {
    const table = await this.known(signal);
    return this.seen(table.get(foldPath(alias))?.notes ?? []);
  }

  /** The same for an alias that is misspelt by a letter or two; those with the nearest aliases first. */
  async notesNear(alias: string, signal: AbortSignal): Promise<string[]> {
    const wanted = foldPath(alias).slice(0, maxComparedLength);
    const [most, wantedLetters] = [toleranceFor(wanted), letterSet(wanted)];
    const near: { readonly name: string; readonly edits: number; readonly notes: readonly TFile[] }[] = [];
    for (const [name, { letters, notes }] of await this.known(signal)) {
      if (!mayBeWithin(letters, wantedLetters, most)) continue;
      const edits = editsWithin(name, wanted, most);
      if (edits !== undefined) near.push({ name, edits, notes });
    }
    near.sort((a, b) => a.edits - b.edits || compareKeys(a.name, b.name));
    return this.seen(near.flatMap(({ notes }) => notes));
  }

  private known(signal: AbortSignal): Promise<AliasTable> {
    return (this.table ??= this.read(signal));
  }

  private async read(signal: AbortSignal): Promise<AliasTable> {
    const { app, facts, readiness, slicer } = this.context;
    // While the vault opens, aliases of notes that are not read yet are missing.
    if (!readiness.isOpen()) await readiness.wait(signal);
    const turn = slicer.slice({ signal });
    const table = new Map<string, Holders>();
    for (const note of app.vault.getMarkdownFiles()) {
      for (const alias of facts.of(note).aliases) {
        const name = foldPath(alias);
        const known = table.get(name);
        if (known === undefined) table.set(name, { letters: letterSet(name), notes: [note] });
        else if (known.notes.at(-1) !== note) known.notes.push(note);
        if (turn.due()) await turn.pause();
      }
      if (turn.due()) await turn.pause();
    }
    return table;
  }

  private seen(notes: Iterable<TFile>): string[] {
    const { files } = this.context;
    return [
      ...new Set(
        Array.from(notes)
          .filter(note => files.canSee(note))
          .map(note => note.path),
      ),
    ];
  }
}
