import type { App, EventRef } from 'obsidian';
import { Platform } from 'obsidian';
import type { TimeSlicer } from '../utils/time-slicer';
import { Access, type VaultRules } from './access';
import { Folders } from './folders';
import type { Grant } from './grant';
import { NameIndex } from './name-index';
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
}

/** @returns what binds the vault to a caller; cheap enough to be called once a request. */
export function createServices(parts: VaultParts): (grant: Grant) => Services {
  const { app } = parts;
  const names = new NameIndex(app, parts.listen);
  const tree = new TreeOrder(app, parts.listen, parts.slicer);
  const caseInsensitive = Platform.isMacOS || Platform.isWin;
  return grant => {
    const access = new Access(grant, parts.rules(), caseInsensitive);
    const files = new VisibleFiles(app, names, access);
    return {
      notes: new Notes(app, files),
      folders: new Folders(files, tree, new Pager(access, parts.cursorKey)),
    };
  };
}
