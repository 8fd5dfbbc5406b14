import { areSameBytes } from '../../../platform';
import { type App, TFile } from 'obsidian';
import type { LoadedFile } from '../../journal/journal';
import { saveOpenEditors } from '../../app/open-editors';
import { decoded, hashOf } from '../../../utils/bytes';
import { type Expected, type FileState, fileState } from './change-state';
import type { VaultOperations } from '../pipeline/vault-operations';

export interface Reverted {
  /** Whether every file that was unchanged since the change could be restored. */
  readonly isWhole: boolean;
  /** The files that another program changed meanwhile; they are not touched. */
  readonly left: readonly string[];
}

/** Bytes, or their hash if they are not kept. */
type Content = Uint8Array | string;

/** Reverts changes file by file, but never what another program changed meanwhile. */
export class Reversal {
  constructor(
    private readonly app: App,
    private readonly operations: VaultOperations,
  ) {}

  /** @param files in the order in which they were changed */
  async revert(files: readonly LoadedFile[]): Promise<Reverted> {
    let isWhole = true;
    const left: string[] = [];
    for (const file of files.toReversed()) {
      try {
        const state = await this.state(file);
        if (state === 'after') await this.revertOne(file);
        if (state === 'other') left.push(file.newPath ?? file.path);
      } catch {
        isWhole = false;
      }
    }
    return { isWhole, left };
  }

  state({ after, afterHash, ...file }: LoadedFile): Promise<FileState> {
    const known: Content | undefined = after ?? afterHash;
    return fileState({ ...file, after: known }, (path, expected) => this.isAt(path, expected));
  }

  private async revertOne(file: LoadedFile): Promise<void> {
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

  /** Undefined if there is no file. */
  async bytesAt(path: string): Promise<Uint8Array | undefined> {
    await saveOpenEditors(this.app, path);
    const file = this.app.vault.getFileByPath(path);
    return file === null ? undefined : new Uint8Array(await this.app.vault.readBinary(file));
  }

  private async isAt(path: string, expected: Expected<Content>): Promise<boolean> {
    if (typeof expected === 'string')
      return (this.app.vault.getAbstractFileByPath(path) === null) === (expected === 'nothing');
    const { content } = expected;
    const now = content === undefined ? undefined : await this.bytesAt(path);
    if (content === undefined || now === undefined) return false;
    return typeof content === 'string' ? (await hashOf(now)) === content : areSameBytes(now, content);
  }
}

function textIn(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : decoded(bytes);
}
