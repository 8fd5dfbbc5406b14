import { VaultEvents } from '../../../src/vault/index/vault-events';
import type { TFile } from 'obsidian';
import { Access } from '../../../src/vault/access/access';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { ReadBudget, Notes } from '../../../src/vault/reading/notes';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes';
import { VaultOverview } from '../../../src/vault/app/vault-info';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

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
      const told = (): Promise<unknown> => vaultOverview.describe('2026-07-28', new AbortController().signal);
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
