/** Changes the text below a heading, and adds missing headings. */
import { ToolFailure } from '../../../errors';
import {
  belowHeading,
  type HeadingLine,
  openingHeading,
  type OpeningHeading,
  linesWithText,
  givenText,
  linesSplice,
  type TargetEdit,
} from './given-text';
import {
  apart,
  areParted,
  endOfText,
  refuseOpenEnd,
  opensBlock,
  refuseUnclosed,
  splicedAtEnd,
  startFor,
  takesUnderlined,
  withinCards,
} from './text-place';
import { findBody } from '../../frontmatter/frontmatter';
import { firstAtOrBehind, type NoteStructure } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import {
  defaultDelimiter,
  headingsNamed,
  sectionAmong,
  HeadingTree,
  type NoteSection,
} from '../../targets/heading-target';
import { breakLength, detectNewline, withNewline, type Newline } from '../../text/lines';
import { spliced, type Splice } from '../../text/splices';
import { partsBetween } from '../../../utils/text/text-search';

/**
 * Edits the text below a heading, including sub-sections. `prepend` inserts lines directly below the heading,
 * `append` after the last line with text; `replace` keeps the blank lines at both ends, unless the given text
 * has its own. One line break separates the new lines from the others. A text may begin with the heading itself, which
 * is not repeated. Missing headings of a path are created at the end of their parent, one level below it unless given
 * with `#`s.
 *
 * @param structure of exactly this text.
 * @param edit with a heading as its target
 * @throws ToolFailure like `findHeading`; `invalid_argument` for an invalid heading, if an
 * unclosed block leaves the end of the section open, or the text leaves one open above others.
 */
export function editSection(text: string, structure: NoteStructure, edit: TargetEdit): string {
  const { target, occurrence, targetDelimiter: delimiter = defaultDelimiter } = edit;
  const newline = detectNewline(text);
  const given = givenText(edit.content, newline);
  const tree = new HeadingTree(text, structure);
  const fitting = headingsNamed(tree, target, delimiter);
  // A merge creates no heading, and keeps all of the text.
  const isMerge = edit.createTargetIfMissing === undefined;
  if (edit.createTargetIfMissing === true && fitting.length === 0 && (occurrence ?? 1) === 1)
    return createdSection(tree, { target, delimiter }, given, newline);
  const found = sectionAmong(tree, fitting, target, {
    occurrence,
    delimiter,
    mayCount: !isMerge,
    missingHint: isMerge ? undefined : missingHint,
  });
  // A section that is written back as it was read includes the comment.
  const isWhole = edit.operation === 'replace' && endOfText(given) < given.length;
  const part = edit.operation === 'replace' ? found : withinCards(text, structure, found);
  const section = isWhole ? found : { ...part, contentEnd: Math.min(part.contentEnd, endOfText(text)) };
  if (edit.operation !== 'prepend') refuseOpenEnd(text, structure, section.contentStart, section.contentEnd);
  const below = isMerge ? given : (belowHeading(given, section) ?? given);
  const splice = sectionSplice(text, structure, { section, edit, given: below, newline });
  return partedFromNext(text, structure, section.contentEnd, splice, newline);
}

const missingHint = [
  '`createTargetIfMissing: true` adds the heading; `update_note` with `mode: "append"` adds text without one.',
  '`createTargetIfMissing: true` adds the heading.',
];

interface SectionChange {
  readonly section: NoteSection;
  readonly edit: TargetEdit;
  readonly given: string;
  readonly newline: Newline;
}

function sectionSplice(
  text: string,
  structure: NoteStructure,
  { section, edit, given, newline }: SectionChange,
): Splice {
  const { contentStart: from, contentEnd: to } = section;
  const core = linesWithText(text, from, to);
  const { operation, trimTargetWhitespace: isTrimmed = false } = edit;
  const isBeside = operation !== 'replace' && given.trim() !== '' && core.end > core.start;
  const start = isBeside && operation === 'prepend' ? startFor(text, structure, from, given) : from;
  const at = operation === 'append' ? core.end : isTrimmed ? core.start : start;
  const lines = isBeside ? apart(text, structure, operation, at, given) : given;
  if (isTrimmed) {
    const kept = text.slice(core.start, core.end - breakLength(text, core.end));
    const parts = { append: [kept, lines], prepend: [lines, kept], replace: [lines] }[operation];
    return linesSplice(text, from, to, joinedLines(parts, newline), newline);
  }
  if (operation === 'replace') return replacement(text, section, given, newline);
  return linesSplice(text, at, at, lines, newline);
}

/** Writing a section back as it was read leaves the note unchanged. */
function replacement(text: string, section: NoteSection, given: string, newline: Newline): Splice {
  const { contentStart, contentEnd } = section;
  const present = text.slice(contentStart, contentEnd);
  // Only in a note with mixed line endings can these differ and still be equivalent.
  if (withNewline(present, newline) === given) return { from: contentStart, to: contentEnd, text: present };
  const core = linesWithText(text, contentStart, contentEnd);
  const own = linesWithText(given, 0, given.length);
  const isBlank = own.end === own.start;
  const from = isBlank || own.start > 0 ? contentStart : core.start;
  const to = own.end < given.length ? contentEnd : core.end;
  return linesSplice(text, from, to, given, newline);
}

function joinedLines(parts: readonly string[], newline: Newline): string {
  return parts.reduce((before, part) => {
    if (before === '' || part === '') return before + part;
    return before.endsWith('\n') ? before + part : before + newline + part;
  }, '');
}

/**
 * The edited text, with an additional empty line if the next heading would become part of the text above it.
 * @throws ToolFailure like `opensBlock` if it would even then
 */
function partedFromNext(
  text: string,
  structure: NoteStructure,
  end: number,
  splice: Splice,
  newline: Newline,
): string {
  const edited = splicedAtEnd(text, splice);
  const next = structure.headings[firstAtOrBehind(structure.headings, end)];
  if (!next || edited === text) return edited;
  refuseUnclosed(splice.text);
  if (areParted(splice.text, text.slice(splice.to, next.start))) return edited;
  const withGap = spliced(text, [{ ...splice, text: splice.text + newline }]);
  const needsGap = takesUnderlined(splice.text, text.slice(next.start, next.end));
  for (const tried of needsGap ? [withGap] : [edited, withGap]) {
    const shift = tried.length - text.length;
    const { headings } = scanStructure(tried);
    const now = headings[firstAtOrBehind(headings, next.start + shift)];
    if (now?.start === next.start + shift && now.end === next.end + shift) return tried;
  }
  throw opensBlock();
}

export const deepestLevel = 6;

/**
 * Adds the missing headings of a path to the note, with `content` below.
 * @throws ToolFailure `target_ambiguous` if the parent is; `invalid_argument` for an invalid heading.
 */
function createdSection(
  tree: HeadingTree,
  { target, delimiter }: { readonly target: string; readonly delimiter: string },
  content: string,
  newline: Newline,
): string {
  const { text, structure } = tree;
  const opening = openingHeading(content);
  const names = newPath(tree, target, delimiter).map(name => givenText(name.trim(), newline));
  if (names.includes('')) throw refusal('One of the headings in the path is empty.');
  const { parent, depth } = existingParent(tree, names, delimiter);
  const missing = newHeadings(
    names.slice(depth),
    parent === undefined ? 0 : parent.level,
    topLevel(structure),
    opening,
  );
  const region = parent
    ? { start: parent.contentStart, end: parent.contentEnd }
    : { start: findBody(text), end: text.length };
  refuseOpenEnd(text, structure, region.start, region.end);
  const core = linesWithText(text, region.start, Math.min(region.end, endOfText(text)));
  const headings = missing.map(({ heading, level }) => `${'#'.repeat(level)} ${heading}`);
  const below = opening?.heading === missing.at(-1)?.heading ? opening?.below : content;
  const lines = [...headings, ...(below ? [below] : [])].join(newline);
  const gap = core.end > core.start ? newline : '';
  const splice = linesSplice(text, core.end, core.end, gap + lines, newline);
  const created = partedFromNext(text, structure, core.end, splice, newline);
  requireHeadings(created, missing, core.end);
  return created;
}

/** The parts between delimiters, or of `Rates > New` and `Rates#New` if there is a heading `Rates`. */
function newPath(tree: HeadingTree, target: string, delimiter: string): readonly string[] {
  const parts = partsBetween(target, delimiter);
  const [first = '', ...below] = target.split(/ > |(?<=\S)#(?=\S)/u);
  if (parts.length > 1 || below.length === 0 || first === '') return parts;
  return headingsNamed(tree, first, delimiter).length > 0 ? [first, ...below] : parts;
}

/** Each is one level below the previous, unless its name has `#`s, or the text begins with it as the only one. */
function newHeadings(
  names: readonly string[],
  parentLevel: number,
  top: number,
  opening: OpeningHeading | undefined,
): HeadingLine[] {
  let level = parentLevel;
  return names.map(name => {
    const isAlone = parentLevel === 0 && names.length === 1 && opening?.heading === name;
    if (name.includes('\n')) throw refusal('This cannot be the text of a heading.');
    const marked = openingHeading(name) ?? (isAlone ? opening : undefined);
    const above = level;
    level = marked?.level ?? (above === 0 ? top : above + 1);
    if (level > deepestLevel) throw refusal('It would be deeper than six levels.');
    if (level <= above) throw refusal('Its `#`s would not put it below its parent.');
    return { heading: marked?.heading ?? name, level };
  });
}

/** The longest beginning of the path that exists in the note, and its number of headings. */
function existingParent(
  tree: HeadingTree,
  path: readonly string[],
  delimiter: string,
): { parent: NoteSection | undefined; depth: number } {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const name = path.slice(0, depth).join(delimiter);
    const fitting = headingsNamed(tree, name, delimiter);
    if (fitting.length > 0)
      return { parent: sectionAmong(tree, fitting, name, { delimiter, mayCount: false }), depth };
  }
  return { parent: undefined, depth: 0 };
}

/** The level of the sections: a first heading of level 1 above all others is the title. */
function topLevel({ headings }: NoteStructure): number {
  const [title, ...others] = headings;
  const isTitled = title?.level === 1 && others.length > 0 && others.every(({ level }) => level > 1);
  const sections = isTitled ? others : headings;
  return sections.reduce((top, { level }) => Math.min(top, level), sections[0]?.level ?? 1);
}

/** Parses the note again. @throws ToolFailure `invalid_argument` if a new heading differs from its name */
function requireHeadings(text: string, wanted: readonly HeadingLine[], from: number): void {
  const { headings } = scanStructure(text);
  const first = firstAtOrBehind(headings, from);
  const areThere = wanted.every(({ heading, level }, index) => {
    const now = headings[first + index];
    return now?.level === level && text.slice(now.textStart, now.textEnd) === heading;
  });
  if (!areThere) throw refusal('This cannot be the text of a heading.');
}

function refusal(reason: string): ToolFailure {
  return new ToolFailure('invalid_argument', `The heading cannot be created. ${reason}`, {
    hint: 'Give headings of one line each, separated by the delimiter.',
  });
}
