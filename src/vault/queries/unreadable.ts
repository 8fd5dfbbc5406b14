import type { TFile } from 'obsidian';
import { countOf, countUp } from '../../utils/collections';
import { isNote } from '../access/visible-files';
import { allQuoted } from '../../utils/text/pieces';
import type { UnreadableNotes } from '../index/metadata/unreadable-notes';

/** Files that may be missing from an answer, or whose properties or links may. */
export interface UnreadableFields {
  /** The first 20 paths of files that are only partly known: the YAML is not read, no scan succeeded, or there is too much text. */
  unreadable?: string[];
  unreadableCount?: number;
  /** How many of them have too much text (2 MB, a canvas or base 4 MB), too much YAML, or no scan at all; the YAML of the others is broken. */
  tooLargeCount?: number;
  tooLongCount?: number;
  notScannedCount?: number;
}

const [shown, namedInSentence] = [20, 5];

type Reason = 'broken' | 'beyondCaps' | 'notScanned' | 'tooLarge';

/** @param large files that, or whose links, are missing from an answer because they have too much text */
export function tooLargeFiles(large: readonly TFile[]): UnreadableFields {
  return fieldsOf(large.map(note => [note, 'tooLarge']));
}

/** @param large as in `tooLargeFiles` */
export async function unreadableFields(
  notes: UnreadableNotes,
  isWanted: (note: TFile) => boolean,
  signal: AbortSignal,
  large: readonly TFile[],
): Promise<UnreadableFields> {
  const unparsed = [...(await notes.all(signal))].filter(([note]) => isNote(note) && isWanted(note));
  const notScanned = [...notes.notScanned()].filter(isWanted);
  return fieldsOf([
    ...unparsed,
    ...notScanned.map(note => [note, 'notScanned'] as const),
    ...large.map(note => [note, 'tooLarge'] as const),
  ]);
}

/** Advice where a change found no note, below the notes that may be meant but cannot be read. */
export function advicePast(
  { unreadable = [], unreadableCount = 0 }: UnreadableFields,
  advice: readonly string[],
): readonly string[] {
  if (unreadable.length === 0) return advice;
  const named = allQuoted(unreadable.slice(0, namedInSentence));
  const more = unreadableCount > namedInSentence ? ` and ${unreadableCount - namedInSentence} more` : '';
  return advice.map(way => `Passed over, because their properties cannot be read: ${named}${more}. ${way}`);
}

/** The last reason of a note counts. */
function fieldsOf(found: readonly (readonly [TFile, Reason])[]): UnreadableFields {
  const reasons = new Map(found.map(([{ path }, reason]) => [path, reason]));
  if (reasons.size === 0) return {};
  const counts = new Map<Reason, number>();
  for (const reason of reasons.values()) countUp(counts, reason);
  const [tooLarge, tooLong] = [countOf(counts, 'tooLarge'), countOf(counts, 'beyondCaps')];
  const notScanned = countOf(counts, 'notScanned');
  return {
    unreadable: [...reasons.keys()].sort().slice(0, shown),
    unreadableCount: reasons.size,
    ...(tooLarge === 0 ? {} : { tooLargeCount: tooLarge }),
    ...(tooLong === 0 ? {} : { tooLongCount: tooLong }),
    ...(notScanned === 0 ? {} : { notScannedCount: notScanned }),
  };
}
