/** Words that have marks between their letters, without them: `e-mail`, `O'Brien`, `U.S.A.`, `1,234.56`, `im**por**tant`. */

import type { CharacterKinds } from './character-kinds';

interface JoinedWord {
  /** Its letters alone. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer texts are searched as they are written: to look at each of their words takes too long. */
const maxLength = 2_000_000;
const maxWordLength = 100;
/** Punctuation within words, and marks of Markdown, which may stand within a word. */
const joint = /^(?:[-'._]|\*{1,3}|__|~~|==)$/u;
const maxJointLength = 3;
const digits = /^\d+$/u;

/** All of a word's parts together, and each two of them that follow each other. @param folded of any text */
export function joinedWords(folded: string, kinds: CharacterKinds): JoinedWord[] {
  const found: JoinedWord[] = [];
  if (folded.length > maxLength) return found;
  let parts: JoinedWord[] = [];
  const close = (): void => {
    if (parts.length > 1) found.push(...joined(parts));
    parts = [];
  };
  for (let start = kinds.startOfWord(folded, 0, folded.length); start < folded.length;) {
    const end = kinds.endOfWord(folded, start, folded.length);
    const last = parts.at(-1);
    const part = { word: folded.slice(start, end), start, end };
    if (last !== undefined && !isJoint(folded, last, part)) close();
    parts.push(part);
    start = kinds.startOfWord(folded, end, folded.length);
  }
  close();
  return found;
}

/** The same as one text, each on a line. */
export function joinedText(folded: string, kinds: CharacterKinds): string {
  return joinedWords(folded, kinds)
    .map(({ word }) => `\n${word}`)
    .join('');
}

/** The word of a query that has such marks; undefined for another. @param folded */
export function lettersOf(folded: string, kinds: CharacterKinds): string | undefined {
  const [whole] = joinedWords(folded, kinds);
  return whole?.start === 0 && whole.end === folded.length ? whole.word : undefined;
}

function isJoint(
  folded: string,
  { word: before, end }: JoinedWord,
  { word: behind, start }: JoinedWord,
): boolean {
  if (start - end > maxJointLength) return false;
  const between = folded.slice(end, start);
  return joint.test(between) || (between === ',' && digits.test(before) && digits.test(behind));
}

function joined(parts: readonly JoinedWord[]): JoinedWord[] {
  const together = (some: readonly JoinedWord[]): JoinedWord[] => {
    const [first, last] = [some[0], some.at(-1)];
    const word = some.map(part => part.word).join('');
    if (first === undefined || last === undefined || word.length > maxWordLength) return [];
    return [{ word, start: first.start, end: last.end }];
  };
  const pairs =
    parts.length === 2 ? [] : parts.slice(1).flatMap((_, index) => together(parts.slice(index, index + 2)));
  return [...together(parts), ...pairs];
}
