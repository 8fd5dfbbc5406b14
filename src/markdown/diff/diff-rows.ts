import { finish } from '../../utils/slicing/steps';
import { unifiedDiff } from './diff';
import { wordDiff, type WordRun } from './word-diff';

/** A line of a difference as a person reads it. */
export interface DiffRow {
  /** `skipped` stands for lines that are the same, `told` says something about the texts. */
  readonly kind: 'same' | 'removed' | 'added' | 'skipped' | 'told';
  readonly text: string;
  /** The line that this one became, or was before; where it is worth comparing the two word by word. */
  readonly other?: string;
}

/** More lines of one file's difference are counted, not shown. */
const mostRows = 5_000;
/** Longer lines come in pieces. */
const pieceLength = 2_000;
/** Two lines that are longer together are not compared word by word. */
const mostCompared = 20_000;

/**
 * The difference of two texts, line by line; no line is cut. Linear but for a bounded part. A `\r` at the end of a line
 * is in its text only where it tells something: when not all lines of both texts end with one.
 */
export function diffRows(before: string, after: string): DiffRow[] {
  const isWindows = [before, after].every(hasWindowsLines);
  const [old, now] = isWindows ? [withoutReturns(before), withoutReturns(after)] : [before, after];
  const text = finish(unifiedDiff(old, now, { maxLines: mostRows, maxLineLength: Number.POSITIVE_INFINITY }));
  const lines = text === '' ? [] : text.split('\n');
  const rows: DiffRow[] = [];
  for (let at = 0; at < lines.length;) {
    const removed = block(lines, at, '-');
    const added = block(lines, at + removed.length, '+');
    const line = lines[at] ?? '';
    if (removed.length + added.length > 0) rows.push(...changedRows(removed, added));
    else if (!line.startsWith('@@')) rows.push(...plainRow(line));
    else if (rows.length > 0) rows.push({ kind: 'skipped', text: '' });
    at += Math.max(1, removed.length + added.length);
  }
  return rows;
}

/** Whether no line ends with a bare `\n`. */
const hasWindowsLines = (text: string): boolean => !/(?<!\r)\n/.test(text);

const withoutReturns = (text: string): string => text.replaceAll('\r\n', () => '\n');

/** The words of a row that differ from its other side; the whole row where there is none. */
export function runsOf({ kind, text, other }: DiffRow): WordRun[] {
  if (kind !== 'removed' && kind !== 'added') return [{ kind: 'same', text }];
  if (other === undefined) return [{ kind, text }];
  const runs = kind === 'removed' ? wordDiff(text, other) : wordDiff(other, text);
  return runs.filter(run => run.kind === 'same' || run.kind === kind);
}

function block(lines: readonly string[], from: number, mark: string): string[] {
  let end = from;
  while (lines[end]?.startsWith(mark) === true) end += 1;
  return lines.slice(from, end).map(line => line.slice(1));
}

function changedRows(removed: readonly string[], added: readonly string[]): DiffRow[] {
  return [
    ...removed.flatMap((text, index) => changedRow('removed', text, added[index])),
    ...added.flatMap((text, index) => changedRow('added', text, removed[index])),
  ];
}

function changedRow(kind: 'removed' | 'added', text: string, other: string | undefined): DiffRow[] {
  if (other !== undefined && text.length + other.length <= mostCompared) return [{ kind, text, other }];
  return pieces(text).map(piece => ({ kind, text: piece }));
}

function plainRow(line: string): DiffRow[] {
  if (line.startsWith('\\')) return [{ kind: 'told', text: 'No line break at the end.' }];
  if (line.startsWith('…')) return [{ kind: 'told', text: line }];
  return pieces(line.slice(1)).map(text => ({ kind: 'same', text }));
}

function pieces(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length || at === 0;) {
    const end = at + pieceLength;
    const last = text.charCodeAt(end - 1);
    const isSplit = end < text.length && last >= 0xd800 && last <= 0xdbff;
    found.push(text.slice(at, isSplit ? end - 1 : end));
    at = isSplit ? end - 1 : end;
  }
  return found;
}
