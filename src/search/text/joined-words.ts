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
    for (const word of joined(folded, parts)) found.push(word);
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

function joined(folded: string, parts: readonly Span[]): JoinedWord[] {
  const together = (some: readonly Span[]): JoinedWord[] => {
    const [first, last] = [some[0], some.at(-1)];
    const word = some.map(([start, end]) => folded.slice(start, end)).join('');
    if (first === undefined || last === undefined || word.length > maxWordLength) return [];
    return [{ word, start: first[0], end: last[1] }];
  };
  const pairs =
    parts.length === 2 ? [] : parts.slice(1).flatMap((_, index) => together(parts.slice(index, index + 2)));
  return [...together(parts), ...pairs];
}
