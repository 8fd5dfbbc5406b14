/** A note of more than 2 MB that an answer may lack, or lack parts of, is named in it. */
import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const words = 'words of a long log line\n'.repeat((2.2 * 1024 * 1024) / 25);
const named = { unreadable: ['Logs/Log.md'], unreadableCount: 1, tooLargeCount: 1 };

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Logs/Log.md': `---\ntags: [old]\n---\n- [ ] Call Ana\n\n${words}`,
      'Other/Few.md': '---\ntags: [old]\n---\n- [ ] Call Bo\n\nwords\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const ask = async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> =>
  (await client.call(tool, args)).structured;

test.each<[string, Record<string, unknown>]>([
  ['list_tasks', {}],
  ['list_tasks', { path: 'Logs' }],
  ['replace_in_notes', { find: 'Call', replace: 'Ask' }],
  ['replace_in_notes', { find: 'Call', replace: 'Ask', tag: 'old' }],
  ['replace_in_notes', { find: 'Call', replace: 'Ask', scope: 'code' }],
])('%s with %j names it', async (tool, args) => {
  expect(await ask(tool, args)).toMatchObject(named);
});

test.each<[string, Record<string, unknown>]>([
  ['list_tasks', { path: 'Other' }],
  ['replace_in_notes', { find: 'Call', replace: 'Ask', path: 'Other' }],
  ['replace_in_notes', { find: 'Call', replace: 'Ask', scope: 'all' }],
  ['replace_in_notes', { find: 'not there', replace: 'Ask' }],
])('%s with %j does not', async (tool, args) => {
  expect(await ask(tool, args)).not.toHaveProperty('unreadable');
});

test('its text is replaced where code makes no difference', async () => {
  const asked = { find: 'Call', replace: 'Ask', scope: 'all' };
  expect(await ask('replace_in_notes', asked)).toMatchObject({ count: 2, filesChanged: 2 });
});
