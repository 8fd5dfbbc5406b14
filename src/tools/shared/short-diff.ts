/**
 * The changed lines of a unified diff without those around them: `@12` is the line of the new text at which the next
 * ones stand. Two lines of a pair that differ only in the middle are cut at both ends, at words, with `…`.
 */
export function shortDiff(diff: string): string[] {
  if (diff === '') return [];
  const shown: string[] = [];
  let next = 1;
  let out: string[] = [];
  let into: string[] = [];
  const finish = (): void => {
    if (out.length + into.length > 0) shown.push(`@${next - into.length}`, ...paired(out, into));
    [out, into] = [[], []];
  };
  for (const line of diff.split('\n')) {
    const mark = line.charAt(0);
    if (mark === '-') out.push(line.slice(1));
    else if (mark === '+') {
      into.push(line.slice(1));
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

/** Where the new text of a hunk begins: `@@ -4,6 +4,7 @@`. */
function firstNewLine(header: string): number {
  const [start = ''] = header.slice(header.indexOf('+') + 1).split(/[, ]/);
  return Number(start);
}

function paired(out: readonly string[], into: readonly string[]): string[] {
  const isPaired = out.length === into.length;
  const pairs = isPaired ? out.map((line, at) => middles(line, into[at] ?? '')) : [];
  const [old, fresh] = isPaired ? [pairs.map(([one]) => one), pairs.map(([, other]) => other)] : [out, into];
  return [...old.map(line => `-${visible(line)}`), ...fresh.map(line => `+${visible(line)}`)];
}

/** So many characters that are the same stay at each end. */
const kept = 12;

/** Two lines from a little before to a little behind what differs. */
function middles(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const from = start > kept ? one.lastIndexOf(' ', start - kept) + 1 : 0;
  const behind = end > kept ? one.indexOf(' ', one.length - end + kept) : -1;
  const left = behind < 0 ? 0 : one.length - behind;
  const cut = (line: string): string =>
    `${from === 0 ? '' : '…'}${line.slice(from, line.length - left)}${left === 0 ? '' : '…'}`;
  return [cut(one), cut(other)];
}

/** Characters that end or hide a line are written as JSON writes them. */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\u2028\u2029]/gu, found => {
    if (found === '\t') return found;
    if (found === '\r') return '\\r';
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
