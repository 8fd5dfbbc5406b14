import type { TFile } from 'obsidian';
import { editsWithin, letterSet, mayBeWithin, toleranceFor } from '../../utils/near';
import { compareKeys, foldPath } from '../../utils/text/folding';
import { throwIfAborted } from '../../utils/slicing/time-slicer';
import type { AliasTable } from '../index/alias-index';
import type { VisibleVault } from '../index/indexes';

/** Only the beginning of a longer wanted alias is compared with others. */
const maxComparedLength = 100;
/** Aliases with nearly the same length and letters that are compared with one name: some 3 ms. */
const maxCompared = 10_000;

/** Finds notes by alias, which links in the app do not: for suggestions if nothing was found. */
export class Aliases {
  /** Read once per call. */
  private table: Promise<AliasTable> | undefined;

  constructor(private readonly context: VisibleVault) {}

  /** Paths of the visible notes with this alias, in any letter case, in the vault's order. */
  async notesWith(alias: string, signal: AbortSignal): Promise<string[]> {
    const name = foldPath(alias);
    const table = await this.known(signal);
    return this.seen(table.get(name.length)?.get(name)?.notes ?? []);
  }

  /** Paths of the visible notes with a similar alias, a letter or two apart, nearest first. */
  async notesNear(alias: string, signal: AbortSignal): Promise<string[]> {
    const wanted = foldPath(alias).slice(0, maxComparedLength);
    const most = toleranceFor(wanted);
    const letters = letterSet(wanted);
    const near: { readonly name: string; readonly edits: number; readonly notes: readonly TFile[] }[] = [];
    const table = await this.known(signal);
    let left = maxCompared;
    for (let length = wanted.length - most; length <= wanted.length + most; length += 1) {
      for (const [name, holders] of table.get(length) ?? []) {
        if (!mayBeWithin(holders.letters, letters, most)) continue;
        left -= 1;
        if (left < 0) break;
        const edits = editsWithin(name, wanted, most);
        if (edits !== undefined) near.push({ name, edits, notes: holders.notes });
      }
    }
    near.sort((a, b) => a.edits - b.edits || compareKeys(a.name, b.name));
    return this.seen(near.flatMap(({ notes }) => notes));
  }

  private async known(signal: AbortSignal): Promise<AliasTable> {
    const { aliasIndex, readiness } = this.context;
    // While the vault opens, aliases of notes that are not read yet are missing.
    if (!readiness.isOpen()) await readiness.wait(signal);
    const table = await (this.table ??= aliasIndex.all());
    throwIfAborted(signal);
    return table;
  }

  private seen(notes: readonly TFile[]): string[] {
    return [...new Set(notes.filter(note => this.context.files.canSee(note)).map(({ path }) => path))];
  }
}
