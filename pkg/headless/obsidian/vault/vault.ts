import type * as Api from 'obsidian';
import type { FileSystemAdapter } from '../disk/adapter';
import { hasHiddenEntries } from '../disk/disk-entries';
import { type EventCallback, Events } from '../core/events';
import type { FileNames } from './file-names';
import { FileTree } from './file-tree';
import { type TAbstractFile, TFile, TFolder } from './files';
import { firstFree, nameOf, plainPath, root } from './paths';
import { NoteReader } from '../metadata/reading/note-reader';
import { guardMembers } from '../core/strict';
import { systemError } from '../disk/system-error';
import type { TemporaryNames } from '../disk/temporary-names';
import { codeOf, settle } from '../core/unknowns';
import { VaultConfig } from './vault-config';
import { VaultIndex } from './vault-index';

/** All that the Vault API needs of a file argument. */
interface Located {
  readonly path: string;
}

export class Vault extends Events implements Api.Vault {
  static {
    guardMembers(this);
  }

  readonly configDir = '.obsidian';
  /** Of the host, not of the app. */
  readonly index: VaultIndex;
  private readonly tree: FileTree;
  private readonly config: VaultConfig;
  private readonly reader: NoteReader;
  /** Of the host: see `HostOptions`. */
  holdsTexts = false;
  /** Of files that were read by `cachedRead` and have not changed since. */
  private readonly cached = new WeakMap<TFile, { text?: string }>();

  constructor(
    readonly adapter: FileSystemAdapter,
    names: TemporaryNames,
  ) {
    super();
    this.tree = new FileTree(this);
    this.reader = new NoteReader(adapter.confinement);
    this.config = new VaultConfig(adapter.confinement, `${this.configDir}/app.json`);
    this.index = new VaultIndex(this.tree, adapter, names, {
      created: file => this.trigger('create', file),
      modified: file => {
        this.cached.delete(file);
        this.trigger('modify', file);
      },
      deleted: file => this.trigger('delete', file),
      renamed: (file, oldPath) => this.trigger('rename', file, oldPath),
    });
    adapter.confinement.spelling = path => this.tree.spellings.spelled(path);
    adapter.observe({
      wrote: path => this.index.reconcile(path, { written: true }),
      failed: path => this.index.reconcile(path),
      removed: path => this.index.reconcile(path),
      moved: (path, newPath) => this.index.move(path, newPath),
    });
  }

  static recurseChildren(folder: TFolder, cb: (file: TAbstractFile) => unknown): void {
    const waiting: TAbstractFile[] = [folder];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      cb(file);
      if (!(file instanceof TFolder)) continue;
      for (const child of [...file.children].reverse()) waiting.push(child);
    }
  }

  override on(name: 'create', callback: (file: TAbstractFile) => unknown, ctx?: unknown): Api.EventRef;
  override on(name: 'modify', callback: (file: TAbstractFile) => unknown, ctx?: unknown): Api.EventRef;
  override on(name: 'delete', callback: (file: TAbstractFile) => unknown, ctx?: unknown): Api.EventRef;
  override on(
    name: 'rename',
    callback: (file: TAbstractFile, oldPath: string) => unknown,
    ctx?: unknown,
  ): Api.EventRef;
  override on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef;
  override on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef {
    return super.on(name, callback, ctx);
  }

  /** Of the host: all files by their names, for links. */
  get fileNames(): FileNames {
    return this.tree.names;
  }

  getName(): string {
    return this.adapter.getName();
  }

  getFileByPath(path: string): TFile | null {
    const file = this.tree.find(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const folder = this.tree.find(path);
    return folder instanceof TFolder ? folder : null;
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.tree.find(path);
  }

  /** Internal in the app, but widely used. */
  getAbstractFileByPathInsensitive(path: string): TAbstractFile | null {
    return this.tree.find(path) ?? this.tree.spellings.insensitive(path);
  }

  getRoot(): TFolder {
    return this.tree.root;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return this.tree.all();
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return this.tree.all().filter((file): file is TFolder => {
      return file instanceof TFolder && (includeRoot || !file.isRoot());
    });
  }

  getFiles(): TFile[] {
    return this.tree.all().filter(file => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter(file => file.extension === 'md');
  }

  /** Internal in the app, but widely used. */
  getConfig(key: string): unknown {
    return this.config.get(key);
  }

  /** Internal in the app, but widely used: `path` and `path 1`, `path 2`, … with the extension. */
  getAvailablePath(path: string, extension: string): string {
    const wanted = extension === '' ? path : `${path}.${extension}`;
    return firstFree(wanted, candidate => this.adapter.confinement.isTaken(candidate));
  }

  create(path: string, data: string, options?: Api.DataWriteOptions): Promise<TFile> {
    return this.make(path, data, options);
  }

  createBinary(path: string, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<TFile> {
    return this.make(path, new Uint8Array(data), options);
  }

  async createFolder(path: string): Promise<TFolder> {
    const normal = plainPath(path);
    if (this.adapter.confinement.isTaken(normal)) throw new Error('Folder already exists.');
    await this.adapter.mkdir(normal);
    return found(this.getFolderByPath(normal), normal);
  }

  async read(file: Located): Promise<string> {
    const known = file instanceof TFile ? this.reader.textOf(file) : undefined;
    return known ?? (await this.adapter.read(file.path));
  }

  /**
   * The app keeps the text on the file until it notices a change (typings of others: `TFile.cache`,
   * `Vault.cacheLimit`), so it may return what the disk no longer has. The host does so only if `holdsTexts`
   * is set; otherwise it only records that it would, which costs less than keeping every text.
   */
  async cachedRead(file: Located): Promise<string> {
    if (!(file instanceof TFile)) return this.read(file);
    const held = this.cached.get(file)?.text;
    if (held !== undefined) return held;
    // A change meanwhile drops this entry, so that an earlier text is never kept for the later one.
    const entry: { text?: string } = {};
    this.cached.set(file, entry);
    const text = await this.read(file);
    if (this.holdsTexts) entry.text = text;
    return text;
  }

  /** Of the host: whether the app would hold the text of the file in memory now. */
  keepsText(file: TFile): boolean {
    return this.cached.has(file);
  }

  readBinary(file: Located): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  getResourcePath(file: Located): string {
    return this.adapter.getResourcePath(file.path);
  }

  modify(file: Located, data: string, options?: Api.DataWriteOptions): Promise<void> {
    return this.adapter.write(file, data, options);
  }

  modifyBinary(file: Located, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<void> {
    return this.adapter.writeBinary(file, data, options);
  }

  append(file: Located, data: string, options?: Api.DataWriteOptions): Promise<void> {
    return this.adapter.append(file, data, options);
  }

  appendBinary(file: Located, data: ArrayBuffer, options?: Api.DataWriteOptions): Promise<void> {
    return this.adapter.appendBinary(file, data, options);
  }

  process(file: Located, fn: (data: string) => string, options?: Api.DataWriteOptions): Promise<string> {
    return this.adapter.process(file, fn, options);
  }

  /** Not forced, a folder with hidden entries stays as it is (typings; the message is Node's). */
  async delete(file: Located, force = false): Promise<void> {
    if (!(file instanceof TFolder)) return this.adapter.remove(file);
    const { confinement } = this.adapter;
    if (!force && (await hasHiddenEntries(confinement, file.path))) {
      throw systemError('ENOTEMPTY', 'rmdir', confinement.full(file.path));
    }
    return this.adapter.rmdir(file.path, true);
  }

  async trash(file: Located, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem())) return;
    await this.adapter.trashLocal(file);
  }

  rename(file: Located, newPath: string): Promise<void> {
    return this.adapter.rename(file, plainPath(newPath));
  }

  async copy<T extends Located>(file: T, newPath: string): Promise<T> {
    const normal = plainPath(newPath);
    if (file instanceof TFolder) await this.copyFolder(file, normal);
    else await this.adapter.copy(file.path, normal);
    const copy = found(this.tree.find(normal), normal);
    if (!isLike(file, copy)) throw systemError('ENOENT', 'copyfile', normal);
    return copy;
  }

  private async copyFolder(folder: TFolder, newPath: string): Promise<void> {
    if (this.adapter.confinement.isTaken(newPath)) throw new Error('Destination file already exists!');
    if (`${newPath}/`.startsWith(`${folder.path}/`))
      throw new Error('A folder cannot be copied into itself.');
    await this.adapter.mkdir(newPath);
    for (const child of [...folder.children]) await this.copy(child, `${newPath}/${child.name}`);
  }

  /** The app checks the disk, not its index, for an existing file (observed: case-blind disks). */
  private make(path: string, data: Uint8Array | string, options?: Api.DataWriteOptions): Promise<TFile> {
    return settle(async () => {
      const normal = plainPath(path);
      if (normal === root) throw new Error('File already exists.');
      try {
        if (this.adapter.confinement.isTaken(normal)) throw systemError('EEXIST', 'open', nameOf(normal));
        await this.adapter.createNew(normal, data, options);
      } catch (error) {
        throw codeOf(error) === 'EEXIST' ? new Error('File already exists.') : error;
      }
      return found(this.getFileByPath(normal), normal);
    });
  }
}

/** A path that begins with a dot can be written, but the Vault API does not show it. */
function found<T extends TAbstractFile>(file: T | null, path: string): T {
  if (file === null) throw systemError('ENOENT', 'open', path);
  return file;
}

/** A copy has the class of its original. */
function isLike<T extends Located>(original: T, copy: TAbstractFile): copy is TAbstractFile & T {
  return original instanceof TFolder === copy instanceof TFolder;
}
