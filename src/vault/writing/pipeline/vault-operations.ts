import { after, areSameBytes } from '../../../platform';
import { type App, type TAbstractFile, TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { hasUnsavedText, saveOpenEditors } from '../../app/open-editors';
import { atFile, storageFailure } from '../../reading/notes';
import { bufferOf } from '../../../utils/bytes';
import { pathsWithin, type Removed, type Step, type TrashWay } from './steps';

/** The vault has changed since the plan was made; nothing was done. */
export class OutdatedPlan extends Error {
  override readonly name = 'OutdatedPlan';

  /** @param failure the call's error if new plans keep failing for the same reason */
  constructor(readonly failure?: ToolFailure) {
    super();
  }
}

/** Carries out steps with the app's own API, so that open editors, links and caches are updated. */
export class VaultOperations {
  constructor(
    private readonly app: App,
    private readonly startTimer = after,
  ) {}

  /** Total size of the files at some paths, in bytes. */
  sizeOf(paths: readonly string[]): number {
    return [...new Set(paths)].reduce(
      (sum, path) => sum + (this.app.vault.getFileByPath(path)?.stat.size ?? 0),
      0,
    );
  }

  /** @throws OutdatedPlan; ToolFailure `storage_error`, `already_exists` */
  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'edit':
        return this.edit(step.file, step.before.text, step.text);
      case 'create':
        if (step.draft !== undefined && typeof step.content === 'string')
          return this.edit(step.draft, '', step.content);
        return this.create(step.path, step.content);
      case 'relink':
        return this.edit(step.file, step.before, step.text, step.path);
      case 'makeFolder':
        return this.makeFolder(step.path);
      case 'removeFolder':
        return this.removeFolder(step.path);
      case 'trash':
        return translated(step.file.path, async () => {
          await this.compare(step.file, step.removed);
          await this.trash(step.file, step.way);
        });
      case 'move':
        await this.saveEditors([step.file.path, ...step.linked.map(({ path }) => path)]);
        requireListed(step.file, step.contents);
        return step.withLinks
          ? translated(step.file.path, () => this.app.fileManager.renameFile(step.file, step.newPath))
          : this.rename(step.file, step.newPath);
    }
  }

  /** Compares and writes atomically: the app's callback runs between reading and writing. */
  edit(file: TFile, before: string, after: string, path = file.path): Promise<void> {
    return translated(file.path, async () => {
      await this.saveEditors([file.path]);
      await this.app.vault.process(file, now => {
        // The app was faster, or an earlier step wrote it at another path, through a symbolic link.
        if (now === after && file.path === path) return now;
        if (!isSameText(now, before) || file.path !== path) throw new OutdatedPlan();
        if (hasUnsavedText(this.app, file.path, now)) throw new OutdatedPlan(unsaved());
        return after;
      });
    });
  }

  create(path: string, content: string | Uint8Array): Promise<void> {
    const { vault } = this.app;
    return translated(path, async () => {
      if (typeof content === 'string') await vault.create(path, content);
      else await vault.createBinary(path, bufferOf(content));
    });
  }

  /** A folder that another writer created meanwhile is no error. */
  async makeFolder(path: string): Promise<void> {
    const { vault } = this.app;
    // A deletion that failed in the middle is not in the app's index at once.
    const isThere = async (): Promise<boolean> =>
      vault.getFolderByPath(path) !== null && (await vault.adapter.exists(path, true));
    if (await isThere()) return;
    try {
      await vault.createFolder(path);
    } catch (error) {
      if (await isThere()) return;
      if (isTaken(error))
        throw new ToolFailure('already_exists', 'A file has the name of a folder in this path.');
      throw storageFailure(error);
    }
  }

  /** Only an empty one; hidden files count as content. */
  async removeFolder(path: string): Promise<void> {
    const folder = this.app.vault.getFolderByPath(path);
    if (folder === null || folder.children.length > 0) return;
    await this.app.vault.adapter.rmdir(path, false).catch(() => undefined);
  }

  /** Reverts a creation that no call has returned. */
  remove(file: TFile): Promise<void> {
    return translated(file.path, () => this.app.vault.adapter.remove(file.path));
  }

  /**
   * Saves text typed in these files, so that the plan is compared with it.
   * @throws OutdatedPlan; ToolFailure `busy` if the app does not finish a save
   */
  private async saveEditors(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const saved = await saveOpenEditors(this.app, path, this.startTimer);
      if (saved === 'stuck') throw unsaved();
      if (saved === 'unsaved') throw new OutdatedPlan(unsaved());
    }
  }

  /** Does not update links. */
  rename(file: TAbstractFile, newPath: string): Promise<void> {
    return translated(file.path, () => this.app.vault.rename(file, newPath));
  }

  /** Removed files must be what the journal keeps. @throws OutdatedPlan */
  private async compare(file: TAbstractFile, removed: readonly Removed[]): Promise<void> {
    const { vault } = this.app;
    await this.saveEditors(removed.filter(({ bytes }) => bytes !== undefined).map(({ path }) => path));
    requireListed(file, removed);
    for (const { path, bytes, size, isFolder } of removed) {
      if (isFolder) continue;
      const one = vault.getFileByPath(path);
      if (one === null) throw new OutdatedPlan();
      // The app may not have noticed another write: sizes count only if no bytes are kept.
      const isSame =
        bytes === undefined
          ? one.stat.size === size
          : areSameBytes(new Uint8Array(await vault.readBinary(one)), bytes);
      if (!isSame) throw new OutdatedPlan();
    }
  }

  private trash(file: TAbstractFile, way: TrashWay): Promise<void> {
    const { adapter } = this.app.vault;
    switch (way) {
      case 'setting':
        return this.app.fileManager.trashFile(file);
      case 'vault':
        return adapter.trashLocal(file.path);
      case 'permanent':
        return file instanceof TFile ? adapter.remove(file.path) : adapter.rmdir(file.path, true);
    }
  }
}

function unsaved(): ToolFailure {
  return new ToolFailure('busy', 'The file is being edited in the app, and cannot be saved there yet.', {
    hint: 'Try again in a few seconds.',
  });
}

/** Requires that only listed files move or are removed. @throws OutdatedPlan */
function requireListed(file: TAbstractFile, listed: readonly { readonly path: string }[]): void {
  const known = new Set(listed.map(({ path }) => path));
  if (!pathsWithin(file).every(path => known.has(path))) throw new OutdatedPlan();
}

async function translated(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof OutdatedPlan) throw error;
    const failure = storageFailure(error);
    // Gone, or already there: a new plan finds out what that means, but does not see dangling symbolic links.
    const taken = 'Another program has created something with this name.';
    if (isTaken(error)) throw new OutdatedPlan(new ToolFailure('already_exists', taken));
    throw failure.code === 'not_found' ? new OutdatedPlan(atFile(path, failure)) : failure;
  }
}

/** The app's errors have no code, only messages (observed: "File already exists.", "Destination file already exists!"). */
function isTaken(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && error.code === 'EEXIST') return true;
  return 'message' in error && typeof error.message === 'string' && error.message.includes('already exists');
}

const byteOrderMark = '\uFEFF';

/**
 * Whether the text that the app passes to an edit is the planned one. The host keeps a byte order mark in it
 * (observed); for the app this is not documented, so a missing one does not count as a difference.
 */
export function isSameText(handed: string, planned: string): boolean {
  return handed === planned || (planned.startsWith(byteOrderMark) && handed === planned.slice(1));
}
