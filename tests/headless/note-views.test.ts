import { type Editor, MarkdownView, TextFileView } from 'obsidian';
import { readFileSync, writeFileSync } from 'node:fs';
import { doNotFakeBut } from '../support/time/fake-time';
import { eventually } from '../support/time/waiting';
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

  test('is closed with its file, and replaced by the next opened file', async () => {
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

  test('of another kind is not supported', async () => {
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

  test('names unsupported members', async () => {
    const editor = await editorOf('Note.md');
    expect(() => editor.undo()).toThrow('does not imitate Editor.undo');
  });
});

describe('text that is typed', () => {
  const onDisk = (path = 'Other.md'): string => readFileSync(vault.at(path), 'utf8');
  const unsaved = (view: object): unknown => Reflect.get(view, 'dirty');
  const tick = { advanceTimers: false, doNotFake: doNotFakeBut('setTimeout', 'clearTimeout') } as const;
  afterEach(() => jest.useRealTimers());

  test('is saved two seconds after the last key', async () => {
    jest.useFakeTimers(tick);
    const view = await open('Other.md');
    view.editor.replaceSelection('an');
    jest.advanceTimersByTime(1500);
    view.editor.replaceSelection('');
    expect([view.getViewData(), onDisk(), unsaved(view)]).toEqual(['another', 'other', true]);
    jest.advanceTimersByTime(1999);
    expect(unsaved(view)).toBe(true);
    jest.advanceTimersByTime(1);
    jest.useRealTimers();
    await eventually(() => onDisk() === 'another');
    expect(unsaved(view)).toBe(false);
  });

  test('is saved at once when that is asked for, and when its tab is closed', async () => {
    const view = await open('Other.md');
    view.editor.setValue('asked');
    await view.save();
    expect([onDisk(), unsaved(view)]).toEqual(['asked', false]);
    view.editor.setValue('closed');
    await open('Note.md');
    expect(onDisk()).toBe('closed');
  });

  test('is merged with what another program writes, and the user gets a notice', async () => {
    const { view, write } = await typing('one\ntwo\nthree\n', 'one\ntwo\nthree\nfour typed\n');
    await write('ONE\ntwo\nthree\n');
    await eventually(() => view.getViewData().includes('ONE'));
    expect([view.getViewData(), unsaved(view)]).toEqual(['ONE\ntwo\nthree\nfour typed\n', true]);
    expect(vault.host.notices).toEqual([
      '"Other" has been modified externally, merging changes automatically.',
    ]);
  });

  test('is dropped where it cannot be merged with the text of another program', async () => {
    const { view, write } = await typing('one\ntwo\nthree\n', 'one\ntwo typed\nthree\n');
    await write('quite\nanother\ntext\n');
    await eventually(() => view.getViewData().includes('quite'));
    expect(view.getViewData()).toBe('quite\nanother\ntext\n');
  });

  async function typing(text: string, typed: string) {
    const view = await open('Other.md');
    const { file } = view;
    if (file === null) throw new Error('no file');
    const write = (written: string) => vault.host.app.vault.process(file, () => written);
    await write(text);
    await eventually(() => view.getViewData() === text);
    view.editor.setValue(typed);
    return { view, write };
  }
});

describe('a canvas', () => {
  test('is a view of text, which saves as that of a note does', async () => {
    writeFileSync(vault.at('Board.canvas'), '{}');
    await vault.host.app.vault.adapter.write('Board.canvas', '{"nodes":[]}');
    const file = vault.host.app.vault.getFileByPath('Board.canvas');
    const leaf = workspace().getLeaf();
    if (file !== null) await leaf.openFile(file);
    const { view } = leaf;
    if (!(view instanceof TextFileView)) throw new Error('no view of text');
    expect([view.getViewType(), view.getViewData()]).toEqual(['canvas', '{"nodes":[]}']);
    view.setViewData('{"nodes":[],"edges":[]}', false);
    view.requestSave();
    await view.save();
    expect(readFileSync(vault.at('Board.canvas'), 'utf8')).toBe('{"nodes":[],"edges":[]}');
  });
});

describe('tabs in a window of their own', () => {
  test('are not in the main area, but are leaves like all others', async () => {
    await open('Note.md');
    const popout = workspace().openPopoutLeaf();
    const file = vault.host.app.vault.getFileByPath('Other.md');
    if (file !== null) await popout.openFile(file);
    const [main, all]: [string[], string[]] = [[], []];
    workspace().iterateRootLeaves(leaf => main.push(leaf.getDisplayText()));
    workspace().iterateAllLeaves(leaf => all.push(leaf.getDisplayText()));
    expect([main, all]).toEqual([['Note'], ['Note', 'Other']]);
    expect(workspace().getMostRecentLeaf()).toBe(popout);
    expect(popout.getRoot()).not.toBe(workspace().rootSplit);
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
