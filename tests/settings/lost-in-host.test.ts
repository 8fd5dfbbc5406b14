import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { unloadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import type { Overlay } from '../../src/control';
import LecternPlugin from '../../src/main';
import { settingsSchema } from '../../src/settings/schema';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { manifest } from '../support/lectern';
import { withShortPauses } from '../support/time/short-pauses';

withShortPauses();

const folder = `.obsidian/plugins/${manifest.id}`;
const file = `${folder}/data.json`;
const inHost: Overlay = { settings: { port: 0 } };

let vault: TemporaryVault;
let plugin: LecternPlugin;
let instance: Plugin;

beforeEach(async () => {
  vault = await temporaryVault({ 'Home.md': 'home' });
});
afterEach(() => vault.close());

/** Starts the plugin as the host does, again with the state folder of the starts before. */
async function start(overlay: Overlay = inHost): Promise<void> {
  const loaded = await vault.host.loadPlugin(LecternPlugin, manifest, overlay);
  ({ instance } = loaded);
  if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
  plugin = instance;
  await loaded.control?.started();
}

/** A first start, a rule that a person sets, and the end. @returns the settings file */
async function runOnce(): Promise<string> {
  await start();
  await store().update(settings => ({ ...settings, hidden: ['Private'] }));
  stop();
  return readFileSync(vault.at(file), 'utf8');
}

const stop = (): void => unloadPlugin(vault.host.internals, instance);
const store = () => plugin.lectern.appInterface.tab.store;
const notices = (): string => vault.host.notices.join('\n');
const newToken = 'a-token-for-this-run';
const withToken: Overlay = { ...inHost, tokens: [{ name: 'env', value: newToken, rights: 'write' }] };

describe('a settings file that is gone when the host starts again', () => {
  test.each([
    ['it alone was removed', () => rmSync(vault.at(file))],
    ['the folder of the plugin was removed', () => rmSync(vault.at(folder), { recursive: true })],
    ['it was emptied', () => writeFileSync(vault.at(file), '')],
    ['it holds an object without any setting', () => writeFileSync(vault.at(file), '{}')],
  ])('stops all access where %s, and says what to do', async (_how, lose) => {
    await runOnce();
    lose();
    await start(withToken);
    expect(store().isLocked).toBe(true);
    expect(store().settings).toMatchObject({ readOnly: true, tokens: [] });
    expect(plugin.lectern.appInterface.tab.live.state.server.url).toBeUndefined();
    expect(notices()).toContain('No client can connect until the file is repaired.');
    expect(notices()).toContain('--accept-settings');
  });

  test('gives access again once it is back', async () => {
    const good = await runOnce();
    rmSync(vault.at(file));
    await start();
    writeFileSync(vault.at(file), good);
    await plugin.onExternalSettingsChange();
    expect(store().isLocked).toBe(false);
    expect(store().settings.hidden).toEqual(['Private']);
  });

  test('is made again with the host’s option that accepts the settings', async () => {
    await runOnce();
    rmSync(vault.at(file));
    await start({ ...inHost, acceptsStored: true });
    expect(store().settings).toMatchObject({ hidden: [], readOnly: false, tokens: [{ name: 'default' }] });
    stop();
    await start();
    expect(store().isLocked).toBe(false);
  });

  test('is not reported as lost if the host never had one', async () => {
    const keepingNothing = { ...inHost, keepsNothing: true };
    await start(keepingNothing);
    stop();
    await start(keepingNothing);
    expect(store().isLocked).toBe(false);
    stop();
    await start(withToken);
    expect(store().isLocked).toBe(false);
  });
});

test('settings that are removed while the host runs stop all access', async () => {
  await start(withToken);
  await store().update(settings => ({ ...settings, hidden: ['Private'] }));
  rmSync(vault.at(file));
  await plugin.onExternalSettingsChange();
  expect(store().isLocked).toBe(true);
  expect(store().settings.tokens).toEqual([]);
});

test('an empty object does not stop access to a vault that had no settings', async () => {
  mkdirSync(vault.at(folder), { recursive: true });
  writeFileSync(vault.at(file), '{}');
  await start();
  expect(store().isLocked).toBe(false);
  expect(settingsSchema.parse(JSON.parse(readFileSync(vault.at(file), 'utf8'))).tokens).toHaveLength(1);
});
