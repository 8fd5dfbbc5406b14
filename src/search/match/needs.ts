/** Parts of words that every match of a term contains: the word index knows which notes have such words. */

import type { CharacterKinds } from '../text/character-kinds';
import type { WordTest } from './word-test';

export interface Piece {
  readonly text: string;
  /** Whether the word begins with it, and whether it ends with it. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** A note has a match only if it has, for each of these, a word with one of the pieces. */
export type Needs = readonly (readonly Piece[])[];

/** Too many words contain or begin with a shorter one. */
const minPieceLength = 2;
/** The longest say most; more of them cost more than they save. */
const maxNeeds = 6;

/** @param place where a match of the text begins and ends: between words, or anywhere */
export function needsOf(
  folded: string,
  kinds: CharacterKinds,
  { begins, ends }: { readonly begins: boolean; readonly ends: boolean },
): Needs {
  const pieces: Piece[] = [];
  for (let at = 0; at < folded.length;) {
    const end = kinds.endOfWord(folded, at, folded.length);
    if (end > at)
      pieces.push({
        text: folded.slice(at, end),
        begins: begins || at > 0,
        ends: ends || end < folded.length,
      });
    else if (kinds.isSpacelessAt(folded, at) && kinds.isSpacelessAt(folded, at + 1))
      pieces.push({ text: folded.slice(at, at + 2), begins: true, ends: true });
    at = Math.max(end, at + 1);
  }
  return pieces
    .filter(({ text, begins: isStart, ends: isEnd }) => (isStart && isEnd) || text.length >= minPieceLength)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, maxNeeds)
    .map(piece => [piece]);
}

/** What every text with a word that passes a test has. */
export function needsOfTest({ asked, start, part, listed = [] }: WordTest): Needs {
  const whole = listed.map(text => ({ text, begins: true, ends: true }));
  const shared = listed.length > 0 ? asked : start === '' ? part : start;
  if (shared.length < minPieceLength) return [];
  return [[...whole, { text: shared, begins: listed.length > 0 || start !== '', ends: false }]];
}

/** What every text with one of some fixed texts has. @param texts folded, found anywhere */
export function needsOfAny(texts: readonly string[], kinds: CharacterKinds): Needs {
  return anyOf(texts.map(text => needsOf(text, kinds, { begins: false, ends: false })));
}

/** What every text has that meets one of these: nothing if one of them asks for nothing. */
export function anyOf(alternatives: readonly Needs[]): Needs {
  const first = alternatives.map(([longest = []]) => longest);
  return first.length > 0 && first.every(({ length }) => length > 0) ? [first.flat()] : [];
}
