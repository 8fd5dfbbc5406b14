import { areSameBytes } from '../../../platform';
import { type App, TFile } from 'obsidian';
import type { IntendedFile } from '../../journal/journal';
import { saveOpenEditors } from '../../app/open-editors';
import { textOf } from '../pipeline/text-bytes';
import type { VaultOperations } from '../pipeline/vault-operations';

/** Where a file of a change stands: as it was before it, as it is after it, or as another hand left it. */
export type FileState = 'before' | 'after' | 'other';

export interface Reverted {
  /** Whether everything that stood as after the change could be taken back. */
  readonly isWhole: boolean;
  /** Where the files are that another hand changed meanwhile: they are left as they are. */
  readonly left: readonly string[];
}

/** Takes changes back file by file, and never what another hand changed meanwhile. */
export class Reversal {
  constructor(
    private readonly app: App,
    private readonly operations: VaultOperations,
  ) {}

  /** @param files in the order in which they were changed */
  async revert(files: readonly IntendedFile[]): Promise<Reverted> {
    let isWhole = true;
    const left: string[] = [];
    for (const file of files.toReversed()) {
      try {
        const tokenFingerprint = await this.tokenFingerprint(file);
        if (tokenFingerprint === 'after') await this.revertOne(file);
        if (tokenFingerprint === 'other') left.push(file.newPath ?? file.path);
      } catch {
        isWhole = false;
      }
    }
    return { isWhole, left };
  }

  async tokenFingerprint(file: IntendedFile): Promise<FileState> {
    const { vault } = this.app;
    switch (file.kind) {
      case 'create':
        if (vault.getAbstractFileByPath(file.path) === null) return 'before';
        return file.isFolder === true || (await this.holds(file.path, file.after)) ? 'after' : 'other';
      case 'delete':
        return vault.getAbstractFileByPath(file.path) === null ? 'after' : 'before';
      case 'edit':
        if (await this.holds(file.path, file.after)) return 'after';
        return (await this.holds(file.path, file.before)) ? 'before' : 'other';
      case 'move':
        return this.standingOfMove(file.path, file.newPath ?? '');
    }
  }

  private standingOfMove(path: string, newPath: string): FileState {
    const { vault } = this.app;
    const isThere = vault.getAbstractFileByPath(newPath) !== null;
    if (vault.getAbstractFileByPath(path) !== null) return isThere ? 'other' : 'before';
    return isThere ? 'after' : 'other';
  }

  private async revertOne(file: IntendedFile): Promise<void> {
    const { operations } = this;
    const found = this.app.vault.getAbstractFileByPath(file.newPath ?? file.path);
    switch (file.kind) {
      case 'create':
        if (file.isFolder === true) await operations.removeFolder(file.path);
        else if (found instanceof TFile) await operations.remove(found);
        return;
      case 'edit': {
        const [before, after] = [textIn(file.before), textIn(file.after)];
        if (found instanceof TFile && before !== undefined && after !== undefined)
          await operations.edit(found, after, before);
        return;
      }
      case 'delete':
        if (file.isFolder === true) await operations.makeFolder(file.path);
        else if (file.before !== undefined) await operations.create(file.path, file.before);
        return;
      case 'move':
        if (found !== null) await operations.rename(found, file.path);
    }
  }

  /** Undefined where there is no file. */
  async bytesAt(path: string): Promise<Uint8Array | undefined> {
    await saveOpenEditors(this.app, path);
    const file = this.app.vault.getFileByPath(path);
    return file === null ? undefined : new Uint8Array(await this.app.vault.readBinary(file));
  }

  private async holds(path: string, bytes: Uint8Array | undefined): Promise<boolean> {
    const there = bytes === undefined ? undefined : await this.bytesAt(path);
    return bytes !== undefined && there !== undefined && areSameBytes(there, bytes);
  }
}

function textIn(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : textOf(bytes);
}
