import { Best } from './best';
import { compareRanked, type RankedNote, type RankPage } from './best-notes';

/** The notes of a page, best first: of forty thousand with a word, twenty are returned. */
export function pageOf(
  notes: Iterable<RankedNote>,
  { most = Infinity, behind }: RankPage,
): readonly RankedNote[] {
  const best = new Best<RankedNote>(most, compareRanked);
  for (const note of notes) if (behind === undefined || compareRanked(note, behind) > 0) best.offer(note);
  return best.sorted();
}
