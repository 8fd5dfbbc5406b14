import { titleOfRequest } from '../../src/ui/approval/approval-words';
import type { ProposedChange } from '../../src/vault/approval/approval-request';
import LecternPlugin from '../../src/main';
import { settingsSchema } from '../../src/settings/schema';
import { secretId, storedToken } from '../../src/settings/tokens/tokens';
import { AppLectern } from '../browser/support/app-lectern';
import { closePage, openPage } from '../headless/page';
import { temporaryVault } from '../headless/temporary-vault';
import { clients } from '../support/clients';
import { manifest } from '../support/lectern';
import { eventually } from '../support/time/waiting';

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
    expect(title({ kind: 'delete', path: 'a/Plan.md', isPermanent: true })).toBe('Permanently delete “Plan”');
  });

  test('names the one note that is changed, and not the folder that is made for it', () => {
    expect(title({ kind: 'edit', path: 'Work/Plan.md' })).toBe('Edit “Plan”');
    expect(
      title({ kind: 'create', path: 'Inbox', isFolder: true }, { kind: 'create', path: 'Inbox/New.md' }),
    ).toBe('Create “New”');
    expect(title({ kind: 'create', path: 'Inbox', isFolder: true })).toBe('Create “Inbox”');
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
