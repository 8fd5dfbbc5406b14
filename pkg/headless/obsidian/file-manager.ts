import type * as Api from 'obsidian';
import type { TFolder } from './files';
import { parentOf, root } from './paths';
import { guardMembers, notImitated } from './strict';
import type { Vault } from './vault';

interface Located {
  readonly path: string;
}

export class FileManager implements Api.FileManager {
  static {
    guardMembers(this);
  }

  constructor(private readonly vault: Vault) {}

  /** By the user's setting "Default location for new notes"; the root when that folder does not exist. */
  getNewFileParent(sourcePath: string): TFolder {
    const location = this.vault.getConfig('newFileLocation');
    const configured = this.vault.getConfig('newFileFolderPath');
    let path = root;
    if (location === 'current' && sourcePath !== '') path = parentOf(sourcePath);
    if (location === 'folder' && typeof configured === 'string') path = configured;
    return this.vault.getFolderByPath(path) ?? this.vault.getRoot();
  }

  renameFile(file: Located, newPath: string): Promise<void> {
    return this.vault.rename(file, newPath);
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

  generateMarkdownLink(): never {
    return notImitated('FileManager.generateMarkdownLink');
  }

  processFrontMatter(): never {
    return notImitated('FileManager.processFrontMatter');
  }

  getAvailablePathForAttachment(): never {
    return notImitated('FileManager.getAvailablePathForAttachment');
  }
}
