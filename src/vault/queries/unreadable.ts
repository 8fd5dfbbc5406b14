import type { TFile } from 'obsidian';
import { isNote } from '../access/visible-files';
import type { UnreadableNotes } from '../index/metadata/unreadable-notes';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

/** Which notes an answer may lack, or lack properties of. */
export interface UnreadableFields {
  /** Paths of notes of which something is unknown: the YAML does not parse, no scan succeeded, or there is too much text; the first 20. */
  unreadable?: string[];
  unreadableCount?: number;
  /** How many of them could not be scanned at all. */
  notScannedCount?: number;
}

const shown = 20;

/** @param notes may name a note twice */
export function namedNotes(
  notes: readonly TFile[],
): Pick<UnreadableFields, 'unreadable' | 'unreadableCount'> {
  const paths = [...new Set(notes.map(({ path }) => path))].sort();
  return paths.length === 0 ? {} : { unreadable: paths.slice(0, shown), unreadableCount: paths.length };
}

/** @param large notes that the answer lacks since they have more than 2 MB of text */
export async function unreadableFields(
  notes: UnreadableNotes,
  isWanted: (note: TFile) => boolean,
  turn: SliceTurn,
  large: readonly TFile[] = [],
): Promise<UnreadableFields> {
  const broken = await notes.all(turn);
  const notScanned = [...notes.notScanned()].filter(isWanted);
  const unparsed = [...broken].filter(note => isNote(note) && isWanted(note));
  return {
    ...namedNotes([...unparsed, ...notScanned, ...large]),
    ...(notScanned.length === 0 ? {} : { notScannedCount: notScanned.length }),
  };
}
