import { diffWordsWithSpace } from 'diff';

/** A run of text that is on both sides or only on one. */
export interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The comparison takes quadratic time; longer differing parts are shown as a whole. */
const maxCompared = 20_000;
const maxEdits = 400;

/** The differences of two texts, word by word. */
export function wordDiff(before: string, after: string): WordRun[] {
  const options = { maxEditLength: maxEdits };
  const isShort = before.length + after.length <= maxCompared;
  const changes = isShort ? diffWordsWithSpace(before, after, options) : undefined;
  if (changes === undefined) return whole(before, after);
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function whole(before: string, after: string): WordRun[] {
  const removed = { kind: 'removed', text: before } as const;
  const added = { kind: 'added', text: after } as const;
  return [removed, added].filter(({ text }) => text !== '');
}
