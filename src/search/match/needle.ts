import { TextNeedle } from '../../utils/text/text-search';
import { stretchLength } from './matcher';

/** Letters of folded text, the most frequent in their languages first. */
const byFrequency = 'eaitnorsldcumphgbvfykwzxjq';
/** The engine searches for the first letter of so short a text with vector instructions. */
const pieceLength = 6;
const minPieceLength = 3;
/** Comparing longer ones at each position could take too long in some texts. */
const maxNeedleLength = 32;

/**
 * Searches for a text by a piece of it that begins with its rarest letter, which takes two thirds of the
 * time: that letter occurs less often.
 */
export class Needle {
  readonly #offset: number;
  readonly #piece: TextNeedle;
  /** Set if the text is not searched by a piece. */
  readonly #whole: TextNeedle | undefined;

  /** @param text not empty */
  constructor(readonly text: string) {
    const isCut = text.length <= maxNeedleLength && isPlain(text);
    this.#offset = isCut ? placeOfRarest(text) : 0;
    const piece = isCut ? text.slice(this.#offset, this.#offset + pieceLength) : text;
    this.#piece = new TextNeedle(piece);
    this.#whole = piece.length === text.length ? this.#piece : undefined;
  }

  /** Like `indexOf`, but only before `limit`; takes time linear in the text before it. */
  indexIn(folded: string, from = 0, limit = Infinity): number {
    if (this.#whole !== undefined) return this.#whole.indexIn(folded, from, limit);
    const end = limit + this.text.length - 1;
    const searched = end < folded.length ? folded.slice(0, Math.max(0, end)) : folded;
    for (
      let at = this.#piece.indexIn(searched, from + this.#offset);
      at >= 0;
      at = this.#piece.indexIn(searched, at + 1)
    ) {
      if (searched.startsWith(this.text, at - this.#offset)) return at - this.#offset;
    }
    return -1;
  }

  /** False if it is not in a text; long texts are not searched. */
  mayStandIn(folded: string): boolean {
    return folded.length > stretchLength || this.indexIn(folded) >= 0;
  }

  /** Its places in a text, which may overlap; undefined after each stretch of a long one. */
  *placesIn(folded: string): Generator<number | undefined, void> {
    for (let from = 0; ;) {
      const limit = from + stretchLength;
      for (let at = this.indexIn(folded, from, limit); at >= 0; at = this.indexIn(folded, at + 1, limit))
        yield at;
      if (limit > folded.length) return;
      from = limit;
      yield undefined;
    }
  }
}

/** Letters of one byte: all others share their first bytes. */
function isPlain(text: string): boolean {
  for (const letter of text) if (!byFrequency.includes(letter)) return false;
  return true;
}

function placeOfRarest(text: string): number {
  let [rarest, place] = [-1, 0];
  for (let at = 0; at <= text.length - minPieceLength; at += 1) {
    const rarity = byFrequency.indexOf(text.charAt(at));
    if (rarity > rarest) [rarest, place] = [rarity, at];
  }
  return place;
}
