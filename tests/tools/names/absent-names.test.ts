import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const folders = Array.from({ length: 60 }, (_, number) => [`Folder ${number}/a.md`, ''] as const);

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: Object.fromEntries(folders) });
  client = await lectern.connect();
  await lectern.host.settled();
});
afterAll(() => lectern.close());

/** How often the disk is asked. */
async function questions(work: () => Promise<unknown>): Promise<number> {
  const { adapter } = lectern.host.app.vault;
  const spies = [jest.spyOn(adapter, 'stat'), jest.spyOn(adapter, 'list'), jest.spyOn(adapter, 'exists')];
  await work();
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return count;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each([
  ['stat', { paths: ['No such note.md'] }],
  ['stat', { paths: ['No such folder/No such note.md'] }],
  ['read_note', { path: 'No such note' }],
])('%s of %j asks the disk a few things only, however many folders there are', async (tool, args) => {
  await client.call(tool, args);
  expect(await questions(() => client.call(tool, args))).toBeLessThan(6);
});
