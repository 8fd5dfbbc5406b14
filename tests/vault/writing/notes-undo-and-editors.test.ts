import { readFileSync } from 'node:fs';
import { newElement } from '../../../pkg/headless/obsidian/dom/dom';
import { activityEntries, type ActivityOptions } from '../../../src/ui/activity/activity-entries';
import { DetailPane } from '../../../src/ui/activity/detail-pane';
import { type TFile, MarkdownView, TextFileView } from 'obsidian';
import { bufferOf } from '../../../src/utils/bytes';
import { newNote, overwritten, storable } from '../../../src/vault/writing/notes/whole-note';
import {
  isSameText,
  OutdatedPlan,
  VaultOperations,
} from '../../../src/vault/writing/pipeline/vault-operations';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { RunningLectern } from '../../support/lectern';
import { appInterfaceOf } from '../../support/app-interface';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { Access } from '../../../src/vault/access/access';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { ReadBudget, Notes } from '../../../src/vault/reading/notes';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes';
import { VaultOverview } from '../../../src/vault/app/vault-info';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { withPage } from '../../headless/page';
import { eventually } from '../../support/time/waiting';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';
import { field } from '../../support/json';
import { t } from '../../../src/ui/text/text';
import type { Cancellable } from '../../../src/platform';
import { saveOpenEditors } from '../../../src/vault/app/open-editors';
import { Reversal } from '../../../src/vault/writing/undo/reversal';

describe('writing notes', () => {
  describe('whole notes', () => {
    test.each([
      ['a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
      ['a\nb\n', 'x\r\ny\r\n', 'x\ny\n'],
      ['\uFEFFa\n', 'x\n', '\uFEFFx\n'],
      ['\uFEFFa\n', '\uFEFFx\n', '\uFEFFx\n'],
      ['a\r\nb\nc', 'a\r\nb\nd', 'a\r\nb\nd'],
      ['a\r\nb\r\nc\n', 'x\ny', 'x\r\ny'],
      ['no break', 'x\r\ny', 'x\r\ny'],
      ['', 'x\r\n', 'x\r\n'],
    ])('%j overwritten by %j becomes %j', (before, content, expected) => {
      expect(overwritten(before, content)).toBe(expected);
    });

    test('a new note has its properties on top, laid over those of its text', () => {
      expect(newNote('text', undefined)).toBe('text');
      expect(newNote('---\na: 1\nb: 2\n---\ntext', { b: 3 })).toBe('---\na: 1\nb: 3\n---\ntext');
    });

    test('what no file can hold is refused', () => {
      expect(() => storable('\ud800')).toThrow('surrogate');
      const large = 'é'.repeat(9 * 1024 * 1024);
      expect(() => storable('é'.repeat(11 * 1024 * 1024), large)).toThrow('20 MB');
      expect(storable(large, large)).toHaveLength(large.length);
    });

    test('a byte order mark that the app takes away is no difference', () => {
      expect([
        isSameText('a', '\uFEFFa'),
        isSameText('\uFEFFa', '\uFEFFa'),
        isSameText('\uFEFFa', 'a'),
      ]).toEqual([true, true, false]);
    });

    test('bytes that have a buffer of their own are handed over as they are, and others are copied', () => {
      const bytes = Uint8Array.of(1, 2, 3);
      expect(bufferOf(bytes)).toBe(bytes.buffer);
      const middle = bufferOf(bytes.subarray(1, 2));
      expect(middle).not.toBe(bytes.buffer);
      expect([...new Uint8Array(middle)]).toEqual([2]);
    });
  });

  describe('changes of the owner', () => {
    let lectern: RunningLectern;
    let activity: ActivityOptions;
    let changes: ActivityOptions['changes'];
    withPage();

    beforeEach(async () => {
      lectern = await RunningLectern.start({ files: { 'A.md': 'one\r\n', 'B.md': 'two\n' } });
      ({ activity } = appInterfaceOf(lectern));
      ({ changes } = activity);
    });
    afterEach(() => lectern.close());

    /** @returns the change's id */
    async function call(tool: string, input: Record<string, unknown>): Promise<string> {
      const client = await lectern.connect();
      const { isError, text } = await client.call(tool, input);
      if (isError) throw new Error(text);
      return changes.list()[0]?.id ?? '';
    }

    const edit = (path: string, oldText: string, newText: string): Promise<string> =>
      call('edit_note', { path, edits: [{ oldText, newText }] });
    const content = (path: string): Promise<string> => lectern.host.app.vault.adapter.read(path);
    const exists = (path: string): Promise<boolean> => lectern.host.app.vault.adapter.exists(path);

    /** A hand outside the server. */
    async function write(path: string, text: string): Promise<void> {
      const file = lectern.host.app.vault.getFileByPath(path);
      if (file !== null) await lectern.host.app.vault.modify(file, text);
    }

    async function stuck(ids: readonly string[]): Promise<Record<string, string>> {
      const undoPreview = await changes.undoPreview(ids);
      return Object.fromEntries(undoPreview.stuck.map(({ change, obstacle }) => [change.id, obstacle]));
    }

    describe("the user's changes", () => {
      test('tell a change with its texts, and none that the journal does not have', async () => {
        const id = await edit('A.md', 'one', 'uno');
        expect(await changes.detail(id)).toMatchObject({
          ...{ id, token: 'test', tool: 'edit_note' },
          files: [{ kind: 'edit', path: 'A.md', before: 'one\r\n', after: 'uno\r\n' }],
        });
        expect(await changes.detail(id)).not.toHaveProperty('obstacle');
        expect(await changes.detail('nothing')).toBeUndefined();
      });

      test('undo one to the byte, and the undo is a change of the user', async () => {
        const id = await edit('A.md', 'one', 'uno');
        expect(await changes.undoAll([id])).toEqual({ undone: [id], failed: [] });
        expect(await content('A.md')).toBe('one\r\n');
        expect(changes.list()[0]).toMatchObject({ token: 'you', undoes: id });
        await changes.undoAll([changes.list()[0]?.id ?? '']);
        expect(await content('A.md')).toBe('uno\r\n');
      });

      test('foresee several, newest first, and do what they foresaw', async () => {
        const made = await call('create_note', { path: 'C.md', content: 'new\n' });
        const first = await edit('A.md', 'one', 'uno');
        const second = await edit('A.md', 'uno', 'ichi');
        const moved = await call('move', { path: 'B', newPath: 'Sub/B' });
        const gone = await call('delete', { path: 'C' });
        const ids = [made, first, second, moved, gone];
        const { undoable } = await changes.undoPreview(ids);
        expect(undoable.map(({ id }) => id)).toEqual([gone, moved, second, first, made]);
        expect(await content('A.md')).toBe('ichi\r\n');
        const { undone, failed } = await changes.undoAll(ids);
        expect([undone, failed]).toEqual([[gone, moved, second, first, made], []]);
        expect(await content('A.md')).toBe('one\r\n');
        expect(await content('B.md')).toBe('two\n');
        expect(await exists('C.md')).toBe(false);
      });

      test('foresee those of a note before and after its folder moved', async () => {
        await call('move', { path: 'A', newPath: 'F/A' });
        const ids = [await edit('F/A.md', 'one', 'uno'), await call('move', { path: 'F', newPath: 'G/F' })];
        ids.push(
          await edit('G/F/A.md', 'uno', 'ichi'),
          await call('move', { path: 'G/F/A', newPath: 'G/F/C' }),
        );
        ids.push(await call('create_folder', { path: 'F' }));
        ids.push(await call('create_note', { path: 'F/A.md', content: 'new' }));
        const { undoable } = await changes.undoPreview(ids);
        expect(undoable.map(({ id }) => id)).toEqual(ids.toReversed());
        expect(await changes.undoAll(ids)).toEqual({ undone: ids.toReversed(), failed: [] });
        expect(await content('F/A.md')).toBe('one\r\n');
      });

      test('leave what was changed since, and what depends on it', async () => {
        const older = await edit('A.md', 'one', 'uno');
        const newer = await edit('A.md', 'uno', 'ichi');
        const other = await edit('B.md', 'two', 'due');
        await write('A.md', 'by hand');
        expect(await stuck([older, newer, other])).toEqual({
          [newer]: 'changedSince',
          [older]: 'changedSince',
        });
        expect((await changes.detail(newer))?.obstacle).toBe('changedSince');
        const { undone, failed } = await changes.undoAll([older, newer, other]);
        expect(undone).toEqual([other]);
        expect(failed.map(({ changeId }) => changeId)).toEqual([newer, older]);
        expect([await content('A.md'), await content('B.md')]).toEqual(['by hand', 'two\n']);
      });

      test('know what was undone meanwhile, and that it can be undone again after its undo', async () => {
        const gone = await call('delete', { path: 'A' });
        const undo = await call('undo_change', { changeId: gone });
        await call('move', { path: 'A', newPath: 'C' });
        expect(await stuck([gone])).toEqual({ [gone]: 'undone' });
        expect((await changes.detail(gone))?.obstacle).toBe('undone');
        const failed = [{ changeId: gone, code: 'undone' }];
        expect(await changes.undoAll([gone])).toEqual({ undone: [], failed });
        const all = changes.list().map(({ id }) => id);
        expect(all.slice(1)).toEqual([undo, gone]);
        expect((await changes.undoPreview(all)).undoable.map(({ id }) => id)).toEqual(all);
        expect(await changes.undoAll(all)).toEqual({ undone: all, failed: [] });
        expect([await content('A.md'), await exists('C.md')]).toEqual(['one\r\n', false]);
      });

      test('have no button in their details once they were undone, however long these are open', async () => {
        const id = await edit('A.md', 'one', 'uno');
        const pane = newElement('div');
        const [entry] = activityEntries([], changes.list());
        if (entry === undefined) throw new Error('There is no entry.');
        const nothing = (): void => undefined;
        const opened = new DetailPane(pane, entry, activity, { back: nothing, changed: nothing });
        const undo = (): HTMLButtonElement | undefined =>
          Array.from(pane.querySelectorAll('button')).find(
            ({ textContent }) => textContent === t('activity.undoOne'),
          );
        await eventually(() => undo() !== undefined);
        await call('undo_change', { changeId: id });
        undo()?.click();
        await eventually(() => undo() === undefined);
        expect(pane.textContent).toContain(t('activity.obstacle.undone'));
        expect(changes.list()).toHaveLength(2);
        opened.end();
      });

      test('do not take an older change back over a newer one that stays', async () => {
        const older = await edit('A.md', 'one', 'uno');
        await edit('A.md', 'uno', 'ichi');
        expect(await stuck([older])).toEqual({ [older]: 'changedSince' });
      });

      test('see that a path is taken, or that what was moved is gone', async () => {
        const gone = await call('delete', { path: 'A' });
        await lectern.host.app.vault.create('A.md', 'another');
        const moved = await call('move', { path: 'B', newPath: 'Sub/B' });
        const file = lectern.host.app.vault.getFileByPath('Sub/B.md');
        if (file !== null) await lectern.host.app.fileManager.trashFile(file);
        expect(await stuck([gone, moved])).toEqual({ [gone]: 'changedSince', [moved]: 'changedSince' });
      });
    });
  });
});

describe('the app', () => {
  describe('the facts of a vault', () => {
    const grant = { ...ownerGrant, token: 'test' };

    describe('what vault_info returns', () => {
      it('is counted anew after every kind of change', async () => {
        const lectern = await RunningLectern.start({
          files: { 'a.md': '#x', 'sub/b.md': 'b', 'c.png': 'c' },
        });
        try {
          const client = await lectern.connect();
          const told = async (): Promise<unknown> => {
            const { structured } = await client.call('get_vault_info', {});
            return [field(structured, 'counts'), field(structured, 'topFolders')];
          };
          const first = [{ notes: 2, attachments: 1, folders: 1, totalSize: 4 }, [{ path: 'sub', notes: 1 }]];
          expect(await told()).toEqual(first);
          expect(await told()).toEqual(first);
          await client.call('update_note', { path: 'sub/b.md', mode: 'append', content: 'c' });
          expect(await told()).toMatchObject([{ notes: 2, totalSize: 6 }, [{ notes: 1 }]]);
          await client.call('move', { path: 'a.md', newPath: 'sub/a.md' });
          expect(await told()).toMatchObject([{ notes: 2 }, [{ path: 'sub', notes: 2 }]]);
          await client.call('delete', { path: 'sub/b.md' });
          expect(await told()).toMatchObject([{ notes: 1 }, [{ path: 'sub', notes: 1 }]]);
          await client.call('create_note', { path: 'new/d.md' });
          expect(await told()).toMatchObject([{ notes: 2, folders: 2 }, [{ path: 'new' }, { path: 'sub' }]]);
        } finally {
          await lectern.close();
        }
      });

      it('is there soon while the vault is read, and has tags at the end', async () => {
        const vault = await temporaryVault({ 'a.md': '#x [[b]]\n', 'sub/b.md': '# B\n' });
        const { app } = vault.host;
        const events = new VaultEvents(app, () => undefined);
        const access = new Access(grant, { readOnly: false, hidden: [] }, false);
        const files = new VisibleFiles(
          app,
          new NameIndex(app, events),
          new VisibleFolders(() => 0),
          access,
          path => path,
          new PeriodicNotes({ app, clock: { now: () => new Date(0) }, pluginSettings: () => undefined }),
        );
        const { slicer } = steppingSlicer();
        const context = {
          unreadableNotes: { notScanned: () => new Set<TFile>() },
          meaning: { isRefused: false },
          ...{
            app,
            files,
            readOnly: false,
            notes: new Notes(app, files, new ReadBudget(), slicer),
            slicer,
          },
          runtime: { version: '0', runtime: 'headless' } as const,
          readiness: new MetadataReadiness(app, events),
        };
        const tags = { top: () => Promise.resolve([{ tag: 'x', count: 1 }]) };
        const vaultOverview = new VaultOverview(context, tags);
        try {
          const told = (): Promise<unknown> =>
            vaultOverview.describe('2026-07-28', new AbortController().signal);
          expect(await told()).toMatchObject({ index: { state: 'reading', notesIndexed: 0 }, topTags: [] });
          const first = told();
          await vault.host.becomeReady();
          expect(await first).toMatchObject({ index: { state: 'ready' }, topTags: [{ tag: 'x' }] });
          await vault.host.metadataSettled();
          expect(await told()).toMatchObject({
            index: { state: 'ready', notesIndexed: 2 },
            topTags: [{ tag: 'x' }],
          });
        } finally {
          await vault.close();
        }
      });
    });
  });

  describe('editors that are open', () => {
    let vault: TemporaryVault;
    /** The waits that were started, milliseconds; each is over at once. */
    let waits: number[];
    let hanging: Hanging | undefined;

    beforeEach(async () => {
      vault = await temporaryVault({ 'Note.md': 'one\n' });
      waits = [];
      hanging = undefined;
    });
    afterEach(async () => {
      hanging?.end();
      await vault.close();
    });

    function noTime(milliseconds: number, run: () => void): Cancellable {
      waits.push(milliseconds);
      setImmediate(run);
      return { cancel: () => undefined };
    }

    const onDisk = (): string => readFileSync(vault.at('Note.md'), 'utf8');

    function note(): TFile {
      const file = vault.host.app.vault.getFileByPath('Note.md');
      if (file === null) throw new Error('No note.');
      return file;
    }

    /** A view with unsaved text whose save does not end. */
    class Hanging extends TextFileView {
      readonly dirty = true;
      private readonly ends: (() => void)[] = [];

      getViewType(): string {
        return 'hanging';
      }

      getViewData(): string {
        return 'typed';
      }

      setViewData(): void {
        this.data = 'typed';
      }

      clear(): void {
        this.data = '';
      }

      override save(): Promise<void> {
        return new Promise(resolve => this.ends.push(resolve));
      }

      /** Else the vault could not be closed. */
      end(): void {
        this.save = () => Promise.resolve();
        for (const end of this.ends) end();
      }
    }

    async function openHanging(): Promise<void> {
      const leaf = vault.host.app.workspace.getLeaf('tab');
      const view = new Hanging(leaf);
      await leaf.open(view);
      view.file = note();
      hanging = view;
    }

    async function type(text: string): Promise<void> {
      const leaf = vault.host.app.workspace.getLeaf('tab');
      await leaf.openFile(note());
      if (!(leaf.view instanceof MarkdownView)) throw new Error('No note.');
      leaf.view.editor.replaceRange(text, { line: 0, ch: 0 });
    }

    describe('a view whose save never ends', () => {
      test('is given up after a second', async () => {
        await openHanging();
        expect(await saveOpenEditors(vault.host.app, 'Note.md', noTime)).toBe('stuck');
        expect(waits).toEqual([1000]);
      });

      test('makes an edit of its note busy, and not planned anew', async () => {
        await openHanging();
        const operations = new VaultOperations(vault.host.app, noTime);
        await expect(operations.edit(note(), 'one\n', 'two\n')).rejects.toMatchObject({ code: 'busy' });
        expect(onDisk()).toBe('one\n');
      });

      test('makes a move of its note busy', async () => {
        await openHanging();
        const operations = new VaultOperations(vault.host.app, noTime);
        const move = operations.run({
          kind: 'move',
          file: note(),
          isFolder: false,
          newPath: 'Other.md',
          contents: [{ path: 'Note.md', newPath: 'Other.md', size: 4 }],
          linked: [],
          withLinks: true,
          mayAsk: false,
        });
        await expect(move).rejects.toMatchObject({ code: 'busy' });
        expect(onDisk()).toBe('one\n');
      });
    });

    describe('text typed after a change', () => {
      const changed = {
        kind: 'edit',
        path: 'Note.md',
        before: bytes('zero\n'),
        after: bytes('one\n'),
      } as const;

      function reversal(): Reversal {
        return new Reversal(vault.host.app, new VaultOperations(vault.host.app));
      }

      test('is seen before the change is taken back, which then leaves the note alone', async () => {
        await type('typed ');
        expect(await reversal().revert([changed])).toEqual({ isWhole: true, left: ['Note.md'] });
        expect(onDisk()).toBe('typed one\n');
      });

      test('of a note whose folder moved after it is that of the change', async () => {
        const { vault: files } = vault.host.app;
        await files.createFolder('G');
        await files.rename(note(), 'G/Note.md');
        const moved = { kind: 'move', path: 'F', newPath: 'G', isFolder: true } as const;
        const states = await reversal().states([{ ...changed, path: 'F/Note.md' }, moved]);
        expect(states).toEqual(['after', 'after']);
      });

      test('makes an edit that was planned before it outdated', async () => {
        await type('typed ');
        const operations = new VaultOperations(vault.host.app);
        await expect(operations.edit(note(), 'one\n', 'two\n')).rejects.toThrow(OutdatedPlan);
        expect(onDisk()).toBe('typed one\n');
      });
    });

    function bytes(text: string): Uint8Array {
      return new TextEncoder().encode(text);
    }
  });
});
