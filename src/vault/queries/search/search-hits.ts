import { pageOf, type RankedNote } from '../../../search/rank/ranked-list';
import type { CardLine } from '../../../markdown/canvas/canvas-text';
import type { FoundNotes } from '../../../search/search';
import type { NoteDetails } from '../../../search/show/note-describer';
import { toIso } from '../../../utils/dates';

export interface SearchMatch {
  /** Of the note, or of the card of a canvas. */
  line: number;
  /** The id of the card or arrow of a canvas. */
  card?: string;
  match?: 'form' | 'near';
  field: string;
  heading?: string;
  inCode?: true;
  text: string;
  ranges: [number, number][];
}

export interface SearchHit {
  path: string;
  title: string;
  score: number;
  /** ISO 8601 in UTC. */
  modified: string;
  matches: SearchMatch[];
  moreMatches?: number;
  /** Some words are missing: these, the rarest first. */
  partial?: true;
  missing?: string[];
  /** The text of an attachment, read by another plugin; line numbers refer to that text. */
  extracted?: true;
}

/** Merges notes and attachments in one order. */
export function mergedResults(
  found: FoundNotes,
  attached: FoundNotes,
): { items: readonly RankedNote[]; totalCount: number; partialCount: number } {
  return {
    items: pageOf([...found.notes, ...attached.notes], {}),
    totalCount: found.totalCount + attached.totalCount,
    partialCount: found.partialCount + attached.partialCount,
  };
}

/**
 * A note or a canvas as an answer shows it.
 * @param cardAt tells the card of a canvas that a line of its searched text belongs to
 */
export function hitOf(
  { path, title, score, modified, matches, moreMatches }: NoteDetails,
  cardAt: (path: string, line: number) => CardLine | undefined = () => undefined,
): SearchHit {
  return {
    path,
    title,
    score,
    modified: toIso(modified),
    matches: matches.map(({ ranges, ...match }) => ({
      ...match,
      ...(match.field === 'title' ? {} : cardAt(path, match.line)),
      ranges: ranges.map(([start, end]) => [start, end]),
    })),
    ...(moreMatches === undefined ? {} : { moreMatches }),
  };
}
