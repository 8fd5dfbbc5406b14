import { ToolFailure } from '../../../errors';
import { findBody } from '../../frontmatter/frontmatter';
import type { Newline } from '../../text/line-endings';
import { spliced } from '../../text/splices';
import { firstAtOrBehind, type NoteStructure } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { headingsNamed, sectionAmong } from '../../targets/heading-target';
import type { HeadingTree, NoteSection } from '../../targets/heading-tree';
import { linesWithText } from './blank-lines';
import { givenText, linesSplice } from './given-text';
import { refuseOpenEnd } from './open-end';
import { partsBetween } from '../../../utils/text/text-search';

const deepestLevel = 6;

/**
 * Adds the missing headings of a path to the note, with `content` below.
 * @throws ToolFailure `target_ambiguous` if the parent is; `invalid_argument` for an invalid heading.
 */
export function createdSection(
  tree: HeadingTree,
  { target, delimiter }: { readonly target: string; readonly delimiter: string },
  content: string,
  newline: Newline,
): string {
  const { text, structure } = tree;
  const names: string[] = [];
  for (const name of partsBetween(target, delimiter)) names.push(givenText(name.trim(), newline));
  if (names.includes('')) throw refusal('One of the headings of the path is empty.');
  const { parent, depth } = existingParent(tree, names, delimiter);
  const missing = names.slice(depth);
  const firstLevel = parent ? parent.level + 1 : topLevel(structure);
  if (firstLevel + missing.length - 1 > deepestLevel) throw refusal('It would be deeper than six levels.');
  const region = parent
    ? { start: parent.contentStart, end: parent.contentEnd }
    : { start: findBody(text), end: text.length };
  refuseOpenEnd(text, structure, region.start, region.end);
  const core = linesWithText(text, region.start, region.end);
  const headings = missing.map((name, index) => `${'#'.repeat(firstLevel + index)} ${name}`);
  const lines = [...headings, ...(content === '' ? [] : [content])].join(newline);
  const gap = core.end > core.start ? newline : '';
  const created = spliced(text, [linesSplice(text, core.end, core.end, gap + lines, newline)]);
  requireHeadings(created, missing, firstLevel, core.end);
  return created;
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
    if (fitting.length > 0) return { parent: sectionAmong(tree, fitting, name, { delimiter }), depth };
  }
  return { parent: undefined, depth: 0 };
}

function topLevel({ headings }: NoteStructure): number {
  return headings.reduce((top, { level }) => Math.min(top, level), headings[0]?.level ?? 1);
}

/** Parses the note again. @throws ToolFailure `invalid_argument` if a new heading differs from its name */
function requireHeadings(text: string, names: readonly string[], firstLevel: number, from: number): void {
  const { headings } = scanStructure(text);
  const first = firstAtOrBehind(headings, from);
  const areThere = names.every((name, index) => {
    const heading = headings[first + index];
    return heading?.level === firstLevel + index && text.slice(heading.textStart, heading.textEnd) === name;
  });
  if (!areThere) throw refusal('This cannot be the text of a heading.');
}

function refusal(reason: string): ToolFailure {
  return new ToolFailure('invalid_argument', `The heading cannot be created. ${reason}`, {
    hint: 'Give headings of one line each, separated by the delimiter.',
  });
}
