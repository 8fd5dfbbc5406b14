import { type Editor, MarkdownView } from 'obsidian';
import { writeFileSync } from 'node:fs';
import { eventually } from '../support/waiting';
import { temporaryVault, type TemporaryVault } from './temporary-vault';

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault({ 'Note.md': 'one\r\ntwo\nthree', 'Other.md': 'other', 'pic.png': 'x' });
});
afterEach(() => vault.close());

const workspace = () => vault.host.app.workspace;

async function open(path: string, eState?: Record<string, unknown>): Promise<MarkdownView> {
  const file = vault.host.app.vault.getFileByPath(path);
  if (file === null) throw new Error('no such file');
  await workspace()
    .getLeaf()
    .openFile(file, eState === undefined ? {} : { eState });
  const view = workspace().getActiveViewOfType(MarkdownView);
  if (view === null) throw new Error('no view');
  return view;
}

async function editorOf(path: string): Promise<Editor> {
  return (await open(path)).editor;
}

describe('the view of a note', () => {
  test('knows its file and its text, and is the active editor', async () => {
    const view = await open('Note.md');
    expect([view.file?.path, view.getViewData(), view.getDisplayText()]).toEqual([
      'Note.md',
      'one\r\ntwo\nthree',
      'Note',
    ]);
    expect(workspace().activeEditor?.editor).toBe(view.editor);
    expect(workspace().getLeaf().view).toBe(view);
    expect(() => view.currentMode).toThrow('does not imitate');
  });

  test('follows changes of the file, and keeps the cursor inside', async () => {
    const { editor, file } = await open('Note.md');
    editor.setCursor(2, 4);
    if (file !== null) await vault.host.app.vault.process(file, () => 'one\nt');
    await eventually(() => editor.getValue() === 'one\nt');
    expect([editor.getValue(), editor.getCursor()]).toEqual(['one\nt', { line: 1, ch: 1 }]);
  });

  test('begins at the line that it is opened with', async () => {
    expect((await open('Note.md', { line: 1 })).editor.getCursor()).toEqual({ line: 1, ch: 0 });
    expect((await open('Note.md')).editor.getCursor()).toEqual({ line: 0, ch: 0 });
  });

  test('goes with its file, and gives way to what is opened after it', async () => {
    const { file } = await open('Note.md');
    await open('Other.md');
    expect(workspace().getLeavesOfType('markdown')).toHaveLength(1);
    const other = workspace().getActiveFile();
    if (file === null || other === null) throw new Error('no file');
    await vault.host.app.fileManager.trashFile(file);
    expect(workspace().getActiveFile()).toBe(other);
    await vault.host.app.fileManager.trashFile(other);
    expect([workspace().getActiveFile(), workspace().activeEditor]).toEqual([null, null]);
  });

  test('of another kind is not imitated', async () => {
    const file = vault.host.app.vault.getFileByPath('pic.png');
    const leaf = workspace().getLeaf();
    if (file !== null) await leaf.openFile(file);
    expect(leaf.getViewState().type).toBe('image');
    expect(() => leaf.view).toThrow('does not imitate');
  });
});

describe('its editor', () => {
  test('counts lines and columns from 0, whatever the line endings', async () => {
    const editor = await editorOf('Note.md');
    expect([editor.lineCount(), editor.lastLine(), editor.getLine(1), editor.getLine(9)]).toEqual([
      3,
      2,
      'two',
      '',
    ]);
    expect(editor.getRange({ line: 0, ch: 1 }, { line: 1, ch: 1 })).toBe('ne\nt');
    expect([editor.posToOffset({ line: 2, ch: 1 }), editor.offsetToPos(9), editor.offsetToPos(99)]).toEqual([
      9,
      { line: 2, ch: 1 },
      { line: 2, ch: 5 },
    ]);
  });

  test('knows both ends of a selection, in whichever direction it was made', async () => {
    const editor = await editorOf('Note.md');
    editor.setSelection({ line: 1, ch: 2 }, { line: 0, ch: 1 });
    expect(editor.getSelection()).toBe('ne\ntw');
    expect((['from', 'to', 'head', 'anchor'] as const).map(side => editor.getCursor(side))).toEqual([
      { line: 0, ch: 1 },
      { line: 1, ch: 2 },
      { line: 0, ch: 1 },
      { line: 1, ch: 2 },
    ]);
    editor.blur();
    expect([editor.somethingSelected(), editor.hasFocus()]).toEqual([true, false]);
    editor.setCursor({ line: 99, ch: 0 });
    expect([editor.somethingSelected(), editor.getCursor()]).toEqual([false, { line: 2, ch: 5 }]);
  });

  test('does not change its text: nobody types', async () => {
    const editor = await editorOf('Note.md');
    expect(() => editor.replaceSelection('x')).toThrow('does not imitate Editor.replaceSelection');
  });
});

describe('settings of plugins that are not loaded', () => {
  test('are those of plugins that are switched on, read each time', async () => {
    await vault.close();
    vault = await temporaryVault({
      '.obsidian/community-plugins.json': '["on", "bare"]',
      '.obsidian/plugins/on/data.json': '{"a": 1}',
      '.obsidian/plugins/off/data.json': '{"a": 1}',
    });
    const settings = (id: string): unknown => vault.host.services.pluginSettings(id);
    expect(['on', 'off', 'bare', '../on'].map(settings)).toEqual([{ a: 1 }, undefined, undefined, undefined]);
    writeFileSync(vault.at('.obsidian/plugins/on/data.json'), '{"a": 2}');
    expect(settings('on')).toEqual({ a: 2 });
  });
});
