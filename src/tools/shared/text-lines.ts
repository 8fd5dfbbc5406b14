import { jsonLine, oneLine } from '../../utils/text/one-line';

export function moreLines(nextCursor: string | undefined): string[] {
  return nextCursor === undefined ? [] : [`More with cursor: ${nextCursor}`];
}

/** A moment to the minute, in UTC: `2026-11-22 05:10`. */
export function minute(iso: string | undefined): string {
  return (iso ?? '').slice(0, 16).replace('T', () => ' ');
}

const linesJoined = 100;

/**
 * The lines of rows, some in each text: a line is a dozen pieces until it is joined, and those of ten thousand at once
 * are copied over and over by the collector.
 */
export function linesOf<Row>(rows: readonly Row[], lineOf: (row: Row) => string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < rows.length; at += linesJoined)
    texts.push(
      rows
        .slice(at, at + linesJoined)
        .map(lineOf)
        .join('\n'),
    );
  return texts;
}

/** A text as it is, unless it could be taken for two values; anything else as JSON. */
export function shownValue(value: unknown): string {
  const isPlain = typeof value === 'string' && !value.includes(' · ');
  return isPlain ? oneLine(value) : jsonLine(value ?? null);
}
