import type { FoldedText } from '../text/folded-text';

/** A text of which parts can be had. Offsets are in UTF-16 units, none is negative. */
export interface Sliceable {
  slice(start: number, end: number): string;
}

/** Stores the original text of a note compactly: as its differences from the folded text, if possible. */
export class KeptText {
  /** See `marksOf`; undefined if the text is stored whole. */
  readonly #marks: string | undefined;
  readonly #text: string | undefined;
  readonly #utf8: Uint8Array | undefined;
  readonly #isAscii: boolean;

  /** @param folded the same text, folded */
  constructor(text: string, { folded, map, isAscii }: FoldedText) {
    this.#isAscii = isAscii;
    // Rebuilding a long text would block the app each time.
    if (text.length > maxPackedLength) {
      this.#text = text;
      return;
    }
    const isParallel = map === undefined && folded.length === text.length;
    const differences = (): string => (isAscii ? capitalMarksOf(text) : marksOf(text, folded));
    const marks = isParallel ? differences() : undefined;
    if (marks !== undefined && marks.length < text.length / 2) {
      this.#marks = marks;
      return;
    }
    // One character beyond Latin-1 makes the engine use two bytes per character.
    const utf8 = isWide(text) && text.isWellFormed() ? encoder.encode(text) : undefined;
    if (utf8 !== undefined && utf8.byteLength < text.length * 2) this.#utf8 = utf8;
    else this.#text = text;
  }

  /** Built on each call if the text is not stored whole. @param folded as it was given */
  textWith(folded: string): string {
    if (this.#marks !== undefined) return marked(folded, this.#marks, this.#isAscii);
    return this.#text ?? decoder.decode(this.#utf8);
  }

  /**
   * What parts of that text are cut from in little time, in any order. Undefined for a text that is stored as
   * UTF-8: build it once and cut that. @param folded as it was given
   */
  partsWith(folded: string): Sliceable | undefined {
    return this.#marks === undefined ? this.#text : new MarkedParts(folded, this.#marks);
  }

  get bytes(): number {
    const text = this.#text ?? '';
    return this.#utf8?.byteLength ?? this.#marks?.length ?? (this.#isAscii ? text.length : bytesOf(text));
  }
}

const maxPackedLength = 500_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Little-endian, as is every processor that the app runs on. */
const wideDecoder = new TextDecoder('utf-16le', { ignoreBOM: true });

const beyondLatin1 = /[^\0-\xFF]/u;

function isWide(text: string): boolean {
  return beyondLatin1.test(text);
}

/** A text's size in memory; for a long one the upper limit, since it is not scanned. */
export function bytesOf(text: string): number {
  if (text.length > maxPackedLength) return text.length * 2;
  return isWide(text) ? text.length * 2 : text.length;
}

/** From an ASCII capital to its small letter. */
const caseGap = 0x20;
const [capitalA, capitalZ] = [0x41, 0x5a];
/** Each character of the marks has six bits of a number and a continuation bit. */
const base = 0x40;

/**
 * The differences of a text from its fold of the same length: for each place, twice the distance from the one
 * before, plus one if the unit itself follows; otherwise it is a capital. A string, since ten thousand small
 * strings take half the memory of as many arrays.
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

/** The high bit of each of four characters. */
const highBits = 0x80808080;
/** Added to four characters of ASCII, these set the high bits of those from `A`, and of those behind `Z`. */
const [fromA, behindZ] = [0x3f3f3f3f, 0x25252525];

/** The same for a text in ASCII, where only capitals differ: four characters at a time take a third of the time. */
function capitalMarksOf(text: string): string {
  const codes: number[] = [];
  const words = new Uint32Array(Math.ceil(text.length / 4));
  const units = new Uint8Array(words.buffer);
  encoder.encodeInto(text, units);
  let last = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    if ((((word + fromA) ^ (word + behindZ)) & highBits) === 0) continue;
    for (let at = index * 4; at < index * 4 + 4; at += 1) {
      const unit = units[at] ?? 0;
      if (unit < capitalA || unit > capitalZ) continue;
      addNumber(codes, (at - last) * 2);
      last = at;
    }
  }
  return decoder.decode(Uint8Array.from(codes));
}

function addNumber(codes: number[], number: number): void {
  let rest = number;
  for (; rest >= base; rest = Math.floor(rest / base)) codes.push(base + (rest % base));
  codes.push(rest);
}

function marked(folded: string, marks: string, isAscii: boolean): string {
  return isAscii ? markedAscii(folded, marks) : markedWide(folded, marks);
}

/** A text from bytes: changing them costs a third of joining pieces. */
function markedAscii(folded: string, marks: string): string {
  const bytes = new Uint8Array(folded.length);
  encoder.encodeInto(folded, bytes);
  forEachMark(marks, (place, unit) => (bytes[place] = unit ?? (bytes[place] ?? 0) - caseGap));
  return decoder.decode(bytes);
}

/** A text with half of a surrogate pair, which no decoder gives back, is joined of pieces. */
function markedWide(folded: string, marks: string): string {
  const units = new Uint16Array(folded.length);
  for (let at = 0; at < folded.length; at += 1) units[at] = folded.charCodeAt(at);
  let isWellFormed = folded.isWellFormed();
  forEachMark(marks, (place, unit) => {
    units[place] = unit ?? (units[place] ?? 0) - caseGap;
    isWellFormed &&= unit === undefined || !isSurrogate(unit);
  });
  return isWellFormed ? wideDecoder.decode(units) : markedInPieces(folded, marks);
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

/** Characters between the places of a text whose marks are known. */
const gridLength = 1024;

/** Parts of a text from its marks. Those before a part are passed once, not again for the next part. */
class MarkedParts implements Sliceable {
  /** Where the marks of each `gridLength` characters begin, as far as parts were cut. */
  readonly #known: MarkPlace[] = [firstMark];

  constructor(
    private readonly folded: string,
    private readonly marks: string,
  ) {}

  slice(start: number, end: number): string {
    const from = this.#before(Math.min(start, this.folded.length));
    return markedInPieces(this.folded, this.marks, { start, end, from });
  }

  #before(start: number): MarkPlace {
    const index = Math.floor(start / gridLength);
    let known = this.#known[index];
    while (known === undefined) {
      const from = this.#known.at(-1);
      const end = this.#known.length * gridLength;
      this.#known.push(forEachMark(this.marks, () => undefined, { from, end }));
      known = this.#known[index];
    }
    return known;
  }
}

interface MarkedPart {
  readonly start?: number;
  readonly end?: number;
  /** Not behind the first mark from `start` on. */
  readonly from?: MarkPlace | undefined;
}

function markedInPieces(
  folded: string,
  marks: string,
  { start = 0, end = folded.length, from }: MarkedPart = {},
): string {
  const pieces: string[] = [];
  let behind = start;
  const visit = (place: number, unit = folded.charCodeAt(place) - caseGap): void => {
    if (place < behind) return;
    pieces.push(folded.slice(behind, place), String.fromCharCode(unit));
    behind = place + 1;
  };
  forEachMark(marks, visit, { from, end });
  return pieces.join('') + folded.slice(behind, end);
}

/** A place among the marks. */
interface MarkPlace {
  /** Where the next mark begins in the marks. */
  readonly next: number;
  /** The place in the text of the mark before it. */
  readonly place: number;
}

const firstMark: MarkPlace = { next: 0, place: 0 };

/**
 * @param visit receives the place and the original unit; none for a capital
 * @param part where to begin among the marks, and where to stop in the text
 * @returns the place of the first mark that was not visited
 */
function forEachMark(
  marks: string,
  visit: (place: number, unit?: number) => void,
  { from = firstMark, end = Infinity }: { readonly from?: MarkPlace | undefined; readonly end?: number } = {},
): MarkPlace {
  let { place, next } = from;
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
    const before = next;
    const mark = number();
    if (place + (mark >>> 1) >= end) return { next: before, place };
    place += mark >>> 1;
    if ((mark & 1) === 0) visit(place);
    else visit(place, number());
  }
  return { next, place };
}
