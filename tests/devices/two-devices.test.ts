import { readdirSync, readFileSync, writeFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Device, SharedVault } from './device';
import { clients } from '../support/clients';

let vault: SharedVault;
let here: Device;
let elsewhere: Device;
afterEach(() => vault.close());

describe('their journal', () => {
  const before = { 'a.md': 'one\n', 'b.md': 'one\n' };
  const token = { name: 'test', value: 'lct_test-token-of-both-devices', rights: 'full' as const };

  beforeEach(() => {
    vault = new SharedVault(before);
    [here, elsewhere] = [vault.device(), vault.device()];
  });

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
});

describe('their settings', () => {
  beforeEach(async () => {
    vault = new SharedVault({ 'a.md': 'one\n' });
    [here, elsewhere] = [vault.device(), vault.device()];
    await here.start();
  });

  const file = '.obsidian/plugins/lectern-mcp/data.json';
  const seen = () => {
    const { mtimeMs, ino } = statSync(vault.pluginFile('data.json'));
    return { text: readFileSync(vault.pluginFile('data.json'), 'utf8'), mtimeMs, ino };
  };

  test('calls do not change data.json; the last use of a token is stored on this device', async () => {
    const [token] = here.store.settings.tokens;
    const client = await here.connect();
    const earlier = seen();
    for (const path of ['b', 'c', 'd']) await client.call('create_note', { path, content: 'text' });
    await client.call('read_note', { path: 'a.md' });
    here.plugin.unload();
    expect(seen()).toEqual(earlier);
    const hash = token?.valueHash ?? '';
    expect(here.localStorage('lectern-token-uses')).toMatchObject({ [hash]: { client: 'lectern-tests' } });
  });

  describe('a revoked token', () => {
    let value: string;
    let synced: string;

    beforeEach(async () => {
      const [first] = here.store.settings.tokens;
      if (first === undefined) throw new Error('There is no token.');
      value = here.store.firstKnownToken()?.value ?? '';
      await here.store.addToken('second', 'read', new Date());
      synced = vault.text(file);
      await here.store.removeToken(first);
    });

    const letsIn = async (device: Device): Promise<boolean> => {
      const entering = clients['2026']({ url: device.url, token: value });
      return entering.then(
        client => client.close().then(() => true),
        () => false,
      );
    };

    test('is refused', async () => {
      expect(await letsIn(here)).toBe(false);
    });

    test('stays revoked when a sync program restores the file from before the revocation', async () => {
      vault.write(file, synced);
      await here.plugin.onExternalSettingsChange();
      expect(await letsIn(here)).toBe(false);
      expect(here.store.settings.tokens.map(({ name }) => name)).toEqual(['second']);
      expect(vault.text(file)).not.toBe(synced);
    });

    test('stays revoked when that happens while this device is off', async () => {
      await here.stop();
      vault.write(file, synced);
      await here.start();
      expect(await letsIn(here)).toBe(false);
    });

    test('is revoked on another device, and stays revoked there when the earlier file comes back', async () => {
      await elsewhere.start();
      expect(await letsIn(elsewhere)).toBe(false);
      vault.write(file, synced);
      await elsewhere.plugin.onExternalSettingsChange();
      expect(await letsIn(elsewhere)).toBe(false);
      await elsewhere.stop();
      vault.write(file, synced);
      await elsewhere.start();
      expect(await letsIn(elsewhere)).toBe(false);
    });
  });
});
