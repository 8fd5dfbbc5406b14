import { Editor } from './editor';
import { notImitated } from '../core/strict';
import { TextFileView } from './text-file-view';

export class MarkdownView extends TextFileView {
  readonly editor: Editor = new Editor(() => {
    this.data = this.editor.getValue();
    this.requestSave();
  });
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

/** Its text is JSON; boards are not drawn. The class is internal in the app (typings of others: a `TextFileView`). */
export class CanvasView extends TextFileView {
  getViewType(): string {
    return 'canvas';
  }

  getViewData(): string {
    return this.data;
  }

  setViewData(data: string): void {
    this.data = data;
  }

  clear(): void {
    this.data = '';
  }

  override canAcceptExtension(extension: string): boolean {
    return extension === 'canvas';
  }
}
