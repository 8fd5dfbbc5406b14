/** Which changes `list_changes` takes for those of other programs. */
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'one' } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

test('files created or removed with a folder of the change do not count as changes of others', async () => {
  await client.call('create_note', { path: 'Deep/In/made', content: 'x' });
  const { structured } = await client.call('move', { path: 'Deep', newPath: 'Moved' });
  const others = async (): Promise<unknown[]> =>
    [(await client.call('list_changes', { actor: 'any', since: 'today' })).structured['changes']]
      .flat()
      .filter(row => field(row, 'actor') === 'other' && /made/.test(String(field(row, 'path'))));
  expect(await others()).toEqual([]);
  await client.call('undo_change', { changeId: structured['changeId'] });
  expect(await others()).toEqual([]);
  lectern.folder.write('Deep/In/made.md', 'by hand');
  utimesSync(join(lectern.folder.path, 'Deep/In/made.md'), new Date(), new Date(Date.now() + 60_000));
  await lectern.host.settled();
  expect(await others()).toMatchObject([{ path: 'Deep/In/made.md', kind: 'edit' }]);
});

test('a file of another program counts as created though its text came a moment later', async () => {
  const path = join(lectern.folder.path, 'made by hand.md');
  writeFileSync(path, 'text');
  const { birthtimeMs } = statSync(path);
  for (const [later, kind] of [
    [20, 'create'],
    [5000, 'edit'],
  ] as const) {
    utimesSync(path, new Date(birthtimeMs + later), new Date(birthtimeMs + later));
    await lectern.host.settled();
    const { structured } = await client.call('list_changes', { actor: 'any', since: 'today' });
    const rows = [structured['changes']].flat();
    expect(rows.find(row => field(row, 'path') === 'made by hand.md')).toMatchObject({ kind });
  }
});
