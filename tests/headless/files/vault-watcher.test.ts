import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Plugin } from 'obsidian';
import { openVault } from '../../../pkg/headless/host';
import { VaultWatcher } from '../../../pkg/headless/vault-watcher';
import { eventuallyPasses } from '../../support/time/waiting';
import { recordEvents, temporaryVault, type TemporaryVault, writeFiles } from '../temporary-vault';

describe('outside changes', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': 'alpha', 'Folder/b.md': 'beta' }, undefined, { watch: true });
    await vault.host.becomeReady();
    await vault.host.settled();
  });

  afterEach(() => vault.close());

  test('cause events: new, changed, renamed and removed files', async () => {
    const events = recordEvents(vault.host);
    writeFileSync(vault.at('new.md'), 'new');
    await eventuallyPasses(() => expect(events).toEqual(['create new.md']));
    appendFileSync(vault.at('Folder/b.md'), '!');
    await eventuallyPasses(() => expect(events).toContain('modify Folder/b.md'));
    expect(vault.host.app.vault.getFileByPath('Folder/b.md')?.stat.size).toBe(5);
    renameSync(vault.at('a.md'), vault.at('Folder/a.md'));
    await eventuallyPasses(() => expect(events).toContain('create Folder/a.md'));
    await eventuallyPasses(() => expect(events).toContain('delete a.md'));
    rmSync(vault.at('Folder'), { recursive: true });
    await eventuallyPasses(() => expect(events).toContain('delete Folder'));
    expect(vault.host.app.vault.getAllLoadedFiles().map(file => file.path)).toEqual(['/', 'new.md']);
  });

  test('cause events in new folders, however deep', async () => {
    const events = recordEvents(vault.host);
    writeFiles(vault.root, { 'X/Y/Z/deep.md': 'deep', 'X/.git/config': 'hidden' });
    await eventuallyPasses(() => expect(events).toContain('create X/Y/Z/deep.md'));
    appendFileSync(vault.at('X/Y/Z/deep.md'), '!');
    await eventuallyPasses(() => expect(events).toContain('modify X/Y/Z/deep.md'));
    expect(events.filter(event => event.includes('.git'))).toEqual([]);
  });

  test('are known at once on request, if the system reports them at once', async () => {
    const { host } = vault;
    for (const path of ['new.md', 'Folder/new.md', 'Fresh/Deep/new.md']) {
      writeFiles(vault.root, { [path]: 'new' });
      const isUpToDate = await host.services.noticeChanges();
      const isKnown = host.app.vault.getFileByPath(path) !== null;
      expect([path, isUpToDate, isKnown || !isUpToDate]).toEqual([path, process.platform === 'linux', true]);
    }
  });

  test('are not reported as known before all folders are watched', async () => {
    const early = await temporaryVault({ 'a.md': '' }, undefined, { watch: true });
    await early.host.becomeReady();
    expect(await early.host.services.noticeChanges()).toBe(false);
    await early.close();
  });

  test('before the folders were watched are found, however long the first reading of the notes takes', async () => {
    const late = await temporaryVault({ 'a.md': '' });
    await late.host.becomeReady();
    writeFileSync(late.at('between.md'), 'between');
    const watcher = new VaultWatcher(late.host.internals, () => undefined);
    watcher.start(new Promise(() => undefined));
    await eventuallyPasses(() => expect(late.host.app.vault.getFileByPath('between.md')).not.toBeNull());
    watcher.close();
    await late.close();
  });

  test('cause no second event when the host itself wrote', async () => {
    const events = recordEvents(vault.host);
    const { vault: app } = vault.host.app;
    const made = await app.create('own.md', 'one');
    await app.modify(made, 'two');
    await app.rename(made, 'Folder/own.md');
    writeFileSync(vault.at('sign.md'), 'sign');
    await eventuallyPasses(() => expect(events).toContain('create sign.md'));
    await vault.host.settled();
    expect(events).toEqual([
      'create own.md',
      'modify own.md',
      'rename Folder/own.md from own.md',
      'create sign.md',
    ]);
  });

  test('cause one event for each file in bursts of thousands', async () => {
    const events = recordEvents(vault.host);
    const script = `
      const fs = require('fs');
      for (let folder = 0; folder < 30; folder++) {
        fs.mkdirSync('burst/' + folder, { recursive: true });
        for (let note = 0; note < 100; note++) fs.writeFileSync('burst/' + folder + '/' + note + '.md', 'x');
      }`;
    execFileSync(process.execPath, ['-e', script], { cwd: vault.root });
    await eventuallyPasses(() => {
      const created = events.filter(event => event.startsWith('create burst/') && event.endsWith('.md'));
      expect(created.length).toBe(3000);
    });
    expect(new Set(events.filter(event => event.startsWith('create'))).size).toBe(3031);
    rmSync(vault.at('burst'), { recursive: true });
    await eventuallyPasses(() => expect(vault.host.app.vault.getFiles().length).toBe(2));
  });

  test('cause no event after the host is closed', async () => {
    const events = recordEvents(vault.host);
    const other = await openVault(vault.root, { stateFolder: `${vault.state}-2`, quiet: true });
    await other.becomeReady();
    await other.settled();
    const eventsOfOther = recordEvents(other);
    await vault.host.close();
    writeFileSync(vault.at('late.md'), 'late');
    await eventuallyPasses(() => expect(eventsOfOther).toEqual(['create late.md']));
    await other.close();
    expect(events).toEqual([]);
  });

  const manifest = {
    id: 'sample',
    name: 'Sample',
    version: '1.0.0',
    minAppVersion: '1.0.0',
    author: '',
    description: '',
  };

  test('of its settings notify a plugin that has none yet, also when their folder is replaced', async () => {
    const told: unknown[] = [];
    class Sample extends Plugin {
      override async onExternalSettingsChange() {
        told.push(await this.loadData());
      }
    }
    await vault.host.loadPlugin(Sample, manifest);
    const folder = vault.at('.obsidian/plugins/sample');
    const write = (text: string): void => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'data.json'), text);
    };
    write('{"step":"first"}');
    await eventuallyPasses(() => expect(told).toEqual([{ step: 'first' }]));
    rmSync(vault.at('.obsidian'), { recursive: true });
    await eventuallyPasses(() => expect(told).toEqual([{ step: 'first' }, null]));
    write('{"step":"second"}');
    await eventuallyPasses(() => expect(told).toEqual([{ step: 'first' }, null, { step: 'second' }]));
  });

  test('of its settings notify a plugin, except its own writes', async () => {
    const told: unknown[] = [];
    class Sample extends Plugin {
      override async onload() {
        await this.saveData({ from: 'plugin' });
      }

      override async onExternalSettingsChange() {
        told.push(await this.loadData());
      }
    }
    const { instance } = await vault.host.loadPlugin(Sample, manifest);
    const folder = vault.at('.obsidian/plugins/sample');
    // What the watcher does when the system reports the write.
    await instance.noticeForeignData();
    expect(told).toEqual([]);
    writeFileSync(join(folder, 'data.json'), '{"from":"elsewhere"}');
    await eventuallyPasses(() => expect(told).toEqual([{ from: 'elsewhere' }]));
  });
});
