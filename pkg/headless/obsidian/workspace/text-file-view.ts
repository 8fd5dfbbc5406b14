import { debounce } from '../core/debounce';
import { EditableFileView } from './file-view';
import type { TFile } from '../vault/files';
import { mergedText } from '../vault/merged-text';
import { Notice } from '../ui/notice';
import type { WorkspaceLeaf } from './workspace-leaf';

/** From the first change to the save, milliseconds (typings: "Debounced save in 2 seconds from now"). */
const saveDelay = 2000;

/**
 * A view that has the text of its file, and saves it some time after a change. `dirty`, `saving`, `saveAgain`
 * and `lastSavedData` are internal in the app; other plugins read them.
 */
export abstract class TextFileView extends EditableFileView {
  data = '';
  dirty = false;
  saving = false;
  saveAgain = false;
  lastSavedData: string | null = null;
  readonly requestSave: () => void;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    // "2 seconds after the last key": each key starts the delay anew (observed).
    const later = debounce(() => void this.save(), saveDelay, true);
    this.requestSave = () => {
      this.dirty = true;
      later();
    };
    this.register(() => later.cancel());
  }

  abstract getViewData(): string;
  abstract setViewData(data: string, clear: boolean): void;
  abstract clear(): void;

  /** The text of the file, now and after each change of it. */
  override async onLoadFile(file: TFile): Promise<void> {
    await super.onLoadFile(file);
    const { vault } = this.app;
    this.registerEvent(
      vault.on('modify', changed => {
        if (changed === this.file) void this.onModify(this.file);
      }),
    );
    this.take(await vault.read(file), true);
  }

  /** Closing a view saves it, unless its file is gone. */
  override async onUnloadFile(file: TFile): Promise<void> {
    if (this.dirty && this.app.vault.getFileByPath(file.path) === file) await this.save();
    this.dirty = false;
    await super.onUnloadFile(file);
  }

  /** During a save, another one only requests a repetition (typings: `saveAgain`). */
  async save(clear = false): Promise<void> {
    const { file } = this;
    if (file === null) return;
    if (this.saving) {
      this.saveAgain = true;
      return;
    }
    this.saving = true;
    try {
      await this.write(file);
    } finally {
      this.saving = false;
    }
    if (clear) this.clear();
    if (!this.saveAgain) return;
    this.saveAgain = false;
    await this.save();
  }

  /**
   * Internal in the app, like its name: another program wrote the file. Without unsaved text the view shows
   * the new one; with unsaved text the app merges, and shows a notice (observed in 1.12.7 and 1.13.6).
   */
  async onModify(file: TFile): Promise<void> {
    if (this.saving) return;
    const text = await this.app.vault.read(file);
    if (this.file !== file || text === this.lastSavedData) return;
    if (!this.dirty) {
      this.take(text, false);
      return;
    }
    new Notice(`"${file.basename}" has been modified externally, merging changes automatically.`);
    const merged = mergedText(this.lastSavedData ?? '', this.getViewData(), text);
    this.take(text, false);
    this.setViewData(merged, false);
    this.requestSave();
  }

  private take(text: string, clear: boolean): void {
    this.lastSavedData = text;
    this.dirty = false;
    this.setViewData(text, clear);
  }

  private async write(file: TFile): Promise<void> {
    const text = this.getViewData();
    this.dirty = false;
    if (text === this.lastSavedData) return;
    this.lastSavedData = text;
    await this.app.vault.modify(file, text);
  }
}
