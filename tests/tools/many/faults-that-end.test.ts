/** What a running process makes of a change that a failing disk left in the middle, once the disk works again. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { failDisk } from '../../support/disk-faults';
import { field } from '../../support/json';
import { narrowToken, OpenVault, withNarrow } from '../../support/open-vault';
import { doNotFakeBut } from '../../support/time/fake-time';

type Notes = Record<string, string>;

const files = {
  ...{ 'a.md': '# A\none\n', 'b.md': 'b [[a#A]] one\n', 'c.md': '[[a]] [[b]] one\n' },
  ...{ 'F/d.md': '[[a]] [[c]] one\n', 'F/e.md': '[[a]] [[b]] one\n' },
};
const moves = ['a', 'b', 'c'].map(name => ({ path: name, newPath: `G/${name}2` }));
const moving = { tool: 'move', args: { moves } };
const replacing = {
  tool: 'replace_in_notes',
  args: { find: 'one', replace: 'two', scope: 'all', confirm: 5 },
};
const renaming = { tool: 'rename_heading', args: { path: 'a', heading: 'A', newHeading: 'B' } };
const calls = [
  ...[moving, replacing, renaming],
  { tool: 'move', args: { path: 'a', newPath: 'G/a2' } },
  { tool: 'merge_notes', args: { from: 'a', into: 'b' } },
];
const other = { path: 'other', content: 'x\n' };
const withOther = { ...files, 'other.md': 'x\n' };

let vault: OpenVault;
beforeEach(async () => {
  vault = new OpenVault({ files, isSettled: true, ...withNarrow({ rights: 'write' }) });
  await vault.open();
});
afterEach(() => vault.close());

/** Without folders, which a failed change may leave empty. */
function notes(): Notes {
  return Object.fromEntries(Object.entries(vault.notes()).filter(([path]) => !path.endsWith('/')));
}

interface Failing {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The first write of a text that fails. */
  readonly nth: number;
  readonly onRefusal?: () => void;
}

/** Makes the call on a disk that refuses all texts from one on. @returns that disk, and whether parts are left */
async function failed({ tool, args, nth, onRefusal }: Failing) {
  let refusals = 0;
  const fails = (at: number): boolean => {
    if (at < nth) return false;
    refusals += 1;
    onRefusal?.();
    return true;
  };
  const disk = failDisk(vault.lectern, { code: 'ENOSPC', operations: ['process'], fails });
  const { structured } = await vault.call(tool, args);
  const isLeft = JSON.stringify(structured).includes('may be left');
  return { ...disk, isLeft, refusals: () => refusals };
}

async function codeOf(tool: string, args: Record<string, unknown>): Promise<unknown> {
  const { structured, isError } = await vault.call(tool, args);
  return isError ? field(structured, 'error', 'code') : 'ok';
}

async function changed(tool: string): Promise<unknown[]> {
  const { changes } = await vault.ask('list_changes', {});
  const rows: unknown[] = Array.isArray(changes) ? changes : [];
  return rows.filter(row => field(row, 'tool') === tool);
}

test.each(calls)('what was left of it is taken back before the next change: %j', async call => {
  let left = 0;
  for (let nth = 1; nth < 7; nth += 1) {
    const disk = await failed({ ...call, nth });
    disk.repair();
    if (!disk.hasFailed() || !disk.isLeft) continue;
    left += 1;
    expect([nth, await codeOf('create_note', other)]).toEqual([nth, 'ok']);
    expect([nth, notes(), await changed(call.tool)]).toEqual([nth, withOther, []]);
    await vault.close();
    await vault.open();
  }
  expect(left).toBeGreaterThan(0);
});

test.each(calls)('is undone by an undo, which takes no earlier change back: %j', async call => {
  await vault.ask('create_note', other);
  const disk = await failed({ ...call, nth: 2 });
  disk.repair();
  const isLeft = JSON.stringify(notes()) !== JSON.stringify(withOther);
  expect([isLeft, await codeOf('undo_change', {})]).toEqual([disk.isLeft, 'version_conflict']);
  expect([notes(), await changed(call.tool)]).toEqual([withOther, []]);
});

test.each([moving, replacing, renaming])('made again, is whole and can be undone: %j', async call => {
  const disk = await failed({ ...call, nth: 2 });
  expect(disk.isLeft).toBe(true);
  disk.repair();
  const first = await codeOf(call.tool, call.args);
  if (first !== 'ok') expect([first, await codeOf(call.tool, call.args)]).toEqual(['version_conflict', 'ok']);
  const whole = notes();
  await vault.close();
  await vault.open();
  await vault.ask(call.tool, call.args);
  expect(whole).toEqual(notes());
  await vault.ask('undo_change');
  expect(notes()).toEqual(files);
});

test('a call that names a moved note is refused once, and creates none in its place', async () => {
  (await failed({ ...moving, nth: 2 })).repair();
  expect(Object.keys(notes())).toContain('G/a2.md');
  const append = { mode: 'append', content: 'more\n' };
  expect(await codeOf('update_note', { path: 'G/a2', ...append })).toBe('version_conflict');
  expect(notes()).toEqual(files);
  expect(await codeOf('update_note', { path: 'a', ...append })).toBe('ok');
  expect(notes()).toEqual({ ...files, 'a.md': '# A\none\nmore\n' });
});

test('calls at once that name a moved note are all refused, and create none in its place', async () => {
  (await failed({ ...moving, nth: 2 })).repair();
  const append = { path: 'G/a2', mode: 'append', content: 'more\n' };
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf('update_note', append)));
  expect([codes, notes()]).toEqual([Array(8).fill('version_conflict'), files]);
});

test('a new note does not take the old name of a moved one', async () => {
  (await failed({ ...moving, nth: 2 })).repair();
  for (const code of ['version_conflict', 'already_exists'])
    expect(await codeOf('create_note', { path: 'a', content: 'new\n' })).toBe(code);
  expect(notes()).toEqual(files);
});

test('nor does the draft of a note from a template', async () => {
  (await failed({ ...moving, nth: 2 })).repair();
  expect(await codeOf('create_note', { path: 'a', template: 'F/d' })).toBe('already_exists');
  expect(notes()).toEqual(files);
});

test('an undo by a token that may not undo it is refused, and takes nothing back', async () => {
  (await failed({ ...replacing, nth: 2 })).repair();
  const left = notes();
  const journal = Object.entries(vault.contents()).flatMap(([path, text]) =>
    path.endsWith('.jsonl') ? [text] : [],
  );
  const changeId = field(JSON.parse(journal.join('').split('\n', 1)[0] ?? ''), 'id');
  const { structured } = await vault.as(narrowToken).call('undo_change', { changeId });
  expect([field(structured, 'error', 'code'), notes()]).toEqual(['permission_denied', left]);
});

test('a preview takes nothing back', async () => {
  (await failed({ ...replacing, nth: 2 })).repair();
  const left = notes();
  expect(await codeOf('create_note', { ...other, dryRun: true })).toBe('ok');
  expect(notes()).toEqual(left);
});

test('other changes are made on a disk that still refuses, which is left alone for a while each time', async () => {
  jest.useFakeTimers({ doNotFake: doNotFakeBut('performance') });
  try {
    const disk = await failed({ ...replacing, nth: 2, onRefusal: () => jest.advanceTimersByTime(100) });
    const askedFor = async (path: string): Promise<number> => {
      const before = disk.refusals();
      expect(await codeOf('create_note', { path, content: '' })).toBe('ok');
      return disk.refusals() - before;
    };
    const first = await askedFor('first');
    // Each note is tried a second time at its end.
    expect([first > 0, first <= 2 * Object.keys(files).length]).toEqual([true, true]);
    expect(await askedFor('second')).toBe(0);
    jest.advanceTimersByTime(20 * 100 * first);
    expect(await askedFor('third')).toBe(first);
  } finally {
    jest.useRealTimers();
  }
});

test('changes that begin at once all end, after it is taken back', async () => {
  (await failed({ ...moving, nth: 2 })).repair();
  const names = Array.from({ length: 8 }, (_, index) => `many/n${index}`);
  const codes = await Promise.all(names.map(path => codeOf('create_note', { path, content: '' })));
  expect(codes).toEqual(names.map(() => 'ok'));
  const created = Object.fromEntries(names.map(path => [`${path}.md`, '']));
  expect(notes()).toEqual({ ...files, ...created });
});

/** A call that writes a new note, and does not end before it is let go. */
async function writing() {
  const { adapter } = vault.lectern.host.internals.vault;
  const createNew = adapter.createNew.bind(adapter);
  let go = (): void => undefined;
  const gone = new Promise<void>(resolve => (go = resolve));
  const isWriting = new Promise<void>(begun => {
    adapter.createNew = async (...args) => {
      begun();
      await gone;
      return createNew(...args);
    };
  });
  const ended = codeOf('create_note', other);
  await isWriting;
  return { ended, go };
}

async function passSomeTurns(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await vault.ask('list_changes', {});
}

test('is taken back before the next change even if calls that write follow without a pause', async () => {
  const first = await writing();
  (await failed({ ...replacing, nth: 2 })).repair();
  const next = codeOf('create_note', { path: 'next', content: '' });
  await passSomeTurns();
  first.go();
  expect([await first.ended, await next, notes()]).toEqual(['ok', 'ok', { ...withOther, 'next.md': '' }]);
});

test('is taken back before the next change even if a call that waited for it is cancelled', async () => {
  const first = await writing();
  (await failed({ ...replacing, nth: 2 })).repair();
  const cancelling = new AbortController();
  const client = await vault.lectern.connect();
  const cancelled = client
    .call('create_note', { path: 'cancelled' }, cancelling.signal)
    .catch(() => 'cancelled');
  await passSomeTurns();
  const next = codeOf('create_note', { path: 'next', content: '' });
  await passSomeTurns();
  cancelling.abort();
  expect(await cancelled).toBe('cancelled');
  await passSomeTurns();
  first.go();
  expect([await first.ended, await next, notes()]).toEqual(['ok', 'ok', { ...withOther, 'next.md': '' }]);
});

test('keeps what another program wrote meanwhile', async () => {
  (await failed({ ...replacing, nth: 2 })).repair();
  const [path = ''] = Object.entries(notes()).flatMap(([name, text]) => (text.includes('two') ? [name] : []));
  appendFileSync(join(vault.path, path), 'more\n');
  await vault.lectern.host.settled();
  const { [path]: kept } = notes();
  await vault.ask('create_note', other);
  expect(notes()).toEqual({ ...withOther, [path]: kept });
});

test('stays where another process has made the same change since', async () => {
  (await failed({ ...replacing, nth: 2 })).repair();
  const process = new OpenVault({ folder: vault.lectern.folder, isSettled: true });
  await process.open();
  const rest = Object.values(process.notes()).filter(text => text.includes('one')).length;
  await process.ask(replacing.tool, { ...replacing.args, confirm: rest });
  const whole = notes();
  expect(Object.values(whole).join('')).not.toContain('one');
  await vault.ask('create_note', other);
  expect(notes()).toEqual({ ...whole, 'other.md': 'x\n' });
  await process.close();
});
