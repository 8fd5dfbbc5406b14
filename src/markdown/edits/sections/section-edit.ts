import type { Steps } from '../../../utils/slicing/steps';
import { detectNewline, withNewline, type Newline } from '../../text/line-endings';
import type { NoteStructure } from '../../structure/note-structure';
import { scanning } from '../../structure/scan-structure';
import { findHeading, type NoteSection } from '../../targets';
import { isBlankCode, linesWithText } from './blank-lines';
import { edited, givenText, linesSplice, type EditedText, type Splice } from './given-text';
import { createdSection } from './new-section';
import { refuseOpenEnd } from './open-end';

export type Operation = 'append' | 'prepend' | 'replace';

export interface SectionEdit {
  readonly operation: Operation;
  /** The heading's text or path; see `findHeading`. */
  readonly heading: string;
  readonly content: string;
  readonly occurrence?: number | undefined;
  readonly delimiter?: string | undefined;
  /** Makes the missing tail of the path, each heading one level below its parent, at the end of its parent. */
  readonly createIfMissing?: boolean | undefined;
  /** Takes the blank lines at both ends of the section's content away. */
  readonly trimWhitespace?: boolean | undefined;
}

/**
 * Edits what stands below a heading, sub-sections included. `prepend` puts lines right below the heading, `append`
 * behind the last line with text; `replace` leaves the blank lines at both ends as they are, unless the given text
 * brings its own. One line break parts what is put in from what is there.
 *
 * @param structure that of exactly this text.
 * @throws ToolFailure as `findHeading` does; `target_not_found` where a block that is never closed leaves it open where
 * the section ends; `invalid_argument` for a heading that cannot be made.
 */
export function* editSection(text: string, structure: NoteStructure, edit: SectionEdit): Steps<EditedText> {
  const newline = yield* detectNewline(text);
  const given = yield* givenText(edit.content, newline);
  if (edit.createIfMissing === true) {
    const created = yield* createdSection(text, structure, edit, given, newline);
    if (created) return created;
  }
  const section = yield* findHeading(text, structure, edit.heading, edit);
  if (edit.operation !== 'prepend') refuseOpenEnd(text, structure, section.contentStart, section.contentEnd);
  const splice = yield* sectionSplice(text, section, edit, given, newline);
  return yield* edited(text, yield* partedFromNext(text, structure, section, splice, newline));
}

function* sectionSplice(
  text: string,
  section: NoteSection,
  edit: SectionEdit,
  given: string,
  newline: Newline,
): Steps<Splice> {
  const { contentStart: from, contentEnd: to } = section;
  const core = linesWithText(text, from, to);
  if (edit.trimWhitespace === true) {
    const kept = text.slice(core.start, core.end).trimEnd();
    const parts = { append: [kept, given], prepend: [given, kept], replace: [given] }[edit.operation];
    return linesSplice(text, from, to, joinedLines(parts, newline), newline);
  }
  switch (edit.operation) {
    case 'append':
      return linesSplice(text, core.end, core.end, given, newline);
    case 'prepend':
      return linesSplice(text, from, from, given, newline);
    case 'replace':
      return yield* replacement(text, section, given, newline);
  }
}

/** What was read as a section and is written back leaves the note as it is. */
function* replacement(text: string, section: NoteSection, given: string, newline: Newline): Steps<Splice> {
  const { contentStart, contentEnd } = section;
  const present = text.slice(contentStart, contentEnd);
  // Only in a note of mixed line breaks can these differ and yet say the same.
  if ((yield* withNewline(present, newline)) === given)
    return { from: contentStart, to: contentEnd, text: present };
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

/** Adds an empty line where the next heading would otherwise become part of what is put in right above it. */
function* partedFromNext(
  text: string,
  structure: NoteStructure,
  section: NoteSection,
  splice: Splice,
  newline: Newline,
): Steps<Splice[]> {
  const next = structure.headings.find(({ start }) => start >= section.contentEnd);
  if (!next || splice.to !== next.start || endsBlank(splice.text)) return [splice];
  for (const tried of [splice, { ...splice, text: splice.text + newline }]) {
    const after = (yield* edited(text, [tried])).text;
    const shift = after.length - text.length;
    const { headings } = yield* scanning(after);
    const isKept = headings.some(
      ({ start, end }) => start === next.start + shift && end === next.end + shift,
    );
    if (isKept) return [tried];
  }
  return [splice];
}

function endsBlank(lines: string): boolean {
  if (lines === '') return true;
  const lastLine = lines.lastIndexOf('\n', lines.length - 2) + 1;
  for (let at = lastLine; at < lines.length; at += 1) if (!isBlankCode(lines.charCodeAt(at))) return false;
  return true;
}
