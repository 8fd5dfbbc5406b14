import { MarkdownView } from 'obsidian';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../src/platform';
import { asInApp } from '../../browser/support/app-lectern';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { Answer, TestClient } from '../../support/clients';

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

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start(
    asInApp(files, {
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
  );
  client = await lectern.connect('2026', fullToken);
});
afterEach(() => lectern.close());

const code = ({ structured, isError }: Answer): unknown =>
  isError ? field(structured, 'error', 'code') : 'ok';
const workspace = () => lectern.host.app.workspace;

async function open(path: string, newTab = false): Promise<void> {
  const file = lectern.host.app.vault.getFileByPath(path);
  if (file === null) throw new Error('no such file');
  await workspace().getLeaf(newTab).openFile(file);
}

function editor() {
  const view = workspace().getActiveViewOfType(MarkdownView);
  if (view === null) throw new Error('no note is open');
  return view.editor;
}

const state = async (asked = client): Promise<unknown> => (await asked.call('get_workspace')).structured;

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
      const file = lectern.host.app.vault.getFileByPath(path);
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
    expect((await client.call('read_note', { path: '@active' })).structured['path']).toBe('Home.md');
  });

  test('cuts a selection that is too long for a result', async () => {
    lectern.folder.write('Long.md', 'x'.repeat(50_000));
    await lectern.host.settled();
    await open('Long.md');
    editor().setSelection({ line: 0, ch: 0 }, { line: 0, ch: 50_000 });
    const selection = field(await state(), 'selection');
    expect(selection).toMatchObject({ startLine: 1, endLine: 1, truncated: true });
    expect(String(field(selection, 'text'))).toHaveLength(20_000);
  });

  test('follows a file that is moved', async () => {
    await client.call('open_note', { path: 'Home' });
    await client.call('move', { path: '@active', newPath: 'House.md' });
    expect((await client.call('get_workspace', {})).structured).toMatchObject({
      activeNote: 'House.md',
      openTabs: [{ path: 'House.md', active: true }],
    });
  });

  test('forgets a file that is deleted', async () => {
    await open('Work/Plan.md');
    expect(code(await client.call('delete', { path: '@active' }))).toBe('ok');
    expect(existsSync(join(lectern.folder.path, 'Work/Plan.md'))).toBe(false);
    expect(await state()).toEqual({ openTabs: [] });
    expect(code(await client.call('read_note', { path: '@active' }))).toBe('not_found');
  });

  test('returns nothing that the caller may not see', async () => {
    const scoped = await lectern.connect('2026', scopedToken);
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
      expect([tool, code(answer)]).toEqual([tool, 'not_found']);
      expect(answer.text).not.toMatch(/Private|CANARY/);
    }
  });
});

describe('@active', () => {
  test('is written like any other note', async () => {
    await open('Home.md');
    const answer = await client.call('edit_note', {
      path: '@active',
      edits: [{ oldText: 'two', newText: '2' }],
    });
    expect(answer.structured).toMatchObject({ path: 'Home.md', changed: true });
    expect(readFileSync(join(lectern.folder.path, 'Home.md'), 'utf8')).toBe('one\n2\nthree\n');
    expect(code(await client.call('create_note', { path: '@active' }))).toBe('already_exists');
    const scoped = await lectern.connect('2026', scopedToken);
    expect(code(await scoped.call('delete', { path: '@active' }))).toBe('permission_denied');
  });

  test('is not a note if an image is open', async () => {
    await open('pic.png');
    expect(code(await client.call('read_note', { path: '@active' }))).toBe('unsupported_file');
    expect(await state()).toEqual({ openTabs: [{ path: 'pic.png', active: true }] });
  });
});

describe('open_note', () => {
  test('opens in the current tab, or in a new one, at a line', async () => {
    expect((await client.call('open_note', { path: 'Home' })).structured).toEqual({
      path: 'Home.md',
      created: false,
    });
    expect((await client.call('open_note', { path: '[[Plan]]', line: 2 })).structured['path']).toBe(
      'Work/Plan.md',
    );
    expect(await state()).toEqual({
      activeNote: 'Work/Plan.md',
      cursor: { line: 2, column: 1 },
      openTabs: [{ path: 'Work/Plan.md', active: true }],
    });
    await client.call('open_note', { path: 'Home', newTab: true });
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
    expect(code(await client.call('open_note', args))).toBe(expected);
    expect(Boolean(workspace().getActiveFile())).toBe(expected === 'ok');
  });

  test('creates a missing note through the pipeline, a periodic note from its template', async () => {
    const fresh = await client.call('open_note', { path: 'A/New', createIfNeeded: true });
    expect(fresh.structured).toEqual({ path: 'A/New.md', created: true });
    const day = await client.call('open_note', { path: '@daily:2026-11-20', createIfNeeded: true });
    expect(day.structured).toEqual({ path: 'Days/2026-11-20.md', created: true });
    expect(readFileSync(join(lectern.folder.path, 'Days/2026-11-20.md'), 'utf8')).toBe('# 2026-11-20\n');
    expect(workspace().getActiveFile()?.path).toBe('Days/2026-11-20.md');
    const again = await client.call('open_note', { path: '@daily:2026-11-20', createIfNeeded: true });
    expect(again.structured['created']).toBe(false);
    const { structured } = await client.call('list_changes');
    expect(field(structured, 'changes', 0, 'tool')).toBe('open_note');
  });

  test('respects the rights and the rules of the token', async () => {
    const reader = await lectern.connect('2026', readToken);
    expect(code(await reader.call('open_note', { path: 'Home' }))).toBe('permission_denied');
    const scoped = await lectern.connect('2026', scopedToken);
    expect(code(await scoped.call('open_note', { path: 'Private/Diary' }))).toBe('not_found');
    for (const path of ['Private/Diary', 'Private/New', 'New'])
      expect(code(await scoped.call('open_note', { path, createIfNeeded: true }))).toBe('permission_denied');
    expect(code(await scoped.call('open_note', { path: 'Home', createIfNeeded: true }))).toBe('ok');
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
    expect(code(await plain.call('open_note', { path: 'Home' }))).toBe('unsupported_here');
    expect(code(await plain.call('get_workspace'))).toBe('unsupported_here');
    expect(code(await plain.call('read_note', { path: '@active' }))).toBe('unsupported_here');
  });
});
