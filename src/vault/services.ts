import { type App, type EventRef, Platform } from 'obsidian';
import type { DateClock } from '../utils/dates';
import type { TimeSlicer } from '../utils/time-slicer';
import { Access, type VaultRules } from './access';
import { Folders } from './folders';
import type { Grant } from './grant';
import { MetadataReadiness } from './metadata-readiness';
import { NameIndex } from './name-index';
import { NoteFactsReader } from './note-facts';
import { Notes } from './notes';
import { Pager } from './paging';
import { TreeOrder } from './tree-order';
import { VisibleFiles } from './visible-files';

/** What tools may ask of the vault, bound to one caller's grant. */
export interface Services {
  readonly notes: Notes;
  readonly folders: Folders;
}

export interface VaultParts {
  readonly app: App;
  /** Keeps an event subscription until the plugin is unloaded. */
  readonly listen: (ref: EventRef) => void;
  readonly rules: () => VaultRules;
  /** Signs cursors; made anew at each start. */
  readonly cursorKey: string;
  readonly slicer: TimeSlicer;
  readonly clock: DateClock;
}

/** @returns what binds the vault to a caller; cheap enough to be called once a request. */
export function createServices({
  app,
  listen,
  rules,
  cursorKey,
  slicer,
  clock,
}: VaultParts): (grant: Grant) => Services {
  const names = new NameIndex(app, listen);
  const tree = new TreeOrder(app, listen, slicer);
  const readiness = new MetadataReadiness(app, slicer);
  const facts = new NoteFactsReader(app);
  const caseInsensitive = Platform.isMacOS || Platform.isWin;
  return grant => {
    const access = new Access(grant, rules(), caseInsensitive);
    const files = new VisibleFiles(app, names, access);
    const pager = new Pager(access, cursorKey);
    return {
      notes: new Notes(app, files),
      folders: new Folders({ files, tree, pager, readiness, facts, clock, caseInsensitive }),
    };
  };
}
