/** Deletions while another program changes what is to go. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'A\n', 'F/b.md': 'B\n' } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

function place(path: string): string {
  return join(lectern.folder.path, path);
}

/** Lets another program act once, when the journal is written: after the plan, before the deletion. */
function actOnIntent(act: () => void): void {
  const { adapter } = lectern.host.internals.vault;
  const append = adapter.append.bind(adapter);
  Reflect.set(adapter, 'append', async (...args: Parameters<typeof append>): Promise<void> => {
    Reflect.deleteProperty(adapter, 'append');
    await append(...args);
    act();
  });
}

test.each([
  ['a', 'a.md'],
  ['F', 'F/b.md'],
])('text that was written to %s before its permanent deletion is restored with it', async (path, file) => {
  actOnIntent(() => writeFileSync(place(file), 'written since\n'));
  const { structured } = await client.call('delete', { path, permanent: true, recursive: true });
  expect(existsSync(place(path === 'a' ? file : path))).toBe(false);
  const undone = await client.call('undo_change', { changeId: structured['changeId'] });
  expect(undone.isError).toBe(false);
  expect(readFileSync(place(file), 'utf8')).toBe('written since\n');
});

test('with `ifMatch` only that version is deleted', async () => {
  const { versionId } = (await client.call('read_note', { path: 'a' })).structured;
  actOnIntent(() => writeFileSync(place('a.md'), 'written since\n'));
  const answer = await client.call('delete', { path: 'a', permanent: true, ifMatch: versionId });
  expect(field(answer.structured, 'error', 'code')).toBe('version_conflict');
  expect(readFileSync(place('a.md'), 'utf8')).toBe('written since\n');
  expect((await client.call('list_changes', {})).structured['totalCount']).toBe(0);
});

test.each(['F/.secret', 'F/G/.secret'])(
  'for good, a folder with %s in it, which is not part of the vault, stays',
  async hidden => {
    mkdirSync(place('F/G'));
    await lectern.host.settled();
    writeFileSync(place(hidden), 'hidden\n');
    const deletion = { path: 'F', permanent: true, recursive: true };
    for (const dryRun of [true, false]) {
      const { structured } = await client.call('delete', { ...deletion, dryRun });
      expect(field(structured, 'error', 'code')).toBe('not_empty');
    }
    expect(['F/b.md', hidden].map(path => existsSync(place(path)))).toEqual([true, true]);
    expect((await client.call('delete', { path: 'F', recursive: true })).isError).toBe(false);
    expect(readFileSync(place(`.trash/${hidden}`), 'utf8')).toBe('hidden\n');
  },
);
