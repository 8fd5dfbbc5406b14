import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { RunningLectern } from '../../support/lectern';

const notes = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`F/n${index}.md`, `#old and more\n[[Hub]]\n`]),
);

let lectern: RunningLectern;
let client: Client;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { ...notes, 'Hub.md': 'hub' } });
  client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${lectern.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(lectern.url), { requestInit }));
});
afterAll(async () => {
  await client.close();
  await lectern.close();
});

/** What a client that asks is told during a call. */
async function reported(name: string, args: Record<string, unknown>): Promise<string[]> {
  const told: string[] = [];
  let last = -1;
  const { isError } = await client.callTool(
    { name, arguments: args },
    {
      onprogress: ({ progress, total, message }) => {
        expect(progress).toBeGreaterThan(last);
        expect(progress).toBeLessThan(total ?? 0);
        last = progress;
        told.push(message ?? '');
      },
    },
  );
  expect(isError ?? false).toBe(false);
  return told;
}

test.each([
  ['rename_tag', { from: 'old', to: 'new' }],
  [
    'edit_notes',
    {
      changes: Array.from({ length: 50 }, (_, index) => ({
        path: `F/n${index}`,
        edits: [{ oldText: 'more', newText: 'less' }],
      })),
    },
  ],
  ['move', { path: 'Hub', newPath: 'G/Hub2' }],
  ['move', { path: 'F', newPath: 'H' }],
  ['delete', { path: 'H', recursive: true }],
])('%s of many notes reports its progress', async (tool, args) => {
  expect((await reported(tool, args))[0]).toBe('Planning.');
});

test('a change of one note reports no progress', async () => {
  expect(await reported('update_note', { path: 'one', mode: 'append', content: 'x' })).toEqual([]);
});
