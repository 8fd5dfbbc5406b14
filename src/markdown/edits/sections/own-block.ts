/** Whether text that is put below or above other text stays a block of its own, or would join it. */
import { ToolFailure } from '../../../errors';
import type { NoteStructure, Section } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { isBlankCode } from './blank-lines';
import { isOpen } from './open-end';

/** Longer texts are not compared: their lines go directly below each other. */
const maxCompared = 2_000_000;

/** Whether lines that are put at `at`, a line start or the end of the text, need an empty line above them. */
export function needsGapAbove(text: string, { sections }: NoteStructure, at: number, given: string): boolean {
  const end = text[at - 1] === '\n' ? beforeBreak(text, at) : at;
  if (end <= 0 || isBlankCode(text.charCodeAt(end - 1))) return false;
  const index = sections.findLastIndex(({ start }) => start < end);
  const last = sections[index];
  if (last === undefined || last.type === 'yaml') return false;
  // The block above it too: an id on a line of its own belongs to that.
  const previous = sections[index - 1];
  const start = previous === undefined || previous.type === 'yaml' ? last.start : previous.start;
  return joins(text.slice(start, end), given);
}

/**
 * Whether lines that are put at `at`, a line start, need an empty line below them.
 * @throws ToolFailure `invalid_argument` if they open a block that would take in the text below
 */
export function needsGapBelow(text: string, { sections }: NoteStructure, at: number, given: string): boolean {
  const index = sections.findIndex(({ start, type }) => start >= at && type !== 'yaml');
  const first = sections[index];
  if (first === undefined) return false;
  const last = given.length > maxCompared ? undefined : scanStructure(`\n${given}`).sections.at(-1);
  if (last !== undefined && isOpen(`\n${given}`, last)) throw opensBlock();
  const isDirect = text.slice(at, first.start).trim() === '' && !text.slice(at, first.start).includes('\n');
  const end = sections[index + 1]?.end ?? first.end;
  return isDirect && joins(given.trimEnd(), text.slice(at, end));
}

/** Of text that would take in what stands below it. */
export function opensBlock(): ToolFailure {
  return new ToolFailure(
    'invalid_argument',
    'The text opens a block that it does not close, and the text below would become part of it.',
    { hint: 'Close the code, comment or formula in the text.' },
  );
}

/** Whether two texts, one below the other, would not be the blocks that they are by themselves. */
function joins(above: string, below: string): boolean {
  if (above.length + below.length > maxCompared || above.trim() === '' || below.trim() === '') return false;
  const [own, other] = [scanned(above), scanned(below)];
  const both = scanned(`${above}\n${below}`);
  const shift = above.length + 1;
  const [last, first] = [own.sections.at(-1), other.sections[0]];
  if (last === undefined || first === undefined || !keepsIds({ own, other, both, shift })) return true;
  // Most programs read any line below a table as a row; our scanner wants a pipe in it.
  if (last.type === 'table' && first.type === 'paragraph' && !mayJoin(last, first, below)) return true;
  const moved = other.sections.map(section => movedBy(section, shift));
  if (areSame(both.sections, [...own.sections, ...moved])) return false;
  const joined = { start: last.start, end: first.end + shift, type: last.type };
  const isOne = areSame(both.sections, [...own.sections.slice(0, -1), joined, ...moved.slice(1)]);
  return !(isOne && mayJoin(last, first, below) && keepsItems({ own, other, both, shift }));
}

/** Begins with an empty line: a text of its own may begin with `---`, and has no frontmatter. */
function scanned(text: string): NoteStructure {
  return scanStructure(`\n${text}`);
}

interface Joined {
  readonly own: NoteStructure;
  readonly other: NoteStructure;
  readonly both: NoteStructure;
  readonly shift: number;
}

/** A row may join a table, an item a list, a quote a quote, and a paragraph a paragraph. */
function mayJoin({ type: above }: Section, { type, end }: Section, below: string): boolean {
  const lines = below
    .slice(0, end - 1)
    .trim()
    .split('\n');
  if (above === 'paragraph') return type === 'paragraph';
  if (above === 'list')
    return type === 'list' || /^(?:[-+*]|\d{1,9}[.)])(?:\s|$)/u.test(lines[0]?.trim() ?? '');
  if (above === 'blockquote' || above === 'callout') return type === 'blockquote';
  return above === 'table' && lines.every(line => line.includes('|'));
}

function keepsIds({ own, other, both, shift }: Joined): boolean {
  const now = new Map(both.blockIds.map(({ start, names }) => [start, names]));
  return (
    own.blockIds.every(({ start, names, index }, at) => {
      const same = both.blockIds[at];
      return same?.start === start && same.names === names && same.index === index;
    }) && other.blockIds.every(({ start, names }) => now.get(start + shift) === names)
  );
}

function keepsItems({ own, other, both }: Joined): boolean {
  const areKept = own.listItems.every(({ start, end }, at) => {
    const same = both.listItems[at];
    return same?.start === start && same.end === end;
  });
  return areKept && both.listItems.length >= own.listItems.length + other.listItems.length;
}

function areSame(sections: readonly Section[], expected: readonly Section[]): boolean {
  return (
    sections.length === expected.length &&
    sections.every(({ start, end, type }, index) => {
      const other = expected[index];
      return other?.start === start && other.end === end && other.type === type;
    })
  );
}

function movedBy({ start, end, type }: Section, shift: number): Section {
  return { start: start + shift, end: end + shift, type };
}

function beforeBreak(text: string, at: number): number {
  return text[at - 2] === '\r' ? at - 2 : at - 1;
}
