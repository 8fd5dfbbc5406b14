/** What a start makes of a change that a failing disk left in the middle, whatever happened to its notes in between. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { failDisk } from '../../support/disk-faults';
import { field } from '../../support/json';
import { OpenVault } from '../../support/open-vault';
import { doNotFakeBut } from '../../support/time/fake-time';

type Notes = Record<string, string>;
type Later = (vault: OpenVault) => Promise<unknown>;

/** Only texts fail, or the journal too: files can be moved, as on a full disk. */
const disks = [['process'], ['process', 'append', 'writeBinary']];

interface Run {
  readonly files: Notes;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The first operation that fails. */
  readonly nth: number;
  readonly operations: readonly string[];
  /** Between the call and the next start: for an odd `nth` after a failure, by another process. */
  readonly later?: Later;
  /** Whether the process dies before it can write the end of the change. */
  readonly isEndLost?: boolean;
  readonly starts?: number;
}

interface Ran {
  readonly isError: boolean;
  readonly hasFailed: boolean;
  /** As `later` left them, and after the starts. */
  readonly left: Notes;
  readonly notes: Notes;
  /** Of the notes that are listed as changed by the tool. */
  readonly changed: readonly unknown[];
}

const usual = { isEndLost: false, starts: 1 };

async function run(given: Run): Promise<Ran> {
  const { files, tool, args, nth, operations, later, isEndLost, starts } = {
    ...usual,
    ...given,
  };
  const open: OpenVault[] = [new OpenVault({ files, isSettled: true })];
  const newest = (): OpenVault => open.at(-1) ?? new OpenVault({});
  try {
    await newest().open();
    const isOwn = later !== undefined && nth % 2 === 0;
    if (isOwn) jest.useFakeTimers({ doNotFake: doNotFakeBut('performance') });
    const fails = (at: number): boolean => {
      if (isOwn && at >= nth) jest.advanceTimersByTime(100);
      return at >= nth;
    };
    const disk = failDisk(newest().lectern, { code: 'ENOSPC', fails, operations });
    const { isError } = await newest().call(tool, args);
    // Otherwise this process would take back what is open before its next change.
    if (isOwn && isError) await refuse(newest(), files);
    disk.repair();
    // What the call has left is read again in a moment, as a person would find it.
    await newest().lectern.host.metadataSettled();
    const other = new OpenVault({ folder: newest().lectern.folder, isSettled: true });
    const isOthers = later !== undefined && !isOwn && isError && disk.hasFailed();
    open.unshift(other);
    if (isOthers) await other.open();
    await later?.(isOthers ? other : newest());
    jest.useRealTimers();
    const left = notesOf(newest());
    for (let start = 0; start < starts; start += 1) {
      const { parent } = newest().lectern.folder;
      const prepare = (to: { readonly path: string; readonly parent: string }): void => {
        cpSync(parent, to.parent, { recursive: true });
        if (isEndLost && start === 0) loseEnd(to.path, tool);
      };
      open.push(new OpenVault({ prepare }));
      await newest().open();
    }
    const { changes } = await newest().ask('list_changes', {});
    const rows: unknown[] = Array.isArray(changes) ? changes : [];
    const changed = rows.filter(row => field(row, 'tool') === tool).map(row => field(row, 'path'));
    return { isError, hasFailed: disk.hasFailed(), left, notes: notesOf(newest()), changed };
  } finally {
    jest.useRealTimers();
    for (const vault of open) await vault.close();
  }
}

/** Writes on a disk that refuses, so that the process leaves what is open alone while time stands still. */
async function refuse(vault: OpenVault, files: Notes): Promise<void> {
  const [path = ''] = Object.keys(files).filter(one => existsSync(join(vault.path, one)));
  expect((await vault.call('update_note', { path, mode: 'append', content: 'x' })).isError).toBe(true);
}

/** Without folders. */
function notesOf(vault: OpenVault): Notes {
  return Object.fromEntries(Object.entries(vault.notes()).filter(([path]) => !path.endsWith('/')));
}

function loseEnd(folder: string, tool: string): void {
  const journal = join(folder, '.obsidian/plugins/lectern-mcp/journal');
  const names = readdirSync(journal)
    .filter(name => name.endsWith('.jsonl'))
    .sort();
  const lines = names.flatMap(name => readFileSync(join(journal, name), 'utf8').split('\n'));
  const id = /"id":"([^"]+)"/u.exec(lines.find(line => line.includes(`"tool":"${tool}"`)) ?? '')?.[1];
  const isEnd = (line: string): boolean => line.includes(`"id":"${id}"`) && !line.includes('"tool":');
  for (const name of names) {
    const kept = readFileSync(join(journal, name), 'utf8')
      .split('\n')
      .filter(line => !isEnd(line));
    writeFileSync(join(journal, name), kept.join('\n'));
  }
}

const more = 'more\n';

/** The first of these paths that is there: a move may have stayed, or not. */
function there({ path: folder }: OpenVault, paths: readonly string[]): string {
  return paths.find(path => existsSync(join(folder, path))) ?? '';
}

const edited =
  (...paths: readonly string[]): Later =>
  async vault => {
    const args = { path: there(vault, paths), mode: 'append', content: more };
    expect((await vault.call('update_note', args)).isError).toBe(false);
  };
const editedOutside =
  (...paths: readonly string[]): Later =>
  async vault => {
    appendFileSync(join(vault.path, there(vault, paths)), more);
    await vault.lectern.host.settled();
  };
const moved =
  (path: string, newPath: string): Later =>
  async vault => {
    expect((await vault.call('move', { path, newPath })).isError).toBe(false);
  };
const movedOutside =
  (path: string, newPath: string): Later =>
  async vault => {
    mkdirSync(dirname(join(vault.path, newPath)), { recursive: true });
    renameSync(join(vault.path, path), join(vault.path, newPath));
    await vault.lectern.host.settled();
  };

const removed =
  (path: string): Later =>
  async vault => {
    rmSync(join(vault.path, path));
    await vault.lectern.host.settled();
  };

describe('a replacement in several notes', () => {
  const files = { 'F/a.md': 'one\n', 'F/b.md': 'one\n', 'c.md': 'one\n', 'd.md': 'one\n' };
  const replacing = {
    files,
    tool: 'replace_in_notes',
    args: { find: 'one', replace: 'two', scope: 'all', confirm: 4 },
  };

  test.each(
    disks.flatMap(operations =>
      [1, 2].flatMap(starts => [false, true].map(isEndLost => ({ operations, starts, isEndLost }))),
    ),
  )('is whole if it was answered, and gone if not: %j', async one => {
    for (let nth = 1; ; nth += 1) {
      const { isError, hasFailed, notes } = await run({ ...replacing, ...one, nth });
      const text = isError ? 'one\n' : 'two\n';
      expect([nth, notes]).toEqual([nth, Object.fromEntries(Object.keys(files).map(path => [path, text]))]);
      if (!hasFailed) break;
    }
  });

  const halves = Object.keys(files).flatMap(path =>
    [false, true].flatMap(isEndLost => [1, 2].map(starts => ({ path, isEndLost, starts }))),
  );

  test.each(halves)(
    'half done, is taken back in all notes but one that was edited later: %j',
    async ({ path, ...one }) => {
      for (const nth of [3, 4]) {
        const { left, notes, changed } = await run({
          ...replacing,
          ...one,
          nth,
          operations: ['process'],
          later: edited(path),
        });
        expect([nth, notes]).toEqual([nth, { ...files, [path]: left[path] }]);
        expect(changed.filter(other => other !== path)).toEqual([]);
      }
    },
  );

  // If nothing tells that the last note was not written, texts are kept.
  test.each(halves.filter(({ path, isEndLost }) => !isEndLost || path !== 'd.md'))(
    'half done, is taken back in all notes but one that another program changed: %j',
    async ({ path, ...one }) => {
      for (const nth of [3, 4]) {
        const { left, notes, changed } = await run({
          ...{ ...replacing, ...one, nth, operations: ['process'], later: editedOutside(path) },
        });
        expect([nth, notes]).toEqual([nth, { ...files, [path]: left[path] }]);
        expect(changed.filter(other => other !== path)).toEqual([]);
      }
    },
  );

  test.each([false, true])(
    'half done, is taken back where its folder was moved; its end is lost: %s',
    async isEndLost => {
      const now = { 'G/a.md': 'one\n', 'G/b.md': 'one\n', 'c.md': 'one\n', 'd.md': 'one\n' };
      for (const nth of [3, 4]) {
        const { notes } = await run({
          ...replacing,
          isEndLost,
          nth,
          operations: ['process'],
          later: moved('F', 'G'),
        });
        expect([nth, notes]).toEqual([nth, now]);
      }
    },
  );

  test.each(
    [
      edited('F/a.md'),
      edited('d.md'),
      editedOutside('F/a.md'),
      editedOutside('d.md'),
      moved('F', 'G'),
      movedOutside('F', 'G'),
      moved('F/a.md', 'G/a.md'),
      movedOutside('F/a.md', 'G/a.md'),
      removed('c.md'),
    ].flatMap(later =>
      [false, true].flatMap(isEndLost => [1, 2].map(starts => ({ later, isEndLost, starts }))),
    ),
  )('that was answered is never taken back, whatever changed its notes: %#', async one => {
    for (const nth of [2, 99]) {
      const { isError, left, notes } = await run({ ...replacing, ...one, nth, operations: ['append'] });
      expect([nth, isError, notes]).toEqual([nth, false, left]);
      expect(Object.values(notes).join('')).not.toContain('one');
    }
  });
});

describe('several notes that come back by an undo', () => {
  const files = { 'F/a.md': 'a\n', 'F/b.md': 'b\n', 'c.md': 'c\n' };

  test.each(
    [
      moved('F', 'G'),
      movedOutside('F', 'G'),
      moved('F/a.md', 'G/a.md'),
      movedOutside('F/a.md', 'G/a.md'),
      edited('F/a.md'),
      editedOutside('F/b.md'),
    ].flatMap(later => [1, 2].map(starts => ({ later, starts }))),
  )(
    'stay, whatever happened to one of them before the end of the undo was lost: %#',
    async ({ later, starts }) => {
      const deleted = async (vault: OpenVault): Promise<void> => {
        await vault.call('delete', { path: 'F', recursive: true });
        await vault.call('undo_change');
        await later(vault);
      };
      const one = {
        tool: 'undo_change',
        args: { changeId: 'none' },
        nth: 99,
        operations: [],
        isEndLost: true,
      };
      const { left, notes } = await run({ files, ...one, later: deleted, starts });
      expect(notes).toEqual(left);
      expect(Object.keys(notes)).toHaveLength(3);
    },
  );
});

describe('moves and their links', () => {
  const files = {
    ...{ 'a.md': 'a\n', 'b.md': 'b [[a]]\n', 'c.md': '[[a]] [[b]]\n' },
    ...{ 'F/d.md': '[[a]] [[c]]\n', 'e.md': '[[a]] [[b]]\n' },
  };
  const moves = ['a', 'b', 'c'].map(name => ({ path: name, newPath: `G/${name}2` }));
  const calls = [
    { tool: 'move', args: { moves } },
    { tool: 'move', args: { path: 'a', newPath: 'G/a2' } },
    { tool: 'merge_notes', args: { from: 'a', into: 'b' } },
  ];

  test.each(
    calls.flatMap(call =>
      disks.flatMap(operations => [1, 2].map(starts => ({ ...call, operations, starts }))),
    ),
  )('are taken back where they failed: %j', async one => {
    for (let nth = 1; ; nth += 1) {
      const { isError, hasFailed, notes, changed } = await run({ files, ...one, nth });
      if (isError) expect([nth, notes, changed]).toEqual([nth, files, []]);
      if (!hasFailed) break;
    }
  });

  test.each(
    calls
      .slice(0, 2)
      .flatMap(call =>
        Object.keys(files).flatMap(path => [false, true].map(isEndLost => ({ ...call, path, isEndLost }))),
      ),
  )('leave all links whole where a note was edited before the next start: %j', async ({ path, ...one }) => {
    for (const nth of [2, 3]) {
      const later = edited(path, `G/${path.replace('.md', '2.md')}`);
      const { isError, notes } = await run({ files, ...one, nth, operations: ['process'], later });
      const text = Object.entries(files).flatMap(([name, was]) => (name === path ? [was + more] : []));
      expect([nth, isError, notes]).toEqual([nth, true, { ...files, [path]: text.join('') }]);
    }
  });

  test('take no note away from where it was moved later', async () => {
    const later = moved('G/a2.md', 'H/a3.md');
    const [call = { tool: '', args: {} }] = calls;
    const { isError, left, notes } = await run({ files, ...call, nth: 3, operations: ['process'], later });
    expect([isError, notes['H/a3.md'], Object.keys(notes)]).toEqual([true, 'a\n', Object.keys(left)]);
  });

  const move = { files, tool: 'move', args: { path: 'a', newPath: 'G/a2' } };

  test.each([2, 3])('of one note go back after it, which is back at once: from %j', async nth => {
    const { isError, left, notes } = await run({ ...move, nth, operations: ['process'] });
    expect([isError, left['a.md'], notes]).toEqual([true, 'a\n', files]);
  });

  test.each([2, 3])('follow where the failed move is made again: from %j', async nth => {
    const again: Later = async vault => {
      expect((await vault.call('move', move.args)).isError).toBe(false);
    };
    const { left, notes } = await run({ ...move, nth, operations: ['process'], later: again });
    expect(notes).toEqual(left);
    expect(notes).toEqual({
      ...{ 'G/a2.md': 'a\n', 'b.md': 'b [[a2]]\n', 'c.md': '[[a2]] [[b]]\n' },
      ...{ 'F/d.md': '[[a2]] [[c]]\n', 'e.md': '[[a2]] [[b]]\n' },
    });
  });

  test.each([2, 3])('lead to the note where the caller led them back: from %j', async nth => {
    const mended: Later = async vault => {
      const args = { find: '[[a2]]', replace: '[[a]]', scope: 'all', confirm: nth - 1 };
      await vault.call('replace_in_notes', args);
    };
    const { left, notes } = await run({ ...move, nth, operations: ['process'], later: mended });
    expect([left, notes]).toEqual([files, files]);
  });

  test('lead to a note that was moved back before the next start', async () => {
    const args = { moves: moves.slice(0, 2) };
    for (const nth of [2, 3]) {
      const later = moved('G/a2.md', 'a.md');
      const { isError, notes } = await run({
        files,
        tool: 'move',
        args,
        nth,
        operations: ['process'],
        later,
      });
      expect([nth, isError, notes]).toEqual([nth, true, files]);
    }
  });

  test('of a heading lead to it where it was renamed back before the next start', async () => {
    const linked = { 'a.md': '# A\n', 'b.md': '[[a#A]]\n', 'c.md': '[[a#A]]\n' };
    const call = { tool: 'rename_heading', args: { path: 'a', heading: 'A', newHeading: 'B' } };
    const later: Later = async vault => {
      const args = { find: '# B', replace: '# A', scope: 'all', confirm: 1 };
      expect((await vault.call('replace_in_notes', args)).isError).toBe(false);
    };
    const { isError, notes } = await run({ files: linked, ...call, nth: 3, operations: ['process'], later });
    expect([isError, notes]).toEqual([true, linked]);
  });

  test('of a heading follow it where its note was edited before the next start', async () => {
    const linked = { 'a.md': '# A\n', 'b.md': '[[a#A]]\n', 'c.md': '[[a#A]]\n' };
    const call = { tool: 'rename_heading', args: { path: 'a', heading: 'A', newHeading: 'B' } };
    const { isError, notes } = await run({
      ...{ files: linked, ...call, nth: 3, operations: ['process'], later: edited('a.md') },
    });
    const now = { 'a.md': '# B\nmore\n', 'b.md': '[[a#B]]\n', 'c.md': '[[a#B]]\n' };
    expect([isError, notes]).toEqual([true, now]);
  });
});
