import type { TFile } from 'obsidian';
import { foldPath } from '../../utils/text/folding';
import { forEachSliced } from '../../utils/slicing/time-slicer';
import type { VisibleVault } from '../index/indexes';

/** Notes by their aliases, which links do not resolve to in the app: for offers where nothing was found. */
export class Aliases {
  constructor(private readonly context: VisibleVault) {}

  /** Paths of the visible notes with this alias, in any letter case. */
  async notesWith(alias: string, signal: AbortSignal): Promise<string[]> {
    const { files, facts, readiness, slicer } = this.context;
    // While the vault opens, the aliases of the notes that are not read yet are missing.
    if (!readiness.isOpen()) await readiness.wait(signal);
    const wanted = foldPath(alias);
    const found: string[] = [];
    const look = (note: TFile): void => {
      if (facts.of(note).aliases.some(one => foldPath(one) === wanted)) found.push(note.path);
    };
    const loop = { slicer, signal };
    await forEachSliced(await files.notesSliced(loop), look, loop);
    return found;
  }
}
