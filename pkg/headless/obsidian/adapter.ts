import { appendFileSync, type Dirent, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Api from 'obsidian';
import { ChangedMeanwhile, writeAtomically, type WriteWish } from './atomic-write';
import { Confinement } from './confinement';
import { copyEntry, moveEntry, removeFile, removeFolder } from './disk-entries';
import { join as joinPath, firstFree, nameOf, root } from './paths';
import { openFlags, readRegular, withRegularFile } from './regular-file';
import { guardMembers, notImitated } from './strict';
import { systemError } from './system-error';
import type { TemporaryNames } from './temporary-names';
import { inSlices } from './time-slices';
import { entriesOf } from './tree-scan';
import { WriteQueue } from './write-queue';

/** Is told of everything that goes through the adapter, right after it is done. */
export interface DiskObserver {
  wrote(path: string): void;
  removed(path: string): void;
  moved(path: string, newPath: string): void;
}

/** How often `process` starts again when another program keeps changing the file. */
const attempts = 5;

const trashFolder = '.trash';

/** Every path is confined to the vault by its real path; only regular files are opened. */
export class FileSystemAdapter implements Api.FileSystemAdapter {
  static {
    guardMembers(this);
  }

  readonly confinement: Confinement;
  private readonly queue = new WriteQueue();
  private observer: DiskObserver | undefined;

  constructor(
    folder: string,
    private readonly names: TemporaryNames,
  ) {
    this.confinement = new Confinement(folder);
  }

  static readLocalFile(path: string): Promise<ArrayBuffer> {
    return new Promise(resolve => {
      resolve(arrayBufferOf(readFileSync(path)));
    });
  }

  static mkdir(path: string): Promise<void> {
    return new Promise(resolve => {
      mkdirSync(path, { recursive: true });
      resolve();
    });
  }

  observe(observer: DiskObserver): void {
    this.observer = observer;
  }

  getName(): string {
    return basename(this.confinement.root);
  }

  getBasePath(): string {
    return this.confinement.root;
  }

  getFullPath(normalizedPath: string): string {
    return this.confinement.full(normalizedPath);
  }

  getFilePath(normalizedPath: string): string {
    return pathToFileURL(this.getFullPath(normalizedPath)).href;
  }

  /** The app answers an `app://` address that only its own windows can open; here it is the file's. */
  getResourcePath(normalizedPath: string): string {
    const modified = this.confinement.stats(normalizedPath)?.mtimeMs ?? 0;
    return `${this.getFilePath(normalizedPath)}?${Math.round(modified)}`;
  }

  exists(normalizedPath: string, sensitive?: boolean): Promise<boolean> {
    const { confinement } = this;
    if (confinement.stats(normalizedPath) === null) return Promise.resolve(false);
    if (sensitive !== true || normalizedPath === root) return Promise.resolve(true);
    // The real path has the case that is on the disk; a link's own name can only be taken as given.
    const entry = confinement.entry(normalizedPath);
    const isLink = lstatSync(entry).isSymbolicLink();
    return Promise.resolve(isLink || confinement.real(normalizedPath) === entry);
  }

  stat(normalizedPath: string): Promise<Api.Stat | null> {
    const stats = this.confinement.stats(normalizedPath);
    if (stats === null) return Promise.resolve(null);
    return Promise.resolve({
      type: stats.isDirectory() ? 'folder' : 'file',
      ctime: Math.round(stats.birthtimeMs),
      mtime: Math.round(stats.mtimeMs),
      size: stats.size,
    });
  }

  async list(normalizedPath: string): Promise<Api.ListedFiles> {
    const listed: Api.ListedFiles = { files: [], folders: [] };
    const real = this.confinement.real(normalizedPath);
    if (!lstatSync(real).isDirectory()) throw systemError('ENOTDIR', 'scandir', real);
    await inSlices(entriesOf(real), entry => {
      const path = joinPath(normalizedPath, entry.name);
      const kind = this.kindOf(entry, path);
      if (kind === 'file') listed.files.push(path);
      if (kind === 'folder') listed.folders.push(path);
    });
    return listed;
  }

  async read(normalizedPath: string): Promise<string> {
    return (await readRegular(this.confinement.real(normalizedPath))).toString('utf8');
  }

  async readBinary(normalizedPath: string): Promise<ArrayBuffer> {
    return arrayBufferOf(await readRegular(this.confinement.real(normalizedPath)));
  }

  write(normalizedPath: string, data: string, options?: Api.DataWriteOptions): Promise<void> {
    return this.put(normalizedPath, Buffer.from(data, 'utf8'), { modified: options?.mtime });
  }

  writeBinary(normalizedPath: string, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<void> {
    return this.put(normalizedPath, new Uint8Array(data), { modified: options?.mtime });
  }

  /** Like `writeBinary`, but never onto anything that exists. @throws EEXIST */
  createNew(normalizedPath: string, data: Uint8Array, options?: Api.DataWriteOptions): Promise<void> {
    return this.put(normalizedPath, data, { modified: options?.mtime, isNew: true });
  }

  append(normalizedPath: string, data: string, options?: Api.DataWriteOptions): Promise<void> {
    return this.addTo(normalizedPath, Buffer.from(data, 'utf8'), options);
  }

  appendBinary(normalizedPath: string, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<void> {
    return this.addTo(normalizedPath, new Uint8Array(data), options);
  }

  /** Compares the bytes again right before the rename and starts over when another program changed them. */
  process(
    normalizedPath: string,
    fn: (data: string) => string,
    options?: Api.DataWriteOptions,
  ): Promise<string> {
    return this.queue.run(async () => {
      for (let attempt = 1; ; attempt++) {
        const target = this.confinement.real(normalizedPath);
        const expected = await readRegular(target);
        const old = expected.toString('utf8');
        const text = fn(old);
        // The bytes behind an unchanged text stay, whatever their encoding.
        if (text === old) return text;
        try {
          const wish = { modified: options?.mtime, expected };
          await writeAtomically(target, Buffer.from(text, 'utf8'), this.names, wish);
        } catch (error) {
          if (error instanceof ChangedMeanwhile && attempt < attempts) continue;
          throw error;
        }
        this.observer?.wrote(normalizedPath);
        return text;
      }
    });
  }

  mkdir(normalizedPath: string): Promise<void> {
    return this.queue.run(() => {
      const full = this.confinement.full(normalizedPath);
      this.proveAncestor(normalizedPath);
      mkdirSync(full, { recursive: true });
      this.observer?.wrote(normalizedPath);
    });
  }

  /** There is no system trash behind the host. */
  trashSystem(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Into `.trash` at the root, under a free name: nothing there is ever overwritten. */
  trashLocal(normalizedPath: string): Promise<void> {
    return this.queue.run(() => {
      this.confinement.present(normalizedPath);
      mkdirSync(join(this.confinement.root, trashFolder), { recursive: true });
      const wanted = joinPath(trashFolder, nameOf(normalizedPath));
      const free = firstFree(wanted, path => this.confinement.isTaken(path));
      moveEntry(this.confinement, normalizedPath, free);
      this.observer?.removed(normalizedPath);
    });
  }

  rmdir(normalizedPath: string, recursive: boolean): Promise<void> {
    return this.queue.run(async () => {
      await removeFolder(this.confinement, normalizedPath, recursive);
      this.observer?.removed(normalizedPath);
    });
  }

  remove(normalizedPath: string): Promise<void> {
    return this.queue.run(() => {
      removeFile(this.confinement, normalizedPath);
      this.observer?.removed(normalizedPath);
    });
  }

  rename(normalizedPath: string, normalizedNewPath: string): Promise<void> {
    return this.queue.run(() => {
      moveEntry(this.confinement, normalizedPath, normalizedNewPath);
      this.observer?.moved(normalizedPath, normalizedNewPath);
    });
  }

  copy(normalizedPath: string, normalizedNewPath: string): Promise<void> {
    return this.queue.run(async () => {
      await copyEntry(this.confinement, normalizedPath, normalizedNewPath);
      this.observer?.wrote(normalizedNewPath);
    });
  }

  /** Resolves when every write asked for so far has ended. */
  drained(): Promise<void> {
    return this.queue.drained();
  }

  private put(path: string, bytes: Uint8Array, wish: WriteWish): Promise<void> {
    return this.queue.run(async () => {
      await writeAtomically(this.confinement.target(path), bytes, this.names, wish);
      this.observer?.wrote(path);
    });
  }

  /** One write at the end of the file itself, so that a log of many megabytes is not copied for each line. */
  private addTo(path: string, bytes: Uint8Array, options?: Api.DataWriteOptions): Promise<void> {
    return this.queue.run(async () => {
      if (options?.mtime !== undefined) notImitated('DataWriteOptions.mtime of append');
      const target = this.confinement.target(path);
      if (lstatSync(target, { throwIfNoEntry: false }) === undefined) {
        await writeAtomically(target, bytes, this.names);
      } else {
        withRegularFile(target, openFlags('O_WRONLY', 'O_APPEND'), file => appendFileSync(file, bytes));
      }
      this.observer?.wrote(path);
    });
  }

  private kindOf(entry: Dirent, path: string): Api.Stat['type'] | undefined {
    if (entry.isFile()) return 'file';
    if (entry.isDirectory()) return 'folder';
    if (!entry.isSymbolicLink()) return undefined;
    const stats = this.confinement.stats(path);
    if (stats === null) return undefined;
    return stats.isDirectory() ? 'folder' : 'file';
  }

  /** The nearest folder that exists must lie in the vault before folders are made below it. */
  private proveAncestor(path: string): void {
    const names = path.split('/').filter(name => name !== '');
    for (let count = names.length; count >= 0; count--) {
      const ancestor = names.slice(0, count).join('/');
      if (!this.confinement.isTaken(ancestor === '' ? root : ancestor)) continue;
      const real = this.confinement.real(ancestor);
      if (!statSync(real).isDirectory()) throw systemError('EEXIST', 'mkdir', real);
      return;
    }
  }
}

function arrayBufferOf(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}
