/** One pass from left to right over the text of a leaf block. */
import { BACKSLASH, BACKTICK, CARET, DOLLAR, HASH, LEFT_BRACKET, LESS_THAN, runEnd } from '../characters';
import type { Scan } from '../scan';
import { angled, codeSpan, escape, formula } from './enclosed';
import { footnoteReference, markdownLink, tag, wikilink } from './references';
import { InlineScan, type InlineRule, isApart, JoinedLeaf, type Leaf } from './inline-scan';

const ASCII = 128;

/** The constructs that can begin with a character; most characters begin none. */
const rules = new Map<number, InlineRule>([
  [BACKSLASH, escape],
  [BACKTICK, codeSpan],
  [DOLLAR, formula],
  [LESS_THAN, angled],
  [LEFT_BRACKET, bracketed],
  [HASH, tag],
]);
const beginsConstruct = Uint8Array.from({ length: ASCII }, (_none, code) => Number(rules.has(code)));

/** Scans the lines `line` to `last`, up to the offset `end` in the last one. */
export function scanLinesInline(scan: Scan, line: number, last: number, end: number): void {
  if (isApart(scan, line, last)) scanLeaf(scan, new JoinedLeaf(scan, line, last, end), false);
  else scanRangeInline(scan, scan.lines.content(line), end);
}

/** Scans a part of one line. @param inTable whether it is a cell of a table */
export function scanRangeInline(scan: Scan, from: number, to: number, inTable = false): void {
  const first = firstConstruct(scan.text, from, to);
  scan.counter.steps += first - from;
  // Most headings and cells have none.
  if (first < to) scanLeaf(scan, { text: scan.text, from, to, origin: offset => offset }, inTable);
}

function scanLeaf(scan: Scan, leaf: Leaf, inTable: boolean): void {
  const { text, from, to } = leaf;
  const inline = new InlineScan(scan, leaf, inTable);
  for (let at = firstConstruct(text, from, to); at < to; at = firstConstruct(text, at, to)) {
    const end = rules.get(text.charCodeAt(at))?.(inline, at) ?? -1;
    if (end === -1) at = behindText(text, at, to);
    else {
      inline.tokenEnd = end;
      at = end;
    }
    scan.limitParts();
  }
  scan.counter.steps += to - from;
}

/** The first character at or after `at` that may begin a construct; `to` if there is none. */
function firstConstruct(text: string, at: number, to: number): number {
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code < ASCII && beginsConstruct[code] === 1) break;
    at++;
  }
  return at;
}

/** A run of marks that begins nothing is text as a whole; otherwise its rest could begin something shorter. */
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
