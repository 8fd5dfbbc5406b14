import type { TFile } from '../vault/files';
import { ItemView } from './views';
import type { WorkspaceLeaf } from './workspace-leaf';

export abstract class FileView extends ItemView {
  allowNoFile = false;
  file: TFile | null = null;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.navigation = true;
  }

  /** The file's name without its ending, as on the tab (observed). */
  getDisplayText(): string {
    return this.file?.basename ?? 'No file';
  }

  override getState(): Record<string, unknown> {
    return this.file === null ? {} : { file: this.file.path };
  }

  /** The state of a view of a file names it by its path (observed in `workspace.json`). */
  override async setState(state?: unknown): Promise<void> {
    const path: unknown =
      typeof state === 'object' && state !== null ? Reflect.get(state, 'file') : undefined;
    const file = typeof path === 'string' ? this.app.vault.getFileByPath(path) : null;
    if (file === this.file) return;
    if (this.file !== null) await this.onUnloadFile(this.file);
    if (file !== null) await this.onLoadFile(file);
  }

  onLoadFile(file: TFile): Promise<void> {
    this.file = file;
    return Promise.resolve();
  }

  onUnloadFile(file: TFile): Promise<void> {
    if (this.file === file) this.file = null;
    return Promise.resolve();
  }

  onRename(): Promise<void> {
    return Promise.resolve();
  }

  canAcceptExtension(extension: string): boolean {
    return extension === this.file?.extension;
  }

  override async dismiss(): Promise<void> {
    if (this.file !== null) await this.onUnloadFile(this.file);
    await super.dismiss();
  }
}

export abstract class EditableFileView extends FileView {}
