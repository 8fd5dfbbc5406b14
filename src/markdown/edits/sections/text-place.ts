/** Puts text above or below other text of a note, so that neither changes the blocks of the other. */
import { ToolFailure } from '../../../errors';
import { givenText, linesSplice, linesWithText, withGapBelow } from './given-text';
import { findBody, readFrontmatter } from '../../frontmatter/frontmatter';
import { BACKTICK, TILDE, runEnd, skipBlanks } from '../../structure/characters';
import { MAX_PARSED_LENGTH } from '../../structure/limits';
import { lineOf, type NoteStructure, type Section, type SectionType } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import type { NoteSection } from '../../targets/heading-target';
import { breakLength, detectNewline } from '../../text/lines';
import { spliced, type Splice } from '../../text/splices';
import { contains } from '../../../utils/text/text-search';

type Mode = 'append' | 'prepend';

/**
 * Adds text to a whole note: at its end, or below the frontmatter. Puts a line break between old and new text, or a
 * blank line if they would join. A note that ended in a line break still does.
 * @throws ToolFailure `invalid_argument` if a block at the end is left open, or the text leaves one open above others
 */
export function placeText(text: string, mode: Mode, content: string): string {
  const newline = detectNewline(text);
  const given = givenText(content, newline);
  let at = mode === 'append' ? endOfText(text) : findBody(text);
  let lines = given;
  if (given.trim() !== '' && text.length <= MAX_PARSED_LENGTH) {
    const structure = scanStructure(text);
    if (mode === 'append') refuseOpenEnd(text, structure, 0, text.length);
    else at = startFor(text, structure, at, given);
    lines = apart(text, structure, mode, at, given);
  }
  return splicedAtEnd(text, linesSplice(text, at, at, lines, newline));
}

/**
 * Where text at the end of a note goes: above a final multi-line comment with fenced code. Plugins keep data there, such
 * as the settings of a board or a drawing, and read nothing below it.
 */
export function endOfText(text: string): number {
  // Of 20 MB of blank lines, trimming alone takes as long as a slice.
  const trimmed = text.length > MAX_PARSED_LENGTH ? '' : text.trimEnd();
  if (!trimmed.endsWith('%%')) return text.length;
  const last = scanStructure(text).sections.at(-1);
  if (last?.type !== 'comment' || !/\n[ \t]*(?:`{3}|~{3})/u.test(trimmed.slice(last.start)))
    return text.length;
  return linesWithText(text, findBody(text), last.start).end;
}

/**
 * The part of a section where cards belong. In a board of the Kanban plugin that is below the mark of a complete lane,
 * and above the rule that begins the archive: the plugin reads the first list of a lane, and drops any other.
 */
export function withinCards(text: string, { sections }: NoteStructure, section: NoteSection): NoteSection {
  const { contentStart, contentEnd } = section;
  const first = sections.find(({ start }) => start >= contentStart);
  const last = sections.findLast(({ start }) => start < contentEnd);
  const mark = /^\*\*[^*\n]+\*\*[ \t]*(?:\r?\n|$)/u.exec(text.slice(first?.start ?? contentEnd, contentEnd));
  const isArchived = last?.type === 'thematicBreak' && last.start >= contentStart && contentEnd < text.length;
  if (mark === null && !isArchived) return section;
  if (readFrontmatter(text)?.['kanban-plugin'] === undefined) return section;
  return {
    ...section,
    contentStart: first && mark ? first.start + mark[0].length : contentStart,
    contentEnd: isArchived ? last.start : contentEnd,
  };
}

/**
 * Inserts lines; at the end of the text a blank line separates them from the final comment.
 * @throws ToolFailure like `opensBlock`; `invalid_argument` if a rule in them makes a rule on the first line frontmatter
 */
export function splicedAtEnd(text: string, splice: Splice): string {
  const end = endOfText(text);
  const isAboveComment = splice.to === end && end < text.length;
  const between = text.slice(end, text.indexOf('%%', end));
  const gap = isAboveComment && !areParted(splice.text, between) ? detectNewline(text) : '';
  const edited = spliced(text, [{ ...splice, text: splice.text + gap }]);
  if (isAboveComment && endOfText(edited) === edited.length) throw opensBlock();
  const [before, after] = [findBody(text), findBody(edited)];
  if (after === before || (splice.from === before && after <= before + splice.text.length)) return edited;
  const message = 'The text between two `---`, on line 1 and below, would be properties.';
  const hint = 'Put an empty line above the first `---`, or leave the added one out.';
  throw new ToolFailure('invalid_argument', message, { hint });
}

/** Where lines at the start of a part go: below its blank lines if they join the list or quote there. */
export function startFor(text: string, { sections }: NoteStructure, from: number, given: string): number {
  const first = sections.find(({ start, type }) => start >= from && type !== 'yaml');
  const isJoinable = first?.type === 'list' || first?.type === 'blockquote';
  if (first === undefined || !isJoinable || given.length > maxCompared) return from;
  const [own, both] = [given, `${given}\n${text.slice(first.start, first.end)}`].map(
    one => scanned(one).sections,
  );
  return own?.at(-1)?.type === first.type && own.length === both?.length ? first.start : from;
}

/** Adds a blank line to lines that would join the text. @throws ToolFailure like `needsGapBelow` */
export function apart(text: string, structure: NoteStructure, mode: Mode, at: number, given: string): string {
  const newline = detectNewline(text);
  if (mode === 'append') {
    if (/\S/u.test(text.slice(at))) refuseUnclosed(given);
    return needsGapAbove(text, structure, at, given) ? newline + given : given;
  }
  return needsGapBelow(text, structure, at, given) ? withGapBelow(given, newline) : given;
}

/** Longer texts are not compared: their lines are adjacent. */
const maxCompared = 2_000_000;

/** Whether lines put at `at`, a line start or the end of the text, need a blank line above them. */
function needsGapAbove(text: string, { sections }: NoteStructure, at: number, given: string): boolean {
  const end = at - breakLength(text, at);
  const index = sections.findLastIndex(({ start }) => start < end);
  const last = sections[index];
  // HTML includes lines of spaces below it.
  if (last === undefined || last.type === 'yaml' || text.slice(last.end, end).includes('\n')) return false;
  // With the previous block too, since an id on its own line belongs to that.
  const previous = sections[index - 1];
  const start = previous === undefined || previous.type === 'yaml' ? last.start : previous.start;
  return joins(text.slice(start, end), given);
}

/**
 * Whether lines put at `at`, a line start, need a blank line below them.
 * @throws ToolFailure `invalid_argument` if they open a block that would swallow the text below
 */
function needsGapBelow(text: string, { sections }: NoteStructure, at: number, given: string): boolean {
  const index = sections.findIndex(({ start, type }) => start >= at && type !== 'yaml');
  const first = sections[index];
  if (first === undefined) return false;
  refuseUnclosed(given);
  if (areParted(given, text.slice(at, first.start))) return false;
  return joins(given.trimEnd(), text.slice(at, sections[index + 1]?.end ?? first.end));
}

/** @throws ToolFailure like `opensBlock` for text that ends in a block which goes on below it */
export function refuseUnclosed(given: string): void {
  const last = given.length > maxCompared ? undefined : scanned(given).sections.at(-1);
  if (last !== undefined && isOpen(`\n${given}`, last)) throw opensBlock();
}

/** The failure for text that would swallow the text below it. */
export function opensBlock(): ToolFailure {
  return new ToolFailure(
    'invalid_argument',
    'The text opens a block that it does not close, and the text below would become part of it.',
    { hint: 'Close the code, comment, formula, HTML or `---` in the text.' },
  );
}

/** Whether two texts, one below the other, would parse to other blocks than each by itself. */
function joins(above: string, below: string): boolean {
  if (above.length + below.length > maxCompared || above.trim() === '' || below.trim() === '') return false;
  const own = scanned(above);
  const other = scanned(below);
  const both = scanned(`${above}\n${below}`);
  const shift = above.length + 1;
  const last = own.sections.at(-1);
  const first = other.sections[0];
  if (last === undefined || first === undefined || !keepsIds({ own, other, both, shift })) return true;
  // Most programs read any line below a table as a row; our scanner wants a pipe in it.
  if (last.type === 'table' && first.type === 'paragraph' && !mayJoin(last, first, below)) return true;
  if (first.type === 'heading' && takesUnderlined(above, below)) return true;
  const moved = other.sections.map(({ start, end, type }) => ({
    start: start + shift,
    end: end + shift,
    type,
  }));
  if (areSame(both.sections, [...own.sections, ...moved])) return false;
  const joined = { start: last.start, end: first.end + shift, type: last.type };
  const isOne = areSame(both.sections, [...own.sections.slice(0, -1), joined, ...moved.slice(1)]);
  return !(isOne && mayJoin(last, first, below) && keepsItems({ own, other, both, shift }));
}

/** Whether lines can be rows of a table above them: they are none of their own. */
export function areRows(given: string): boolean {
  const lines = given.trim().split('\n');
  return lines.every(line => line.includes('|')) && scanned(given).sections[0]?.type !== 'table';
}

/** Scans below an empty line, since a text may begin with `---`, which is no frontmatter there. */
function scanned(text: string): NoteStructure {
  return scanStructure(`\n${text}`);
}

interface Joined {
  readonly own: NoteStructure;
  readonly other: NoteStructure;
  readonly both: NoteStructure;
  readonly shift: number;
}

const containers: ReadonlySet<SectionType> = new Set(['table', 'list', 'blockquote', 'callout']);

/** Whether many programs read a heading with an underline as text of the last block above it. */
export function takesUnderlined(above: string, heading: string): boolean {
  const last = scanned(above).sections.at(-1);
  return last !== undefined && containers.has(last.type) && !heading.trimStart().startsWith('#');
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
  return above === 'table' && type !== 'table' && lines.every(line => line.includes('|'));
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

/**
 * Refuses an edit at the end of a part whose last block is not closed: the text would become part of it, and what looks
 * like headings after its opening is none.
 */
export function refuseOpenEnd(text: string, structure: NoteStructure, from: number, to: number): void {
  const last = structure.sections.at(-1);
  if (!last || last.start < from || last.start >= to || !isOpen(text, last)) return;
  const line = lineOf(structure, last.start) + 1;
  throw new ToolFailure(
    'invalid_argument',
    `The ${names[last.type] ?? 'block'} that begins on line ${line} is never closed, so text below it would become part of it.`,
    {
      hint: ['Close it with `edit_note` first, or write the text there with `edit_note`.', 'Close it first.'],
    },
  );
}

/** Kinds of blocks that can be left open, in words. */
const names: Partial<Record<SectionType, string>> = {
  code: 'code block',
  comment: 'comment',
  math: 'formula',
  html: 'HTML',
};

function isOpen(text: string, { type, start, end }: Section): boolean {
  const mark = skipBlanks(text, start, end);
  if (type === 'code') return isOpenFence(text, start, end);
  if (type === 'comment' || type === 'math') {
    return !contains(text.slice(mark + 2, end), text.slice(mark, mark + 2));
  }
  return type === 'html' && isOpenHtml(text.slice(start, end));
}

/** Only comments and raw-text elements such as `<pre>` continue below a blank line. */
function isOpenHtml(block: string): boolean {
  return scanned(`${block}\n\nx`).sections.length === 1;
}

/** Fenced code ends with its first closing line, so only the last line can be one. */
function isOpenFence(text: string, start: number, end: number): boolean {
  const fence = skipBlanks(text, start, end);
  const mark = text.charCodeAt(fence);
  if (fence - start > 3 || (mark !== BACKTICK && mark !== TILDE)) return false;
  const length = runEnd(text, fence, end) - fence;
  const lastLine = text.lastIndexOf('\n', end - 1) + 1;
  const closing = skipBlanks(text, lastLine, end);
  if (lastLine <= fence || closing - lastLine > 3 || text.charCodeAt(closing) !== mark) return true;
  const closingEnd = runEnd(text, closing, end);
  return closingEnd - closing < length || skipBlanks(text, closingEnd, end) < end;
}

/** Whether there is other text, or a blank line, between lines and what follows `between`. */
export function areParted(lines: string, between: string): boolean {
  const above = lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
  return between.trim() !== '' || endsBlank(above + between.slice(0, between.lastIndexOf('\n') + 1));
}

/** Whether text that is appended begins below a blank line, or the text is empty; below HTML, only an empty line is blank. */
export function endsBlank(text: string): boolean {
  const end = text.slice(-200);
  const above = end.trimEnd();
  const [, ...blank] = (above === '' ? `\n${end}` : end.slice(above.length)).split('\n').slice(0, -1);
  if (text === '' || blank.some(line => line === '' || line === '\r')) return true;
  if (blank.length === 0 || text.length > maxCompared) return false;
  return scanned(text).sections.at(-1)?.type !== 'html';
}
