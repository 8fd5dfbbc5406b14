import '../../pkg/headless/all-locales';
import fs, {
  appendFileSync,
  symlinkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import moment from 'moment';
import { ItemView, type WorkspaceLeaf } from 'obsidian';
import { Notice } from '../../pkg/headless/obsidian/ui/notice';
import { closePage, openPage, withPage } from './page';
import { applyLocale, localeOptions } from '../../pkg/headless/locale';
import { temporaryVault, type TemporaryVault, recordEvents } from './temporary-vault';
import { isFunction } from '../../pkg/headless/obsidian/core/unknowns';
import { Vault } from '../../pkg/headless/obsidian/vault/vault';
import type { VaultIndex } from '../../pkg/headless/obsidian/vault/vault-index';
import { ProcessDevice } from '../../pkg/headless/process-device';
import { openStateFolder } from '../../pkg/headless/state-folder';

describe('a notice', () => {
  test('a notice keeps no process alive while it is shown', () => {
    const page = openPage();
    const timers = (): number => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length;
    const before = timers();
    const notice = new Notice('Lectern is running.');
    expect(notice.containerEl.isConnected).toBe(true);
    expect(timers()).toBe(before);
    closePage(page);
  });
});

describe('the locale', () => {
  let vault: TemporaryVault | undefined;
  afterEach(async () => {
    moment.updateLocale('de', { week: { dow: 1, doy: 4 } });
    moment.updateLocale('en', { week: { dow: 0, doy: 6 } });
    moment.locale('en');
    await vault?.close();
  });

  async function apply(
    environment: Record<string, string>,
    plugins: Record<string, unknown> = {},
  ): Promise<void> {
    const files = Object.entries(plugins).map(([id, data]): [string, string] => [
      `.obsidian/plugins/${id}/data.json`,
      JSON.stringify(data),
    ]);
    vault = await temporaryVault({
      ...Object.fromEntries(files),
      '.obsidian/community-plugins.json': JSON.stringify(Object.keys(plugins)),
    });
    await applyLocale(localeOptions(vault.host.internals.vault, environment));
  }

  /** A Sunday. */
  const shown = (): string => moment('2027-01-03').format('gggg-[W]ww dddd');

  test.each([
    [{}, '2027-W02 Sunday'],
    [{ LANG: 'C.UTF-8' }, '2027-W02 Sunday'],
    [{ LANG: 'en_US.UTF-8' }, '2027-W02 Sunday'],
    [{ LANG: 'de_DE.UTF-8@euro' }, '2026-W53 Sonntag'],
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'fr_FR' }, '2026-W53 dimanche'],
    [{ LANG: 'de_DE', LC_TIME: 'en_GB.UTF-8', LC_ALL: '' }, '2026-W53 Sunday'],
    [{ LANG: 'pt_BR' }, '2027-W02 domingo'],
    [{ LANG: 'xx_YY' }, '2027-W02 Sunday'],
    [{ LANG: '../../../x' }, '2027-W02 Sunday'],
  ])('the environment %j makes it %s', async (environment: Record<string, string>, expected) => {
    await apply(environment);
    expect(shown()).toBe(expected);
  });

  test.each([
    [{ calendar: { weekStart: 'monday', localeOverride: 'system-default' } }, '2027-W01 Sunday'],
    [{ calendar: { weekStart: 'locale', localeOverride: 'de' } }, '2026-W53 Sonntag'],
    [{ calendar: { weekStart: 'sunday', localeOverride: 'de' } }, '2027-W01 Sonntag'],
    [
      { 'periodic-notes': { weekStart: 'locale', localeOverride: 'de' }, calendar: { localeOverride: 'fr' } },
      '2026-W53 Sonntag',
    ],
    [{ calendar: { weekStart: 'someday', localeOverride: '../x' } }, '2027-W02 Sunday'],
    [{ calendar: { weekStart: 1, localeOverride: null } }, '2027-W02 Sunday'],
  ])('plugins of the vault make it, by %j, %s', async (plugins, expected) => {
    await apply({ LANG: 'C' }, plugins);
    expect(shown()).toBe(expected);
  });
});

/** How often the disk is asked; counted, since times say little on a busy machine. */
describe('steps of a look', () => {
  let vault: TemporaryVault;
  afterEach(() => vault.close());

  /** How often Node's `fs` is called during `work`, which waits for nothing. */
  function diskCalls(work: () => void): number {
    let count = 0;
    const restore: (() => void)[] = [];
    const countCalls = (object: object, name: string): void => {
      const call: unknown = Reflect.get(object, name);
      if (!isFunction(call) || isClass(call)) return;
      const counting = (...args: unknown[]): unknown => {
        count += 1;
        return call(...args);
      };
      Reflect.set(object, name, Object.assign(counting, call));
      restore.push(() => Reflect.set(object, name, call));
    };
    countCalls(fs.realpathSync, 'native');
    for (const name of Object.keys(fs)) countCalls(fs, name);
    try {
      work();
    } finally {
      for (const undo of restore.reverse()) undo();
    }
    return count;
  }

  const isClass = (value: object): boolean => /^[A-Z]/.test(String(Reflect.get(value, 'name')));

  function indexOf(): VaultIndex {
    const api: unknown = vault.host.app.vault;
    if (!(api instanceof Vault)) throw new Error('not the vault of the host');
    return api.index;
  }

  test('checking one file takes two calls of the file system, for the real path of its folder and for the entry', async () => {
    vault = await temporaryVault({ 'F/G/a.md': 'a' });
    const index = indexOf();
    const events = recordEvents(vault.host);
    appendFileSync(vault.at('F/G/a.md'), '!');
    expect(diskCalls(() => index.reconcile('F/G/a.md'))).toBe(2);
    expect(events).toEqual(['modify F/G/a.md']);
  });

  test('a link is still followed, and one that leads out is not there', async () => {
    vault = await temporaryVault({ 'F/a.md': 'a', '.hidden/b.md': 'b' }, (root, outside) => {
      symlinkSync(`${root}/F/a.md`, `${root}/in.md`);
      symlinkSync(`${outside}/canary.md`, `${root}/out.md`);
      symlinkSync(`${root}/.hidden`, `${root}/hidden`);
    });
    const { app } = vault.host;
    for (const path of ['in.md', 'out.md', 'hidden', 'hidden/b.md']) indexOf().reconcile(path);
    expect(
      app.vault
        .getFiles()
        .map(file => file.path)
        .sort(),
    ).toEqual(['F/a.md', 'in.md']);
  });
});

describe('a workspace', () => {
  withPage();

  class SampleView extends ItemView {
    readonly log: string[] = [];

    getViewType(): string {
      return 'sample-view';
    }

    getDisplayText(): string {
      return 'Sample';
    }

    protected override onOpen(): Promise<void> {
      this.contentEl.setText('shown');
      this.log.push('opened');
      return Promise.resolve();
    }

    protected override onClose(): Promise<void> {
      this.log.push('closed');
      return Promise.resolve();
    }
  }

  describe('the workspace', () => {
    let vault: TemporaryVault;

    beforeEach(async () => {
      vault = await temporaryVault({
        'Note.md': 'root',
        'A/Note.md': 'a',
        'A/Deep/Only.md': 'only',
        'Long folder/Note.md': 'long',
        'B/Other Note.md': 'other',
        'B/picture.png': 'png',
      });
    });

    afterEach(() => vault.close());

    const workspace = () => vault.host.app.workspace;

    test('has no active file before one is opened', async () => {
      expect(workspace().getActiveFile()).toBeNull();
      expect(workspace().activeEditor).toBeNull();
      const opened: (string | undefined)[] = [];
      workspace().on('file-open', file => opened.push(file?.path));
      await workspace().openLinkText('Only', 'Note.md');
      await workspace().openLinkText('Note', 'A/Note.md', true);
      expect(opened).toEqual(['A/Deep/Only.md', 'Note.md']);
      expect(workspace().getActiveFile()?.path).toBe('Note.md');
      expect(workspace().getLastOpenFiles()).toEqual(['Note.md', 'A/Deep/Only.md']);
      expect(workspace().getLeavesOfType('markdown')).toHaveLength(2);
    });

    test('does not make a note for a link that leads nowhere', async () => {
      await expect(workspace().openLinkText('Nowhere', '')).rejects.toThrow('Workspace.openLinkText');
      expect(vault.host.app.vault.getFileByPath('Nowhere.md')).toBeNull();
    });

    test('runs callbacks for the layout once, and immediately if it is ready', async () => {
      const log: string[] = [];
      workspace().onLayoutReady(() => log.push('early'));
      expect(log).toEqual([]);
      await vault.host.becomeReady();
      await vault.host.becomeReady();
      workspace().onLayoutReady(() => log.push('late'));
      expect(log).toEqual(['early', 'late']);
      expect(workspace().layoutReady).toBe(true);
    });

    test('opens the view of a plugin and closes it', async () => {
      const made: SampleView[] = [];
      const { internals } = vault.host;
      const maker = (leaf: unknown) => {
        if (!isLeaf(leaf)) throw new Error('no leaf');
        const view = new SampleView(leaf);
        made.push(view);
        return view;
      };
      const register: unknown = Reflect.get(internals.workspace, 'registerView');
      if (typeof register === 'function') register.call(internals.workspace, 'sample-view', maker);
      await workspace().getLeaf(true).setViewState({ type: 'sample-view', active: true });
      expect(workspace().getActiveViewOfType(SampleView)).toBe(made[0]);
      expect(made[0]?.contentEl.getText()).toBe('shown');
      workspace().detachLeavesOfType('sample-view');
      await Promise.resolve();
      expect(made[0]?.log).toEqual(['opened', 'closed']);
      expect(workspace().getLeavesOfType('sample-view')).toEqual([]);
    });
  });

  function isLeaf(value: unknown): value is WorkspaceLeaf {
    return typeof value === 'object' && value !== null && 'openFile' in value;
  }

  describe('finding what a link names', () => {
    let vault: TemporaryVault;

    beforeEach(async () => {
      vault = await temporaryVault({
        'Note.md': '',
        'A/Note.md': '',
        'A/Deep/Only.md': '',
        'Long folder/Twin.md': '',
        'B/Twin.md': '',
        'C/Twin.md': '',
        'B/picture.png': '',
      });
    });

    afterEach(() => vault.close());

    test.each([
      ['the exact path wins over the own folder', 'Note', 'A/Deep/Only.md', 'Note.md'],
      ['the exact path wins even beside the source', 'Note', 'A/Note.md', 'Note.md'],
      ['a suffix of the path is enough', 'Deep/Only', 'Note.md', 'A/Deep/Only.md'],
      ['the own folder comes next', 'Twin', 'Long folder/x.md', 'Long folder/Twin.md'],
      ['then the shortest path, then the alphabet', 'Twin', 'A/Note.md', 'B/Twin.md'],
      ['case does not matter', 'dEEP/oNLY.MD', 'Note.md', 'A/Deep/Only.md'],
      ['a subpath is cut off', 'Only#Heading', 'Note.md', 'A/Deep/Only.md'],
      ['nothing is the source itself', '#Heading', 'A/Note.md', 'A/Note.md'],
      ['dots count from the source', '../Note', 'A/Deep/Only.md', 'A/Note.md'],
      ['dots do not fall back', './Only', 'Note.md', undefined],
      ['dots do not leave the vault', '../../Note', 'A/Note.md', undefined],
      ['other files go by their whole name', 'picture.png', 'Note.md', 'B/picture.png'],
      ['a part of a name is not enough', 'win', 'Note.md', undefined],
    ])('%s', (_rule, link, source, found) => {
      expect(vault.host.app.metadataCache.getFirstLinkpathDest(link, source)?.path).toBe(found);
    });

    test('follows new, moved and removed files', async () => {
      const { vault: app, metadataCache } = vault.host.app;
      const find = (link: string) => metadataCache.getFirstLinkpathDest(link, 'Note.md')?.path;
      expect(find('Fresh')).toBeUndefined();
      const made = await app.create('A/Fresh.md', '');
      expect(find('Fresh')).toBe('A/Fresh.md');
      await app.rename(made, 'B/Fresh.md');
      expect(find('Fresh')).toBe('B/Fresh.md');
      await app.delete(made);
      expect(find('Fresh')).toBeUndefined();
    });
  });
});

describe('processes of one device', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  const device = (): ProcessDevice => new ProcessDevice(openStateFolder(folder, '/vault'));
  const file = (name: string): string => join(folder, 'processes', name);
  const leave = (name: string, content: string): void => {
    mkdirSync(join(folder, 'processes'), { recursive: true });
    writeFileSync(file(name), content);
  };
  const age = (path: string): void => utimesSync(path, 0, 0);

  /** The id of a process that runs until the test ends. */
  function otherProcess(): number {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    children.push(child);
    return child.pid ?? 0;
  }

  /** As a process writes it for itself. */
  function identityOf(pid: number): string {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-device-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const onLinux = process.platform === 'linux' ? test : test.skip;

  test('the first process has no name of its own, and leaves nothing behind', () => {
    const first = device();
    expect(first.claim().own).toBeUndefined();
    expect(readdirSync(join(folder, 'processes'))).toEqual(['1']);
    first.release();
    expect(readdirSync(join(folder, 'processes'))).toEqual([]);
  });

  onLinux('beside processes that run, each has a name that stays the same', () => {
    leave('1', identityOf(otherProcess()));
    const second = device();
    const name = second.claim().own;
    expect(name).toMatch(/^[0-9a-f]{8}$/);
    second.release();
    expect(device().claim().own).toBe(name);
    leave('2', identityOf(otherProcess()));
    const third = device().claim().own;
    expect(third).toMatch(/^[0-9a-f]{8}$/);
    expect(third).not.toBe(name);
  });

  onLinux('the name of a process that has ended is taken over', () => {
    leave('1', '999999999 1');
    expect(device().claim().own).toBeUndefined();
    leave('1', `${otherProcess()} 1`);
    expect(device().claim().own).toBeUndefined();
    expect(readFileSync(file('1'), 'utf8')).toBe(identityOf(process.pid));
  });

  test('a file that another process is just making is left to it, not for ever', () => {
    leave('1', '');
    expect(device().claim().own).toBeDefined();
    age(file('1'));
    expect(device().claim().own).toBeUndefined();
  });

  test('a claim that another process has just begun is left to it, not for ever', () => {
    leave('1', '999999999');
    mkdirSync(file('1.claim'));
    expect(device().claim().own).toBeDefined();
    age(file('1.claim'));
    device().claim();
    expect(device().claim().own).toBeUndefined();
  });

  onLinux('a claim is held as long as its process runs', () => {
    leave('1', '999999999 1');
    leave('1.claim', identityOf(otherProcess()));
    age(file('1.claim'));
    expect(device().claim().own).toBeDefined();
    expect(readFileSync(file('1'), 'utf8')).toBe('999999999 1');
  });

  test('a disk without hard links holds numbers too, whatever it answers', () => {
    const { linkSync: original } = fs;
    Reflect.set(fs, 'linkSync', (): void => {
      throw Object.assign(new Error('It has no links.'), { code: 'EACCES' });
    });
    try {
      expect(device().claim().own).toBeUndefined();
    } finally {
      Reflect.set(fs, 'linkSync', original);
    }
    expect(readdirSync(join(folder, 'processes'))).toEqual(['1']);
  });

  test.each([undefined, '999999999 1'])(
    'a full disk leaves no file that holds the next start back: %s',
    left => {
      mkdirSync(join(folder, 'processes'));
      if (left !== undefined) leave('1', left);
      const { writeFileSync: original } = fs;
      Reflect.set(fs, 'writeFileSync', (path: string): void => {
        original(path, '');
        throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
      });
      try {
        expect(device().claim().own).toBeDefined();
      } finally {
        Reflect.set(fs, 'writeFileSync', original);
      }
      expect(device().claim().own).toBeUndefined();
    },
  );

  /** As if it were killed at its nth change of the disk: a file that it was writing is empty, and nothing follows. */
  function claimUntilKilled(killed: ProcessDevice, nth: number): void {
    const names = ['linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'rmdirSync', 'writeFileSync'] as const;
    let count = 0;
    const originals = names.map(name => [name, Reflect.get(fs, name)] as const);
    for (const [name, original] of originals)
      Reflect.set(fs, name, (path: string, content: unknown, options: unknown): void => {
        count += 1;
        if (count === nth && name === 'writeFileSync') Reflect.apply(original, fs, [path, '', options]);
        if (count >= nth) throw new Error('It was killed.');
        Reflect.apply(original, fs, [path, content, options]);
      });
    try {
      killed.claim();
    } finally {
      for (const [name, original] of originals) Reflect.set(fs, name, original);
    }
  }

  test.each([
    ['takes over what an ended one had', '999999999 1'],
    ['makes its file', undefined],
  ])('a process that is killed while it %s holds nobody back', (_what, left) => {
    mkdirSync(join(folder, 'processes'));
    for (let nth = 1; nth <= 12; nth += 1) {
      if (left !== undefined) leave('1', left);
      claimUntilKilled(device(), nth);
      const next = device();
      expect([nth, next.claim()]).toEqual([nth, { own: undefined, ended: [] }]);
      next.release();
    }
  });

  onLinux('what another process has taken meanwhile is not removed', () => {
    const first = device();
    first.claim();
    const identity = identityOf(otherProcess());
    leave('1', identity);
    first.release();
    expect(readFileSync(file('1'), 'utf8')).toBe(identity);
  });

  onLinux('the names of processes that have ended come along, and are released together', () => {
    leave('1', identityOf(otherProcess()));
    const name = device().claim().own;
    leave('1', '999999999 1');
    leave('2', '999999999 2');
    leave('3', identityOf(otherProcess()));
    const first = device();
    expect(first.claim()).toEqual({ own: undefined, ended: [name] });
    first.release();
    expect(readdirSync(join(folder, 'processes'))).toEqual(['3']);
  });
});
