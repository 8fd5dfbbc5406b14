import { newNote, overwritten, storable } from '../../../src/vault/writing/notes/whole-note';
import { bufferOf, isSameText } from '../../../src/vault/writing/pipeline/vault-operations';
import type { OwnerChanges } from '../../../src/vault/writing/undo/owner-changes';
import { RunningLectern } from '../../support/lectern';
import { appInterfaceOf } from '../../support/app-interface';

describe('whole notes', () => {
  test.each([
    ['a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['a\nb\n', 'x\r\ny\r\n', 'x\ny\n'],
    ['\uFEFFa\n', 'x\n', '\uFEFFx\n'],
    ['\uFEFFa\n', '\uFEFFx\n', '\uFEFFx\n'],
    ['a\r\nb\nc', 'a\r\nb\nd', 'a\r\nb\nd'],
    ['a\r\nb\r\nc\n', 'x\ny', 'x\r\ny'],
    ['no break', 'x\r\ny', 'x\r\ny'],
    ['', 'x\r\n', 'x\r\n'],
  ])('%j overwritten by %j becomes %j', (before, content, expected) => {
    expect(overwritten(before, content)).toBe(expected);
  });

  test('a new note has its properties on top, laid over those of its text', () => {
    expect(newNote('text', undefined)).toBe('text');
    expect(newNote('---\na: 1\nb: 2\n---\ntext', { b: 3 })).toBe('---\na: 1\nb: 3\n---\ntext');
  });

  test('what no file can hold is refused', () => {
    expect(() => storable('\ud800')).toThrow('surrogate');
    const large = 'é'.repeat(9 * 1024 * 1024);
    expect(() => storable('é'.repeat(11 * 1024 * 1024), large)).toThrow('20 MB');
    expect(storable(large, large)).toHaveLength(large.length);
  });

  test('a byte order mark that the app takes away is no difference', () => {
    expect([
      isSameText('a', '\uFEFFa'),
      isSameText('\uFEFFa', '\uFEFFa'),
      isSameText('\uFEFFa', 'a'),
    ]).toEqual([true, true, false]);
  });

  test('bytes that have a buffer of their own are handed over as they are, and others are copied', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    expect(bufferOf(bytes)).toBe(bytes.buffer);
    const middle = bufferOf(bytes.subarray(1, 2));
    expect(middle).not.toBe(bytes.buffer);
    expect([...new Uint8Array(middle)]).toEqual([2]);
  });
});

describe('changes of the owner', () => {
  let lectern: RunningLectern;
  let changes: Pick<OwnerChanges, 'list' | 'detail' | 'undo' | 'undoPreview' | 'undoAll'>;

  beforeEach(async () => {
    lectern = await RunningLectern.start({ files: { 'A.md': 'one\r\n', 'B.md': 'two\n' } });
    ({ changes } = appInterfaceOf(lectern).activity);
  });
  afterEach(() => lectern.close());

  /** @returns the change's id */
  async function call(tool: string, input: Record<string, unknown>): Promise<string> {
    const client = await lectern.connect();
    const { isError, text } = await client.call(tool, input);
    if (isError) throw new Error(text);
    return changes.list()[0]?.id ?? '';
  }

  const edit = (path: string, oldText: string, newText: string): Promise<string> =>
    call('edit_note', { path, edits: [{ oldText, newText }] });
  const content = (path: string): Promise<string> => lectern.host.app.vault.adapter.read(path);
  const exists = (path: string): Promise<boolean> => lectern.host.app.vault.adapter.exists(path);

  /** A hand outside the server. */
  async function write(path: string, text: string): Promise<void> {
    const file = lectern.host.app.vault.getFileByPath(path);
    if (file !== null) await lectern.host.app.vault.modify(file, text);
  }

  async function stuck(ids: readonly string[]): Promise<Record<string, string>> {
    const undoPreview = await changes.undoPreview(ids);
    return Object.fromEntries(undoPreview.stuck.map(({ change, obstacle }) => [change.id, obstacle]));
  }

  describe("the user's changes", () => {
    test('tell a change with its texts, and none that the journal does not have', async () => {
      const id = await edit('A.md', 'one', 'uno');
      expect(await changes.detail(id)).toMatchObject({
        ...{ id, token: 'test', tool: 'edit_note' },
        files: [{ kind: 'edit', path: 'A.md', before: 'one\r\n', after: 'uno\r\n' }],
      });
      expect(await changes.detail(id)).not.toHaveProperty('obstacle');
      expect(await changes.detail('nothing')).toBeUndefined();
    });

    test('undo one to the byte, and the undo is a change of the user', async () => {
      const id = await edit('A.md', 'one', 'uno');
      await changes.undo(id);
      expect(await content('A.md')).toBe('one\r\n');
      expect(changes.list()[0]).toMatchObject({ token: 'you', undoes: id });
      await changes.undo(changes.list()[0]?.id ?? '');
      expect(await content('A.md')).toBe('uno\r\n');
    });

    test('foresee several, newest first, and do what they foresaw', async () => {
      const made = await call('create_note', { path: 'C.md', content: 'new\n' });
      const first = await edit('A.md', 'one', 'uno');
      const second = await edit('A.md', 'uno', 'ichi');
      const moved = await call('move', { path: 'B', newPath: 'Sub/B' });
      const gone = await call('delete', { path: 'C' });
      const ids = [made, first, second, moved, gone];
      const { undoable } = await changes.undoPreview(ids);
      expect(undoable.map(({ id }) => id)).toEqual([gone, moved, second, first, made]);
      expect(await content('A.md')).toBe('ichi\r\n');
      const { undone, failed } = await changes.undoAll(ids);
      expect([undone, failed]).toEqual([[gone, moved, second, first, made], []]);
      expect(await content('A.md')).toBe('one\r\n');
      expect(await content('B.md')).toBe('two\n');
      expect(await exists('C.md')).toBe(false);
    });

    test('leave what was changed since, and what depends on it', async () => {
      const older = await edit('A.md', 'one', 'uno');
      const newer = await edit('A.md', 'uno', 'ichi');
      const other = await edit('B.md', 'two', 'due');
      await write('A.md', 'by hand');
      expect(await stuck([older, newer, other])).toEqual({
        [newer]: 'changedSince',
        [older]: 'changedSince',
      });
      expect((await changes.detail(newer))?.obstacle).toBe('changedSince');
      const { undone, failed } = await changes.undoAll([older, newer, other]);
      expect(undone).toEqual([other]);
      expect(failed.map(({ changeId }) => changeId)).toEqual([newer, older]);
      expect([await content('A.md'), await content('B.md')]).toEqual(['by hand', 'two\n']);
    });

    test('do not take an older change back over a newer one that stays', async () => {
      const older = await edit('A.md', 'one', 'uno');
      await edit('A.md', 'uno', 'ichi');
      expect(await stuck([older])).toEqual({ [older]: 'changedSince' });
    });

    test('see that a path is taken, or that what was moved is gone', async () => {
      const gone = await call('delete', { path: 'A' });
      await lectern.host.app.vault.create('A.md', 'another');
      const moved = await call('move', { path: 'B', newPath: 'Sub/B' });
      const file = lectern.host.app.vault.getFileByPath('Sub/B.md');
      if (file !== null) await lectern.host.app.fileManager.trashFile(file);
      expect(await stuck([gone, moved])).toEqual({ [gone]: 'changedSince', [moved]: 'changedSince' });
    });
  });
});
