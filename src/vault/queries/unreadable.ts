import type { TFile } from 'obsidian';
import { oneLine } from '../../utils/text/pieces';
import { isNote } from '../access/visible-files';
import { someOf } from '../hints/missing-names';
import type { UnreadableNotes } from '../index/metadata/unreadable-notes';

/** Notes that may be missing from an answer, or whose properties may. */
export interface UnreadableFields {
  /** The first 20 paths of notes that are only partly known: the YAML does not parse, no scan succeeded, or there is too much text. */
  unreadable?: string[];
  unreadableCount?: number;
  /** How many of them have more than 2 MB of text, and how many could not be scanned at all; the others have broken YAML. */
  tooLargeCount?: number;
  notScannedCount?: number;
}

const shown = 20;

/** @param large notes that are missing from an answer because they have more than 2 MB of text */
export function tooLargeNotes(large: readonly TFile[]): UnreadableFields {
  return fieldsOf({ large });
}

/** @param large notes that are missing from the answer because they have more than 2 MB of text */
export async function unreadableFields(
  notes: UnreadableNotes,
  isWanted: (note: TFile) => boolean,
  signal: AbortSignal,
  large: readonly TFile[] = [],
): Promise<UnreadableFields> {
  const broken = await notes.all(signal);
  const notScanned = [...notes.notScanned()].filter(isWanted);
  const unparsed = [...broken].filter(note => isNote(note) && isWanted(note));
  return fieldsOf({ unparsed, notScanned, large });
}

/** Advice where a change found no note, below the notes that may be meant but cannot be read. */
export function advicePast(
  { unreadable = [], unreadableCount = 0 }: UnreadableFields,
  advice: readonly string[],
): readonly string[] {
  if (unreadable.length === 0) return advice;
  const unnamed = unreadableCount - unreadable.length;
  const named = `${someOf(unreadable.map(oneLine), shown)}${unnamed > 0 ? ` and ${unnamed} more` : ''}`;
  return advice.map(way => `Passed over, because their properties cannot be read: ${named}. ${way}`);
}

interface Reasons {
  readonly unparsed?: readonly TFile[];
  readonly notScanned?: readonly TFile[];
  readonly large: readonly TFile[];
}

/** A note may be named for two reasons. */
function fieldsOf({ unparsed = [], notScanned = [], large }: Reasons): UnreadableFields {
  const paths = [...new Set([...unparsed, ...notScanned, ...large].map(({ path }) => path))].sort();
  if (paths.length === 0) return {};
  return {
    unreadable: paths.slice(0, shown),
    unreadableCount: paths.length,
    ...(large.length === 0 ? {} : { tooLargeCount: new Set(large).size }),
    ...(notScanned.length === 0 ? {} : { notScannedCount: notScanned.length }),
  };
}
