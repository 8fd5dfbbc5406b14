import { type Field, fieldWeights } from '../text/note-fields';
import type { NoteText } from '../store/note-text';
import { TextNeedle } from '../../utils/text/text-search';

/**
 * The bonus of a field that equals the whole query, in multiples of the best score without it. Matching names
 * and aliases rank first, however new or long other notes are.
 */
const wholeBonuses: Readonly<Record<Field, number>> = {
  title: 2.5,
  alias: 1.25,
  heading: 0.02,
  tag: 0.015,
  frontmatter: 0,
  body: 0,
};
/** What may be between the bounds of a field and its text: the syntax of headings, tags and YAML. */
const [marksBefore, marksBehind, maxMarks] = [/^[\s"'#]*$/u, /^[\s"']*$/u, 8];
/** The same for one of several values. */
const [listBefore, listBehind] = [/(?:^|[[,\n]|-\s)(?:[^\S\n]|["'#])*$/u, /^["']*\s*(?:$|[\],\n])/u];

/** For a note whose name equals the query. */
export const titleBonus = wholeBonuses.title;

/**
 * The most that `wholeBonus` can be: a word that is all of a field, exactly, has the weight of that field at least.
 * @param weight of the best field with each word of the query, the least of them
 */
export function maxWholeBonus(weight: number): number {
  const fields = ['alias', 'heading', 'tag'] as const;
  return Math.max(0, ...fields.map(field => (fieldWeights[field] <= weight ? wholeBonuses[field] : 0)));
}

/** For the best field of a text that equals the whole query. @param whole folded, not empty */
export function wholeBonus(whole: string, { folded, outline }: NoteText): number {
  let best = 0;
  for (let span = 0; span < outline.count; span += 1) {
    const field = outline.fieldOf(span);
    if (wholeBonuses[field] <= best) continue;
    const [from, to] = [outline.startOf(span), outline.endOf(span)];
    const isInList = from < outline.bodyStart && field !== 'title';
    if (!isInList && to - from > whole.length + 2 * maxMarks) continue;
    if (isWholeIn(folded.slice(from, to), whole, isInList)) best = wholeBonuses[field];
  }
  return best;
}

/** @param isInList whether the field can have several values */
function isWholeIn(text: string, whole: string, isInList: boolean): boolean {
  const [isBefore, isBehind] = isInList ? [listBefore, listBehind] : [marksBefore, marksBehind];
  const needle = new TextNeedle(whole);
  for (let start = needle.indexIn(text); start >= 0; start = needle.indexIn(text, start + 1)) {
    const end = start + whole.length;
    const before = text.slice(Math.max(0, start - maxMarks), start);
    if (isBefore.test(before) && isBehind.test(text.slice(end, end + maxMarks))) return true;
  }
  return false;
}
