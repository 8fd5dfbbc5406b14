import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import {
  Component,
  debounce,
  Events,
  normalizePath,
  prepareFuzzySearch,
  prepareSimpleSearch,
  Menu,
  Plugin,
} from 'obsidian';
import { installGlobals } from '../../../pkg/headless/globals';
import type { LoadedPlugin } from '../../../pkg/headless/plugins/plugin-loader';
import { isFunction } from '../../../pkg/headless/obsidian/core/unknowns';
import { eventually } from '../../support/time/waiting';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { withPage } from '../page';

describe('parts of plugins', () => {
  class Recorder extends Component {
    constructor(
      readonly name: string,
      readonly log: string[],
    ) {
      super();
    }

    override onload(): void {
      this.log.push(`${this.name} loaded`);
      this.register(() => this.log.push(`${this.name} first cleanup`));
      this.register(() => this.log.push(`${this.name} second cleanup`));
    }

    override onunload(): void {
      this.log.push(`${this.name} unloaded`);
    }
  }

  describe('components', () => {
    test('load with their children and clean up in reverse', () => {
      const log: string[] = [];
      const parent = new Recorder('parent', log);
      parent.addChild(new Recorder('child', log));
      parent.load();
      parent.load();
      parent.unload();
      parent.unload();
      expect(log).toEqual([
        'parent loaded',
        'child loaded',
        'child second cleanup',
        'child first cleanup',
        'child unloaded',
        'parent second cleanup',
        'parent first cleanup',
        'parent unloaded',
      ]);
    });

    test('load a child that comes later at once, and unload one that is removed', () => {
      const log: string[] = [];
      const parent = new Component();
      parent.load();
      const child = parent.addChild(new Recorder('child', log));
      parent.removeChild(child);
      parent.unload();
      expect(log.filter(line => line.endsWith('loaded'))).toEqual(['child loaded', 'child unloaded']);
    });

    test('detach their events and intervals', () => {
      installGlobals();
      const events = new Events();
      const heard: unknown[] = [];
      const component = new Component();
      component.load();
      component.registerEvent(events.on('x', (value: unknown) => heard.push(value)));
      component.registerInterval(window.setInterval(() => heard.push('tick'), 1));
      events.trigger('x', 1);
      component.unload();
      events.trigger('x', 2);
      expect(heard).toEqual([1]);
    });
  });

  describe('events', () => {
    test('reach listeners in order with their context, until they are off', () => {
      const events = new Events();
      const heard: unknown[] = [];
      const listener = function (this: unknown, ...values: unknown[]): void {
        heard.push([this, ...values]);
      };
      const context = { name: 'context' };
      events.on('x', listener, context);
      const ref = events.on('x', () => heard.push('second'));
      events.trigger('x', 1, 2);
      events.offref(ref);
      events.off('x', listener);
      events.trigger('x');
      expect(heard).toEqual([[context, 1, 2], 'second']);
    });

    test('go on after a listener that fails', () => {
      const errors: unknown[] = [];
      const original = console.error;
      console.error = (...values: unknown[]) => errors.push(...values);
      const events = new Events();
      const heard: string[] = [];
      events.on('x', () => {
        throw new Error('broken');
      });
      events.on('x', () => heard.push('second'));
      events.trigger('x');
      console.error = original;
      expect(heard).toEqual(['second']);
      expect(errors).toEqual([new Error('broken')]);
    });
  });

  describe('functions of the module', () => {
    test.each([
      ['', '/'],
      ['/', '/'],
      ['a//b\\c/', 'a/b/c'],
      ['/a.md', 'a.md'],
      ['a\u00a0b.md', 'a b.md'],
      ['A\u030a', '\u00c5'],
    ])('normalizePath turns %j into %j', (path, normal) => {
      expect(normalizePath(path)).toBe(normal);
    });

    test('debounce calls once with the last values', () => {
      jest.useFakeTimers();
      const calls: unknown[] = [];
      const debounced = debounce((value: number) => calls.push(value), 100);
      debounced(1);
      jest.advanceTimersByTime(60);
      debounced(2);
      jest.advanceTimersByTime(60);
      debounced(3).cancel();
      jest.advanceTimersByTime(500);
      debounced(4);
      debounced.run();
      jest.useRealTimers();
      expect(calls).toEqual([2, 4]);
    });

    test('searches find words in any order, and letters in their order', () => {
      expect(prepareSimpleSearch('beta alpha')('Alpha and Beta')?.matches).toEqual([
        [0, 5],
        [10, 14],
      ]);
      expect(prepareSimpleSearch('gamma')('Alpha')).toBeNull();
      expect(prepareFuzzySearch('ab')('Alpha beta')?.matches).toEqual([
        [0, 1],
        [6, 7],
      ]);
      expect(prepareFuzzySearch('ba')('Alpha b')).toBeNull();
    });
  });
});

describe('a second plugin', () => {
  withPage();

  const gadget = join(__dirname, '..', '..', 'fixtures', 'plugins', 'gadget', 'main.js');

  describe('a plugin that uses a little of everything', () => {
    let vault: TemporaryVault;
    let loaded: LoadedPlugin;

    beforeEach(async () => {
      vault = await temporaryVault({ 'Home.md': 'Home\n', 'a/b.md': '' }, undefined, { metadataDelay: 0 });
      loaded = await vault.host.loadPlugin(gadget);
    });

    afterEach(() => vault.close());

    const call = (member: string, ...values: unknown[]): unknown => {
      const method: unknown = Reflect.get(loaded.instance, member);
      return isFunction(method) ? method.apply(loaded.instance, values) : undefined;
    };

    const inside = (member: string): unknown => Reflect.get(loaded.instance, member);

    test('loads with all that it registers', () => {
      const { internals } = vault.host;
      expect(loaded.instance).toBeInstanceOf(Plugin);
      expect(internals.commands.listCommands().map(({ id }) => id)).toEqual(['gadget:open', 'gadget:name']);
      expect(internals.statusBar.map(item => item.textContent)).toEqual(['Sunday']);
      expect(inside('log')).toContain('ready');
    });

    test('opens its view, which follows the vault, and closes it with the plugin', async () => {
      await call('activate');
      await call('activate');
      const leaves = vault.host.app.workspace.getLeavesOfType('gadget-view');
      expect(leaves).toHaveLength(1);
      const shown = (): string | undefined => leaves[0]?.view.containerEl.textContent;
      expect(shown()).toContain('Home');
      await vault.host.app.vault.create('Third.md', '');
      expect(shown()).toContain('Third');
      await vault.host.close();
      expect(vault.host.app.workspace.getLeavesOfType('gadget-view')).toEqual([]);
      expect(inside('log')).toContain('unloaded');
    });

    test('makes a note with properties and links to it', async () => {
      await call('make', 'One');
      expect(readFileSync(vault.at('Gadgets/One.md'), 'utf8')).toBe(
        '---\nmade: 2026-03-01\ntags:\n  - gadget\n---\n# Made\n',
      );
      expect(readFileSync(vault.at('Home.md'), 'utf8')).toBe('Home\n[[One]]\n');
      expect(vault.host.notices).toEqual(['Made One']);
      await vault.host.metadataSettled();
      expect(inside('log')).toContain('changed Gadgets/One.md');
      const note = vault.host.app.vault.getFileByPath('Gadgets/One.md');
      if (note === null) throw new Error('no note');
      await vault.host.app.fileManager.renameFile(note, 'Gadgets/Two.md');
      expect(inside('log')).toContain('Gadgets/One.md -> Gadgets/Two.md');
      expect(readFileSync(vault.at('Home.md'), 'utf8')).toBe('Home\n[[Two]]\n');
    });

    test('asks in a modal', () => {
      vault.host.internals.commands.executeCommandById('gadget:name');
      const modal: unknown = inside('modal');
      expect(Reflect.get(Object(modal), 'titleEl')).toMatchObject({ textContent: 'Name it' });
      expect(String(Reflect.get(Object(Reflect.get(Object(modal), 'contentEl')), 'textContent'))).toContain(
        'Done',
      );
    });

    test('shows its settings and keeps them', async () => {
      const { setting } = vault.host.internals;
      const tab = setting.openTabById('gadget');
      expect(tab?.containerEl.textContent).toContain('Where new notes go.');
      await call('turn', true);
      expect(JSON.parse(readFileSync(vault.at('.obsidian/plugins/gadget/data.json'), 'utf8'))).toEqual({
        folder: 'Gadgets',
        isLoud: true,
      });
      const { commands } = vault.host.internals;
      expect(commands.executeCommandById('gadget:loud')).toBe(true);
      expect(inside('log')).toContain('loud');
    });

    test('asks a server', async () => {
      const server = createServer((request, response) => {
        let body = '';
        request.on('data', part => (body += String(part)));
        request.on('end', () => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify({ method: request.method, type: request.headers['content-type'], body }),
          );
        });
      });
      await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
      const address = server.address();
      const port = address === null || typeof address === 'string' ? 0 : address.port;
      expect(await call('fetchFrom', `http://127.0.0.1:${port}/x`)).toEqual([
        200,
        { method: 'POST', type: 'application/json', body: '{"asked":true}' },
      ]);
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    });

    test('stops its intervals with the plugin', async () => {
      const ticks = (): number => {
        const log = inside('log');
        return Array.isArray(log) ? log.filter(one => one === 'tick').length : 0;
      };
      await eventually(() => ticks() >= 2);
      await vault.host.close();
      const before = ticks();
      // As often as the plugin's interval, and later each time.
      let own = 0;
      const interval = setInterval(() => (own += 1), 5);
      await eventually(() => own >= 3);
      clearInterval(interval);
      expect(ticks()).toBe(before);
    });

    test('gets an error that names what only the app has', () => {
      expect(() => call('useTheApp')).toThrow('does not imitate htmlToMarkdown');
      expect(() => call('makeBase')).toThrow('does not imitate BasesView');
      expect(() => call('whichField')).toThrow('does not imitate editorLivePreviewField.init');
    });
  });

  describe('the module obsidian', () => {
    test('has every name that the typings export', async () => {
      const typings = readFileSync(require.resolve('obsidian/obsidian.d.ts'), 'utf8');
      const declared = [
        ...typings.matchAll(/^export (?:abstract )?(?:class|function|const|let|enum) (\w+)/gm),
      ];
      const names = declared.map(found => found[1] ?? '');
      const exported = new Set(Object.keys(await import('obsidian')));
      expect(names.length).toBeGreaterThan(150);
      expect(names.filter(name => !exported.has(name))).toEqual([]);
    });

    test('can be checked for unsupported members', async () => {
      const { BasesView, Keymap, WorkspaceSplit } = await import('obsidian');
      expect(new Menu() instanceof BasesView).toBe(false);
      expect({} instanceof WorkspaceSplit).toBe(false);
      const read = (): unknown => Reflect.get(WorkspaceSplit, 'someStatic');
      expect(read).toThrow('WorkspaceSplit.someStatic');
      expect(Keymap.isModEvent(null)).toBe(false);
    });
  });
});
