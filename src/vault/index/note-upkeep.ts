import { type TAbstractFile, TFile } from 'obsidian';
import { isNote } from '../access/visible-files';
import type { NoteFactsIndex } from './metadata/note-metadata';
import type { Upkeep } from './derived';
import type { VaultListener } from './vault-events';

/**
 * How events update a table of what the metadata of each note says.
 * @param enter puts a note in place of what was known of it
 */
export function noteUpkeep<T extends { leave(note: TFile): void }>(
  facts: NoteFactsIndex,
  enter: (table: T, note: TFile) => void,
): (upkeep: Upkeep<T>) => VaultListener {
  return ({ patch }) => {
    // The facts must be notified of a changed note first.
    facts.watch();
    const leave = (note: TFile): void => patch(table => table.leave(note));
    return {
      metadataChanged: note => patch(table => enter(table, note)),
      metadataDeleted: leave,
      // The metadata cache reports it a moment later.
      deleted: file => {
        if (file instanceof TFile) leave(file);
      },
    };
  };
}

/** The same for a table that goes by names too: another ending makes a note another file, and the other way round. */
export function namedNoteUpkeep<T extends { leave(note: TFile): void }>(
  facts: NoteFactsIndex,
  enter: (table: T, note: TFile) => void,
): (upkeep: Upkeep<T>) => VaultListener {
  const enterOrLeave = (table: T, file: TFile): void =>
    isNote(file) ? enter(table, file) : table.leave(file);
  return upkeep => {
    const named = (file: TAbstractFile): void => {
      if (file instanceof TFile) upkeep.patch(table => enterOrLeave(table, file));
    };
    return { ...noteUpkeep(facts, enterOrLeave)(upkeep), created: named, renamed: named };
  };
}
