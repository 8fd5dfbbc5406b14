import { lineBreaks, withNewline } from '../text/lines';
import { portionsOf } from '../../utils/bytes';
import { difference, type DiffLine } from './diff';
import { diffWordsWithSpace } from 'diff';

/** A line of a diff as the user reads it. */
export interface DiffRow {
  /** `skipped` are lines that are the same, `unended` says that the line before has no break, `omitted` counts lines left out. */
  readonly kind: 'same' | 'removed' | 'added' | 'skipped' | 'unended' | 'omitted';
  /** The line, or the number of lines where they are counted. */
  readonly text: string;
  /** The line's other version, if a comparison word by word is useful. */
  readonly other?: string;
}

/** Further lines of one file's diff are only counted. */
const maxRows = 5_000;
/** Longer lines are split. */
const pieceLength = 2_000;
/** The comparison word by word takes quadratic time: longer parts are shown as a whole. */
const maxCompared = 20_000;

/**
 * The diff of two texts, line by line; no line is cut. Linear except for a bounded part. A `\r` at the end of
 * a line is kept only if it matters: if not all lines of both texts end with one.
 */
export function diffRows(before: string, after: string): DiffRow[] {
  const isWindows = lineBreaks(before).lf + lineBreaks(after).lf === 0;
  const old = isWindows ? withNewline(before, '\n') : before;
  const now = isWindows ? withNewline(after, '\n') : after;
  const { lines, omitted } = difference(old, now, { maxLines: maxRows });
  const rows: DiffRow[] = [];
  for (let at = 0; at < lines.length;) {
    const removed = block(lines, at, '-');
    const added = block(lines, at + removed.length, '+');
    const line = lines[at];
    if (removed.length + added.length > 0) for (const row of changedRows(removed, added)) rows.push(row);
    else if (line !== undefined && line.mark !== '@@') rows.push(...plainRows(line));
    else if (rows.length > 0) rows.push({ kind: 'skipped', text: '' });
    at += Math.max(1, removed.length + added.length);
  }
  if (omitted > 0) rows.push({ kind: 'omitted', text: String(omitted) });
  return rows;
}

/** The words of a row that differ from its other version; the whole row if there is none. */
export function runsOf({ kind, text, other }: DiffRow): WordRun[] {
  if (kind !== 'removed' && kind !== 'added') return [{ kind: 'same', text }];
  if (other === undefined) return [{ kind, text }];
  const runs = kind === 'removed' ? wordDiff(text, other) : wordDiff(other, text);
  return runs.filter(run => run.kind === 'same' || run.kind === kind);
}

function block(lines: readonly DiffLine[], from: number, mark: DiffLine['mark']): string[] {
  let end = from;
  while (lines[end]?.mark === mark) end += 1;
  return lines.slice(from, end).map(({ text }) => text);
}

function changedRows(removed: readonly string[], added: readonly string[]): DiffRow[] {
  return [
    ...removed.flatMap((text, index) => changedRow('removed', text, added[index])),
    ...added.flatMap((text, index) => changedRow('added', text, removed[index])),
  ];
}

function changedRow(kind: 'removed' | 'added', text: string, other: string | undefined): DiffRow[] {
  if (other !== undefined && text.length + other.length <= maxCompared) return [{ kind, text, other }];
  return pieces(text).map(piece => ({ kind, text: piece }));
}

function plainRows({ mark, text }: DiffLine): DiffRow[] {
  if (mark === '\\') return [{ kind: 'unended', text: '' }];
  return pieces(text).map(piece => ({ kind: 'same', text: piece }));
}

function pieces(text: string): string[] {
  return [...portionsOf(text, pieceLength)];
}

/** A run of text that is on both sides or only on one. */
interface WordRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

const maxEdits = 400;

export function wordDiff(before: string, after: string): WordRun[] {
  const options = { maxEditLength: maxEdits };
  const isShort = before.length + after.length <= maxCompared;
  const changes = isShort ? diffWordsWithSpace(before, after, options) : undefined;
  if (changes === undefined) return whole(before, after);
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function whole(before: string, after: string): WordRun[] {
  const removed = { kind: 'removed', text: before } as const;
  return [removed, { kind: 'added', text: after } as const].filter(({ text }) => text !== '');
}
