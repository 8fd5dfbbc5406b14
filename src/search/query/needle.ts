/** Letters of folded text, those first that are frequent in languages written with them. */
const byFrequency = 'eaitnorsldcumphgbvfykwzxjq';
/** The engine looks for the first letter of so short a text in vector steps; longer ones it takes letter by letter. */
const pieceLength = 6;
const shortestPiece = 3;
/** Comparing longer ones at each place of their piece could take as long as the text is wide. */
const longestNeedle = 32;

/**
 * A text to look for in others. It is looked for by a piece of it that begins with its rarest letter, which takes two
 * thirds of the time: from one such letter to the next is further.
 */
export class Needle {
  readonly #offset: number;
  readonly #piece: string;

  /** @param text not empty */
  constructor(readonly text: string) {
    const isCut = text.length <= longestNeedle && isPlain(text);
    this.#offset = isCut ? placeOfRarest(text) : 0;
    this.#piece = isCut ? text.slice(this.#offset, this.#offset + pieceLength) : text;
  }

  /** As `indexOf`. */
  indexIn(folded: string, from = 0): number {
    let at = folded.indexOf(this.#piece, from + this.#offset);
    if (this.#piece.length === this.text.length) return at;
    while (at >= 0) {
      if (folded.startsWith(this.text, at - this.#offset)) return at - this.#offset;
      at = folded.indexOf(this.#piece, at + 1);
    }
    return -1;
  }
}

/** Letters of one byte: others begin with the same byte. */
function isPlain(text: string): boolean {
  for (const letter of text) if (!byFrequency.includes(letter)) return false;
  return true;
}

function placeOfRarest(text: string): number {
  let [rarest, place] = [-1, 0];
  for (let at = 0; at <= text.length - shortestPiece; at += 1) {
    const rarity = byFrequency.indexOf(text.charAt(at));
    if (rarity > rarest) [rarest, place] = [rarity, at];
  }
  return place;
}
