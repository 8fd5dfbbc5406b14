import { detectNewline, withNewline, type Newline } from '../../text/line-endings';
import { spliced, type Splice } from '../../text/splices';
import { firstAtOrBehind, type NoteStructure } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { defaultDelimiter, headingsNamed, sectionAmong } from '../../targets/heading-target';
import { HeadingTree, type NoteSection } from '../../targets/heading-tree';
import { isBlankCode, linesWithText } from './blank-lines';
import { givenText, linesSplice, withGapBelow } from './given-text';
import { createdSection } from './new-section';
import { refuseOpenEnd } from './open-end';
import { needsGapAbove, needsGapBelow, opensBlock } from './own-block';
import type { TargetEdit } from './target-edit';

/**
 * Edits the text below a heading, including sub-sections. `prepend` inserts lines directly below the heading,
 * `append` after the last line with text; `replace` keeps the blank lines at both ends, unless the given text
 * has its own. One line break separates the new lines from the others. Missing headings of a path are
 * created, each one level below its parent, at the end of its parent.
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
  if (edit.createTargetIfMissing === true && fitting.length === 0 && (occurrence ?? 1) === 1)
    return createdSection(tree, { target, delimiter }, given, newline);
  const section = sectionAmong(tree, fitting, target, {
    occurrence,
    delimiter,
    // A merge creates no heading.
    missingHint: edit.createTargetIfMissing === undefined ? undefined : missingHint,
  });
  if (edit.operation !== 'prepend') refuseOpenEnd(text, structure, section.contentStart, section.contentEnd);
  const splice = sectionSplice(text, structure, { section, edit, given, newline });
  return partedFromNext(text, structure, section, splice, newline);
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
  const isBeside = given.trim() !== '' && core.end > core.start;
  if (edit.trimTargetWhitespace === true) {
    const kept = text.slice(core.start, core.end).trimEnd();
    const above = isBeside && edit.operation === 'append' && needsGapAbove(text, structure, core.end, given);
    const below =
      isBeside && edit.operation === 'prepend' && needsGapBelow(text, structure, core.start, given);
    const parts = {
      append: [kept, above ? newline + given : given],
      prepend: [below ? withGapBelow(given, newline) : given, kept],
      replace: [given],
    }[edit.operation];
    return linesSplice(text, from, to, joinedLines(parts, newline), newline);
  }
  switch (edit.operation) {
    case 'append': {
      const hasGap = isBeside && needsGapAbove(text, structure, core.end, given);
      return linesSplice(text, core.end, core.end, hasGap ? newline + given : given, newline);
    }
    case 'prepend': {
      const hasGap = isBeside && needsGapBelow(text, structure, from, given);
      return linesSplice(text, from, from, hasGap ? withGapBelow(given, newline) : given, newline);
    }
    case 'replace':
      return replacement(text, section, given, newline);
  }
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

/** The edited text, with an additional empty line if the next heading would become part of the text above it. */
function partedFromNext(
  text: string,
  structure: NoteStructure,
  section: NoteSection,
  splice: Splice,
  newline: Newline,
): string {
  const edited = spliced(text, [splice]);
  const next = structure.headings[firstAtOrBehind(structure.headings, section.contentEnd)];
  if (!next || splice.to !== next.start || endsBlank(splice.text)) return edited;
  const apart = spliced(text, [{ ...splice, text: splice.text + newline }]);
  for (const tried of [edited, apart]) {
    const shift = tried.length - text.length;
    const { headings } = scanStructure(tried);
    const now = headings[firstAtOrBehind(headings, next.start + shift)];
    if (now?.start === next.start + shift && now.end === next.end + shift) return tried;
  }
  throw opensBlock();
}

function endsBlank(lines: string): boolean {
  if (lines === '') return true;
  const lastLine = lines.lastIndexOf('\n', lines.length - 2) + 1;
  for (let at = lastLine; at < lines.length; at += 1) if (!isBlankCode(lines.charCodeAt(at))) return false;
  return true;
}
