import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import LecternPlugin from '../../src/main';
import { acceptSettings } from '../support/accepted';
import { type TestClient, clients } from '../support/clients';
import { temporaryVault } from '../headless/temporary-vault';
import { manifest, RunningLectern } from '../support/lectern';
import { withPage, closePage, openPage } from '../headless/page';
import { titleOfRequest } from '../../src/ui/approval/approval-words';
import type { ProposedChange } from '../../src/vault/approval/approval-request';
import { settingsSchema } from '../../src/settings/schema';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { AppLectern } from '../browser/support/app-lectern';
import { eventually } from '../support/time/waiting';

describe('the interface', () => {
  withPage();

  let lectern: RunningLectern;
  let client: TestClient;

  beforeEach(async () => {
    lectern = await RunningLectern.start({
      files: { 'Home.md': 'home', 'Work/Plan.md': 'plan', 'Diary.md': 'x' },
    });
    client = await lectern.connect();
  });
  afterEach(() => lectern.close());

  function plugin(): LecternPlugin {
    const found: unknown = lectern.host.internals.plugins.getPlugin(manifest.id);
    if (!(found instanceof LecternPlugin)) throw new Error('Lectern is not loaded.');
    return found;
  }

  const appInterface = () => plugin().lectern.appInterface;

  describe('pausing', () => {
    test('answers every call with paused until it ends, and the list of tools stays', async () => {
      const { live } = appInterface().tab;
      live.setPaused(true);
      const { isError, structured } = await client.call('read_note', { path: 'Home.md' });
      expect(isError).toBe(true);
      expect(structured).toMatchObject({ error: { code: 'paused' } });
      expect((await client.listTools()).length).toBeGreaterThan(20);
      live.setPaused(false);
      expect((await client.call('read_note', { path: 'Home.md' })).isError).toBe(false);
    });
  });

  describe("the app's command line", () => {
    const run = (command: string, flags: Record<string, string> = {}): unknown =>
      lectern.host.internals.cliHandlers.get(command)?.handler(flags);

    test('tells state and address, and pauses', async () => {
      expect(run('lectern-mcp:url')).toBe(lectern.url);
      expect(run('lectern-mcp:status')).toContain(`Server: listening\nAddress: ${lectern.url}`);
      expect(run('lectern-mcp:pause')).toBe('Paused.');
      expect(run('lectern-mcp:status')).toContain('Server: paused');
      expect((await client.call('list')).isError).toBe(true);
      expect(run('lectern-mcp:pause', { off: 'true' })).toBe('Resumed.');
      expect((await client.call('list')).isError).toBe(false);
    });
  });

  test('a name on the command line that is taken does not keep the plugin from starting', async () => {
    const vault = await temporaryVault();
    const taken = { description: '', flags: null, handler: () => '' };
    vault.host.internals.cliHandlers.set(`${manifest.id}:status`, taken);
    const warned: unknown[] = [];
    const { warn } = console;
    console.warn = message => void warned.push(message);
    const { control } = await vault.host.loadPlugin(LecternPlugin, manifest, { settings: { port: 0 } });
    expect((await control?.started())?.state).toBe('listening');
    console.warn = warn;
    expect(warned).toHaveLength(1);
    expect([...vault.host.internals.cliHandlers.keys()]).toHaveLength(3);
    await vault.close();
  });

  test('a notice of damaged settings shows what hides in the name of a key', async () => {
    const folder = `.obsidian/plugins/${manifest.id}`;
    const { adapter } = lectern.host.app.vault;
    await adapter.mkdir(folder);
    await adapter.write(`${folder}/data.json`, '{"col\u202eour\\u001b[2J": 1}');
    await plugin().lectern.reloadSettings();
    expect(lectern.host.notices.at(-1)).toContain('"col‹U+202E›our‹U+001B›[2J" is not a setting.');
  });

  describe('the page of the first start', () => {
    test('is shown once, and that is kept', async () => {
      await appInterface().welcome();
      expect(appInterface().tab.store.settings.welcomed).toBe(true);
      const stored = z
        .looseObject({ welcomed: z.boolean() })
        .parse(
          JSON.parse(
            readFileSync(join(lectern.folder.path, `.obsidian/plugins/${manifest.id}/data.json`), 'utf8'),
          ),
        );
      expect(stored.welcomed).toBe(true);
    });
  });

  describe('a test of the connection', () => {
    test('makes a real call, and tells a wrong token from a server that is away', async () => {
      const { tab } = appInterface();
      const listed = await client.listTools();
      expect(await tab.testConnection(lectern.token)).toEqual({ kind: 'answered', tools: listed.length });
      expect(await tab.testConnection('wrong')).toEqual({ kind: 'refused', status: 401 });
      await tab.server.stop();
      expect(await tab.testConnection(lectern.token)).toEqual({ kind: 'unreachable' });
    });
  });

  describe('what a connection has access to', () => {
    const grant = {
      token: 'x',
      rights: 'write',
      allow: [],
      allowWrite: ['Work'],
      deny: ['Diary.md'],
      disabledTools: [],
    } as const;
    const look = (given: object = {}) =>
      appInterface().tab.grantPreview.count({ ...grant, ...given }, new AbortController().signal);

    test('counts the notes that it may read and write', async () => {
      expect(await look()).toEqual({ notes: 3, readable: 2, writable: 1 });
      expect(await look({ rights: 'read' })).toEqual({ notes: 3, readable: 2, writable: 0 });
      await appInterface().tab.store.update(settings => ({ ...settings, hidden: ['Home.md'] }));
      expect(await look()).toEqual({ notes: 3, readable: 1, writable: 1 });
    });

    test('tells what it may do with a path, whether something is there or not', async () => {
      const { grantPreview } = appInterface().tab;
      const at = async (path: string) => grantPreview.at(grant, path);
      expect(
        await Promise.all(['Home.md', 'Work/Plan.md', 'Diary.md', '.obsidian/app.json'].map(at)),
      ).toEqual(['read', 'write', 'hidden', 'hidden']);
      expect(
        await Promise.all(['Work/New.md', 'New', '.new', 'a//b', 'C:\\x.md', '[[New]]'].map(at)),
      ).toEqual(['newWrite', 'newRead', 'hidden', 'absent', 'absent', 'absent']);
    });

    test('finds what a path means as the tools do, and never takes the spelling for leave', async () => {
      const { vault } = lectern.host.app;
      for (const folder of ['Private', 'Home']) await vault.createFolder(folder);
      for (const path of ['Private/Secret.md', 'Private/Work.png', 'Home/Plan.md'])
        await vault.create(path, 'x');
      const { grantPreview } = appInterface().tab;
      const denied = { ...grant, deny: ['Private/**'] };
      const hidden = [
        '/Private/Secret.md',
        'Private\\Secret.md',
        'private/secret',
        'Secret',
        'Work.png',
        'Private/',
      ];
      expect(await Promise.all(hidden.map(async path => grantPreview.at(denied, path)))).toEqual(
        hidden.map(() => 'hidden'),
      );
      const allowed = { ...grant, deny: [], allowWrite: [], allow: ['Work/**', 'Private/*.png'] };
      const given = ['work/plan.md', 'Plan', '[[Plan]]', 'work.png', 'Private', 'Secret', 'Nothing', 'Home'];
      expect(await Promise.all(given.map(async path => grantPreview.at(allowed, path)))).toEqual([
        ...['write', 'write', 'write', 'write', 'part', 'hidden', 'newHidden', 'hidden'],
      ]);
      expect(await grantPreview.at({ ...grant, deny: [] }, 'Plan')).toBe('ambiguous');
    });

    test('refuses rules that are no globs', async () => {
      await expect(look({ deny: ['a'.repeat(600)] })).rejects.toMatchObject({ code: 'invalid_query' });
    });
  });
});

describe('the approval', () => {
  const title = (...changes: readonly ProposedChange[]): string => titleOfRequest({ risks: [], changes });

  const library: readonly ProposedChange[] = [
    { kind: 'delete', path: 'Library/Wet books.md' },
    { kind: 'delete', path: 'Library/cover.png' },
    { kind: 'delete', path: 'Library/Maps', isFolder: true },
    { kind: 'delete', path: 'Library/Maps/North.md' },
    { kind: 'delete', path: 'Library', isFolder: true },
  ];

  describe('the title of a request for approval', () => {
    test('names the folder that is deleted, with how many files and notes go with it', () => {
      expect(title(...library)).toBe('Delete the folder “Library”: 3 files (2 notes)');
    });

    test('says that a deletion is for good', () => {
      expect(title(...library.map(change => ({ ...change, isPermanent: true })))).toBe(
        'Permanently delete the folder “Library”: 3 files (2 notes)',
      );
      expect(title({ kind: 'delete', path: 'a/Plan.md', isPermanent: true })).toBe(
        'Permanently delete “Plan”',
      );
    });

    test('names the one note that is changed, and not the folder that is made for it', () => {
      expect(title({ kind: 'edit', path: 'Work/Plan.md' })).toBe('Edit “Plan”');
      expect(
        title({ kind: 'create', path: 'Inbox', isFolder: true }, { kind: 'create', path: 'Inbox/New.md' }),
      ).toBe('Create “New”');
    });

    test('says that what is made is a folder, and names the innermost', () => {
      const folders = ['Inbox', 'Inbox/2026'].map(
        path => ({ kind: 'create', path, isFolder: true }) as const,
      );
      expect(title(...folders.slice(0, 1))).toBe('Create the folder “Inbox”');
      expect(title(...folders)).toBe('Create the folder “2026”');
    });

    test('names both ends of a move, and counts the notes whose links follow, also those that the client does not see', () => {
      const links = ['a.md', 'b.md'].map(path => ({ kind: 'edit', path, isLinking: true }) as const);
      const unseen = { kind: 'edit', path: 'c.md', isLinking: true, isUnseen: true } as const;
      expect(title({ kind: 'move', path: 'Plan.md', newPath: 'Work/Plan.md' }, ...links, unseen)).toBe(
        'Move “Plan” to “Work”, update links in 3 notes',
      );
      expect(title({ kind: 'move', path: 'Old', newPath: 'New', isFolder: true })).toBe(
        'Rename the folder “Old” to “New”',
      );
      expect(title({ kind: 'move', path: 'Plan.md', newPath: 'Aims.md' }, ...links)).toBe(
        'Rename “Plan” to “Aims”, update links in 2 notes',
      );
      expect(title({ kind: 'move', path: 'Plan.md', newPath: 'Work/Aims.md' })).toBe(
        'Move “Plan” to “Work/Aims.md”',
      );
      expect(title({ kind: 'move', path: 'Work/Plan.md', newPath: 'Plan.md' })).toBe(
        'Move “Plan” to “Plan.md”',
      );
    });

    test('counts what is of one kind, and says so where kinds are mixed', () => {
      const edit = (path: string): ProposedChange => ({ kind: 'edit', path });
      expect(title(edit('a.md'), edit('b.md'))).toBe('Edit 2 notes');
      expect(title(edit('a.md'), edit('b.canvas'))).toBe('Edit 2 files (1 note)');
      expect(title(edit('a.md'), { kind: 'create', path: 'b.md' })).toBe('Change 2 notes');
    });

    test('says what is done to all notes at once', () => {
      const changes = [{ kind: 'edit', path: 'a.md' }] as const;
      const renamed = { kind: 'renameTag', from: 'book', to: 'reading/book', notes: 10 } as const;
      expect(titleOfRequest({ risks: ['massChange'], changes, action: renamed, tool: 'rename_tag' })).toBe(
        'Rename #book to #reading/book in 10 notes',
      );
      const counts = { cards: 0, arrows: 0 };
      const canvas = { kind: 'editCanvas', added: counts, changed: counts, removed: counts } as const;
      expect(titleOfRequest({ risks: ['edit'], changes, action: canvas, tool: 'edit_canvas' })).toBe(
        'Edit “a”',
      );
    });

    test.each([
      ['update_frontmatter', 'Change properties of 2 notes'],
      ['update_tags', 'Change tags of 2 notes'],
      ['undo_change', 'Undo a change to 2 notes'],
      ['edit_notes', 'Edit 2 notes'],
    ])('says what %s changes of notes', (tool, words) => {
      const changes = ['a.md', 'b.md'].map(path => ({ kind: 'edit', path }) as const);
      expect(titleOfRequest({ risks: ['edit'], changes, tool })).toBe(words);
    });

    test('says that a note is overwritten', () => {
      const changes = [{ kind: 'edit', path: 'a.md' }] as const;
      expect(titleOfRequest({ risks: ['overwrite'], changes })).toBe('Overwrite “a”');
    });

    test('names a command', () => {
      expect(titleOfRequest({ risks: ['command'], changes: [], command: 'Export to PDF' })).toBe(
        'Run the command “Export to PDF”',
      );
    });
  });

  describe('a question outside the window', () => {
    /** The system's notices, as Chromium gives them to a window. */
    class SystemNotice {
      static readonly shown: string[] = [];
      onclick: (() => void) | undefined;

      constructor(title: string, { body }: { readonly body: string }) {
        SystemNotice.shown.push(`${title}: ${body}`);
      }
    }

    test.each([
      ['is told through the system when no window of the app has the focus', false, 1],
      ['is not told through the system when the app is looked at', true, 0],
    ])('what waits for approval %s', async (_how, isLookedAt, notices) => {
      const page = openPage();
      page.window.document.hasFocus = () => isLookedAt;
      Reflect.set(globalThis, 'Notification', SystemNotice);
      SystemNotice.shown.length = 0;
      const guest = storedToken('guest', 'write', 'lct_guest-of-the-vault');
      const settings = settingsSchema.parse({ port: 0, approval: { edit: 'ask' }, tokens: [guest] });
      const data = JSON.stringify(settings);
      const vault = await temporaryVault({ [`.obsidian/plugins/${manifest.id}/data.json`]: data });
      // It was made on this device.
      vault.host.app.secretStorage.setSecret(secretId(guest), 'lct_guest-of-the-vault');
      acceptSettings(vault.host.app, settings);
      const { control, instance } = await vault.host.loadPlugin(AppLectern, manifest);
      const status = await control?.started();
      const client = await clients['2026']({ url: status?.url ?? '', token: 'lct_guest-of-the-vault' });
      const call = client.call('create_note', { path: 'New.md', content: 'new' });
      if (!(instance instanceof LecternPlugin)) throw new Error('This is not Lectern.');
      const { approvals } = instance.lectern.appInterface;
      await eventually(() => approvals.requests.length === 1);
      expect(SystemNotice.shown).toEqual(
        Array.from({ length: notices }, () => 'Lectern: A client is waiting for your approval.'),
      );
      for (const { id } of approvals.requests) approvals.answer(id, { approved: true });
      expect((await call).isError).toBe(false);
      await client.close();
      await vault.close();
      Reflect.deleteProperty(globalThis, 'Notification');
      closePage(page);
    });
  });
});
