import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Device, SharedVault } from './device';

const before = { 'a.md': 'one\n', 'b.md': 'one\n' };
const token = { name: 'test', value: 'lct_test-token-of-both-devices', rights: 'full' as const };

let vault: SharedVault;
let here: Device;
let elsewhere: Device;

beforeEach(() => {
  vault = new SharedVault(before);
  [here, elsewhere] = [vault.device(), vault.device()];
});
afterEach(() => vault.close());

const texts = (): string[] => Object.keys(before).map(path => vault.text(path));

async function start(device: Device) {
  await device.start({ tokens: [token] });
  return device.connect(token.value);
}

/** @returns the change's id */
async function editBoth(device: Device): Promise<unknown> {
  const client = await start(device);
  const edits = [{ oldText: 'one', newText: 'two' }];
  const changes = Object.keys(before).map(path => ({ path, edits }));
  const answer = await client.call('edit_notes', { changes });
  expect([answer.isError, texts()]).toEqual([false, ['two\n', 'two\n']]);
  return answer.structured['changeId'];
}

/** The files in which a device records its changes. */
function segments(): Record<string, string> {
  const folder = vault.pluginFile('journal');
  const names = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
  return Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** As the folder is while a device is in the middle of its change: one note is written, the end is not recorded. */
async function beInTheMiddle(device: Device): Promise<void> {
  await editBoth(device);
  await device.stop();
  const [[name, text] = ['', '']] = Object.entries(segments());
  const lines = text.split('\n').filter(line => line !== '' && !/"done"/.test(line));
  writeFileSync(join(vault.pluginFile('journal'), name), `${lines.join('\n')}\n`);
  vault.write('b.md', before['b.md']);
}

describe('a change that another device is in the middle of', () => {
  beforeEach(() => beInTheMiddle(elsewhere));

  test('is left to that device: this device rolls back, lists and removes nothing', async () => {
    const recorded = segments();
    const client = await start(here);
    expect(texts()).toEqual(['two\n', 'one\n']);
    expect((await client.call('list_changes', {})).structured).toMatchObject({ changes: [] });
    await here.stop();
    expect(segments()).toMatchObject(recorded);
    expect(texts()).toEqual(['two\n', 'one\n']);
  });

  test('is rolled back by that device when it starts again, also after another device started', async () => {
    await start(here);
    await start(elsewhere);
    expect(texts()).toEqual(['one\n', 'one\n']);
  });
});

test('a change of another device is listed here and can be undone, with its contents', async () => {
  const changeId = await editBoth(elsewhere);
  await elsewhere.stop();
  const client = await start(here);
  expect((await client.call('list_changes', {})).structured).toMatchObject({
    changes: [{ changeId }, { changeId }],
  });
  expect((await client.call('undo_change', { changeId })).isError).toBe(false);
  expect(texts()).toEqual(['one\n', 'one\n']);
});
