import { TextNeedle } from '../../../utils/text/text-search';

/** Letters of folded text, those first that are frequent in languages written with them. */
const byFrequency = 'eaitnorsldcumphgbvfykwzxjq';
/** The engine looks for the first letter of so short a text in vector steps; longer ones it takes letter by letter. */
const pieceLength = 6;
const shortestPiece = 3;
/** So much of a text is looked at in one go. */
export const windowLength = 16_384;
/** Comparing longer ones at each place of their piece could take as long as the text is wide. */
const longestNeedle = 32;

/**
 * A text to look for in others. It is looked for by a piece of it that begins with its rarest letter, which takes two
 * thirds of the time: from one such letter to the next is further.
 */
export class Needle {
  readonly #offset: number;
  readonly #piece: string;
  /** Where the text is not looked for by a piece. */
  readonly #whole: TextNeedle | undefined;

  /** @param text not empty */
  constructor(readonly text: string) {
    const isCut = text.length <= longestNeedle && isPlain(text);
    this.#offset = isCut ? placeOfRarest(text) : 0;
    this.#piece = isCut ? text.slice(this.#offset, this.#offset + pieceLength) : text;
    this.#whole = this.#piece.length === text.length ? new TextNeedle(text) : undefined;
  }

  /** As `indexOf`, for places before `limit` only; time in proportion to what lies before it, whatever it holds. */
  indexIn(folded: string, from = 0, limit = Infinity): number {
    if (this.#whole !== undefined) return this.#whole.indexIn(folded, from, limit);
    const end = limit + this.text.length - 1;
    const searched = end < folded.length ? folded.slice(0, Math.max(0, end)) : folded;
    for (
      let at = searched.indexOf(this.#piece, from + this.#offset);
      at >= 0;
      at = searched.indexOf(this.#piece, at + 1)
    ) {
      if (searched.startsWith(this.text, at - this.#offset)) return at - this.#offset;
    }
    return -1;
  }
}

/** Where a needle is in one text after another. */
export class NeedlePlaces {
  readonly #needle: Needle;
  #text = '';
  /** The first place; -1 for none, undefined where it is not known. */
  #first: number | undefined = -1;

  constructor(text: string) {
    this.#needle = new Needle(text);
  }

  /** Goes to a text. False if the needle is not there; a text longer than a window is not looked at yet. */
  mayStandIn(folded: string): boolean {
    if (folded !== this.#text) {
      this.#text = folded;
      this.#first = folded.length > windowLength ? undefined : this.#needle.indexIn(folded);
    }
    return this.#first !== -1;
  }

  /** The first place in that text, at or after `from` and before `limit`; -1 when there is none. */
  next(from: number, limit: number): number {
    const first = this.#first;
    if (first === undefined || (first >= 0 && from > first))
      return this.#needle.indexIn(this.#text, from, limit);
    return first < limit ? first : -1;
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
