/** What a caller hears of an argument that the tool does not have. */
import * as z from 'zod';
import { type Advice, ToolFailure } from '../errors';
import { isObject } from '../utils/json';
import { equivalentArguments, misspeltArguments, suggestedArguments } from './argument-names';

export interface UnknownArgument {
  readonly name: string;
  /** What comes before the name where it was given, such as `edits[0].`. */
  readonly above: string;
  /** The arguments among which it was given. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The arguments that there are. */
  readonly known: readonly string[];
  /** Other names of theirs, with the arguments that they mean. */
  readonly otherNames: ReadonlyMap<string, string>;
}

/**
 * Why an argument must not be left out even where nothing is written: it is one of the tool's, misspelt or under
 * another name. Undefined for others.
 */
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
    suggestedArguments(name, known),
  ].filter(({ length }) => length > 0);
  const free = meant.filter(one => !Object.hasOwn(given, one));
  const candidates = (free.length > 0 ? free : meant).map(one => `${above}${one}`);
  const all = known.map(one => `${above}${one}`);
  const others = `Remove it or use one of: ${all.length === 0 ? '(no arguments)' : all.join(', ')}.`;
  const written = `${above}${name}`;
  const condition = candidates.includes('where') ? conditionsOf(given[name]) : undefined;
  if (condition !== undefined) return noArgument(written, `Write ${condition}.`, candidates);
  return noArgument(written, others, candidates);
}

export function noArgument(written: string, hint: Advice, candidates: readonly string[]): ToolFailure {
  return new ToolFailure('invalid_argument', `There is no argument ${shownName(written)}.`, {
    hint,
    candidates,
  });
}

/** An argument that is left out of a call that only reads. */
export interface LeftOut {
  readonly name: string;
  /** How it is written if it is meant as a property of notes; undefined where it cannot be. */
  readonly condition: string | undefined;
}

export function leftOut({ name, given, known }: UnknownArgument): LeftOut {
  return { name, condition: known.includes('where') ? conditionsOf({ [name]: given[name] }) : undefined };
}

/** @param isProperty whether notes have a property of its name */
export function leftOutHint({ name, condition }: LeftOut, isProperty: boolean): string {
  const hint = `There is no argument ${shownName(name)}; it was left out.`;
  return isProperty && condition !== undefined ? `${hint} For the property write ${condition}.` : hint;
}

const maxConditions = 5;
const maxConditionLength = 100;

/** How properties with their values, such as `{"status":"lent"}`, are written as conditions; undefined for others. */
function conditionsOf(value: unknown): string | undefined {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isPlain = entries.every(([, one]) => ['string', 'number', 'boolean'].includes(typeof one));
  if (entries.length === 0 || entries.length > maxConditions || !isPlain) return undefined;
  const conditions = entries.map(([name, one]) => `${name}=${String(one)}`);
  if (conditions.some(({ length }) => length > maxConditionLength)) return undefined;
  return `\`where: ${JSON.stringify(conditions)}\``;
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

function shownName(name: string): string {
  return name.length > 60 || !name.isWellFormed() ? 'of that name' : `\`${name}\``;
}
