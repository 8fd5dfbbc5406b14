import type * as Api from 'obsidian';
import { guardMembers } from '../core/strict';

/** The names of a selection's ends, as the typings have them. */
type Side = 'from' | 'to' | 'head' | 'anchor';

const start: Api.EditorPosition = { line: 0, ch: 0 };

/**
 * What an editor knows: a text, and what is selected in it. A change of the text is what a person types: the view
 * saves it later, with line breaks as `\n` (assumed). Lines and columns count from 0, in UTF-16 units (typings); positions outside the text are moved into it,
 * as CodeMirror does.
 */
export class Editor {
  static {
    guardMembers(this);
  }

  private lines: readonly string[] = [''];
  private anchor = start;
  private head = start;

  /** @param typed is called after each change of the text through the editor */
  constructor(private readonly typed: () => void = () => undefined) {}

  /** Of the host: the text on disk has changed. */
  show(text: string): void {
    this.lines = text.split(/\r\n|\n/);
  }

  getDoc(): this {
    return this;
  }

  refresh(): void {
    // Nothing is painted.
  }

  getValue(): string {
    return this.lines.join('\n');
  }

  setValue(content: string): void {
    this.show(content);
    this.typed();
  }

  /** Before `from` without `to` (typings). */
  replaceRange(replacement: string, from: Api.EditorPosition, to: Api.EditorPosition = from): void {
    const value = this.getValue();
    const start = this.posToOffset(from);
    const end = this.posToOffset(to);
    this.setValue(value.slice(0, start) + replacement + value.slice(end));
  }

  replaceSelection(replacement: string): void {
    const from = this.getCursor('from');
    const to = this.getCursor('to');
    const end = this.posToOffset(from) + replacement.length;
    this.replaceRange(replacement, from, to);
    this.setCursor(this.offsetToPos(end));
  }

  getLine(line: number): string {
    return this.lines[line] ?? '';
  }

  lineCount(): number {
    return this.lines.length;
  }

  lastLine(): number {
    return this.lines.length - 1;
  }

  getRange(from: Api.EditorPosition, to: Api.EditorPosition): string {
    return this.getValue().slice(this.posToOffset(from), this.posToOffset(to));
  }

  getSelection(): string {
    return this.getRange(this.getCursor('from'), this.getCursor('to'));
  }

  somethingSelected(): boolean {
    return this.getSelection() !== '';
  }

  /** The head by default (observed in CodeMirror 5, whose names the API keeps). */
  getCursor(side: Side = 'head'): Api.EditorPosition {
    const anchor = this.inside(this.anchor);
    const head = this.inside(this.head);
    if (side === 'anchor') return anchor;
    if (side === 'head') return head;
    const isForward = this.posToOffset(anchor) <= this.posToOffset(head);
    return (side === 'from') === isForward ? anchor : head;
  }

  listSelections(): Api.EditorSelection[] {
    return [{ anchor: this.getCursor('anchor'), head: this.getCursor('head') }];
  }

  setCursor(pos: Api.EditorPosition | number, ch = 0): void {
    this.setSelection(typeof pos === 'number' ? { line: pos, ch } : pos);
  }

  setSelection(anchor: Api.EditorPosition, head: Api.EditorPosition = anchor): void {
    this.anchor = anchor;
    this.head = head;
  }

  focus(): void {
    // There is no window that could have the focus.
  }

  blur(): void {
    // The selection stays.
  }

  hasFocus(): boolean {
    return false;
  }

  posToOffset(pos: Api.EditorPosition): number {
    const { line, ch } = this.inside(pos);
    return this.lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, ch);
  }

  offsetToPos(offset: number): Api.EditorPosition {
    let left = offset;
    for (const [line, text] of this.lines.entries()) {
      if (left <= text.length) return { line, ch: Math.max(0, left) };
      left -= text.length + 1;
    }
    return this.inside({ line: Infinity, ch: Infinity });
  }

  private inside({ line, ch }: Api.EditorPosition): Api.EditorPosition {
    if (line < 0) return start;
    const last = this.lastLine();
    if (line > last) return { line: last, ch: this.getLine(last).length };
    return { line, ch: Math.min(Math.max(0, ch), this.getLine(line).length) };
  }
}
