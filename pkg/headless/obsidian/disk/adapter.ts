import { type Dirent, lstatSync, mkdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Api from 'obsidian';
import { bytesOf, textOf } from './large-text';
import { rewriteAtomically, writeAtomically, type WriteOptions } from './atomic-write';
import { Confinement } from './confinement';
import { copyEntry, makeFolder, moveEntry, removeFile, removeFolder } from './disk-entries';
import { withHeldEntry } from './held-folder';
import { join as joinPath, firstFree, isVisible, nameOf, root } from '../vault/paths';
import { addInPlace, arrayBufferOf, readRegular, readRegularText } from './regular-file';
import { guardMembers } from '../core/strict';
import { codeOf, settle } from '../core/unknowns';
import { isAbsence, systemError } from './system-error';
import type { TemporaryNames } from './temporary-names';
import { inSlices } from '../core/time-slices';
import { entriesOf } from '../vault/tree-scan';
import { WriteQueue } from './write-queue';

/** A path, or a file: a file's path is read when its turn comes, so that an earlier move counts. */
type Place = string | { readonly path: string };

/** Is called after everything that goes through the adapter. */
export interface DiskObserver {
  wrote(path: string): void;
  /** What failed may have taken place nevertheless. */
  failed(path: string): void;
  removed(path: string): void;
  moved(path: string, newPath: string): void;
}

/** Visible files beyond this are added to where they are, and hidden ones, which are logs, always; bytes. */
const longFile = 4 << 20;

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
    return settle(() => {
      const { confinement } = this;
      if (confinement.look(normalizedPath) === null) return false;
      if (sensitive !== true || normalizedPath === root) return true;
      // The real path has the case that is on the disk; a link's own name can only be taken as given.
      const entry = confinement.entry(normalizedPath);
      return lstatSync(entry).isSymbolicLink() || confinement.real(normalizedPath) === entry;
    });
  }

  stat(normalizedPath: string): Promise<Api.Stat | null> {
    return settle(() => {
      const stats = this.confinement.look(normalizedPath);
      if (stats === null) return null;
      return {
        type: stats.isDirectory() ? 'folder' : 'file',
        ctime: Math.round(stats.birthtimeMs),
        mtime: Math.round(stats.mtimeMs),
        size: stats.size,
      };
    });
  }

  async list(normalizedPath: string): Promise<Api.ListedFiles> {
    const listed: Api.ListedFiles = { files: [], folders: [] };
    const real = this.confinement.real(normalizedPath);
    if (!lstatSync(real).isDirectory()) throw systemError('ENOTDIR', 'scandir', real);
    await inSlices(entriesOf(real), entry => {
      if (this.names.isOurs(entry.name)) return;
      const path = joinPath(normalizedPath, entry.name);
      const kind = this.kindOf(entry, path);
      if (kind === 'file') listed.files.push(path);
      if (kind === 'folder') listed.folders.push(path);
    });
    return listed;
  }

  async read(normalizedPath: string): Promise<string> {
    return readRegularText(this.confinement.real(normalizedPath));
  }

  async readBinary(normalizedPath: string): Promise<ArrayBuffer> {
    return arrayBufferOf(await readRegular(this.confinement.real(normalizedPath)));
  }

  write(normalizedPath: Place, data: string, options?: Api.DataWriteOptions): Promise<void> {
    return this.put(normalizedPath, data, { modified: options?.mtime });
  }

  writeBinary(normalizedPath: Place, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<void> {
    return this.put(normalizedPath, new Uint8Array(data), { modified: options?.mtime });
  }

  /** Like `writeBinary`, but never onto anything that exists. @throws EEXIST */
  createNew(
    normalizedPath: string,
    data: Uint8Array | string,
    options?: Api.DataWriteOptions,
  ): Promise<void> {
    return this.put(normalizedPath, data, { modified: options?.mtime, isNew: true });
  }

  append(normalizedPath: Place, data: string, options?: Api.DataWriteOptions): Promise<void> {
    return this.addTo(normalizedPath, Buffer.from(data, 'utf8'), options);
  }

  appendBinary(normalizedPath: Place, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<void> {
    return this.addTo(normalizedPath, new Uint8Array(data), options);
  }

  /** Compares the bytes again right before the rename and starts over when another program changed them. */
  process(
    normalizedPath: Place,
    fn: (data: string) => string,
    options?: Api.DataWriteOptions,
  ): Promise<string> {
    return this.queue.run(async () => {
      const written = { text: '', isNew: false };
      const change = async (bytes: Buffer): Promise<Uint8Array | undefined> => {
        const old = await textOf(bytes);
        written.text = fn(old);
        written.isNew = written.text !== old;
        // The bytes behind an unchanged text stay, whatever their encoding.
        return written.isNew ? bytesOf(written.text) : undefined;
      };
      const path = pathOf(normalizedPath);
      await rewriteAtomically(this.confinement.real(path), this.names, change, options?.mtime);
      if (written.isNew) this.observer?.wrote(path);
      return written.text;
    });
  }

  mkdir(normalizedPath: string): Promise<void> {
    return this.change([normalizedPath], () => {
      this.makeFolders(normalizedPath);
      this.observer?.wrote(normalizedPath);
    });
  }

  /** There is no system trash behind the host. */
  trashSystem(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Into `.trash` at the root, under a free name: nothing there is ever overwritten. */
  trashLocal(place: Place): Promise<void> {
    return this.change([place], () => {
      const normalizedPath = pathOf(place);
      this.confinement.present(normalizedPath);
      this.makeTrash();
      const wanted = joinPath(trashFolder, nameOf(normalizedPath));
      const isFolder = lstatSync(this.confinement.entry(normalizedPath)).isDirectory();
      const free = firstFree(wanted, path => this.confinement.isTaken(path), isFolder);
      moveEntry(this.confinement, normalizedPath, free);
      this.observer?.removed(normalizedPath);
    });
  }

  rmdir(normalizedPath: string, recursive: boolean): Promise<void> {
    return this.change([normalizedPath], async () => {
      await removeFolder(this.confinement, normalizedPath, recursive);
      this.observer?.removed(normalizedPath);
    });
  }

  remove(place: Place): Promise<void> {
    return this.change([place], () => {
      const normalizedPath = pathOf(place);
      removeFile(this.confinement, normalizedPath);
      this.observer?.removed(normalizedPath);
    });
  }

  rename(place: Place, normalizedNewPath: string): Promise<void> {
    return this.change([place, normalizedNewPath], () => {
      const normalizedPath = pathOf(place);
      moveEntry(this.confinement, normalizedPath, normalizedNewPath);
      this.observer?.moved(normalizedPath, normalizedNewPath);
    });
  }

  copy(normalizedPath: string, normalizedNewPath: string): Promise<void> {
    return this.change([normalizedNewPath], async () => {
      await copyEntry(this.confinement, normalizedPath, normalizedNewPath, this.names);
      this.observer?.wrote(normalizedNewPath);
    });
  }

  /** Resolves when every write asked for so far has ended. */
  drained(): Promise<void> {
    return this.queue.drained();
  }

  /** Work that changes what is at some places, in its turn. */
  private change<T>(places: readonly Place[], work: () => T | Promise<T>): Promise<T> {
    return this.queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        for (const place of places) this.observer?.failed(pathOf(place));
        throw error;
      }
    });
  }

  private put(place: Place, data: Uint8Array | string, wish: WriteOptions): Promise<void> {
    return this.change([place], async () => {
      const path = pathOf(place);
      const bytes = typeof data === 'string' ? await bytesOf(data) : data;
      await writeAtomically(this.confinement.target(path), bytes, this.names, wish);
      this.observer?.wrote(path);
    });
  }

  private addTo(place: Place, bytes: Uint8Array, options?: Api.DataWriteOptions): Promise<void> {
    return this.change([place], async () => {
      const path = pathOf(place);
      const target = this.confinement.target(path);
      const stats = lstatSync(target, { throwIfNoEntry: false });
      if (stats === undefined) {
        await writeAtomically(target, bytes, this.names, { modified: options?.mtime });
      } else if (growsInPlace(path, stats) && options?.mtime === undefined) {
        addInPlace(target, bytes);
      } else {
        const change = (old: Buffer): Uint8Array => Buffer.concat([old, bytes]);
        await rewriteAtomically(target, this.names, change, options?.mtime);
      }
      this.observer?.wrote(path);
    });
  }

  private kindOf(entry: Dirent, path: string): Api.Stat['type'] | undefined {
    if (entry.isFile()) return 'file';
    if (entry.isDirectory()) return 'folder';
    if (!entry.isSymbolicLink()) return undefined;
    const stats = this.confinement.lookIfAllowed(path);
    if (stats === null) return undefined;
    return stats.isDirectory() ? 'folder' : 'file';
  }

  /** What else has its name, or leads out of the vault, must not look like a fault of the file that is to go there. */
  private makeTrash(): void {
    try {
      this.makeFolders(trashFolder);
    } catch (error) {
      throw codeOf(error) === 'EEXIST' || isAbsence(error)
        ? new Error(`${trashFolder} is no folder of the vault.`, { cause: error })
        : error;
    }
  }

  /** One below the other, each in a folder that is proven to lie in the vault. */
  private makeFolders(path: string): void {
    const { confinement } = this;
    let folder = '';
    for (const name of path.split('/').filter(one => one !== '')) {
      const next = folder === '' ? name : `${folder}/${name}`;
      if (!confinement.isTaken(next)) withHeldEntry(confinement.entry(next), at => makeFolder(at, next));
      folder = next;
      const real = confinement.real(folder);
      if (!statSync(real).isDirectory()) throw systemError('EEXIST', 'mkdir', real);
    }
  }
}

/** Copying a log for each new line would cost more with every line. */
function growsInPlace(path: string, { size, nlink }: Stats): boolean {
  return nlink === 1 && (size > longFile || !isVisible(path));
}

function pathOf(place: Place): string {
  return typeof place === 'string' ? place : place.path;
}
