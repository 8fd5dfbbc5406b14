import type { DataAdapter } from 'obsidian';
import { ToolFailure } from '../../errors';
import { bufferOf } from '../../utils/bytes';
import { storageFailure } from '../reading/notes';
import { lastName } from '../../utils/text/pieces';

const blobs = 'blobs';

/** The journal's folder, accessed through the adapter: the Vault API does not show the app's own files. */
export class JournalStorage {
  private isMade = false;
  /** Whether the configuration folder was there once: it goes only with the vault, as when its drive is unmounted. */
  private hadConfiguration = false;

  constructor(
    private readonly adapter: DataAdapter,
    /** Vault path of the folder. */
    private readonly folder: string,
  ) {}

  /** Names of the files in the folder, without blobs; empty if there is no folder. @throws ToolFailure `storage_error` if the vault is gone */
  async names(): Promise<string[]> {
    await this.checkVault();
    return (await this.namesIn(this.folder)).sort();
  }

  blobNames(): Promise<string[]> {
    return this.namesIn(this.path(blobs));
  }

  private async namesIn(folder: string): Promise<string[]> {
    if (!(await this.adapter.exists(folder))) return [];
    const { files } = await this.adapter.list(folder);
    return files.map(path => lastName(path));
  }

  async size(name: string): Promise<number> {
    return (await this.adapter.stat(this.path(name)))?.size ?? 0;
  }

  read(name: string): Promise<string> {
    return this.adapter.read(this.path(name));
  }

  /** @throws ToolFailure `storage_error` */
  async append(name: string, text: string): Promise<void> {
    await this.translated(() => this.adapter.append(this.path(name), text));
  }

  /** @throws ToolFailure `storage_error` */
  async writeBlob(name: string, bytes: Uint8Array): Promise<void> {
    await this.translated(() => this.adapter.writeBinary(this.path(`${blobs}/${name}`), bufferOf(bytes)));
  }

  /** Undefined if there is no such file. @throws ToolFailure `storage_error` */
  async readBlob(name: string): Promise<Uint8Array | undefined> {
    const path = this.path(`${blobs}/${name}`);
    try {
      if (!(await this.adapter.exists(path))) return undefined;
      return new Uint8Array(await this.adapter.readBinary(path));
    } catch (error) {
      throw storageFailure(error);
    }
  }

  /** 0 if it is not there, or cannot be looked at. */
  blobSize(name: string): Promise<number> {
    return this.size(`${blobs}/${name}`).catch(() => 0);
  }

  removeBlob(name: string): Promise<void> {
    return this.remove(`${blobs}/${name}`);
  }

  async remove(name: string): Promise<void> {
    if (await this.adapter.exists(this.path(name))) await this.adapter.remove(this.path(name));
  }

  copy(name: string, newName: string): Promise<void> {
    return this.adapter.copy(this.path(name), this.path(newName));
  }

  write(name: string, text: string): Promise<void> {
    return this.adapter.write(this.path(name), text);
  }

  /** If something other than a folder is at the journal's path, it is renamed. */
  async clearPlace(): Promise<void> {
    const { adapter, folder } = this;
    if ((await adapter.stat(folder))?.type !== 'file') return;
    const aside = `${folder}-damaged`;
    if (await adapter.exists(aside)) await adapter.remove(aside);
    await adapter.rename(folder, aside);
  }

  private async translated(work: () => Promise<void>): Promise<void> {
    try {
      await this.makeFolders();
      await work();
    } catch (error) {
      // The folder may have been deleted; the next write creates it again.
      this.isMade = false;
      await this.checkVault().catch((lost: unknown) => Promise.reject(storageFailure(lost)));
      const failure = storageFailure(error);
      throw failure.code === 'storage_error'
        ? failure
        : new ToolFailure('storage_error', 'The journal of changes could not be written.');
    }
  }

  private async makeFolders(): Promise<void> {
    if (this.isMade) return;
    await this.checkVault();
    const { adapter } = this;
    let path = '';
    for (const name of this.path(blobs).split('/')) {
      path = path === '' ? name : `${path}/${name}`;
      if (!(await adapter.exists(path))) await adapter.mkdir(path);
    }
    // The folder keeps deleted text for a while and must not be committed by accident.
    const ignore = this.path('.gitignore');
    if (!(await adapter.exists(ignore))) await adapter.write(ignore, '*\n');
    this.isMade = true;
  }

  /** @throws ToolFailure `storage_error` where another, empty folder stands in the vault's place */
  private async checkVault(): Promise<void> {
    const [configuration = ''] = this.folder.split('/', 1);
    if (await this.adapter.exists(configuration)) this.hadConfiguration = true;
    else if (this.hadConfiguration)
      throw new ToolFailure('storage_error', 'The vault has lost its configuration folder.', {
        hint: 'Nothing was changed. Its drive may not be mounted: ask the user to check, and to restart Lectern if it is.',
      });
  }

  private path(name: string): string {
    return `${this.folder}/${name}`;
  }
}
