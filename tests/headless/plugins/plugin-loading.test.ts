import { spawnSync } from 'node:child_process';
import { Console } from 'node:console';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { App, Plugin } from 'obsidian';
import { asFunction, evaluateModule, type KeptModule } from '../../../pkg/headless/kept-code';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { withPage } from '../page';
import { sampleManifest } from './sample-manifest';

withPage();

const fixtures = join(__dirname, '..', '..', 'fixtures', 'plugins');
const counter = join(fixtures, 'counter', 'main.js');

/** This process would take what it has compiled itself. */
const takesCode = `
  const { readFileSync } = require('node:fs');
  const cachedData = readFileSync(process.argv[1]).subarray(0, -4);
  const script = new (require('node:vm').Script)(readFileSync(0, 'utf8'), { cachedData });
  process.stdout.write(script.cachedDataRejected ? 'refused' : 'taken');`;

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

describe('loading plugins', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': 'alpha', 'Folder/b.md': 'beta' });
  });

  afterEach(() => vault.close());

  const inside = (plugin: { readonly instance: object }, member: string): unknown =>
    Reflect.get(plugin.instance, member);

  test('loads, runs and unloads a built plugin from its file', async () => {
    const { host } = vault;
    const loaded = await host.loadPlugin(counter);
    expect(loaded.instance).toBeInstanceOf(Plugin);
    expect(host.internals.plugins.getPlugin('counter')).toBe(loaded.instance);
    const events = strings(inside(loaded, 'events'));
    expect(events.at(-1)).toBe('layout ready');
    expect(events.sort()).toEqual(['create Folder', 'create Folder/b.md', 'create a.md', 'layout ready']);
    expect(host.internals.statusBar.map(item => item.getText())).toEqual(['ready']);
    await host.close();
    expect(inside(loaded, 'events')).toContain('unloaded');
    expect(host.internals.statusBar).toEqual([]);
    expect(host.internals.commands.listCommands()).toEqual([]);
    expect(host.internals.plugins.getPlugin('counter')).toBeNull();
  });

  test('offers its commands under its name, without those that need an editor', async () => {
    await vault.host.loadPlugin(counter);
    const { commands } = vault.host.internals;
    expect(commands.listCommands().map(({ id, name }) => [id, name])).toEqual([
      ['counter:count', 'Counter: Count'],
    ]);
    expect(commands.executeCommandById('counter:count')).toBe(true);
    expect(commands.executeCommandById('counter:edit')).toBe(false);
    expect(commands.executeCommandById('__proto__')).toBe(false);
    expect(vault.host.notices).toEqual(['Counted to 1']);
  });

  test('keeps its data where the app keeps it', async () => {
    const loaded = await vault.host.loadPlugin(counter);
    await loaded.instance.saveData({ step: 5, count: 10 });
    const file = vault.at('.obsidian/plugins/counter/data.json');
    expect(readFileSync(file, 'utf8')).toBe('{\n  "step": 5,\n  "count": 10\n}');
    expect(await loaded.instance.loadData()).toEqual({ step: 5, count: 10 });
    expect(readdirSync(vault.at('.obsidian/plugins/counter'))).toEqual(['data.json']);
  });

  test('starts from compiled code the second time', async () => {
    const first = await vault.host.loadPlugin(counter);
    first.keepCompiled();
    const folder = join(vault.state, 'code', 'counter');
    expect(readdirSync(folder)).toHaveLength(1);
    const again = await temporaryVault({}, undefined, { stateFolder: vault.state });
    const second = await again.host.loadPlugin(counter);
    expect(inside(second, 'settings')).toEqual({ step: 1, count: 0 });
    await again.close();
  });

  test('keeps compiled code that a new process accepts', async () => {
    const loaded = await vault.host.loadPlugin(counter);
    loaded.keepCompiled();
    const folder = join(vault.state, 'code', 'counter');
    const [name = ''] = readdirSync(folder);
    const input = asFunction(counter);
    const { stdout } = spawnSync(process.execPath, ['-e', takesCode, join(folder, name)], { input });
    expect(stdout.toString()).toBe('taken');
  });

  test('works with damaged compiled code', async () => {
    const first = await vault.host.loadPlugin(counter);
    first.keepCompiled();
    const folder = join(vault.state, 'code', 'counter');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged');
    const again = await temporaryVault({}, undefined, { stateFolder: vault.state });
    const second = await again.host.loadPlugin(counter);
    expect(inside(second, 'settings')).toEqual({ step: 1, count: 0 });
    await again.close();
  });

  test('loads community plugins of the vault before the app is ready', async () => {
    const seen = await temporaryVault(
      {},
      root =>
        cpSync(join(fixtures, 'counter'), join(root, '.obsidian', 'plugins', 'counter'), { recursive: true }),
      { communityPlugins: ['counter'] },
    );
    const plugin = seen.host.internals.plugins.getPlugin('counter');
    expect(plugin?.manifest.dir).toBe('.obsidian/plugins/counter');
    expect(seen.host.app.workspace.layoutReady).toBe(false);
    await seen.host.becomeReady();
    expect(plugin === null ? [] : Reflect.get(plugin, 'events')).toEqual(['layout ready']);
    await seen.close();
  });

  test('loads no plugin from outside the vault', async () => {
    mkdirSync(vault.at('.obsidian/plugins'), { recursive: true });
    symlinkSync(join(fixtures, 'counter'), vault.at('.obsidian/plugins/counter'));
    await expect(vault.host.loadCommunityPlugin('counter')).rejects.toThrow(
      'there is no .obsidian/plugins/counter/main.js in the vault.',
    );
    await expect(vault.host.loadCommunityPlugin('../../x')).rejects.toThrow('is no plugin');
  });

  test('loads a class, waits for its start, and makes the app ready only then', async () => {
    const order: string[] = [];
    class Sample extends Plugin {
      override async onload() {
        this.app.workspace.onLayoutReady(() => order.push('ready'));
        await Promise.resolve();
        order.push(this.app instanceof App ? 'loaded' : 'strange app');
      }
    }
    await vault.host.loadPlugin(Sample, sampleManifest);
    expect(order).toEqual(['loaded', 'ready']);
  });

  test('takes a plugin that fails to start away again', async () => {
    const order: string[] = [];
    class Failing extends Plugin {
      override onload(): Promise<void> {
        this.register(() => order.push('cleaned'));
        return Promise.reject(new Error('broken'));
      }
    }
    await expect(vault.host.loadPlugin(Failing, sampleManifest)).rejects.toThrow('broken');
    expect(order).toEqual(['cleaned']);
    expect(vault.host.internals.plugins.getPlugin('sample')).toBeNull();
  });

  test('refuses a plugin that needs a newer app', async () => {
    class Sample extends Plugin {}
    const newer = { ...sampleManifest, minAppVersion: '1.14.0' };
    await expect(vault.host.loadPlugin(Sample, newer)).rejects.toThrow('1.14.0');
  });

  test('overlays settings before the plugin loads, and reports a refusal', async () => {
    const order: unknown[] = [];
    class Controlled extends Plugin {
      readonly control = {
        applyOverlay: (overlay: unknown) => {
          order.push(overlay);
          if (order.length > 2) throw new Error('port: not a number');
        },
        started: () => Promise.resolve({ state: 'off' }),
        status: () => ({ state: 'off' }),
        setupTexts: () => [],
        stop: () => {
          order.push('stopped');
          return Promise.resolve();
        },
      };

      override onload() {
        order.push('loaded');
      }
    }
    const { control } = await vault.host.loadPlugin(Controlled, sampleManifest, { settings: { port: 1 } });
    expect(control).toBeDefined();
    expect(order).toEqual([{ settings: { port: 1 }, services: vault.host.services }, 'loaded']);
    await expect(vault.host.loadPlugin(Controlled, sampleManifest, { settings: {} })).rejects.toThrow(
      'port: not a number',
    );
    await vault.host.close();
    expect(order.at(-1)).toBe('stopped');
  });

  describe('what a bundle may require', () => {
    const load = async (source: string) => {
      mkdirSync(vault.at('.obsidian/plugins/sample'), { recursive: true });
      const file = vault.at('.obsidian/plugins/sample/main.js');
      writeFileSync(file, `const { Plugin } = require('obsidian');\n${source}`);
      return vault.host.loadPlugin(file, sampleManifest);
    };

    test('is the modules of Node and files beside it', async () => {
      mkdirSync(vault.at('.obsidian/plugins/sample'), { recursive: true });
      writeFileSync(vault.at('.obsidian/plugins/sample/part.js'), 'exports.answer = 42;');
      const loaded = await load(`
        const { join } = require('node:path'); const fs = require('fs');
        exports.default = class extends Plugin {
          onload() { this.answer = [require('./part.js').answer, join('a', 'b'), typeof fs.readFileSync]; }
        };`);
      expect(inside(loaded, 'answer')).toEqual([42, 'a/b', 'function']);
    });

    test('is no package, even when one is installed here', async () => {
      await expect(load(`require('yaml');`)).rejects.toThrow("Cannot find module 'yaml'");
    });

    test('is no member that is not imitated', async () => {
      await expect(load(`require('obsidian').renderTheMoon;`)).rejects.toThrow('obsidian.renderTheMoon');
      await expect(load(`require('electron').shell;`)).rejects.toThrow('electron.shell');
    });
  });
});

describe('kept code', () => {
  const { console: own } = globalThis;
  let folder: string;
  let written: PassThrough;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-'));
    written = new PassThrough();
    globalThis.console = new Console(written, written);
  });
  afterEach(() => {
    globalThis.console = own;
    rmSync(folder, { recursive: true, force: true });
  });

  test('compiled code that cannot be kept is logged, and the plugin is there', () => {
    const file = join(folder, 'main.js');
    writeFileSync(file, 'module.exports = "the plugin";');
    writeFileSync(join(folder, 'taken'), 'A file where the folder should be.');
    const code = evaluateModule(file, join(folder, 'taken', 'code'), require, own);
    code.keepCompiled();
    expect(code.exports).toBe('the plugin');
    expect(String(written.read())).toMatch(/^The compiled code of main\.js could not be kept: .+\n$/);
  });

  test('an empty file exports no plugin', () => {
    const file = join(folder, 'main.js');
    writeFileSync(file, '');
    expect(evaluateModule(file, undefined, require, own).exports).toEqual({});
  });

  test('compiled code that can be kept is not logged', () => {
    const file = join(folder, 'main.js');
    writeFileSync(file, 'module.exports = "the plugin";');
    evaluateModule(file, join(folder, 'code'), require, own).keepCompiled();
    expect(readdirSync(join(folder, 'code'))).toEqual([expect.stringMatching(/\.code$/)]);
    expect(written.read()).toBeNull();
  });

  test.each([
    [
      'a changed byte',
      (place: string, bytes: Buffer) => writeFileSync(place, bytes.fill(~bytes.readUInt8(200), 200, 201)),
    ],
    ['its second half missing', (place: string, bytes: Buffer) => truncateSync(place, bytes.length / 2)],
    ['nothing in it', (place: string) => truncateSync(place)],
    ['others who may write it', (place: string) => chmodSync(place, 0o622)],
  ])('compiled code with %s is not taken, but made again', (_name, change) => {
    const file = join(folder, 'main.js');
    writeFileSync(file, 'module.exports = ["a", "plugin"].join(" ");');
    const start = (): KeptModule => evaluateModule(file, join(folder, 'code'), require, own);
    start().keepCompiled();
    const [name = ''] = readdirSync(join(folder, 'code'));
    const place = join(folder, 'code', name);
    const { ino } = statSync(place);
    start().keepCompiled();
    expect(statSync(place).ino).toBe(ino);
    change(place, readFileSync(place));
    const again = start();
    again.keepCompiled();
    expect(again.exports).toBe('a plugin');
    expect(statSync(place).ino).not.toBe(ino);
    expect(statSync(place).mode & 0o777).toBe(0o600);
  });
});
