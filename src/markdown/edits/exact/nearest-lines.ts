/** Suggests where a missing text almost occurs: a hint of bounded cost, not a search. */
import { withPlainQuotes } from '../../../utils/text/folding';
import { cutBetweenCharacters } from '../../text/excerpt';
import { type Lines, linesInTurns } from '../../text/lines';
import { itemAt } from '../../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { startsOf } from '../../../utils/bytes';
import { contains, occurrences } from '../../../utils/text/text-search';

const maxSearched = 1_000_000;
const maxWanted = 20_000;
/** For longer texts the kinds of difference are not determined. */
const maxCompared = 100_000;
/** How many units of one line are folded, and how many are folded without a pause. */
const maxFolded = 32_768;
const portion = 8192;
const maxFound = 3;
const maxPlaces = 1_000;
const maxShown = 200;

/** A difference between a caller's text and the note's that an exact edit tolerates, such as another quote mark. */
interface TextFolding {
  readonly name: string;
  /** Removes the differences of this kind; the number of lines stays. */
  readonly fold: (text: string) => string;
}

const longDashes = /[‐‑‒–—−]/gu;
const blanks = /[^\S\n]+/gu;

/** Applied in this order, they remove all differences of these kinds. */
const textFoldings: readonly TextFolding[] = [
  { name: 'Unicode form', fold: text => text.normalize('NFC') },
  { name: 'quotes', fold: withPlainQuotes },
  { name: 'dashes', fold: text => text.replace(longDashes, () => '-') },
  { name: 'trailing spaces', fold: text => byLine(text, line => line.trimEnd()) },
  {
    name: 'spaces',
    fold: text =>
      byLine(
        text.replace(blanks, () => ' '),
        line => line.trimStart(),
      ),
  },
  { name: 'letter case', fold: text => text.toLowerCase() },
];

/** @param text and @param wanted with LF breaks. @returns lines like `line 12 differs in spaces: …`, best first. */
export async function nearestLines(text: string, wanted: string, loop: SlicedLoop): Promise<string[]> {
  const note = await linesInTurns(text.slice(0, maxSearched), loop);
  const sought = wanted.slice(0, maxWanted);
  const folded = await linesInTurns(await foldedNote(note.text, loop), loop);
  const foldedSought = foldedText(sought);
  if (foldedSought.trim() === '') return [];
  const found = occurrences(folded.text, foldedSought, maxPlaces).offsets;
  const first = [...new Set(found.map(offset => folded.lineAt(offset)))].slice(0, maxFound);
  if (first.length > 0) return first.map(line => differing(note, line, sought));
  const longest = foldedSought.split('\n').reduce((one, line) => (line.length > one.length ? line : one), '');
  const best = await new LineLikeness(longest).best(folded, maxFound, loop);
  return best.map(line => `line ${line} is similar: ${shown(note, line)}`);
}

async function foldedNote(text: string, loop: SlicedLoop): Promise<string> {
  const rows: string[] = [];
  await forEachInTurn(someLinesEach(text), loop, some => rows.push(foldedText(some)));
  return rows.join('\n');
}

/** Yields some whole lines at a time, since folding needs their context; only the start of a very long line counts. */
function* someLinesEach(text: string): Generator<string, void> {
  let pending: string[] = [];
  let length = 0;
  for (const line of text.split('\n')) {
    pending.push(line.slice(0, maxFolded));
    length += line.length + 1;
    if (length < portion) continue;
    yield pending.join('\n');
    pending = [];
    length = 0;
  }
  if (pending.length > 0) yield pending.join('\n');
}

/** How the lines of the note from `first` on differ from the text; shows the first line that differs. */
function differing(note: Lines, first: number, sought: string): string {
  const wanted = sought.split('\n');
  const last = first + wanted.length - 1;
  const line =
    first +
    Math.max(
      0,
      wanted.findIndex((part, index) => !agrees(note, first, index, wanted, part)),
    );
  const region = note.slice(first, last);
  const kinds: TextFolding[] = [];
  for (const kind of region.length > maxCompared ? [] : textFoldings) {
    if (!contains(foldedText(region, kind), foldedText(sought, kind))) kinds.push(kind);
  }
  const how = kinds.length > 0 ? `differs in ${listed(kinds.map(({ name }) => name))}` : 'is near';
  return `line ${line} ${how}: ${shown(note, line)}`;
}

/** Whether the part of the text for one line of the note matches exactly. */
function agrees(note: Lines, first: number, index: number, wanted: readonly string[], part: string): boolean {
  const line = note.textOf(first + index);
  const isFirst = index === 0;
  const isLast = index === wanted.length - 1;
  if (isFirst && isLast) return contains(line, part);
  if (isFirst) return line.endsWith(part);
  return isLast ? line.startsWith(part) : line === part;
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function shown(note: Lines, line: number): string {
  return cutBetweenCharacters(note.textOf(line), maxShown);
}

/** The text without differences of any kind, or of all kinds but one. */
function foldedText(text: string, except?: TextFolding): string {
  return textFoldings.reduce((result, folding) => (folding === except ? result : folding.fold(result)), text);
}

function byLine(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n');
}

const maxLineLength = 500;
const linesAtOnce = 16;
/** A similar line shares at least this fraction of the pairs of characters. */
const minLikeness = 0.5;
/** The penalty for a line that is much longer or shorter than the wanted one. */
const lengthWeight = 0.2;

/** Finds the lines that share the most pairs of adjacent characters with a wanted one; linear in the text. */
class LineLikeness {
  /** Position of each pair; no pair counts twice. */
  private readonly pairs = new Map<number, number>();
  /** The last line that contained each pair. */
  private readonly met: Int32Array;
  private readonly length: number;

  constructor(wanted: string) {
    const text = wanted.slice(0, maxLineLength);
    this.length = text.length;
    for (let at = 1; at < text.length; at += 1) {
      const pair = pairAt(text, at);
      if (!this.pairs.has(pair)) this.pairs.set(pair, this.pairs.size);
    }
    this.met = new Int32Array(this.pairs.size);
  }

  /** Line numbers, best first. @throws like `forEachInTurn` */
  async best(lines: Lines, limit: number, loop: SlicedLoop): Promise<number[]> {
    if (this.pairs.size === 0) return [];
    const best: { readonly line: number; readonly score: number }[] = [];
    const offer = (line: number): void => {
      const score = this.score(lines.textOf(line).slice(0, maxLineLength), line);
      const worst = best.length < limit ? minLikeness : itemAt(best, limit - 1).score;
      if (score < minLikeness || (best.length === limit && score <= worst)) return;
      const place = best.findIndex(other => other.score < score);
      best.splice(place === -1 ? best.length : place, 0, { line, score });
      if (best.length > limit) best.pop();
    };
    await forEachInTurn(startsOf(lines.count, linesAtOnce), loop, before => {
      for (let line = before + 1; line <= Math.min(before + linesAtOnce, lines.count); line += 1) offer(line);
    });
    return best.map(({ line }) => line);
  }

  private score(text: string, line: number): number {
    let shared = 0;
    for (let at = 1; at < text.length; at += 1) {
      const pair = this.pairs.get(pairAt(text, at));
      if (pair === undefined || this.met[pair] === line) continue;
      this.met[pair] = line;
      shared += 1;
    }
    const stretch = Math.abs(text.length - this.length) / (text.length + this.length);
    return shared / this.pairs.size - stretch * lengthWeight;
  }
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 65_536 + text.charCodeAt(at);
}
