/** How much a short word counts where notes lack some of the words. */

import type { Term } from '../query/compiled-query';

/** A shorter word counts as much less as it is shorter; docs/relevance.md has other values. */
const fullLength = 6;
/** Scripts that write vowels: in others, words of two or three letters mean as much as long ones. */
const alphabets = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;

/**
 * Frequent words are short in every language, so a short word says less than its rarity in a few hundred notes
 * suggests: `what` can be as rare as `boiler` where half of the notes are in another language.
 * @returns a fraction of what a long word counts
 */
export function lengthFactorOf({ word }: Pick<Term, 'word'>): number {
  return alphabets.test(word) ? Math.min(1, word.length / fullLength) : 1;
}
