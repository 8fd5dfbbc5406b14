/**
 * All numbers of the ranking, chosen on the told questions of docs/relevance.md, which says what each is worth.
 * They are not changed for one query.
 */

import type { Likeness } from '../match/matcher';
import type { Field } from '../text/note-outline';

/** How soon more occurrences stop raising a score. */
export const saturation = 2;
/** How much the length of a text lowers what a word in it counts. */
export const lengthNorm = 0.75;
/** How much a word counts in each field. */
export const fieldWeights: Readonly<Record<Field, number>> = {
  title: 5,
  alias: 5,
  heading: 3,
  tag: 3,
  body: 1,
  frontmatter: 0.2,
};
/** The same for a word that is not the searched one: another form, the last part of a compound, a longer word, a near word in place of one that no note has. */
export const likeness: Readonly<Record<Likeness, number>> = {
  exact: 1,
  form: 0.9,
  compound: 0.3,
  beginning: 0.2,
  near: 0.7,
};
/** What a name adds that consists of all words of the query, as a fraction of the score without it. */
export const coverageBonus = 0.5;
/** What the nearest note in meaning adds, as a fraction of the best score by words. */
export const meaningWeight = 0.25;
/** A note that lacks some of the words is listed with at least this fraction of the best score. */
export const leastShare = 0.25;
/** Limit for listed notes that lack some of the words. */
export const maxPartial = 50;
