import type { VisibleVault } from '../index/indexes';

/** Finds notes by alias, which links in the app do not: for suggestions if nothing was found. */
export class Aliases {
  constructor(private readonly context: VisibleVault) {}

  /** Paths of the visible notes with this alias, in any letter case. */
  async notesWith(alias: string, signal: AbortSignal): Promise<string[]> {
    const { files, aliasIndex, readiness } = this.context;
    // While the vault opens, aliases of notes that are not read yet are missing.
    if (!readiness.isOpen()) await readiness.wait(signal);
    const notes = await aliasIndex.notesWith(alias, signal);
    return notes.filter(note => files.canSee(note)).map(note => note.path);
  }
}
