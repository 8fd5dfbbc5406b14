/** Parts of words that every match of a term contains: the word index knows which notes have such words. */

import type { CharacterKinds } from '../text/character-kinds';

/** Too many words contain a shorter one. */
const minPieceLength = 2;

/**
 * For each text its longest stretch of letters, which stands within one word wherever the text does.
 * @param texts folded: every match contains one of them
 * @returns undefined if one of them has no such stretch
 */
export function wordPieces(texts: readonly string[], kinds: CharacterKinds): readonly string[] | undefined {
  const pieces = texts.map(text => longestStretch(text, kinds));
  return pieces.every(({ length }) => length >= minPieceLength) ? pieces : undefined;
}

function longestStretch(text: string, kinds: CharacterKinds): string {
  let longest = '';
  for (let start = kinds.startOfWord(text, 0, text.length); start < text.length;) {
    const end = kinds.endOfWord(text, start, text.length);
    if (end - start > longest.length) longest = text.slice(start, end);
    start = kinds.startOfWord(text, end, text.length);
  }
  return longest;
}
