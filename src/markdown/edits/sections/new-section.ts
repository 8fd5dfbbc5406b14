import { ToolFailure } from '../../../errors';
import type { Steps } from '../../../utils/slicing/steps';
import { findBody } from '../../frontmatter/frontmatter';
import type { Newline } from '../../text/line-endings';
import type { NoteStructure } from '../../structure/note-structure';
import { scanning } from '../../structure/scan-structure';
import { defaultDelimiter, findHeading, headingsNamed } from '../../targets/heading-target';
import { HeadingTree, type NoteSection } from '../../targets/heading-tree';
import { linesWithText } from './blank-lines';
import { edited, givenText, linesSplice, type EditedText } from './given-text';
import { refuseOpenEnd } from './open-end';

const deepestLevel = 6;

export interface NewSection {
  readonly heading: string;
  readonly occurrence?: number | undefined;
  readonly delimiter?: string | undefined;
}

/**
 * The note with the missing tail of a heading path and `content` below it; undefined if nothing is missing.
 * @throws ToolFailure `target_ambiguous` where the parent is; `invalid_argument` for what cannot be a heading.
 */
export function* createdSection(
  text: string,
  structure: NoteStructure,
  target: NewSection,
  content: string,
  newline: Newline,
): Steps<EditedText | undefined> {
  const delimiter = target.delimiter ?? defaultDelimiter;
  const tree = new HeadingTree(text, structure);
  const present = yield* headingsNamed(tree, target.heading, delimiter);
  if (present.length > 0 || (target.occurrence ?? 1) > 1) return undefined;
  const parts: string[] = [];
  for (const part of target.heading.split(delimiter)) parts.push(yield* givenText(part.trim(), newline));
  if (parts.includes('')) throw refusal('One of the headings of the path is empty.');
  const { parent, depth } = yield* existingParent(tree, parts, delimiter);
  const missing = parts.slice(depth);
  const firstLevel = parent ? parent.level + 1 : topLevel(structure);
  if (firstLevel + missing.length - 1 > deepestLevel) throw refusal('It would stand deeper than six levels.');
  const region = parent
    ? { start: parent.contentStart, end: parent.contentEnd }
    : { start: yield* findBody(text), end: text.length };
  refuseOpenEnd(text, structure, region.start, region.end);
  const core = linesWithText(text, region.start, region.end);
  const headings = missing.map((part, index) => `${'#'.repeat(firstLevel + index)} ${part}`);
  const lines = [...headings, ...(content === '' ? [] : [content])].join(newline);
  const gap = core.end > core.start ? newline : '';
  const created = yield* edited(text, [linesSplice(text, core.end, core.end, gap + lines, newline)]);
  return yield* verified(created, missing, firstLevel, core.end);
}

/** The longest beginning of the path that the note has, and how many parts it is. */
function* existingParent(
  tree: HeadingTree,
  parts: readonly string[],
  delimiter: string,
): Steps<{ parent: NoteSection | undefined; depth: number }> {
  for (let depth = parts.length - 1; depth > 0; depth -= 1) {
    const name = parts.slice(0, depth).join(delimiter);
    const fitting = yield* headingsNamed(tree, name, delimiter);
    if (fitting.length > 0)
      return { parent: yield* findHeading(tree.text, tree.structure, name, { delimiter }), depth };
  }
  return { parent: undefined, depth: 0 };
}

function topLevel({ headings }: NoteStructure): number {
  return headings.reduce((top, { level }) => Math.min(top, level), headings[0]?.level ?? 1);
}

/** Reads the note again: each new heading must stand there as it was named. */
function* verified(
  created: EditedText,
  names: readonly string[],
  firstLevel: number,
  from: number,
): Steps<EditedText> {
  const { text } = created;
  const { headings } = yield* scanning(text);
  const first = headings.findIndex(({ start }) => start >= from);
  const stands = names.every((name, index) => {
    const heading = first === -1 ? undefined : headings[first + index];
    return heading?.level === firstLevel + index && textOf(text, heading) === name;
  });
  if (stands) return created;
  throw refusal('No heading has such a text.');
}

function textOf(text: string, { textStart, textEnd }: { textStart: number; textEnd: number }): string {
  return text.slice(textStart, textEnd);
}

function refusal(reason: string): ToolFailure {
  return new ToolFailure('invalid_argument', `The heading cannot be made. ${reason}`, {
    hint: 'Give headings of one line each, parted by the delimiter.',
  });
}
