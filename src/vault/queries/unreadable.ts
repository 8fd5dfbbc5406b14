import type { TFile } from 'obsidian';
import { isNote } from '../access/visible-files';
import type { UnreadableNotes } from '../index/metadata/unreadable-notes';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

/** Which notes an answer may lack, or lack properties of. */
export interface UnreadableFields {
  /** Paths of notes whose properties and tags are unknown: the YAML does not parse, or no scan succeeded; the first 20. */
  unreadable?: string[];
  unreadableCount?: number;
  /** How many of them could not be scanned at all. */
  notScannedCount?: number;
}

const shown = 20;

export async function unreadableFields(
  notes: UnreadableNotes,
  isWanted: (note: TFile) => boolean,
  turn: SliceTurn,
): Promise<UnreadableFields> {
  const broken = await notes.all(turn);
  const notScanned = [...notes.notScanned()].filter(isWanted);
  const all = new Set([...[...broken].filter(note => isNote(note) && isWanted(note)), ...notScanned]);
  const paths = [...all].map(({ path }) => path).sort();
  return {
    ...(paths.length === 0 ? {} : { unreadable: paths.slice(0, shown), unreadableCount: paths.length }),
    ...(notScanned.length === 0 ? {} : { notScannedCount: notScanned.length }),
  };
}
