/** Hints about the values that conditions and rules compare with. */

import type { TFile } from 'obsidian';
import { adviceFor, type Shows } from '../../errors';
import { nearest } from '../../utils/near';
import type { Condition } from '../../utils/properties/conditions';
import { operand } from '../../utils/properties/condition-values';
import { propertyName, foldTag, tagCovers } from '../../utils/properties/property-names';
import { type SlicedLoop, forEachInTurn, someInTurn, filtered } from '../../utils/slicing/time-slicer';
import { foldPath } from '../../utils/text/folding';
import { allQuoted, counted, quoted } from '../../utils/text/pieces';
import type { NoteFactsIndex } from '../index/metadata/note-metadata';
import { someOf } from './missing-names';
import type { FileFilter } from '../queries/listings/file-filter';
import { mapDefined } from '../../utils/collections';
import type { LogicRule } from '../queries/json-logic/json-logic';
import type { VisibleVault } from '../index/indexes';

const maxNear = 5;
const maxValues = 2000;
/** Longer values are not names with a typing error. */
const maxValueLength = 60;

export interface KnownNotes {
  readonly notes: readonly TFile[];
  readonly facts: NoteFactsIndex;
  readonly loop: SlicedLoop;
  readonly shows: Shows;
}

/** Comparison operators of other languages, with the operator of `where`. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['=~', '~'],
  ['~=', '~'],
  ['=*', '~'],
  ['<>', '!='],
  ['=>', '>='],
  ['=<', '<='],
]);

/** What the value of a condition that nothing passes may mean instead; empty without a value. */
export async function valueHints(
  { property, field, operator = '=', value = '' }: Condition,
  known: () => Promise<KnownNotes>,
): Promise<string[]> {
  const key = property ?? field?.name;
  if (key === undefined || value === '') return [];
  const sign = foreign.get(`${operator}${value.slice(0, 1)}`);
  if (sign !== undefined && value.length > 1)
    return [
      `${quoted(value)} was read as the value; for the operator \`${sign}\` write ${quoted(`${key}${sign}${value.slice(1).trim()}`, 2 * maxValueLength)}.`,
    ];
  if (field !== undefined && field.root !== 'frontmatter')
    return [`\`query_notes\` with \`select: ["${field.name}"]\` shows what notes have there.`];
  if (property === undefined) return [];
  if (/[<>]/u.test(operator) && isPlainText(value))
    return [`${quoted(value)} was compared as text. Dates are ISO, or words such as "next friday".`];
  if (/[|,]/u.test(value)) return ['A condition compares with one value: make a call for each value.'];
  return nearValues(property, operator === '=' ? value : '', await known());
}

/** Neither a number nor a date, whatever day it is. */
function isPlainText(value: string): boolean {
  const { number, date } = operand(value, { now: () => new Date(0) });
  return number === undefined && date === undefined;
}

/** Similar values of a property, or how to see the existing ones. @param property in any letter case */
export async function nearValues(
  property: string,
  value: string,
  { notes, facts, loop, shows }: KnownNotes,
): Promise<string[]> {
  const values = new Map<string, string>();
  await someInTurn(value === '' ? [] : notes, loop, note => {
    for (const member of [valueIn(note, property, facts)].flat())
      if (typeof member === 'string' && member.length <= maxValueLength && member.trim() !== '')
        values.set(foldPath(member), member);
    return values.size >= maxValues;
  });
  // The value itself exists, in notes that other filters leave out.
  values.delete(foldPath(value));
  const near = nearest(value, values.values(), maxNear);
  return near.length === 0
    ? [valuesWay(property, shows)]
    : [`The property ${quoted(property)} has similar values: ${allQuoted(near)}.`];
}

export function valuesWay(property: string, shows: Shows): string {
  const listed = `\`list_properties\` with \`property: ${quoted(property)}\` lists its values.`;
  return adviceFor(
    [listed, `\`query_notes\` with \`groupBy: ${quoted(property)}\` shows its values.`],
    shows,
  );
}

/** Says for `key` and `!key` that false counts as not set, if a note has the property set to false. */
export async function falseHints(
  conditions: readonly Condition[],
  known: () => Promise<KnownNotes>,
): Promise<string[]> {
  const open = new Map<string, string>();
  for (const { property, value, operator } of conditions)
    if (property !== undefined && value === undefined) open.set(property, operator === '!' ? '!' : '');
  if (open.size === 0) return [];
  const { notes, facts, loop } = await known();
  const hints: string[] = [];
  await someInTurn(notes, loop, note => {
    for (const [property, sign] of open) {
      if (valueIn(note, property, facts) !== false) continue;
      open.delete(property);
      const way =
        sign === '!'
          ? `${quoted(`${property}=`)} finds notes without a value`
          : `${quoted(`${property}=false`)} finds those notes`;
      hints.push(`${quoted(sign + property)} treats false as not set; ${way}.`);
    }
    return open.size === 0;
  });
  return hints;
}

/** Says which files conditions leave out because a value cannot be compared, such as a text with a number. */
export async function unlikeHints(
  { filter, among }: { readonly filter?: FileFilter; readonly among?: readonly TFile[] },
  known: () => Promise<KnownNotes>,
): Promise<string[]> {
  if (filter?.parts.some(part => part.uncompared !== undefined) !== true) return [];
  const { notes, loop } = await known();
  const [names, paths] = [new Set<string>(), new Set<string>()];
  await forEachInTurn(among ?? notes, loop, file => {
    const failing = filter.parts.filter(part => !part.matches(file));
    const found = mapDefined(failing, part => part.uncompared?.(file));
    if (failing.length === 0 || found.length < failing.length) return;
    for (const name of found) names.add(quoted(name));
    paths.add(file.path);
  });
  if (paths.size === 0) return [];
  const why = `because their ${[...names].join(' or ')} cannot be compared, such as text with a number`;
  return [`${counted(paths.size, 'note')} left out by \`where\`, ${why}: ${someOf([...paths])}.`];
}

function valueIn(note: TFile, property: string, facts: NoteFactsIndex): unknown {
  const { frontmatter } = facts.of(note);
  const name = frontmatter ? propertyName(frontmatter, property) : undefined;
  return name === undefined ? undefined : frontmatter?.[name];
}

const maxNamed = 3;

/** Explains why no note passes a JsonLogic rule, and how to see the values that it compares. */
export async function filterHints(
  rule: LogicRule,
  notes: readonly TFile[],
  { facts, slicer }: VisibleVault,
  signal: AbortSignal,
): Promise<string[]> {
  const passed = `${counted(notes.length, 'note matches', 'notes match')} the other filters, but none matches \`filter\`.`;
  if (rule.reads?.size === 0)
    return [
      passed,
      '`filter` does not refer to any field: a string by itself is a constant. Write {"var":"frontmatter.status"} for a property.',
    ];
  const isNestedIn = (tag: string, note: TFile): boolean =>
    facts.of(note).tags.some(own => foldTag(own) !== foldTag(tag) && tagCovers(foldTag(tag), foldTag(own)));
  const tags = [...rule.tags];
  const isBelow = (note: TFile): boolean => tags.some(tag => isNestedIn(tag, note));
  const below = tags.length === 0 ? [] : await filtered(notes, isBelow, { slicer, signal });
  const nested = tags.filter(tag => below.some(note => isNestedIn(tag, note)));
  if (nested.length > 0) return [passed, ...nested.slice(0, maxNamed).map(nestedHint)];
  return [passed, valuesHint([...(rule.reads ?? [])])];
}

function nestedHint(tag: string): string {
  return `The notes only have tags nested in ${quoted(`#${tag}`)}, and \`filter\` compares whole tags: pass \`tag: ${quoted(tag)}\`.`;
}

function valuesHint(reads: readonly string[]): string {
  const fields = reads.slice(0, maxNamed).map(name => quoted(name));
  const selected = fields.length === 0 ? 'the fields in question' : `[${fields.join(',')}]`;
  return `To see what is compared, leave \`filter\` out and \`select\` ${selected}; \`filter\` compares text in exact letter case, \`where\` in any.`;
}
