/** Answers an argument that the tool does not have, and suggests the one that may be meant. */

import { type Advice, ToolFailure } from '../errors';
import { editsWithin, nearest } from '../utils/near';
import * as z from 'zod';
import { isObject } from '../utils/json';
import { jsonLine, quoted } from '../utils/text/pieces';

/** Groups of names for the same thing; the one that the tool has is meant. */
const sameMeaning: readonly (readonly string[])[] = [
  'property from oldName oldProperty key name',
  'path paths note file files filename filepath folder folders directory dir name title source from uri',
  'newPath to destination dest target newName into',
  'set properties frontmatter metadata values fields data property key',
  'edits changes find replace search',
  'oldText oldString old find search original',
  'newText newString new replacement replace with',
  'content text body markdown value append prepend data newText',
  'add tags tag',
  'from oldTag oldName tag',
  'to newTag newName',
  'newProperty to newName newKey',
  'heading target section header title from oldHeading old',
  'newHeading newName to newTitle',
  'targetType type kind',
  'target heading block section property key',
  'block blockId id',
  'changeId id change',
  'key keys property properties name field fields',
  'select fields properties columns',
  'fields select properties keys columns',
  'includes include pattern patterns glob globs match extension ext',
  'excludes exclude ignore',
  'where filters filter query conditions condition property properties jsonLogic',
  'filter filters query condition jsonLogic',
  'limit max count maxResults pageSize top n',
  'cursor page offset nextCursor after',
  'startLine offset start line lines from tail',
  'endLine end lines to',
  'sort sortBy orderBy order',
  'order direction desc descending reverse sortOrder sortDirection',
  'doneAfter since completedAfter doneSince',
  'kind type',
  'recursive deep depth recurse subfolders',
  'depth level maxDepth levels',
  'modifiedSince since after modifiedAfter from days',
  'since days',
  'prefix nameRegex startsWith filter',
  'modifiedUntil until before modifiedBefore',
  'createdSince createdAfter',
  'createdUntil createdBefore',
  'maxChars maxLength length limit size',
  'query q text search find pattern term keywords words',
  'find query search pattern oldText text',
  'replace replacement newText with',
  'only type kind filesOnly foldersOnly',
  'mode operation action position',
  'operation mode action position',
  'ifMatch versionId version etag hash',
  'dryRun preview simulate',
  'createIfNeeded create createIfMissing',
  'overwriteIfExists overwrite force',
  'ifExists overwrite',
  'permanent force hard',
  'group groupBy',
].map(line => line.split(' '));

const most = 3;

/** The same name in another spelling (`old_text`), else names for the same thing (`folder` for `path`). */
function equivalentArguments(name: string, known: readonly string[]): string[] {
  const folded = fold(name);
  const respelled = known.filter(one => fold(one) === folded);
  if (respelled.length > 0) return respelled;
  const meant = sameMeaning
    .filter(names => names.some(one => fold(one) === folded))
    .flatMap(([first = '', ...others]) => [first, ...others.filter(one => one === `${first}s`)])
    .filter(one => known.includes(one));
  return [...new Set(meant)].slice(0, most);
}

/** Only the beginning of longer names is compared: nobody misspells those. */
const maxCompared = 60;

/**
 * The arguments that a name misspells: in another case or with other signs, shortened, with an error or two, or with
 * another second word.
 * @param otherNames names that are taken for arguments, with these
 */
function misspeltArguments(
  name: string,
  known: readonly string[],
  otherNames: ReadonlyMap<string, string>,
): string[] {
  const folded = fold(name).slice(0, maxCompared);
  const errors = folded.length < 3 ? 0 : folded.length < 7 ? 1 : 2;
  const isNear = (one: string): boolean => {
    const other = fold(one);
    return other === folded || editsWithin(other, folded, errors) !== undefined;
  };
  const near = known.filter(isNear);
  if (near.length > 0) return near;
  const begun = folded.length < 3 ? [] : known.filter(one => fold(one).startsWith(folded));
  const others = [...otherNames].filter(([other]) => isNear(other)).map(([, one]) => one);
  return [...new Set([...others, ...begun, ...known.filter(one => areRelated(name, one))])].slice(0, most);
}

/** Prefixes of options that otherwise have nothing in common. */
const beginnings: readonly string[] = ['include', 'with', 'max', 'min'];

/** Whether a name begins like one of two words, such as `dueDate` like `dueBefore`, or is its second word. */
function areRelated(name: string, known: string): boolean {
  const [first = '', second] = wordsOf(name);
  const [one = '', two, ...more] = wordsOf(known);
  if (two === undefined || more.length > 0 || beginnings.includes(one)) return false;
  return first === one || (second === undefined && first === two);
}

function wordsOf(name: string): string[] {
  return name.split(/[-_\s]+|(?=[A-Z])/u).map(word => word.toLowerCase());
}

/** `old_text`, `old-text` and `OldText` are one name. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/gu, () => '');
}

/** The same hint for several arguments that a tool does not have: for `insteadOf`. */
export function hintForArguments(names: readonly string[], hint: Advice): Record<string, Advice> {
  return Object.fromEntries(names.map(name => [name, hint]));
}

/** The hint of tools with conditions for several tags, which could mean any or all of them. */
export const severalTags = 'Write `where: ["tags=one","tags=two"]` for notes with all of them.';

/** The hint of tools that list notes, for arguments that ask for words. */
export const hintsForWordArguments = hintForArguments(
  ['query', 'q', 'text', 'search', 'content', 'keywords'],
  ['`search` finds notes by their words.', 'This tool does not look for words.'],
);

interface UnknownArgument {
  readonly name: string;
  /** What comes before the name where it was given, such as `edits[0].`. */
  readonly above: string;
  /** The arguments among which it was given. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly known: readonly string[];
  /** Other accepted names, with the arguments that they mean. */
  readonly otherNames: ReadonlyMap<string, string>;
}

/** A refusal for a misspelt argument of the tool, which matters even in a read; undefined for other names. */
export function meantOtherwise(argument: UnknownArgument): ToolFailure | undefined {
  const { name, given, known, otherNames } = argument;
  const isMissing = (one: string): boolean => !Object.hasOwn(given, one);
  const isMeant =
    misspeltArguments(name, known, otherNames).length > 0 || equivalentArguments(name, known).some(isMissing);
  return isMeant ? unknownArgument(argument) : undefined;
}

export function unknownArgument({ name, above, given, known, otherNames }: UnknownArgument): ToolFailure {
  const [meant = []] = [
    equivalentArguments(name, known),
    misspeltArguments(name, known, otherNames),
    nearest(name, known, most),
  ].filter(({ length }) => length > 0);
  const free = meant.filter(one => !Object.hasOwn(given, one));
  const candidates = (free.length > 0 ? free : meant).map(one => `${above}${one}`);
  const all = known.map(one => `${above}${one}`);
  const others = `Remove it or use one of: ${all.length === 0 ? '(no arguments)' : all.join(', ')}.`;
  const written = `${above}${name}`;
  const condition = candidates.includes('where') ? conditionsOf(given[name]) : undefined;
  if (condition !== undefined) return noArgument(written, `Write ${condition}.`, candidates);
  if (known.includes('set') && candidates.length === 0)
    return noArgument(written, 'Properties are given in `set`, such as {"set":{"status":"done"}}.', ['set']);
  return noArgument(written, others, candidates);
}

export function noArgument(written: string, hint: Advice, candidates: readonly string[]): ToolFailure {
  const message = `There is no argument ${quoted(written)}.`;
  return new ToolFailure('invalid_argument', message, { hint, candidates });
}

export interface LeftOut {
  readonly name: string;
  /** The condition to write if a property of notes is meant; undefined where it cannot be. */
  readonly condition: string | undefined;
}

export function leftOut({ name, given, known }: UnknownArgument): LeftOut {
  return { name, condition: known.includes('where') ? conditionsOf({ [name]: given[name] }) : undefined };
}

/** @param isProperty whether notes have a property of its name */
export function leftOutHint({ name, condition }: LeftOut, isProperty: boolean): string {
  const hint = `Unknown argument ${quoted(name)} was ignored.`;
  return isProperty && condition !== undefined ? `${hint} For the property write ${condition}.` : hint;
}

const maxConditions = 5;
const maxConditionLength = 100;

/** Properties with their values, such as `{"status":"lent"}`, as conditions; undefined for other values. */
function conditionsOf(value: unknown): string | undefined {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isPlain = entries.every(([, one]) => ['string', 'number', 'boolean'].includes(typeof one));
  if (entries.length === 0 || entries.length > maxConditions || !isPlain) return undefined;
  const conditions = entries.map(([name, one]) => `${name}=${String(one)}`);
  if (conditions.some(({ length }) => length > maxConditionLength)) return undefined;
  return `\`where: ${jsonLine(conditions)}\``;
}

/** For an argument that belongs in the items of a list, such as `content` of `notes`; undefined for others. */
export function ofItems(name: string, { shape }: z.ZodObject): ToolFailure | undefined {
  const own = Object.keys(shape);
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape;
  for (const [list, field] of Object.entries(fields)) {
    const type = field instanceof z.ZodOptional ? field.unwrap() : field;
    if (!(type instanceof z.ZodArray) || !(type.element instanceof z.ZodObject)) continue;
    const [inner] = equivalentArguments(name, Object.keys(type.element.shape));
    const beside = own.filter(one => one !== list);
    if (inner === undefined || equivalentArguments(name, beside).length > 0) continue;
    return noArgument(name, `Give it in an item of \`${list}\`, as {"${list}":[{"${inner}":…}]}.`, [list]);
  }
  return undefined;
}
