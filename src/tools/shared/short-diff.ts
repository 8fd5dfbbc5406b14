import { counted, unitEscape } from '../../utils/text/pieces';
import { itemAt } from '../../utils/collections';

const noNewline = '\\ No newline at end of file';

/**
 * The changed lines of a unified diff without their context. `@12` is the line number, in the new text, of the line
 * that follows. Pairs of lines that differ only in the middle are cut at both ends, at words, with `…`. A last line that
 * only gained or lost its line break is left out, unless nothing else changed.
 *
 * @param kept number of equal characters that stay at each end of such a pair; then its words are whole
 * @param keptOfNew the same of the new line
 */
export function shortDiff(diff: string, kept = usuallyKept, keptOfNew = kept): string[] {
  if (diff === '') return [];
  const shown: string[] = [];
  let next = 1;
  let removed: string[] = [];
  let added: string[] = [];
  const finish = (): void => {
    // If all lines end in CRLF, a shown `\r` would only be copied as text.
    const isCrlf = [...removed, ...added].every(line => line.endsWith('\r'));
    const [old = [], fresh = []] = [removed, added].map(lines =>
      isCrlf ? lines.map(line => line.slice(0, -1)) : lines,
    );
    shown.push(...changedLines(old, fresh, next - added.length, [kept, keptOfNew]));
    removed = [];
    added = [];
  };
  for (const line of diff.split('\n')) {
    if (line === noNewline) continue;
    const mark = line.charAt(0);
    if (mark === '-') removed.push(line.slice(1));
    else if (mark === '+') {
      added.push(line.slice(1));
      next += 1;
    } else {
      finish();
      if (mark === '@') next = firstNewLine(line);
      else if (mark === ' ') next += 1;
      else shown.push(visible(line));
    }
  }
  finish();
  return shown;
}

/** The short diff of one file. Of a pair that is the only one, more of the new line stays. */
export function shortDiffOfOne(diff: string): string[] {
  return shortDiff(diff, usuallyKept, changesOneLine(diff) ? keptOfOnly : usuallyKept);
}

/** The lines of a short diff, and how many it leaves out, which it says in its last one. */
export function withoutOmission(lines: readonly string[]): { lines: readonly string[]; omitted: number } {
  const omitted = Number(/^… (\d+) more lines of the diff left out$/u.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  return { lines: omitted === 0 ? lines : lines.slice(0, -1), omitted };
}

/** One line for what several short diffs leave out. */
export function omissionLines(omitted: readonly number[]): string[] {
  const some = omitted.filter(count => count > 0);
  if (some.length === 0) return [];
  const sum = some.reduce((total, count) => total + count, 0);
  return [`… ${counted(sum, 'more line')} of ${counted(some.length, 'diff')} left out`];
}

function changedLines(
  removed: readonly string[],
  added: readonly string[],
  start: number,
  kept: readonly [number, number],
): string[] {
  // Equal lines differ in the line break at the end of the file.
  let same = 0;
  while (same < removed.length && removed[same] === added[same]) same += 1;
  const lines = paired(removed.slice(same), added.slice(same), kept);
  // An empty text has no place.
  const place = start + same === 0 ? [] : [`@${start + same}`];
  if (lines.length > 0) return [...place, ...lines];
  return same === 0 ? [] : [`@${start}`, '(only the line break at the end of the file)'];
}

/** The start of a hunk in the new text: `@@ -4,6 +4,7 @@`. Without new lines it names the line above. */
function firstNewLine(header: string): number {
  const [start = '', count] = header.slice(header.indexOf('+') + 1).split(/[, ]/);
  return Number(start) + (count === '0' ? 1 : 0);
}

function paired(
  removed: readonly string[],
  added: readonly string[],
  kept: readonly [number, number],
): string[] {
  const isPaired = removed.length === added.length;
  const pairs = isPaired ? removed.map((line, at) => middles(line, itemAt(added, at), kept)) : [];
  const [old, fresh] = isPaired
    ? [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
    : [removed, added];
  return [...old.map(line => `-${visible(line)}`), ...fresh.map(line => `+${visible(line)}`)];
}

const usuallyKept = 12;
/** Kept of the new line of the only pair, so that the reader sees that the rest is still there. */
const keptOfOnly = 200;

function changesOneLine(diff: string): boolean {
  const marks = diff.split('\n').map(line => line.charAt(0));
  return ['-', '+'].every(mark => marks.filter(one => one === mark).length === 1);
}

/** Two lines cut to a little before and after their difference. @param kept in the old line, and in the new one */
function middles(one: string, other: string, [old, fresh]: readonly [number, number]): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const cut = (line: string, kept: number): string => {
    const from = start > kept ? one.lastIndexOf(' ', start - Math.max(kept, 1)) + 1 : 0;
    const behind = end > kept ? one.indexOf(' ', one.length - end + kept) : -1;
    const left = behind < 0 ? 0 : one.length - behind;
    return `${from === 0 ? '' : '…'}${line.slice(from, line.length - left)}${left === 0 ? '' : '…'}`;
  };
  return [cut(one, old), cut(other, fresh)];
}

/** Characters that end or hide a line are escaped like in JSON. */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]/gu, found => {
    if (found === '\t') return found;
    return found === '\r' ? '\\r' : unitEscape(found);
  });
}
