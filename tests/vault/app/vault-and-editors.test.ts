import { readFileSync } from 'node:fs';
import { type TFile, MarkdownView, TextFileView } from 'obsidian';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { Access } from '../../../src/vault/access/access';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { ReadBudget, Notes } from '../../../src/vault/reading/notes';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes';
import { VaultOverview } from '../../../src/vault/app/vault-info';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { temporaryVault, type TemporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { Cancellable } from '../../../src/platform';
import { saveOpenEditors } from '../../../src/vault/app/open-editors';
import { OutdatedPlan, VaultOperations } from '../../../src/vault/writing/pipeline/vault-operations';
import { Reversal } from '../../../src/vault/writing/undo/reversal';

describe('the facts of a vault', () => {
  const grant = { ...ownerGrant, token: 'test' };

  describe('what vault_info returns', () => {
    it('is counted anew after every kind of change', async () => {
      const lectern = await RunningLectern.start({ files: { 'a.md': '#x', 'sub/b.md': 'b', 'c.png': 'c' } });
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
