/** Chooses the lines of a note that say the most of what was searched. */

import type { Field } from '../text/note-outline';

interface RatedGroup {
  readonly field: Field;
  /** The terms in it, each with how much it says. */
  readonly words: ReadonlyMap<number, number>;
}

/** How much what stands there says of the text, which is read on its own. */
const fieldShares: Readonly<Record<Field, number>> = {
  body: 1,
  heading: 0.8,
  tag: 0.5,
  alias: 0.5,
  title: 0.5,
  frontmatter: 0.5,
};
/** What a word says in a line of text that a line before it has. */
const repeated = 0.1;

/**
 * The groups that show the rarest words, each word once before any twice. Names, headings and properties that
 * only repeat words come last.
 * @param known terms that are seen anyway, as those in the note's name
 */
export function bestGroups<Group extends RatedGroup>(
  groups: readonly Group[],
  most: number,
  known: ReadonlySet<number>,
): Group[] {
  const seen = new Set(known);
  const left = new Set(groups);
  const chosen: Group[] = [];
  while (chosen.length < most) {
    let [best, rating]: [Group | undefined, number] = [undefined, -1];
    for (const group of left) {
      const own = ratingOf(group, seen);
      if (own > rating) [best, rating] = [group, own];
    }
    if (best === undefined) break;
    chosen.push(best);
    left.delete(best);
    for (const term of best.words.keys()) seen.add(term);
  }
  return chosen;
}

function ratingOf({ field, words }: RatedGroup, seen: ReadonlySet<number>): number {
  const again = field === 'body' ? repeated : 0;
  let rating = 0;
  for (const [term, says] of words) rating += says * (seen.has(term) ? again : fieldShares[field]);
  return rating;
}
