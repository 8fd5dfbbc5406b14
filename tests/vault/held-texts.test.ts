import { writeFileSync } from 'node:fs';
import LecternPlugin from '../../src/main';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { clients, type TestClient } from '../support/clients';
import { manifest, testToken } from '../support/lectern';

const torn = '---\nstatus: [\n---\ntext\n';

let vault: TemporaryVault;
let client: TestClient;

/** Another plugin has had the app read every note; what other programs do is not noticed before it is looked for. */
beforeEach(async () => {
  vault = await temporaryVault({ 'a.md': 'before\n', 'torn.md': torn });
  const { control } = await vault.host.loadPlugin(LecternPlugin, manifest, {
    settings: { port: 0 },
    tokens: [{ name: 'test', value: testToken, rights: 'full' as const }],
  });
  const url = (await control?.started())?.url;
  if (url === undefined) throw new Error('The server did not start.');
  await vault.host.metadataSettled();
  const { vault: app } = vault.host.app;
  for (const note of app.getMarkdownFiles()) await app.cachedRead(note);
  client = await clients['2026']({ url, token: testToken });
});
afterEach(async () => {
  await client.close();
  await vault.close();
});

describe('while the app holds an earlier text of a note that another program has changed', () => {
  beforeEach(() => writeFileSync(vault.at('a.md'), 'changed outside\n'));

  test('a note is read as it is on the disk', async () => {
    expect((await client.call('read_note', { path: 'a.md' })).text).toContain('changed outside');
  });

  test('an edit is made in what is on the disk', async () => {
    const edits = [{ oldText: 'changed', newText: 'edited' }];
    expect((await client.call('edit_note', { path: 'a.md', edits })).isError).toBe(false);
    expect((await client.call('read_note', { path: 'a.md' })).text).toContain('edited outside');
    const [stale] = [{ oldText: 'before', newText: 'lost' }];
    expect((await client.call('edit_note', { path: 'a.md', edits: [stale] })).isError).toBe(true);
  });
});

test('properties that cannot be read are looked for in what is on the disk, whatever text the app holds', async () => {
  const unreadable = async () => (await client.call('list_properties', {})).structured['unreadable'];
  writeFileSync(vault.at('torn.md'), '---\nstatus: open\n---\ntext\n');
  expect(await unreadable()).toBeUndefined();
});
