import type { TFile } from 'obsidian';
import type { VisibleVault } from '../index/indexes';

/** Finds notes by alias, which links in the app do not: for suggestions if nothing was found. */
export class Aliases {
  constructor(private readonly context: VisibleVault) {}

  /** Paths of the visible notes with this alias, in any letter case. */
  async notesWith(alias: string, signal: AbortSignal): Promise<string[]> {
    const { aliasIndex } = this.context;
    await this.settled(signal);
    return this.seen(await aliasIndex.notesWith(alias, signal));
  }

  /** The same for an alias that is misspelt by a letter or two; those with the nearest aliases first. */
  async notesNear(alias: string, signal: AbortSignal): Promise<string[]> {
    const { aliasIndex } = this.context;
    await this.settled(signal);
    return this.seen(await aliasIndex.notesNear(alias, signal));
  }

  /** While the vault opens, aliases of notes that are not read yet are missing. */
  private async settled(signal: AbortSignal): Promise<void> {
    const { readiness } = this.context;
    if (!readiness.isOpen()) await readiness.wait(signal);
  }

  private seen(notes: readonly TFile[]): string[] {
    const { files } = this.context;
    return [...new Set(notes.filter(note => files.canSee(note)).map(note => note.path))];
  }
}
