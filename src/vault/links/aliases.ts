import type { TFile } from 'obsidian';
import { sliced } from '../../utils/slicing/time-slicer';
import { editsWithin, letterSet, mayBeWithin, toleranceFor } from '../../utils/text/edit-distance';
import { compareKeys, foldPath } from '../../utils/text/folding';
import type { VisibleVault } from '../index/indexes';

/** Of a longer alias that was asked for only the beginning is compared with others. */
const maxComparedLength = 100;

/** What a note is called in its properties, folded. */
interface Alias {
  readonly name: string;
  readonly letters: number;
  readonly note: TFile;
}

/** Finds notes by alias, which links in the app do not: for suggestions if nothing was found. */
export class Aliases {
  /** Read once in a call. */
  private all: Promise<readonly Alias[]> | undefined;

  constructor(private readonly context: VisibleVault) {}

  /** Paths of the visible notes with this alias, in any letter case, in the vault's order. */
  async notesWith(alias: string, signal: AbortSignal): Promise<string[]> {
    const wanted = foldPath(alias);
    return this.seen((await this.known(signal)).filter(({ name }) => name === wanted));
  }

  /** The same for an alias that is misspelt by a letter or two; those with the nearest aliases first. */
  async notesNear(alias: string, signal: AbortSignal): Promise<string[]> {
    const wanted = foldPath(alias).slice(0, maxComparedLength);
    const [most, letters] = [toleranceFor(wanted), letterSet(wanted)];
    const near: { readonly edits: number; readonly alias: Alias }[] = [];
    for (const one of await this.known(signal)) {
      if (!mayBeWithin(one.letters, letters, most)) continue;
      const edits = editsWithin(one.name, wanted, most);
      if (edits !== undefined) near.push({ edits, alias: one });
    }
    near.sort((a, b) => a.edits - b.edits || compareKeys(a.alias.name, b.alias.name));
    return this.seen(near.map(one => one.alias));
  }

  private known(signal: AbortSignal): Promise<readonly Alias[]> {
    return (this.all ??= this.read(signal));
  }

  private async read(signal: AbortSignal): Promise<readonly Alias[]> {
    const { app, facts, readiness, slicer } = this.context;
    // While the vault opens, aliases of notes that are not read yet are missing.
    if (!readiness.isOpen()) await readiness.wait(signal);
    const all: Alias[] = [];
    for await (const note of sliced(app.vault.getMarkdownFiles(), slicer.slice({ signal })))
      for (const name of facts.of(note).aliases.map(foldPath))
        all.push({ name, letters: letterSet(name), note });
    return all;
  }

  private seen(aliases: readonly Alias[]): string[] {
    const { files } = this.context;
    return [...new Set(aliases.filter(({ note }) => files.canSee(note)).map(({ note }) => note.path))];
  }
}
