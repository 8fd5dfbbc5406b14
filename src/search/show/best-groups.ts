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
/** Who asks for more wants to see all. */
const fewLines = 3;

/**
 * The groups that show the rarest words, each word once before any twice. Names and headings that only repeat words
 * come last; properties and tags are among a few lines only for words that the text lacks.
 * @param known terms that are seen anyway, as those in the note's name
 */
export function bestGroups<Group extends RatedGroup>(
  groups: readonly Group[],
  most: number,
  known: ReadonlySet<number>,
): Group[] {
  const seen = new Set(known);
  const read = new Set(groups.filter(({ field }) => isText(field)).flatMap(({ words }) => [...words.keys()]));
  const isSaid = ({ field, words }: Group): boolean =>
    isAside(field) && [...words.keys()].every(term => known.has(term) || read.has(term));
  const hasText = groups.some(({ field }) => field === 'body');
  const left = new Set(most <= fewLines && hasText ? groups.filter(group => !isSaid(group)) : groups);
  const chosen: Group[] = [];
  while (chosen.length < most) {
    let [best, rating]: [Group | undefined, number] = [undefined, -1];
    for (const group of left) {
      const own = ratingOf(group, term => seen.has(term) || (!isText(group.field) && read.has(term)));
      if (own > rating) [best, rating] = [group, own];
    }
    if (best === undefined) break;
    chosen.push(best);
    left.delete(best);
    for (const term of best.words.keys()) seen.add(term);
  }
  return chosen;
}

const isText = (field: Field): boolean => field === 'body' || field === 'heading';
const isAside = (field: Field): boolean => field === 'tag' || field === 'frontmatter';

function ratingOf({ field, words }: RatedGroup, isSeen: (term: number) => boolean): number {
  const again = field === 'body' ? repeated : 0;
  let rating = 0;
  for (const [term, says] of words) rating += says * (isSeen(term) ? again : fieldShares[field]);
  return rating;
}
