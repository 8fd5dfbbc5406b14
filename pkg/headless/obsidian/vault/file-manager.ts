import type * as Api from 'obsidian';
import type { TFile, TFolder } from './files';
import { changeFrontmatter } from '../metadata/reading/frontmatter-block';
import { LinkUpdates } from '../links/link-updates';
import { newLink } from '../links/new-link';
import type { MetadataCache } from '../metadata/metadata-cache';
import { guardMembers, notImitated } from '../core/strict';
import type { Json } from '../core/unknowns';
import type { Vault } from './vault';
import { basenameOf, extensionOf, join, nameOf, normalizePath, parentOf, root } from './paths';

/** Files that users write in the app; everything else is an attachment. */
const written: ReadonlySet<string> = new Set(['md', 'canvas', 'base']);

interface Located {
  readonly path: string;
}

export class FileManager implements Api.FileManager {
  static {
    guardMembers(this);
  }

  private readonly links: LinkUpdates;

  constructor(
    private readonly vault: Vault,
    private readonly cache: MetadataCache,
    private readonly activeFile: () => Located | null,
  ) {
    this.links = new LinkUpdates(vault, cache);
  }

  /** By the user's setting "Default location for new notes"; the root if that folder does not exist. */
  getNewFileParent(sourcePath: string, newFilePath?: string): TFolder {
    const path = folderForNew(this.vault, sourcePath, newFilePath);
    return this.vault.getFolderByPath(path) ?? this.vault.getRoot();
  }

  /**
   * Moves a file or folder, and updates every link to it. The app asks unless "Automatically update internal
   * links" is on; the host cannot ask, so it always updates them.
   */
  renameFile(file: Located, newPath: string): Promise<void> {
    return this.links.move(file, newPath);
  }

  /** By the user's setting: `none` removes for good; everything else goes to the vault's `.trash`. */
  async trashFile(file: Located): Promise<void> {
    const option = this.vault.getConfig('trashOption');
    const found = this.vault.getAbstractFileByPath(file.path) ?? file;
    if (option === 'none') await this.vault.delete(found, true);
    else await this.vault.trash(found, option !== 'local');
  }

  promptForDeletion(): never {
    return notImitated('FileManager.promptForDeletion');
  }

  generateMarkdownLink(file: TFile, sourcePath: string, subpath = '', alias = ''): string {
    return newLink(this.vault, this.cache, { file, source: sourcePath, subpath, alias });
  }

  /** @throws YAMLParseError if the properties cannot be parsed, and any error of `fn`; the note then stays */
  async processFrontMatter(
    file: Located,
    fn: (frontmatter: Json) => void,
    options?: Api.DataWriteOptions,
  ): Promise<void> {
    await this.vault.process(file, text => changeFrontmatter(text, fn), options);
  }

  getAvailablePathForAttachment(filename: string, sourcePath?: string): Promise<string> {
    return pathForAttachment(this.vault, filename, sourcePath ?? this.activeFile()?.path ?? '');
  }
}

/**
 * Vault path of the folder for a new file by the user's settings (typings; names of the settings from app.json).
 * @param sourcePath of the note it belongs to, '' for none
 */
function folderForNew(vault: Vault, sourcePath: string, newFilePath = ''): string {
  const extension = extensionOf(nameOf(newFilePath));
  if (extension !== '' && !written.has(extension)) return folderForAttachment(vault, sourcePath);
  const location = vault.getConfig('newFileLocation');
  const configured = vault.getConfig('newFileFolderPath');
  if (location === 'current' && sourcePath !== '') return parentOf(sourcePath);
  return location === 'folder' && typeof configured === 'string' ? normalizePath(configured) : root;
}

/** `/` is the root, `./` the note's folder, `./sub` a folder in it, anything else a folder of the vault. */
function folderForAttachment(vault: Vault, sourcePath: string): string {
  const setting = vault.getConfig('attachmentFolderPath');
  const configured = typeof setting === 'string' ? setting : root;
  if (!configured.startsWith('.')) return normalizePath(configured);
  const below = normalizePath(configured.replace(/^\.\/?/, ''));
  const folder = sourcePath === '' ? root : parentOf(sourcePath);
  return below === root ? folder : join(folder, below);
}

/** A free path in an existing folder. @param filename with or without an extension */
async function pathForAttachment(vault: Vault, filename: string, sourcePath: string): Promise<string> {
  const folder = folderForAttachment(vault, sourcePath);
  if (folder !== root && !(await vault.adapter.exists(folder))) await vault.createFolder(folder);
  const name = nameOf(normalizePath(filename));
  const stem = basenameOf(name);
  const ending = name.slice(stem.length + 1);
  return vault.getAvailablePath(join(folder, stem), ending);
}
