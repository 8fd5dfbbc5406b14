import { type App, TFile } from 'obsidian';
import { sha256 } from '../../../platform';
import type { Change, ChangedFile, Image } from '../../journal/journal';

/** Why a change cannot be taken back. */
export type UndoObstacle = 'changedSince' | 'notKept';

/** What is at a path: the hash of a file's bytes, a folder, or nothing. */
type State = string;
const nothing: State = 'nothing';
const folder: State = 'folder';

/**
 * Tells of changes, newest first, whether each could be taken back after those before it, without changing anything.
 * What could not is left as it is, and counts for the older ones.
 */
export class UndoPreview {
  private readonly states = new Map<string, State>();

  constructor(private readonly app: App) {}

  /** @returns undefined where nothing is in the way */
  async next(change: Change): Promise<UndoObstacle | undefined> {
    const after = new Map<string, State>();
    for (const file of change.files.toReversed()) {
      const obstacle = await this.take(file, after);
      if (obstacle !== undefined) return obstacle;
    }
    for (const [path, state] of after) this.states.set(path, state);
    return undefined;
  }

  private async take(file: ChangedFile, after: Map<string, State>): Promise<UndoObstacle | undefined> {
    const { kind, path, newPath = path } = file;
    if (file.isFolder === true && kind !== 'move') return undefined;
    const at = async (place: string): Promise<State> => after.get(place) ?? (await this.at(place));
    const now = await at(path);
    switch (kind) {
      case 'create':
        if (now !== file.after?.hash) return 'changedSince';
        after.set(path, nothing);
        return undefined;
      case 'edit':
      case 'delete':
        if (now !== (kind === 'edit' ? file.after?.hash : nothing)) return 'changedSince';
        if (!isKept(file.before)) return 'notKept';
        after.set(path, file.before.hash);
        return undefined;
      case 'move': {
        const moved = await at(newPath);
        if (now !== nothing || moved === nothing) return 'changedSince';
        after.set(newPath, nothing);
        after.set(path, moved);
        return undefined;
      }
    }
  }

  private async at(path: string): Promise<State> {
    const known = this.states.get(path);
    if (known !== undefined) return known;
    const { vault } = this.app;
    const file = vault.getAbstractFileByPath(path);
    if (file === null) return nothing;
    const state = file instanceof TFile ? sha256(new Uint8Array(await vault.readBinary(file))) : folder;
    this.states.set(path, state);
    return state;
  }
}

function isKept(image: Image | undefined): image is Image {
  return image?.stored !== undefined;
}
