/** The notes of a vault as its owner sees them, without the services around them. */
import type { App } from 'obsidian';
import { Access } from '../../../src/vault/access/access';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes';
import { Notes, ReadBudget } from '../../../src/vault/reading/notes';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { steppingSlicer } from '../../search/slicers';

export interface OwnersNotes {
  readonly events: VaultEvents;
  readonly files: VisibleFiles;
  readonly notes: Notes;
}

export function ownersNotes(app: App): OwnersNotes {
  const events = new VaultEvents(app, () => undefined);
  const files = new VisibleFiles(
    app,
    new NameIndex(app, events),
    new VisibleFolders(() => 0),
    new Access({ ...ownerGrant, token: 'test' }, { readOnly: false, hidden: [] }, false),
    path => path,
    new PeriodicNotes({
      app,
      clock: { now: () => new Date(0) },
      pluginSettings: () => undefined,
    }),
  );
  const notes = new Notes(app, files, new ReadBudget(), steppingSlicer().slicer);
  return { events, files, notes };
}
