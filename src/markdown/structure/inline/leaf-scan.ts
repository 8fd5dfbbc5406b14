/** One pass from left to right over the text of a leaf block. */
import type { Steps } from '../../../utils/slicing/steps';
import { BACKSLASH, BACKTICK, CARET, DOLLAR, HASH, LEFT_BRACKET, LESS_THAN, runEnd } from '../characters';
import type { Scan } from '../scan';
import { angled, codeSpan, escape, formula } from './enclosed';
import { footnoteReference } from './footnote-references';
import { InlineScan, type InlineRule } from './inline-scan';
import { joinedLeaf, leafOfLines, stretch, type Leaf } from './leaf';
import { markdownLink } from './markdown-links';
import { tag } from './tags';
import { wikilink } from './wikilinks';

const ASCII = 128;

/** A longer text is scanned in parts of this length, with a pause if one is due. */
const PART = 16_384;

/** The constructs that can begin with a character; most characters begin none. */
const rules: readonly (InlineRule | undefined)[] = constructTable([
  [BACKSLASH, escape],
  [BACKTICK, codeSpan],
  [DOLLAR, formula],
  [LESS_THAN, angled],
  [LEFT_BRACKET, bracketed],
  [HASH, tag],
]);
const beginsConstruct = Uint8Array.from(rules, rule => (rule ? 1 : 0));

/**
 * Scans the lines `line` to `last`, up to the offset `end` in the last one.
 * @returns the remaining work for a long text; a short one is scanned at once.
 */
export function scanLinesInline(
  scan: Scan,
  line: number,
  last: number,
  end: number,
): Steps<void> | undefined {
  if (end - scan.lines.content(line) > PART) return scanLongLines(scan, line, last, end);
  return scanLeaf(scan, leafOfLines(scan, line, last, end), false);
}

/** Scans part of a line. */
export function scanRangeInline(scan: Scan, from: number, to: number): Steps<void> | undefined {
  return scanLeaf(scan, stretch(scan.text, from, to), false);
}

export function scanTableCell(scan: Scan, from: number, to: number): Steps<void> | undefined {
  return scanLeaf(scan, stretch(scan.text, from, to), true);
}

function scanLeaf(scan: Scan, leaf: Leaf, inTable: boolean): Steps<void> | undefined {
  const { from, to } = leaf;
  if (to - from > PART) return scanLongLeaf(scan, leaf, inTable);
  let inline: InlineScan | undefined;
  scanPart(leaf, from, to, () => (inline ??= new InlineScan(scan, leaf, inTable)));
  scan.counter.steps += to - from;
  return undefined;
}

function* scanLongLines(scan: Scan, line: number, last: number, end: number): Steps<void> {
  yield* scanLongLeaf(scan, yield* joinedLeaf(scan, line, last, end), false);
}

function* scanLongLeaf(scan: Scan, leaf: Leaf, inTable: boolean): Steps<void> {
  const inline = new InlineScan(scan, leaf, inTable);
  yield* inline.prepare();
  for (let at = leaf.from; at < leaf.to;) {
    const next = scanPart(leaf, at, Math.min(at + PART, leaf.to), () => inline);
    scan.counter.steps += next - at;
    at = next;
    if (scan.isDue()) yield;
  }
}

/** @returns where it ended: at `stop`, or after the construct that begins before it */
function scanPart(leaf: Leaf, from: number, stop: number, inlineScan: () => InlineScan): number {
  const { text, to } = leaf;
  let at = from;
  while (at < stop) {
    const code = text.charCodeAt(at);
    if (code >= ASCII || beginsConstruct[code] === 0) {
      at++;
      continue;
    }
    const inline = inlineScan();
    const end = rules[code]?.(inline, at) ?? -1;
    if (end === -1) at = behindText(text, at, to);
    else {
      inline.tokenEnd = end;
      at = end;
    }
  }
  return at;
}

/** A run of marks that begins nothing is text as a whole, lest its rest begin something shorter. */
function behindText(text: string, at: number, to: number): number {
  const code = text.charCodeAt(at);
  return code === BACKTICK || code === DOLLAR ? runEnd(text, at, to) : at + 1;
}

function bracketed(inline: InlineScan, at: number): number {
  const next = at + 1 < inline.to ? inline.text.charCodeAt(at + 1) : NaN;
  if (next === LEFT_BRACKET) {
    const end = wikilink(inline, at);
    if (end !== -1) return end;
  } else if (next === CARET) {
    const end = footnoteReference(inline, at);
    if (end !== -1) return end;
  }
  return markdownLink(inline, at);
}

function constructTable(entries: readonly (readonly [number, InlineRule])[]): (InlineRule | undefined)[] {
  const table: (InlineRule | undefined)[] = new Array<InlineRule | undefined>(ASCII).fill(undefined);
  for (const [code, rule] of entries) table[code] = rule;
  return table;
}
