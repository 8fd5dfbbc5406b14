import type { CharacterKinds } from '../text/character-kinds';

/** Visits the words of a text; in scripts without blanks, each pair of neighbouring characters is one. */
export function forEachWord(
  text: string,
  kinds: CharacterKinds,
  visit: (start: number, end: number) => void,
): void {
  for (let at = 0; at < text.length;) {
    const end = kinds.endOfWord(text, at, text.length);
    if (end > at) visit(at, end);
    else if (kinds.isSpacelessAt(text, at) && kinds.isSpacelessAt(text, at + 1)) visit(at, at + 2);
    at = Math.max(end, at + 1);
  }
}
