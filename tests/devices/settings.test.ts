import { readFileSync, statSync } from 'node:fs';
import { clients } from '../support/clients';
import { type Device, SharedVault } from './device';

let vault: SharedVault;
let here: Device;
let elsewhere: Device;

beforeEach(async () => {
  vault = new SharedVault({ 'a.md': 'one\n' });
  [here, elsewhere] = [vault.device(), vault.device()];
  await here.start();
});
afterEach(() => vault.close());

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
