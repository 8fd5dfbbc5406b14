/** No file that the caller does not see prevents a move, though its links cannot follow. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../support/clients';
import { type DiskFault, failDisk } from '../support/disk-faults';
import { field } from '../support/json';
import { RuledVault } from './vault-with-rules';

const agent = { allow: ['Mine'], rights: 'write' } as const;
const closed = 'Clients/x.md';
const codes = ['EACCES', 'EBUSY', 'EIO', 'ENOENT'] as const;

function unwritable(code: DiskFault['code'] = 'EACCES'): DiskFault {
  return { code, operations: ['process'], fails: (_nth, file) => field(file, 'path') === closed };
}

function unreadable(code: DiskFault['code']): DiskFault {
  return { code, operations: ['readBinary'], fails: (_nth, path) => path === closed };
}

const calls = [
  ['move', { path: 'Mine/n', newPath: 'Mine/renamed' }],
  ['rename_heading', { path: 'Mine/n', heading: 'H', newHeading: 'I' }],
  ['merge_notes', { from: 'Mine/n', into: 'Mine/m' }],
] as const;

test.each(calls.flatMap(([tool, args]) => codes.map(code => [tool, code, args] as const)))(
  '%s, and its undo, pass over a closed file that cannot be written: %s',
  async (tool, code, args) => {
    const files = { 'Mine/n.md': '# H\n', 'Mine/m.md': '[[n#H]]\n', [closed]: '[[n#H]]\n' };
    const vault = await RuledVault.start(files, { agent });
    for (const before of [true, false]) {
      const disk = failDisk(vault.lectern, unwritable(code));
      expect(codeOf(await vault.as('agent').call(tool, args))).toBe('ok');
      expect(vault.text(closed)).toBe('[[n#H]]\n');
      if (before) disk.repair();
      expect(codeOf(await vault.as('agent').call('undo_change'))).toBe('ok');
      disk.repair();
      for (const [path, text] of Object.entries(files))
        expect([path, vault.text(path)]).toEqual([path, text]);
    }
    expect(codeOf(await vault.as('agent').call(tool, args))).toBe('ok');
    expect(vault.text(closed)).not.toBe('[[n#H]]\n');
    await vault.close();
  },
);

const files = { 'Mine/n.md': 'n\n', [closed]: '[[n]] [[renamed]]\n' };
const move = { path: 'Mine/n', newPath: 'Mine/renamed' };

test('a full disk is told, because it concerns every write', async () => {
  const vault = await RuledVault.start(files, { agent });
  const disk = failDisk(vault.lectern, unwritable('ENOSPC'));
  expect(codeOf(await vault.as('agent').call('move', move))).toBe('storage_error');
  disk.repair();
  for (const [path, text] of Object.entries(files)) expect([path, vault.text(path)]).toEqual([path, text]);
  await vault.close();
});

test.each(['', 'more\n'])('the owner can undo such a move, after %j was added to the file', async content => {
  const vault = await RuledVault.start(files, { agent });
  const owner = vault.as('owner');
  const disk = failDisk(vault.lectern, unwritable());
  const { structured } = await vault.as('agent').call('move', move);
  disk.repair();
  expect((await owner.call('list_changes', { path: closed })).structured).toMatchObject({ changes: [] });
  if (content !== '') await owner.call('update_note', { path: closed, mode: 'append', content });
  const text = vault.text(closed);
  expect(text).toContain(`[[n]] [[renamed]]\n${content}`);
  const { changeId } = structured;
  expect(codeOf(await owner.call('undo_change', { changeId }))).toBe('ok');
  expect([vault.text('Mine/n.md'), vault.text(closed)]).toEqual(['n\n', text]);
  await vault.close();
});

test('links follow in a closed file that another program changes at the same moment', async () => {
  const vault = await RuledVault.start(files, { agent });
  const fault = unwritable('ENOENT');
  let tries = 0;
  const failsOnce = (nth: number, file: unknown): boolean => fault.fails(nth, file) && (tries += 1) === 1;
  failDisk(vault.lectern, { ...fault, fails: failsOnce });
  expect(codeOf(await vault.as('agent').call('move', move))).toBe('ok');
  expect([tries, vault.text(closed)]).toEqual([2, '[[renamed]] [[renamed]]\n']);
  await vault.close();
});

test('links that followed although the disk reported a failure are led back', async () => {
  const vault = await RuledVault.start(files, { agent });
  const disk = failDisk(vault.lectern, { ...unwritable('EIO'), isDone: true });
  const { structured } = await vault.as('agent').call('move', move);
  disk.repair();
  expect(vault.text(closed)).toBe('[[renamed]] [[renamed]]\n');
  const { changeId } = structured;
  expect(codeOf(await vault.as('owner').call('undo_change', { changeId }))).toBe('ok');
  for (const [path, text] of Object.entries(files)) expect([path, vault.text(path)]).toEqual([path, text]);
  await vault.close();
});

test('a closed file that the disk wrote in part stays in the change', async () => {
  const vault = await RuledVault.start(files, { agent });
  const writesPart = (_nth: number, file: unknown): boolean => {
    if (field(file, 'path') !== closed) return false;
    writeFileSync(join(vault.lectern.folder.path, closed), '[[ren');
    return true;
  };
  failDisk(vault.lectern, { code: 'EIO', operations: ['process'], fails: writesPart });
  expect(codeOf(await vault.as('agent').call('move', move))).toBe('ok');
  const { structured } = await vault.as('owner').call('list_changes', { path: closed });
  expect(structured['changes']).toMatchObject([{ path: closed }]);
  await vault.close();
});

test('a link that another program has led back stays as it is', async () => {
  const vault = await RuledVault.start(files, { agent });
  const { structured } = await vault.as('agent').call('move', move);
  const { changeId } = structured;
  await vault.lectern.host.app.vault.adapter.write(closed, files[closed]);
  expect(vault.text(closed)).toBe(files[closed]);
  expect(codeOf(await vault.as('agent').call('undo_change', { changeId }))).toBe('ok');
  for (const [path, text] of Object.entries(files)) expect([path, vault.text(path)]).toEqual([path, text]);
  await vault.close();
});

test.each([...codes, undefined])(
  'a closed file that cannot be read (%s), or is too large, prevents no undo',
  async code => {
    const vault = await RuledVault.start({ ...files, [closed]: '[[n]]\n' }, { agent });
    expect(codeOf(await vault.as('agent').call('move', move))).toBe('ok');
    const large = vault.lectern.host.app.vault.getFileByPath(closed);
    if (code === undefined && large !== null) large.stat.size = 30_000_000;
    if (code !== undefined) failDisk(vault.lectern, unreadable(code));
    for (const dryRun of [true, false])
      expect(codeOf(await vault.as('agent').call('undo_change', { dryRun }))).toBe('ok');
    expect(vault.text('Mine/n.md')).toBe('n\n');
    await vault.close();
  },
);

test.each(calls.flatMap(([tool, args]) => codes.map(code => [tool, code, args] as const)))(
  '%s passes over a closed file that cannot be read: %s',
  async (tool, code, args) => {
    const notes = { 'Mine/n.md': '# H\n', 'Mine/m.md': '[[n#H]]\n', [closed]: '[[n#H]]\n' };
    const vault = await RuledVault.start(notes, { agent });
    failDisk(vault.lectern, unreadable(code));
    for (const dryRun of [true, false])
      expect(codeOf(await vault.as('agent').call(tool, { ...args, dryRun }))).toBe('ok');
    expect(vault.text(closed)).toBe('[[n#H]]\n');
    await vault.close();
  },
);

test('a file that the caller sees and that is too large prevents the undo, and is named', async () => {
  const vault = await RuledVault.start(files, { agent: { allowWrite: ['Mine'] } });
  expect(codeOf(await vault.as('agent').call('move', move))).toBe('ok');
  const followed = vault.text(closed);
  const large = vault.lectern.host.app.vault.getFileByPath(closed);
  if (large !== null) large.stat.size = 30_000_000;
  const { structured } = await vault.as('agent').call('undo_change');
  expect(field(structured, 'error', 'code')).toBe('too_large');
  expect(field(structured, 'error', 'message')).toContain(JSON.stringify(closed));
  expect([vault.text('Mine/renamed.md'), vault.text(closed)]).toEqual(['n\n', followed]);
  await vault.close();
});
