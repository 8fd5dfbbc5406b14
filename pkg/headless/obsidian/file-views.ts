import { Editor } from './editor';
import type { TFile } from './files';
import { notImitated } from './strict';
import { ItemView } from './views';
import type { WorkspaceLeaf } from './workspace-leaf';

/** Views of files; of those the app itself has, only that of notes is imitated. */
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
}

export abstract class EditableFileView extends FileView {}

export abstract class TextFileView extends EditableFileView {
  data = '';

  abstract getViewData(): string;
  abstract setViewData(data: string, clear: boolean): void;
  abstract clear(): void;

  /** The text of the file, now and after each change of it. */
  override async onLoadFile(file: TFile): Promise<void> {
    await super.onLoadFile(file);
    const { vault } = this.app;
    this.registerEvent(
      vault.on('modify', changed => {
        if (changed === this.file) void this.reload();
      }),
    );
    this.setViewData(await vault.read(file), true);
  }

  private async reload(): Promise<void> {
    if (this.file !== null) this.setViewData(await this.app.vault.read(this.file), false);
  }
}

export class MarkdownView extends TextFileView {
  readonly editor = new Editor();
  readonly hoverPopover = null;

  getViewType(): string {
    return 'markdown';
  }

  getMode(): 'source' | 'preview' {
    return 'source';
  }

  get previewMode(): never {
    return notImitated('MarkdownView.previewMode');
  }

  get currentMode(): never {
    return notImitated('MarkdownView.currentMode');
  }

  getViewData(): string {
    return this.data;
  }

  setViewData(data: string, clear: boolean): void {
    this.data = data;
    if (clear) this.clear();
    this.editor.show(data);
  }

  clear(): void {
    this.editor.setCursor(0);
  }

  override canAcceptExtension(extension: string): boolean {
    return extension === 'md';
  }

  /** A line, from 0, as links to headings and searches give it (observed in states of the app). */
  override setEphemeralState(state?: unknown): void {
    const line: unknown =
      typeof state === 'object' && state !== null ? Reflect.get(state, 'line') : undefined;
    if (typeof line === 'number') this.editor.setCursor(line);
  }
}
