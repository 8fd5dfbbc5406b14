/** Adds a row to a table of a note. */
import { ToolFailure } from '../../../errors';
import { counted, quoted, trimmedEnd, trimmedStart } from '../../../utils/text/pieces';
import { lineOf, type NoteStructure, type Section, type Span } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { findBlock } from '../../targets/block-target';
import { findHeading } from '../../targets/heading-target';
import { detectNewline } from '../../text/lines';
import { spliced } from '../../text/splices';
import { linesSplice, requireWellFormed, type TargetEdit } from './given-text';

/** Values by the names of their columns. */
type TableRow = Readonly<Record<string, unknown>>;

interface RowEdit extends Omit<TargetEdit, 'content'> {
  readonly targetType: 'heading' | 'block';
}

/** Most columns or tables that a failure names. */
const maxCandidates = 20;
/** Most given column names that a failure repeats, and how much of each. */
const maxNamed = 5;

/**
 * Adds a row below the last one of a table, or with `prepend` above the first: the table with the block id, or the only
 * one with these columns below the heading. Columns without a value get an empty cell.
 * @throws ToolFailure like `findHeading` and `findBlock`; `target_not_found` if there is no such table;
 * `target_ambiguous` if there are several; `invalid_argument` for an unknown column, and for `replace`
 */
export function addTableRow(text: string, structure: NoteStructure, edit: RowEdit, row: TableRow): string {
  if (edit.operation === 'replace')
    throw new ToolFailure('invalid_argument', 'Rows can only be added here, not replaced.', {
      hint: 'Use `operation: "append"`, or change rows with `edit_note`.',
    });
  if (Object.keys(row).length === 0)
    throw new ToolFailure('invalid_argument', '`value` names no column, as in `{"Column":"text"}`.');
  const table = tableNamed(text, structure, edit, row);
  const { lineStarts } = structure;
  const isFirst = edit.operation === 'prepend';
  const next = lineOf(structure, isFirst ? table.start : table.end) + (isFirst ? 2 : 1);
  const at = lineStarts[next] ?? text.length;
  const added = rowOf(headerOf(text, table), row);
  const result = spliced(text, [linesSplice(text, at, at, added, detectNewline(text))]);
  requireGrown(structure, scanStructure(result), table, result.length - text.length);
  return result;
}

function tableNamed(text: string, structure: NoteStructure, edit: RowEdit, row: TableRow): Section {
  if (edit.targetType === 'block') {
    const { start, type } = findBlock(text, structure, edit.target);
    const table = structure.sections.find(one => one.start === start && one.type === 'table');
    if (type !== 'table' || table === undefined)
      throw noTable('The block is not a table outside of lists and quotes.');
    requireColumns(headerOf(text, table).columns, row);
    return table;
  }
  const { occurrence, targetDelimiter: delimiter } = edit;
  const { contentStart, contentEnd } = findHeading(text, structure, edit.target, {
    occurrence,
    delimiter,
    missingHint: 'Name a heading that is above the table, or the block id of the table.',
  });
  const isBelow = ({ start, type }: Section): boolean =>
    type === 'table' && start >= contentStart && start < contentEnd;
  const tables = structure.sections.filter(isBelow);
  if (tables[0] === undefined)
    throw noTable('There is no table below the heading, outside of lists and quotes.');
  const unfit = new Map(tables.map(one => [one, unknownIn(headerOf(text, one).columns, row).length]));
  const least = Math.min(...unfit.values());
  const fitting = tables.filter(one => unfit.get(one) === least);
  const [best = tables[0], second] = fitting;
  requireColumns(headerOf(text, best).columns, row);
  if (second !== undefined) {
    const places = fitting.slice(0, maxCandidates).map(({ start }) => lineOf(structure, start) + 1);
    throw new ToolFailure(
      'target_ambiguous',
      `${counted(fitting.length, 'table')} below the heading have these columns.`,
      { hint: `They are on lines ${places.join(', ')}: give one a block id, or use \`edit_note\`.` },
    );
  }
  return best;
}

function noTable(message: string): ToolFailure {
  return new ToolFailure('target_not_found', message, {
    hint: 'An object of columns adds a row to a table; to add other text pass `content`.',
  });
}

interface Header {
  /** White space before its rows. */
  readonly indent: string;
  readonly columns: readonly string[];
}

function headerOf(text: string, { start, end }: Span): Header {
  const feed = text.indexOf('\n', start);
  const line = text.slice(start, feed < 0 ? end : feed);
  const indent = line.slice(0, line.length - line.trimStart().length);
  const cells = line.trim().split(/(?<!\\)\|/u);
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return { indent, columns: cells.map(cell => cell.trim()) };
}

const emphasis = '*_`';

/** A column's name in any letter case and Unicode form, and without its emphasis. */
function folded(name: string): string {
  return trimmedEnd(trimmedStart(name.trim(), emphasis), emphasis).normalize('NFC').toLowerCase();
}

function unknownIn(columns: readonly string[], row: TableRow): string[] {
  const [known, given] = [columns, Object.keys(row)].map(names => names.map(folded));
  const isOnce = (names: readonly string[] = [], name = ''): boolean =>
    names.filter(one => one === name).length === 1;
  return Object.keys(row).filter(name => !isOnce(known, folded(name)) || !isOnce(given, folded(name)));
}

function requireColumns(columns: readonly string[], row: TableRow): void {
  const wrong = unknownIn(columns, row);
  if (wrong.length === 0) return;
  const missing = wrong.filter(name => !columns.some(one => folded(one) === folded(name)));
  const unknown = missing.length > 0 ? missing : wrong;
  const reason = missing.length > 0 ? 'The table has no' : 'The table or `value` has more than one';
  const names = unknown.slice(0, maxNamed).map(name => quoted(name));
  const more =
    unknown.length > names.length ? ` and ${counted(unknown.length - names.length, 'more name')}` : '';
  throw new ToolFailure('invalid_argument', `${reason} column called ${names.join(' or ')}${more}.`, {
    hint: 'Use the column names from the first row of the table: the candidates.',
    candidates: columns.slice(0, maxCandidates),
  });
}

function rowOf({ indent, columns }: Header, row: TableRow): string {
  const values = new Map(Object.entries(row).map(([name, value]) => [folded(name), cellOf(value)]));
  const cells = columns.map(column => values.get(folded(column)) ?? '');
  return `${indent}|${cells.map(cell => (cell === '' ? '  |' : ` ${cell} |`)).join('')}`;
}

/** A value on one line, with escaped pipes. @throws ToolFailure `invalid_argument` for an object */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).join(', ');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new ToolFailure('invalid_argument', 'A cell cannot hold an object.');
  const text = String(value);
  requireWellFormed(text);
  return text
    .trim()
    .replace(/\r\n|[\r\n\u2028\u2029]/gu, () => '<br>')
    .replace(/(?<!\\)(?:\\\\)*\|/gu, found => `${found.slice(0, -1)}\\|`);
}

/** @throws ToolFailure `invalid_argument` unless the table has grown by the row, and every other block is unchanged */
function requireGrown(was: NoteStructure, is: NoteStructure, table: Section, more: number): void {
  const isGrown =
    is.sections.length === was.sections.length &&
    was.sections.every(({ start, end, type }, index) => {
      const now = is.sections[index];
      const from = start > table.start ? start + more : start;
      const to = start >= table.start ? end + more : end;
      return now?.type === type && now.start === from && now.end === to;
    });
  if (!isGrown)
    throw new ToolFailure('invalid_argument', 'This row would break the table.', {
      hint: 'Edit its lines with `edit_note`.',
    });
}
