import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Editor, MarkdownView, TextFileView, type TFile, type WorkspaceLeaf } from 'obsidian';
import type { Answer, TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { eventually } from '../../support/time/waiting';

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Note.md': 'one\ntwo\nthree\n',
      'Source.md': 'See [[Note]].\n',
      'Board.canvas': '{"nodes":[{"id":"1","type":"file","file":"Note.md"}]}',
      'Drawing.md': 'strokes 0\n',
    },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const onDisk = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
const code = ({ structured, isError }: Answer): unknown =>
  isError ? field(structured, 'error', 'code') : 'ok';
const edit = (oldText: string, newText: string, more: object = {}) =>
  client.call('edit_note', { path: 'Note', edits: [{ oldText, newText }], ...more });

function fileAt(path: string): TFile {
  const file = lectern.host.app.vault.getFileByPath(path);
  if (file === null) throw new Error('no such file');
  return file;
}

async function open(path: string, where: 'tab' | 'window' = 'tab'): Promise<WorkspaceLeaf> {
  const leaf = lectern.host.app.workspace.getLeaf(where);
  await leaf.openFile(fileAt(path));
  return leaf;
}

async function editorOf(path: string, where: 'tab' | 'window' = 'tab'): Promise<Editor> {
  const { view } = await open(path, where);
  if (!(view instanceof MarkdownView)) throw new Error('no note');
  return view.editor;
}

/** Makes something happen once, before the adapter does what is named. */
function before(name: 'append' | 'process' | 'writeBinary' | 'trashLocal', happens: () => void): void {
  const { adapter } = lectern.host.internals.vault;
  const original: unknown = Reflect.get(adapter, name);
  if (typeof original !== 'function') throw new Error(`The adapter has no ${name}.`);
  Reflect.set(adapter, name, (...values: unknown[]): unknown => {
    Reflect.deleteProperty(adapter, name);
    happens();
    const answer: unknown = Reflect.apply(original, adapter, values);
    return answer;
  });
}

/** The text of every editor is on disk, and the app never merged. */
function expectNothingMerged(): void {
  expect(lectern.host.notices.filter(notice => notice.includes('merging'))).toEqual([]);
}

describe('text typed a moment ago', () => {
  test('is read, with the version that it then has on disk', async () => {
    const editor = await editorOf('Note.md');
    const saved = field((await client.call('read_note', { path: 'Note' })).structured, 'versionId');
    editor.replaceRange('typed ', { line: 1, ch: 0 });
    const { structured } = await client.call('read_note', { path: 'Note', withLineNumbers: false });
    expect([structured['content'], onDisk('Note.md')]).toEqual([
      'one\ntyped two\nthree\n',
      'one\ntyped two\nthree\n',
    ]);
    expect(structured['versionId']).not.toBe(saved);
    expect(code(await edit('three', 'x', { ifMatch: saved }))).toBe('version_conflict');
    expect(code(await edit('three', '3', { ifMatch: structured['versionId'] }))).toBe('ok');
  });

  test.each(['tab', 'window'] as const)('in a %s survives an edit of the same line', async where => {
    const editor = await editorOf('Note.md', where);
    editor.replaceRange(' and typed', { line: 1, ch: 3 });
    expect(code(await edit('two', '2'))).toBe('ok');
    expect(onDisk('Note.md')).toBe('one\n2 and typed\nthree\n');
    await eventually(() => editor.getValue() === onDisk('Note.md'));
    expectNothingMerged();
  });

  test('stays when the edit is rolled back', async () => {
    const editor = await editorOf('Note.md');
    editor.replaceRange('typed\n', { line: 3, ch: 0 });
    const { structured } = await edit('two', '2');
    const undone = await client.call('undo_change', { changeId: structured['changeId'] });
    expect(code(undone)).toBe('ok');
    expect(onDisk('Note.md')).toBe('one\ntwo\nthree\ntyped\n');
    expectNothingMerged();
  });

  test.each(['append', 'writeBinary', 'process'] as const)(
    'during the edit is kept (before %s)',
    async step => {
      const editor = await editorOf('Note.md');
      before(step, () => editor.replaceRange('!', { line: 1, ch: 3 }));
      expect(code(await edit('one', '1'))).toBe('ok');
      expect(onDisk('Note.md')).toBe('1\ntwo!\nthree\n');
      expectNothingMerged();
    },
  );

  test('is moved to the trash with its note', async () => {
    const editor = await editorOf('Note.md');
    editor.setValue('typed');
    before('trashLocal', () => undefined);
    expect(code(await client.call('delete', { path: 'Note' }))).toBe('ok');
    expect(onDisk('.trash/Note.md')).toBe('typed');
  });

  test('stays in a note whose links follow a move, and when the move is undone', async () => {
    const editor = await editorOf('Source.md');
    editor.replaceRange('typed ', { line: 0, ch: 0 });
    const { structured } = await client.call('move', { path: 'Note', newPath: 'F/Thing.md' });
    expect(onDisk('Source.md')).toBe('typed See [[Thing]].\n');
    expect(code(await client.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
    expect([onDisk('Source.md'), onDisk('Note.md')]).toEqual(['typed See [[Note]].\n', 'one\ntwo\nthree\n']);
    expectNothingMerged();
  });

  test('during a move is kept in the note, and in the notes whose links follow', async () => {
    const [moved, linking] = [await editorOf('Note.md'), await editorOf('Source.md')];
    before('append', () => {
      moved.replaceRange('typed ', { line: 0, ch: 0 });
      linking.replaceRange('typed ', { line: 0, ch: 0 });
    });
    expect(code(await client.call('move', { path: 'Note', newPath: 'F/Thing.md' }))).toBe('ok');
    expect([onDisk('F/Thing.md'), onDisk('Source.md')]).toEqual([
      'typed one\ntwo\nthree\n',
      'typed See [[Thing]].\n',
    ]);
    expectNothingMerged();
  });

  test('during the undo of a move stays, and so does the move', async () => {
    const { structured } = await client.call('move', { path: 'Note', newPath: 'F/Thing.md' });
    const editor = await editorOf('Source.md');
    before('append', () => editor.replaceRange('typed ', { line: 0, ch: 0 }));
    const undone = await client.call('undo_change', { changeId: structured['changeId'] });
    expect(code(undone)).toBe('version_conflict');
    expect([onDisk('F/Thing.md'), onDisk('Source.md')]).toEqual([
      'one\ntwo\nthree\n',
      'typed See [[Thing]].\n',
    ]);
    expectNothingMerged();
  });

  test('of a canvas is read', async () => {
    const { view } = await open('Board.canvas');
    if (!(view instanceof TextFileView)) throw new Error('no canvas');
    const card = { id: 'a', type: 'text', text: 'just typed', x: 0, y: 0, width: 100, height: 60 };
    const board = JSON.stringify({ nodes: [card] });
    view.setViewData(board, false);
    view.requestSave();
    const { structured } = await client.call('read_attachment', { path: 'Board.canvas' });
    expect([structured['text'], onDisk('Board.canvas')]).toEqual([
      expect.stringContaining('just typed'),
      board,
    ]);
  });
});

/** A view that keeps what is unsaved to itself, as that of drawings does: the app's own mark stays off. */
class Drawing extends TextFileView {
  isBusy = false;
  private strokes = 0;

  getViewType(): string {
    return 'drawing';
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

  isDirty(): boolean {
    return this.strokes > 0;
  }

  draw(): void {
    this.strokes += 1;
  }

  override async save(): Promise<void> {
    if (this.isBusy) return;
    this.data = `strokes ${this.strokes}\n`;
    this.strokes = 0;
    await super.save();
  }
}

describe('the drawing of a plugin', () => {
  async function drawing(): Promise<Drawing> {
    const leaf = lectern.host.app.workspace.getLeaf('tab');
    const view = new Drawing(leaf);
    await leaf.open(view);
    await view.onLoadFile(fileAt('Drawing.md'));
    return view;
  }
  const add = () => client.call('update_note', { path: 'Drawing', mode: 'append', content: 'added' });

  test('is saved before it is changed', async () => {
    const view = await drawing();
    view.draw();
    expect(code(await add())).toBe('ok');
    expect(onDisk('Drawing.md')).toBe('strokes 1\nadded\n');
  });

  test('is not changed while it cannot be saved, and is read from disk', async () => {
    const view = await drawing();
    view.draw();
    view.isBusy = true;
    const answer = await add();
    expect([code(answer), onDisk('Drawing.md')]).toEqual(['busy', 'strokes 0\n']);
    const { structured } = await client.call('read_note', { path: 'Drawing', withLineNumbers: false });
    expect(structured['content']).toBe('strokes 0\n');
    expect(code(await client.call('delete', { path: 'Drawing' }))).toBe('busy');
  });
});
