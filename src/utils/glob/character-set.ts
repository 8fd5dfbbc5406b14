/** `[abc]`, `[a-z]`, `[!a]`, `[^a]` and the named classes inside, such as `[[:digit:]]`. */

import { type CharacterSet, slash } from './syntax';

type Range = readonly [number, number];

/** The classes of POSIX, over ASCII as in the C locale. A Map: an unknown name inherits nothing. */
const namedClasses: ReadonlyMap<string, readonly string[]> = new Map([
  ['alnum', ['09', 'AZ', 'az']],
  ['alpha', ['AZ', 'az']],
  ['blank', ['  ', '\t\t']],
  ['cntrl', ['\0\u001f', '\u007f\u007f']],
  ['digit', ['09']],
  ['graph', ['!~']],
  ['lower', ['az']],
  ['print', [' ~']],
  ['punct', ['!/', ':@', '[`', '{~']],
  ['space', ['  ', '\t\r']],
  ['upper', ['AZ']],
  ['xdigit', ['09', 'AF', 'af']],
]);
const maxClassLength = '[:xdigit:]'.length;

/**
 * Parses the set that opens at an index.
 * @returns the set and the index after its `]`; undefined if the bracket is literal: it is not closed, or a
 * slash comes before its end, which no set can contain.
 */
export function readSet(
  characters: readonly string[],
  open: number,
  ignoresCase: boolean,
): { set: CharacterSet; end: number } | undefined {
  let index = open + 1;
  const negated = characters[index] === '!' || characters[index] === '^';
  if (negated) index += 1;
  const first = index;
  const ranges: Range[] = [];
  for (;;) {
    const character = characters[index];
    if (character === undefined || character === '/') return undefined;
    if (character === ']' && index > first) break;
    const named = character === '[' ? readNamedClass(characters, index) : undefined;
    if (named !== undefined) {
      ranges.push(...named.ranges);
      index = named.end;
      continue;
    }
    const range = readRange(characters, index);
    if (range === undefined) return undefined;
    ranges.push(range.range);
    index = range.end;
  }
  return { set: { negated, ranges, ignoresCase }, end: index + 1 };
}

function readNamedClass(
  characters: readonly string[],
  open: number,
): { ranges: readonly Range[]; end: number } | undefined {
  if (characters[open + 1] !== ':') return undefined;
  const text = characters.slice(open, open + maxClassLength).join('');
  const close = text.indexOf(':]', 2);
  const spans = close < 0 ? undefined : namedClasses.get(text.slice(2, close));
  if (spans === undefined) return undefined;
  return {
    ranges: spans.map(span => [span.charCodeAt(0), span.charCodeAt(1)] as const),
    end: open + close + 2,
  };
}

/** One character, or a range with a hyphen; either may be escaped. */
function readRange(characters: readonly string[], index: number): { range: Range; end: number } | undefined {
  const first = readMember(characters, index);
  if (first === undefined) return undefined;
  if (characters[first.end] !== '-') return { range: [first.code, first.code], end: first.end };
  const behind = characters[first.end + 1];
  if (behind === undefined || behind === ']' || behind === '/') {
    return { range: [first.code, first.code], end: first.end };
  }
  const last = readMember(characters, first.end + 1);
  return last && { range: [first.code, last.code], end: last.end };
}

function readMember(characters: readonly string[], index: number): { code: number; end: number } | undefined {
  const escaped = characters[index] === '\\' && characters[index + 1] !== undefined;
  const code = characters[escaped ? index + 1 : index]?.codePointAt(0);
  if (code === undefined || code === slash) return undefined;
  return { code, end: index + (escaped ? 2 : 1) };
}

export function setHolds(set: CharacterSet, code: number): boolean {
  if (code === slash) return false;
  let found = inRanges(set.ranges, code);
  if (!found && set.ignoresCase) {
    const capital = String.fromCodePoint(code).toUpperCase();
    found = inRanges(set.ranges, capital.codePointAt(0) ?? code);
  }
  return found !== set.negated;
}

function inRanges(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}
