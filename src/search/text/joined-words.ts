/** Words that have marks between their letters, without them: `e-mail`, `O'Brien`, `U.S.A.`, `1,234.56`, `im**por**tant`. */

import type { CharacterKinds } from './character-kinds';

interface JoinedWord {
  /** Its letters alone. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

type Span = readonly [start: number, end: number];

/** Longer texts are searched as they are written: to look at each of their words takes too long. */
const maxLength = 2_000_000;
const maxWordLength = 100;
/** Punctuation within words, and marks of Markdown, which may stand within a word. */
const joints = /(?:__|~~|==|\*{1,3}|[-'._,])(?=\S)/gu;
const digits = /^\d+$/u;

/** Characters in which words are looked for in one step. */
const portionLength = 65_536;

/** Where a portion of a text ends that begins at `at`: behind a blank if it has one, since no word has a blank. */
export function portionEnd(folded: string, at: number): number {
  if (folded.length > maxLength) return folded.length;
  const limit = at + portionLength;
  if (limit >= folded.length) return folded.length;
  for (let end = limit; end > at; end -= 1) if (isBlank(folded.charCodeAt(end - 1))) return end;
  return limit;
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a;
}

/** All of a word's parts together, and each two of them that follow each other. @param folded of any text */
export function joinedWords(folded: string, kinds: CharacterKinds): JoinedWord[] {
  const found: JoinedWord[] = [];
  if (folded.length > maxLength) return found;
  /** Where each part of the present word begins and ends. */
  let parts: Span[] = [];
  const close = (): void => {
    addJoined(found, folded, parts);
    parts = [];
  };
  for (const { index, 0: mark } of folded.matchAll(joints)) {
    const next = index + mark.length;
    if (!kinds.isWordAt(folded, index - 1) || !kinds.isWordAt(folded, next)) continue;
    const [start, end] = parts.at(-1) ?? [0, 0];
    const before: Span = end === index ? [start, end] : [kinds.beginOfWord(folded, index), index];
    const behind: Span = [next, kinds.endOfWord(folded, next, folded.length)];
    if (mark === ',' && !isNumber(folded, before, behind)) continue;
    if (end !== index) {
      close();
      parts.push(before);
    }
    parts.push(behind);
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

function isNumber(folded: string, ...parts: readonly Span[]): boolean {
  return parts.every(([start, end]) => digits.test(folded.slice(start, end)));
}

/** Pairs are added as they are found: a text can consist of one word with many thousands of parts. */
function addJoined(found: JoinedWord[], folded: string, parts: readonly Span[]): void {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return;
  const lengthOf = ([start, end]: Span): number => end - start;
  const textOf = ([start, end]: Span): string => folded.slice(start, end);
  let length = 0;
  for (const part of parts) {
    length += lengthOf(part);
    if (length > maxWordLength) break;
  }
  if (length <= maxWordLength)
    found.push({ word: parts.map(textOf).join(''), start: first[0], end: last[1] });
  if (parts.length === 2) return;
  let before = first;
  for (const part of parts) {
    const isPair = part !== first && lengthOf(before) + lengthOf(part) <= maxWordLength;
    if (isPair) found.push({ word: textOf(before) + textOf(part), start: before[0], end: part[1] });
    before = part;
  }
}
