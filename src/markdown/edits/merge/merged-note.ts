import { ToolFailure } from '../../../errors';
import { deepestLevel, editSection } from '../sections/section-edit';
import { endOfText, endsBlank, placeText, refuseOpenEnd } from '../sections/text-place';
import { editFrontmatter, unreadable } from '../../frontmatter-edit';
import {
  findBody,
  locateFrontmatter,
  parseFrontmatter,
  splitFrontmatter,
} from '../../frontmatter/frontmatter';
import type { HeadingOutline } from '../../links/heading-subpath';
import { lineOf, type NoteStructure, type Footnote, type ScannedText } from '../../structure/note-structure';
import { parseNote } from '../../structure/scan-structure';
import { spliced, type Splice } from '../../text/splices';
import { findHeading, outlineOf } from '../../targets/heading-target';
import { propertyName } from '../../../utils/properties/property-names';

export interface MergeOptions {
  /** The text is added at the end of this heading's section in `into`, its headings below it; at the end of the note if left out. */
  readonly heading?: string | undefined;
  /** Whether properties that `into` lacks are added. */
  readonly properties: 'keep' | 'add_missing';
}

interface MergingNotes {
  readonly into: string;
  readonly from: string;
}

export interface MergedNote {
  readonly text: string;
  readonly outlines: {
    readonly into: HeadingOutline;
    readonly from: HeadingOutline;
    readonly merged: HeadingOutline;
  };
  /** Number of headings of `into` before those of `from`. */
  readonly before: number;
  /** New block ids of `from` by the old ones in lower case, without the caret. */
  readonly blockIds: ReadonlyMap<string, string>;
}

/**
 * A note with another note's text added at its end, or at the end of a section, after an empty line.
 * Duplicate block ids and footnotes get new names.
 * @throws ToolFailure like `findHeading`; `invalid_frontmatter`; `invalid_argument` if a block at the end is left open;
 * `target_not_found` if a heading would be lost
 */
export function mergedNote({ into, from }: MergingNotes, options: MergeOptions): MergedNote {
  const structure = parseNote(into);
  // Begins with an empty line: a rule on the first line would open properties.
  const given = `\n${trimmedLines(from.slice(findBody(from)))}`;
  const added = { text: given, structure: parseNote(given) };
  const { splices, blockIds } = freshNames({ text: into, structure }, added);
  const { heading } = options;
  const above = heading === undefined ? 0 : findHeading(into, structure, heading, { mayCount: false }).level;
  const renamed = spliced(given, splices);
  const body = loweredBelow(renamed, above);
  const placed = placedText(into, structure, body, heading);
  const outlines = {
    into: outlineOf(into, structure),
    from: outlineOf(given, added.structure),
    merged: outlineOf(placed, parseNote(placed)),
  };
  const lowered = body === renamed ? outlines.from : outlineOf(body, parseNote(body));
  const before = headingsBefore({ ...outlines, from: lowered }, { into, from });
  const text = options.properties === 'keep' ? placed : withMissing(placed, from);
  return { text, outlines, before, blockIds };
}

function placedText(
  into: string,
  structure: NoteStructure,
  body: string,
  heading: string | undefined,
): string {
  if (body.trim() === '') return into;
  if (heading !== undefined)
    return editSection(into, structure, { operation: 'append', target: heading, content: body });
  refuseOpenEnd(into, structure, 0, into.length);
  const above = into.slice(0, endOfText(into));
  const isApart = endsBlank(above) && (above !== '' || locateFrontmatter(body.slice(1)) === undefined);
  return placeText(into, 'append', isApart ? body.slice(1) : body);
}

/**
 * Lowers the headings of a text below one of `level`, keeping their distances if six levels are enough, otherwise
 * without gaps. @param level 0 for none
 */
function loweredBelow(text: string, level: number): string {
  const { headings } = level === 0 ? { headings: [] } : parseNote(text);
  const levels = [...new Set(headings.map(heading => heading.level))].sort();
  const [top = Infinity] = levels;
  const by = level + 1 - top;
  if (by <= 0) return text;
  const isEnough = levels.every(own => own + by <= deepestLevel);
  const splices = headings.flatMap((heading): Splice[] => {
    const { start, end, textStart, textEnd } = heading;
    const lowered = isEnough ? heading.level + by : level + 1 + levels.indexOf(heading.level);
    const marks = '#'.repeat(Math.min(lowered, deepestLevel));
    // Underlines have only two levels. Trailing marks would close the new heading.
    if (text.slice(start, end).includes('\n'))
      return [
        { from: textStart, to: textStart, text: `${marks} ` },
        { from: textEnd, to: end, text: /(?:^|\s)#+$/u.test(text.slice(textStart, textEnd)) ? ' #' : '' },
      ];
    const from = text.indexOf('#', start);
    return [{ from, to: from + heading.level, text: marks }];
  });
  return spliced(text, splices);
}

/** Without empty lines at both ends. */
function trimmedLines(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/u, () => '').trimEnd();
}

/** @throws ToolFailure if the merged note does not have the headings of both notes */
function headingsBefore(outlines: MergedNote['outlines'], notes: MergingNotes): number {
  const keysOf = ({ headings }: HeadingOutline): string[] =>
    headings.map(({ heading, level }) => `${level} ${heading}`);
  const into = keysOf(outlines.into);
  const from = keysOf(outlines.from);
  const merged = keysOf(outlines.merged);
  const firstOther = (keys: readonly string[]): number => keys.findIndex((key, at) => key !== merged[at]);
  const wanted = (before: number): string[] => [...into.slice(0, before), ...from, ...into.slice(before)];
  const own = firstOther(into);
  const last = own === -1 ? into.length : own;
  if (into.length + from.length === merged.length)
    for (let before = last; before >= 0; before -= 1) if (firstOther(wanted(before)) === -1) return before;
  const lost = firstOther(wanted(last)) - last;
  const isOfFrom = lost < from.length;
  const structure = parseNote(isOfFrom ? notes.from : notes.into);
  const { start = 0 } = structure.headings[isOfFrom ? lost : lost - from.length + last] ?? {};
  const line = lineOf(structure, start) + 1;
  const name = isOfFrom ? '`from`' : '`into`';
  throw new ToolFailure('target_not_found', `The heading on line ${line} of ${name} would be lost.`, {
    hint: ['Change the line, or the lines above its new place, with `edit_note`.', 'Change the line first.'],
  });
}

/** Adds the properties that only the other note has, after the existing ones. */
function withMissing(text: string, from: string): string {
  const { yaml } = splitFrontmatter(from);
  if (yaml === undefined) return text;
  const parsed = parseFrontmatter(yaml);
  if (!parsed.ok && parsed.problem.kind === 'empty') return text;
  if (!parsed.ok) throw unreadable(parsed.problem, 'The YAML of `from`');
  const own = parseFrontmatter(splitFrontmatter(text).yaml ?? '');
  const present = own.ok ? own.value : {};
  const missing = Object.entries(parsed.value).filter(([name]) => propertyName(present, name) === undefined);
  return editFrontmatter(
    text,
    missing.map(([key, value]) => ({ kind: 'set', key, value })),
  );
}

/** New names for the block ids and footnotes of a text that are also in a note. */
function freshNames(
  note: ScannedText,
  added: ScannedText,
): Pick<MergedNote, 'blockIds'> & { splices: Splice[] } {
  const blockIds = renames(blockIdsOf(note), blockIdsOf(added));
  const labels = renames(labelsOf(note), labelsOf(added));

  const splices: Splice[] = [];
  for (const { start, end } of added.structure.blockIds) {
    const fresh = blockIds.get(added.text.slice(start + 1, end).toLowerCase());
    if (fresh !== undefined) splices.push({ from: start + 1, to: end, text: fresh });
  }
  for (const { labelStart, labelEnd } of footnotesOf(added)) {
    const fresh = labels.get(added.text.slice(labelStart, labelEnd).toLowerCase());
    if (fresh !== undefined) splices.push({ from: labelStart, to: labelEnd, text: fresh });
  }
  return { splices, blockIds };
}

function blockIdsOf({ text, structure }: ScannedText): string[] {
  return structure.blockIds.map(({ start, end }) => text.slice(start + 1, end));
}

function labelsOf(note: ScannedText): string[] {
  return footnotesOf(note).map(({ labelStart, labelEnd }) => note.text.slice(labelStart, labelEnd));
}

function footnotesOf({ structure }: ScannedText): Footnote[] {
  return [...structure.footnotes, ...structure.footnoteReferences];
}

/** Free names for those of `added` that are taken: numbers count up, other names get a number. */
function renames(taken: readonly string[], added: readonly string[]): Map<string, string> {
  const isTaken = new Set(taken.map(name => name.toLowerCase()));
  const used = new Set([...isTaken, ...added.map(name => name.toLowerCase())]);
  const fresh = new Map<string, string>();
  const last = new Map<string, number>();
  for (const name of added) {
    const key = name.toLowerCase();
    if (!isTaken.has(key) || fresh.has(key)) continue;
    const stem = /^\d+$/u.test(name) ? '' : `${name}-`;
    let number = last.get(stem) ?? 1;
    do number += 1;
    while (used.has(`${stem}${number}`.toLowerCase()));
    last.set(stem, number);
    used.add(`${stem}${number}`.toLowerCase());
    fresh.set(key, `${stem}${number}`);
  }
  return fresh;
}
