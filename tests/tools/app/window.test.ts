/** The app's window: what is open in it, and what its editors hold. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Editor, MarkdownView, TextFileView, type TFile, type WorkspaceLeaf } from 'obsidian';
import { sha256 } from '../../../src/platform';
import { asInApp } from '../../browser/support/app-lectern';
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { type Caller, vaultForEach } from '../../support/open-vault';
import { eventually } from '../../support/time/waiting';

describe('notes that are open', () => {
  const scopedToken = 'lct_a-token-that-sees-less-than-all';
  const readToken = 'lct_a-token-that-may-only-read-it';
  const fullToken = 'lct_a-token-with-full-rights-here';

  const files = {
    'Home.md': 'one\ntwo\nthree\n',
    'Work/Plan.md': '# Plan\nline\n',
    'Private/Diary.md': 'CANARY\nsecond\n',
    'pic.png': 'x',
    'Empty.md': '',
    'T/Day.md': '# {{title}}\n',
    '.obsidian/daily-notes.json': '{ "folder": "Days", "template": "T/Day" }',
  };

  const vault = vaultForEach({
    ...asInApp(files, {
      tokens: [
        { name: 'full', valueHash: sha256(fullToken), rights: 'full' },
        {
          name: 'scoped',
          valueHash: sha256(scopedToken),
          rights: 'write',
          deny: ['Private/**'],
          allowWrite: ['Work/**'],
        },
        { name: 'reader', valueHash: sha256(readToken), rights: 'read' },
      ],
    }),
    asks: fullToken,
  });
  const workspace = () => vault.lectern.host.app.workspace;

  async function open(path: string, newTab = false): Promise<void> {
    const file = vault.lectern.host.app.vault.getFileByPath(path);
    if (file === null) throw new Error('no such file');
    await workspace().getLeaf(newTab).openFile(file);
  }

  function editor() {
    const view = workspace().getActiveViewOfType(MarkdownView);
    if (view === null) throw new Error('no note is open');
    return view.editor;
  }

  const state = async (asked: Caller = vault): Promise<unknown> =>
    (await asked.call('get_workspace')).structured;

  describe('get_workspace', () => {
    test('returns nothing where nothing is open', async () => {
      expect(await state()).toEqual({ openTabs: [] });
    });

    test('returns the active note, the selection, the cursor and the tabs', async () => {
      await open('Work/Plan.md', true);
      await open('pic.png', true);
      await open('Home.md', true);
      editor().setSelection({ line: 0, ch: 1 }, { line: 1, ch: 2 });
      expect(await state()).toEqual({
        activeNote: 'Home.md',
        selection: { path: 'Home.md', startLine: 1, endLine: 2, text: 'ne\ntw' },
        cursor: { line: 2, column: 3 },
        openTabs: [
          { path: 'Work/Plan.md', active: false },
          { path: 'pic.png', active: false },
          { path: 'Home.md', active: true },
        ],
      });
    });

    test.each([
      [
        { line: 0, ch: 0 },
        { line: 1, ch: 0 },
        { startLine: 1, endLine: 1, text: 'one\n' },
      ],
      [
        { line: 2, ch: 5 },
        { line: 0, ch: 0 },
        { startLine: 1, endLine: 3, text: 'one\ntwo\nthree' },
      ],
      [
        { line: 9, ch: 9 },
        { line: 2, ch: 0 },
        { startLine: 3, endLine: 3, text: 'three\n' },
      ],
    ])('counts the lines of a selection from %j to %j', async (anchor, head, expected) => {
      await open('Home.md');
      editor().setSelection(anchor, head);
      expect(field(await state(), 'selection')).toEqual({ path: 'Home.md', ...expected });
    });

    test('returns the tabs of other windows, and not those of a sidebar', async () => {
      await open('Home.md');
      for (const [leaf, path] of [
        [workspace().openPopoutLeaf(), 'Work/Plan.md'],
        [workspace().getRightLeaf(false), 'Empty.md'],
      ] as const) {
        const file = vault.lectern.host.app.vault.getFileByPath(path);
        if (file !== null) await leaf?.openFile(file);
      }
      expect(field(await state(), 'openTabs')).toEqual([
        { path: 'Home.md', active: false },
        { path: 'Work/Plan.md', active: true },
      ]);
    });

    test('keeps the selection while a sidebar has the focus', async () => {
      await open('Home.md');
      editor().setSelection({ line: 0, ch: 0 }, { line: 0, ch: 3 });
      const aside = workspace().getRightLeaf(false);
      if (aside !== null) workspace().setActiveLeaf(aside, { focus: true });
      expect(workspace().getActiveViewOfType(MarkdownView)).toBeNull();
      expect(await state()).toMatchObject({
        activeNote: 'Home.md',
        selection: { text: 'one' },
        openTabs: [{ path: 'Home.md', active: true }],
      });
      expect((await vault.ask('read_note', { path: '@active' }))['path']).toBe('Home.md');
    });

    test('cuts a selection that is too long for a result', async () => {
      vault.lectern.folder.write('Long.md', 'x'.repeat(50_000));
      await vault.lectern.host.settled();
      await open('Long.md');
      editor().setSelection({ line: 0, ch: 0 }, { line: 0, ch: 50_000 });
      const selection = field(await state(), 'selection');
      expect(selection).toMatchObject({ startLine: 1, endLine: 1, truncated: true });
      expect(String(field(selection, 'text'))).toHaveLength(20_000);
    });

    test('follows a file that is moved, and quotes a name with a comma', async () => {
      const path = 'My, House.md';
      await vault.call('open_note', { path: 'Home' });
      await vault.call('move', { path: '@active', newPath: path });
      const { structured, text } = await vault.call('get_workspace');
      expect(structured).toMatchObject({ activeNote: path, openTabs: [{ path, active: true }] });
      expect(text).toContain('"My, House.md" (active)');
    });

    test('forgets a file that is deleted', async () => {
      await open('Work/Plan.md');
      expect(codeOf(await vault.call('delete', { path: '@active' }))).toBe('ok');
      expect(existsSync(join(vault.path, 'Work/Plan.md'))).toBe(false);
      expect(await state()).toEqual({ openTabs: [] });
      expect(codeOf(await vault.call('read_note', { path: '@active' }))).toBe('not_found');
    });

    test('returns nothing that the caller may not see', async () => {
      const scoped = vault.as(scopedToken);
      await open('Home.md', true);
      await open('Private/Diary.md', true);
      editor().setSelection({ line: 0, ch: 0 }, { line: 0, ch: 6 });
      expect(await state(scoped)).toEqual({ openTabs: [{ path: 'Home.md', active: false }] });
      for (const [tool, args] of [
        ['read_note', {}],
        ['update_note', { mode: 'append', content: 'x' }],
        ['delete', {}],
        ['open_note', { createIfNeeded: true }],
      ] as const) {
        const answer = await scoped.call(tool, { path: '@active', ...args });
        expect([tool, codeOf(answer)]).toEqual([tool, 'not_found']);
        expect(answer.text).not.toMatch(/Private|CANARY/);
      }
    });
  });

  describe('@active', () => {
    test('is written like any other note', async () => {
      await open('Home.md');
      const answer = await vault.call('edit_note', {
        path: '@active',
        edits: [{ oldText: 'two', newText: '2' }],
      });
      expect(answer.structured).toMatchObject({ path: 'Home.md', changed: true });
      expect(vault.text('Home.md')).toBe('one\n2\nthree\n');
      expect(codeOf(await vault.call('create_note', { path: '@active' }))).toBe('already_exists');
      const scoped = vault.as(scopedToken);
      expect(codeOf(await scoped.call('delete', { path: '@active' }))).toBe('permission_denied');
    });

    test('is not a note if an image is open', async () => {
      await open('pic.png');
      expect(codeOf(await vault.call('read_note', { path: '@active' }))).toBe('unsupported_file');
      expect(await state()).toEqual({ openTabs: [{ path: 'pic.png', active: true }] });
    });
  });

  describe('open_note', () => {
    test('opens in the current tab, or in a new one, at a line', async () => {
      expect(await vault.ask('open_note', { path: 'Home' })).toEqual({
        path: 'Home.md',
        created: false,
      });
      expect((await vault.ask('open_note', { path: '[[Plan]]', line: 2 }))['path']).toBe('Work/Plan.md');
      expect(await state()).toEqual({
        activeNote: 'Work/Plan.md',
        cursor: { line: 2, column: 1 },
        openTabs: [{ path: 'Work/Plan.md', active: true }],
      });
      await vault.call('open_note', { path: 'Home', newTab: true });
      expect(field(await state(), 'openTabs')).toHaveLength(2);
    });

    test.each<[Record<string, unknown>, string]>([
      [{ path: 'Nowhere' }, 'not_found'],
      [{ path: '[[Nowhere]]', createIfNeeded: true }, 'not_found'],
      [{ path: 'pic.png' }, 'unsupported_file'],
      [{ path: '@daily' }, 'not_found'],
      [{ path: '@daily:never' }, 'invalid_query'],
      [{ path: '../x', createIfNeeded: true }, 'invalid_path'],
      [{ path: 'Home', line: 4 }, 'invalid_argument'],
      [{ path: 'Empty', line: 1 }, 'ok'],
      [{ path: 'Home', line: 3 }, 'ok'],
    ])('answers %j with %s', async (args, expected) => {
      expect(codeOf(await vault.call('open_note', args))).toBe(expected);
      expect(Boolean(workspace().getActiveFile())).toBe(expected === 'ok');
    });

    test('creates a missing note through the pipeline, a periodic note from its template', async () => {
      const fresh = await vault.call('open_note', { path: 'A/New', createIfNeeded: true });
      expect(fresh.structured).toEqual({ path: 'A/New.md', created: true });
      const day = await vault.call('open_note', { path: '@daily:2026-11-20', createIfNeeded: true });
      expect(day.structured).toEqual({ path: 'Days/2026-11-20.md', created: true });
      expect(vault.text('Days/2026-11-20.md')).toBe('# 2026-11-20\n');
      expect(workspace().getActiveFile()?.path).toBe('Days/2026-11-20.md');
      const again = await vault.call('open_note', { path: '@daily:2026-11-20', createIfNeeded: true });
      expect(again.structured['created']).toBe(false);
      const structured = await vault.ask('list_changes');
      expect(field(structured, 'changes', 0, 'tool')).toBe('open_note');
    });

    test('respects the rights and the rules of the token', async () => {
      const reader = vault.as(readToken);
      expect(codeOf(await reader.call('open_note', { path: 'Home' }))).toBe('permission_denied');
      const scoped = vault.as(scopedToken);
      expect(codeOf(await scoped.call('open_note', { path: 'Private/Diary' }))).toBe('not_found');
      for (const path of ['Private/Diary', 'Private/New', 'New'])
        expect(codeOf(await scoped.call('open_note', { path, createIfNeeded: true }))).toBe(
          'permission_denied',
        );
      expect(codeOf(await scoped.call('open_note', { path: 'Home', createIfNeeded: true }))).toBe('ok');
    });
  });

  describe('without the app', () => {
    let hosted: RunningLectern;
    beforeEach(async () => {
      hosted = await RunningLectern.start({ files });
    });
    afterEach(() => hosted.close());

    test('the tools for its window are not listed, and fail with an error that says so', async () => {
      const plain = await hosted.connect();
      const names = (await plain.listTools()).map(({ name }) => name);
      expect(names).not.toContain('open_note');
      expect(names).not.toContain('get_workspace');
      expect(codeOf(await plain.call('open_note', { path: 'Home' }))).toBe('unsupported_here');
      expect(codeOf(await plain.call('get_workspace'))).toBe('unsupported_here');
      expect(codeOf(await plain.call('read_note', { path: '@active' }))).toBe('unsupported_here');
    });
  });
});

describe('editors that are open', () => {
  const vault = vaultForEach({
    files: {
      'Note.md': 'one\ntwo\nthree\n',
      'Source.md': 'See [[Note]].\n',
      'Board.canvas': '{"nodes":[{"id":"1","type":"file","file":"Note.md"}]}',
      'Drawing.md': 'strokes 0\n',
    },
  });
  const { text: onDisk } = vault;
  const edit = (oldText: string, newText: string, more: object = {}) =>
    vault.call('edit_note', { path: 'Note', edits: [{ oldText, newText }], ...more });

  function fileAt(path: string): TFile {
    const file = vault.lectern.host.app.vault.getFileByPath(path);
    if (file === null) throw new Error('no such file');
    return file;
  }

  async function open(path: string, where: 'tab' | 'window' = 'tab'): Promise<WorkspaceLeaf> {
    const leaf = vault.lectern.host.app.workspace.getLeaf(where);
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
    const { adapter } = vault.lectern.host.internals.vault;
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
    expect(vault.lectern.host.notices.filter(notice => notice.includes('merging'))).toEqual([]);
  }

  describe('text typed a moment ago', () => {
    test('is read, with the version that it then has on disk', async () => {
      const editor = await editorOf('Note.md');
      const saved = field(await vault.ask('read_note', { path: 'Note' }), 'versionId');
      editor.replaceRange('typed ', { line: 1, ch: 0 });
      const structured = await vault.ask('read_note', { path: 'Note', withLineNumbers: false });
      expect([structured['content'], onDisk('Note.md')]).toEqual([
        'one\ntyped two\nthree\n',
        'one\ntyped two\nthree\n',
      ]);
      expect(structured['versionId']).not.toBe(saved);
      expect(codeOf(await edit('three', 'x', { ifMatch: saved }))).toBe('version_conflict');
      expect(codeOf(await edit('three', '3', { ifMatch: structured['versionId'] }))).toBe('ok');
    });

    test.each(['tab', 'window'] as const)('in a %s survives an edit of the same line', async where => {
      const editor = await editorOf('Note.md', where);
      editor.replaceRange(' and typed', { line: 1, ch: 3 });
      expect(codeOf(await edit('two', '2'))).toBe('ok');
      expect(onDisk('Note.md')).toBe('one\n2 and typed\nthree\n');
      await eventually(() => editor.getValue() === onDisk('Note.md'));
      expectNothingMerged();
    });

    test('stays when the edit is rolled back', async () => {
      const editor = await editorOf('Note.md');
      editor.replaceRange('typed\n', { line: 3, ch: 0 });
      const { structured } = await edit('two', '2');
      const undone = await vault.call('undo_change', { changeId: structured['changeId'] });
      expect(codeOf(undone)).toBe('ok');
      expect(onDisk('Note.md')).toBe('one\ntwo\nthree\ntyped\n');
      expectNothingMerged();
    });

    test.each(['append', 'writeBinary', 'process'] as const)(
      'during the edit is kept (before %s)',
      async step => {
        const editor = await editorOf('Note.md');
        before(step, () => editor.replaceRange('!', { line: 1, ch: 3 }));
        expect(codeOf(await edit('one', '1'))).toBe('ok');
        expect(onDisk('Note.md')).toBe('1\ntwo!\nthree\n');
        expectNothingMerged();
      },
    );

    test('is moved to the trash with its note', async () => {
      const editor = await editorOf('Note.md');
      editor.setValue('typed');
      before('trashLocal', () => undefined);
      expect(codeOf(await vault.call('delete', { path: 'Note' }))).toBe('ok');
      expect(onDisk('.trash/Note.md')).toBe('typed');
    });

    test('stays in a note whose links follow a move, and when the move is undone', async () => {
      const editor = await editorOf('Source.md');
      editor.replaceRange('typed ', { line: 0, ch: 0 });
      const structured = await vault.ask('move', { path: 'Note', newPath: 'F/Thing.md' });
      expect(onDisk('Source.md')).toBe('typed See [[Thing]].\n');
      expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
      expect([onDisk('Source.md'), onDisk('Note.md')]).toEqual([
        'typed See [[Note]].\n',
        'one\ntwo\nthree\n',
      ]);
      expectNothingMerged();
    });

    test('during a move is kept in the note, and in the notes whose links follow', async () => {
      const [moved, linking] = [await editorOf('Note.md'), await editorOf('Source.md')];
      before('append', () => {
        moved.replaceRange('typed ', { line: 0, ch: 0 });
        linking.replaceRange('typed ', { line: 0, ch: 0 });
      });
      expect(codeOf(await vault.call('move', { path: 'Note', newPath: 'F/Thing.md' }))).toBe('ok');
      expect([onDisk('F/Thing.md'), onDisk('Source.md')]).toEqual([
        'typed one\ntwo\nthree\n',
        'typed See [[Thing]].\n',
      ]);
      expectNothingMerged();
    });

    test('during the undo of a move stays, and so does the move', async () => {
      const structured = await vault.ask('move', { path: 'Note', newPath: 'F/Thing.md' });
      const editor = await editorOf('Source.md');
      before('append', () => editor.replaceRange('typed ', { line: 0, ch: 0 }));
      const undone = await vault.call('undo_change', { changeId: structured['changeId'] });
      expect(codeOf(undone)).toBe('version_conflict');
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
      const structured = await vault.ask('read_attachment', { path: 'Board.canvas' });
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
      const leaf = vault.lectern.host.app.workspace.getLeaf('tab');
      const view = new Drawing(leaf);
      await leaf.open(view);
      await view.onLoadFile(fileAt('Drawing.md'));
      return view;
    }
    const add = () => vault.call('update_note', { path: 'Drawing', mode: 'append', content: 'added' });

    test('is saved before it is changed', async () => {
      const view = await drawing();
      view.draw();
      expect(codeOf(await add())).toBe('ok');
      expect(onDisk('Drawing.md')).toBe('strokes 1\nadded\n');
    });

    test('is not changed while it cannot be saved, and is read from disk', async () => {
      const view = await drawing();
      view.draw();
      view.isBusy = true;
      const answer = await add();
      expect([codeOf(answer), onDisk('Drawing.md')]).toEqual(['busy', 'strokes 0\n']);
      const structured = await vault.ask('read_note', { path: 'Drawing', withLineNumbers: false });
      expect(structured['content']).toBe('strokes 0\n');
      expect(codeOf(await vault.call('delete', { path: 'Drawing' }))).toBe('busy');
    });
  });
});
