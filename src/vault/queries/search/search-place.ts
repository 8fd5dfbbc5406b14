/**
 * The place in the results of a search at which a page ends, as the key of a cursor: `[-score, path]` of a
 * note, then the paths between which was searched, unless those are all; or only the path at which a slow search
 * stopped.
 */

import type { Rank, RankedNote, RankPage } from '../../../search/rank/ranked-list';
import type { SearchedPart } from '../../../search/rank/round';
import type { SortKey } from '../../../utils/page';

/** Before and after all paths. */
const wholeVault = { from: '', to: '\uffff' } as const;

/** Ascending, as `paginate` compares. */
export function rankKey({ score, path }: Rank): readonly [number, string] {
  return [-score, path];
}

function rankOf([score = 0, path = '']: SortKey): Rank {
  return { score: -Number(score), path: String(path) };
}

/**
 * The key of a note. A further page searches as far as the first one, however long it takes: no note is listed twice.
 * @param stoppedAt the last note that was searched, if the search stopped before the end
 */
export function keyOfNote(
  note: RankedNote,
  part: SearchedPart | undefined,
  stoppedAt: string | undefined,
): SortKey {
  const { from } = part ?? wholeVault;
  const isWhole = from === wholeVault.from && stoppedAt === undefined;
  return isWhole ? rankKey(note) : [...rankKey(note), from, stoppedAt ?? wholeVault.to];
}

/** What to search for a page after such a key: one note more than is shown, to tell whether there are more. */
export function pageAfter(
  place: SortKey | undefined,
  limit: number,
): { page: RankPage; part?: SearchedPart } {
  const most = limit + 1;
  if (place === undefined) return { page: { most } };
  const [first, , from = wholeVault.from, to = wholeVault.to] = place;
  if (place.length === 1) return { page: { most }, part: { from: String(first) } };
  return { page: { most, behind: rankOf(place) }, part: { from: String(from), to: String(to) } };
}
