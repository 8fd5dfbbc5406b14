import type { TestClient } from '../../support/clients';
import { diskQuestions } from '../../support/disk-questions';
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

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each([
  ['stat', { paths: ['No such note.md'] }],
  ['stat', { paths: ['No such folder/No such note.md'] }],
  ['read_note', { path: 'No such note' }],
])('%s of %j asks the disk a few things only, however many folders there are', async (tool, args) => {
  await client.call(tool, args);
  const asked = await diskQuestions(lectern, () => client.call(tool, args));
  expect(asked.length).toBeLessThan(6);
});
