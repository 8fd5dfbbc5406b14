import type { FoldedText } from '../text/folded-text';

/** The original text of a note in its smallest form: as its differences from the folded text, where that is possible. */
export class KeptText {
  /** See `marksOf`; undefined where the text is kept whole. */
  readonly #marks: string | undefined;
  readonly #text: string | undefined;
  readonly #utf8: Uint8Array | undefined;
  readonly #isAscii: boolean;

  /** @param folded the same text, folded */
  constructor(text: string, { folded, map, isAscii }: FoldedText) {
    this.#isAscii = isAscii;
    // To put a long text together again would block the app each time.
    if (text.length > longestPacked) {
      this.#text = text;
      return;
    }
    const isParallel = map === undefined && folded.length === text.length;
    const marks = isParallel ? marksOf(text, folded) : undefined;
    if (marks !== undefined && marks.length < text.length / 2) {
      this.#marks = marks;
      return;
    }
    // One character beyond Latin-1 makes the engine keep two bytes for each.
    const utf8 = isWide(text) && text.isWellFormed() ? encoder.encode(text) : undefined;
    if (utf8 !== undefined && utf8.byteLength < text.length * 2) this.#utf8 = utf8;
    else this.#text = text;
  }

  /** Made anew at each call where the text is not kept whole. @param folded as it was given */
  textWith(folded: string): string {
    if (this.#marks !== undefined) return marked(folded, this.#marks, this.#isAscii);
    return this.#text ?? decoder.decode(this.#utf8);
  }

  get bytes(): number {
    const text = this.#text ?? '';
    return this.#utf8?.byteLength ?? this.#marks?.length ?? (this.#isAscii ? text.length : bytesOf(text));
  }
}

const longestPacked = 500_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const beyondLatin1 = /[^\0-\xFF]/u;

function isWide(text: string): boolean {
  return beyondLatin1.test(text);
}

/** What a text takes in memory; of a long one the most, since it is not looked through for that. */
export function bytesOf(text: string): number {
  if (text.length > longestPacked) return text.length * 2;
  return isWide(text) ? text.length * 2 : text.length;
}

/** From an ASCII capital to its small letter. */
const caseGap = 0x20;
/** Six bits of a number are in each character of the marks, and whether more follow. */
const base = 0x40;

/**
 * Where a text differs from its fold of the same length: for each place twice its distance from the one before, plus
 * one where the unit itself follows, which is a capital else. As a string, of which ten thousand small ones take half
 * the memory of as many arrays.
 */
function marksOf(text: string, folded: string): string {
  const codes: number[] = [];
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const fold = folded.charCodeAt(at);
    if (unit === fold) continue;
    const isCapital = unit + caseGap === fold;
    addNumber(codes, (at - last) * 2 + (isCapital ? 0 : 1));
    if (!isCapital) addNumber(codes, unit);
    last = at;
  }
  return decoder.decode(Uint8Array.from(codes));
}

function addNumber(codes: number[], number: number): void {
  let rest = number;
  for (; rest >= base; rest = Math.floor(rest / base)) codes.push(base + (rest % base));
  codes.push(rest);
}

function marked(folded: string, marks: string, isAscii: boolean): string {
  return isAscii ? markedAscii(folded, marks) : markedInPieces(folded, marks);
}

/** A text of bytes: to change them costs a third of joining pieces. */
function markedAscii(folded: string, marks: string): string {
  const bytes = new Uint8Array(folded.length);
  encoder.encodeInto(folded, bytes);
  forEachMark(marks, (place, unit) => (bytes[place] = unit ?? (bytes[place] ?? 0) - caseGap));
  return decoder.decode(bytes);
}

function markedInPieces(folded: string, marks: string): string {
  const pieces: string[] = [];
  let behind = 0;
  forEachMark(marks, (place, unit = folded.charCodeAt(place) - caseGap) => {
    pieces.push(folded.slice(behind, place), String.fromCharCode(unit));
    behind = place + 1;
  });
  return pieces.join('') + folded.slice(behind);
}

/** @param visit told the place, and the unit that is there; none for a capital */
function forEachMark(marks: string, visit: (place: number, unit?: number) => void): void {
  let [place, next] = [0, 0];
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= base) {
      const code = marks.charCodeAt(next);
      next += 1;
      value += (code % base) * factor;
      if (code < base) return value;
    }
  };
  while (next < marks.length) {
    const mark = number();
    place += mark >>> 1;
    if ((mark & 1) === 0) visit(place);
    else visit(place, number());
  }
}
