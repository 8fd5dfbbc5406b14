/** Conditions on the properties of a note, such as `status=done`, `due<today`, `!archived`. */

import { ToolFailure } from '../../errors';
import {
  fieldProblem,
  valueKind,
  wordOperatorProblem,
  comparable,
  type Comparable,
  operand,
  relate,
  type Relation,
} from './condition-values';
import type { DateClock } from '../dates';
import { foldFileName, isLinkText, type LinkForms, mayName, targetOf } from './link-values';
import { type NamedField, namedField, type NoteField } from './note-field-names';
import { propertyName, foldTag, tagCovers, wantedTag } from './property-names';
import { contains } from '../text/text-search';
import { lastName, quoted, withoutOuterSlashes } from '../text/pieces';

/** The note that conditions test. Members may be getters: each is read only if a condition needs it. */
export interface ConditionSubject {
  /** The note's properties as YAML reads them, if it has any. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null | undefined;
  /** All tags of the note, including those in its text, with or without `#`. */
  readonly tags: readonly string[];
  /** The value of a field that every note has, such as `wordCount` or `tasks.open`. */
  field?(name: string): unknown;
  readonly linkForms?: LinkForms;
}

type ConditionTest = (note: ConditionSubject) => boolean;

export interface Condition {
  readonly holds: ConditionTest;
  /** The property that it tests; undefined for a built-in field. */
  readonly property: string | undefined;
  /** The field that it tests if a note has no property of that name. */
  readonly field: NamedField | undefined;
  /** The value to compare with, as written; undefined for `key` and `!key`. */
  readonly value: string | undefined;
  /** Undefined for `key`. */
  readonly operator: Operator | '!' | undefined;
  /** Whether a note's value cannot be ordered against the condition's, such as a text against a number. */
  readonly isUnlike?: ConditionTest;
}

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

const maxConditions = 64;
const maxConditionLength = 512;
const operators = /!={1,3}|>=|<=|={1,3}|[><~]/u;
/** The YAML form of a pair, which models use too. */
const yamlPair = /^[^=!<>~:]+:\s+(?=\S)/u;
/** A number with commas between thousands. */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u;
const secondCondition = /(?:,\s*(?=!?\p{L}{2})|\s(?:and|or|&&|\|\|)\s+)!?[\p{L}\p{N}_.-]+\s*(?:[=<>~]|!=)/iu;

/**
 * Reads conditions, all of which must hold.
 *
 * `key=value`, and `!=`, `>`, `>=`, `<`, `<=`; `key~value` for part of a text, or of any member of a list; `key` if
 * present and neither empty nor false. `!=` and `!key` hold where `=` and `key` do not, so also for a note without the
 * key. A value may be quoted; `null` is an empty one. `==` and `key: value` mean `=`. A key is a property in any
 * letter case, or a field that every note has (see `noteFields`); a property with a field's name comes first, and
 * `frontmatter.key` is always the property.
 * @param clock reads a value such as `today` where the property is a date.
 * @throws ToolFailure `invalid_query`, saying which condition and why.
 */
export function parseConditions(texts: readonly string[], clock: DateClock): readonly Condition[] {
  if (texts.length > maxConditions) {
    throw new ToolFailure(
      'invalid_query',
      `\`where\` has ${texts.length} conditions; at most ${maxConditions} are allowed.`,
    );
  }
  return texts.map((text, index) => parseCondition(text, clock, `Condition ${index + 1} of \`where\``));
}

function parseCondition(text: string, clock: DateClock, where: string): Condition {
  if (text.length > maxConditionLength)
    throw malformed(where, `is longer than ${maxConditionLength} characters`);
  if (/^\s*\{/u.test(text)) throw malformed(where, 'is JsonLogic', 'A condition looks like `status=done`.');
  const negated = text.trimStart().startsWith('!') && !text.trimStart().startsWith('!=');
  const rest = negated ? text.trimStart().slice(1) : text;
  const pair = yamlPair.exec(rest)?.[0];
  const found = pair === undefined ? operators.exec(rest) : undefined;
  const name =
    pair?.trim().slice(0, -1) ??
    rest
      .slice(0, found?.index)
      .trim()
      .replace(/:$/u, () => '');
  const key = keyOf(name.trim());
  if (key.name === '' || key.name.split('.').includes('')) throw malformed(where, 'names no property');
  const asked = { property: key.property, field: key.field };
  if (pair === undefined && (found === undefined || found === null)) {
    const foreign = wordOperatorProblem(rest);
    if (foreign !== undefined) throw malformed(where, foreign.problem, foreign.hint);
    const isMet: ConditionTest = note => negated !== isThere(key, note);
    return { ...asked, holds: isMet, value: undefined, operator: negated ? '!' : undefined };
  }
  if (negated) throw malformed(where, 'has a `!` before a comparison; `!` is only for a key by itself');
  const operator = toOperator(found?.[0] ?? '=');
  const written = rest.slice(pair?.length ?? (found?.index ?? 0) + (found?.[0].length ?? 0)).trim();
  if (secondCondition.test(written) && unquoted(written) === written)
    throw malformed(
      where,
      'contains a second condition; give each as an item of the list, and make one call for each side of an "or"',
      'A value in double quotes is read as one text.',
    );
  const isNothing = /^null$/iu.test(written) && (operator === '=' || operator === '!=');
  const value = isNothing ? '' : unquoted(written);
  if (/[<>]/u.test(operator) && grouped.test(value))
    throw malformed(
      where,
      'has a number with commas',
      `Write it without them: ${quoted(value.replaceAll(',', () => ''))}.`,
    );
  if (value === '' && operator !== '=' && operator !== '!=')
    throw malformed(where, 'has nothing to compare with');
  const isDate = (date: string): boolean => operand(date, clock).date !== undefined;
  const unfit = key.field && value !== '' ? fieldProblem(key.field, operator, value, isDate) : undefined;
  if (unfit !== undefined) throw malformed(where, unfit.problem, unfit.hint);
  const condition = { ...asked, holds: comparison(key, operator, value, clock), value, operator };
  if (!/[<>]/u.test(operator)) return condition;
  return { ...condition, isUnlike: unlikeTest(key, operand(value, clock, operator)) };
}

function unlikeTest(key: Key, asked: Comparable): ConditionTest {
  const isUnlike = (one: unknown): boolean => {
    const known = isEmpty(one) ? undefined : comparable(one);
    return known !== undefined && relate(known, asked) === 'unlike';
  };
  return note => [propertyOf(key, note)].flat().some(isUnlike);
}

interface Key {
  readonly name: string;
  readonly property: string | undefined;
  readonly field: NamedField | undefined;
}

function keyOf(name: string): Key {
  const field = namedField(name);
  if (field?.root !== 'frontmatter')
    return { name, field, property: field === undefined || field.name === field.root ? name : undefined };
  const property = name.slice('frontmatter.'.length);
  return property === ''
    ? { name, property: name, field: undefined }
    : { name: property, property, field: undefined };
}

function toOperator(text: string): Operator {
  if (text.startsWith('!')) return '!=';
  return (['>', '>=', '<', '<=', '~'] as const).find(operator => operator === text) ?? '=';
}

function unquoted(value: string): string {
  return value.length > 1 && /^(["']).*\1$/su.test(value) ? value.slice(1, -1) : value;
}

function comparison(key: Key, operator: Operator, text: string, clock: DateClock): ConditionTest {
  if (operator === '!=') {
    const same = comparison(key, '=', text, clock);
    return note => !same(note);
  }
  const root = key.field?.root;
  const count = countAsked(key.field, operator, text, clock);
  const isCount: ConditionTest = note => {
    const value = valueOf(key, note);
    return count !== undefined && holds(Array.isArray(value) ? value.length : value, operator, count);
  };
  if (root === 'tags' && (operator === '=' || operator === '~')) {
    const part = foldTag(text);
    const wanted = wantedTag(text);
    const fits = (tag: string): boolean => (operator === '=' ? tagCovers(wanted, tag) : contains(tag, part));
    // 2024 may be the parent of a tag.
    return note =>
      isCount(note) || (part === '' ? note.tags.length === 0 : note.tags.some(tag => fits(foldTag(tag))));
  }
  if (count !== undefined) return isCount;
  const wanted = root === 'folder' ? withoutOuterSlashes(text) : text;
  const asked = operand(wanted, clock, operator);
  const fits = (value: unknown): boolean => holds(value, operator, asked);
  const namesFile = operator === '=' || operator === '~' ? fileNaming(wanted, root) : undefined;
  return note => {
    const value = valueOf(key, note);
    if (Array.isArray(value)) {
      if (wanted === '') return value.every(isEmpty);
      return value.some(member => fits(member) || namesFile?.(member, note) === true);
    }
    return wanted === '' ? isEmpty(value) : fits(value) || namesFile?.(value, note) === true;
  };
}

/** The number with which a condition such as `backlinks>5` or `tags=0` compares the length of a list. */
function countAsked(
  field: NamedField | undefined,
  operator: Exclude<Operator, '!='>,
  text: string,
  clock: DateClock,
): Comparable | undefined {
  if (field === undefined || valueKind(field) !== 'list' || operator === '~') return undefined;
  const asked = operand(text, clock);
  // A note or an alias may be named 1984.
  if (operator === '=' && field.root !== 'tags' && asked.number !== 0) return undefined;
  return asked.number === undefined ? undefined : asked;
}

/** Whether a link (or path, in fields with paths) refers to the file that the text names. */
function fileNaming(
  text: string,
  root: NoteField | undefined,
): (value: unknown, note: ConditionSubject) => boolean {
  const wanted = foldFileName(targetOf(text));
  const isPath = root === 'path' || root === 'links' || root === 'backlinks';
  return (value, note) => {
    if (typeof value !== 'string') return false;
    if (isPath) return [value, lastName(value)].map(foldFileName).includes(wanted);
    if (!isLinkText(value) || note.linkForms === undefined || !mayName(value, wanted)) return false;
    return note.linkForms(value).some(form => foldFileName(form) === wanted);
  };
}

function holds(value: unknown, operator: Exclude<Operator, '!='>, asked: Comparable): boolean {
  const known = comparable(value);
  if (known === undefined) return false;
  if (operator === '~') return contains(known.text, asked.text);
  return relations[operator].includes(relate(known, asked));
}

const relations: Readonly<Record<Exclude<Operator, '!=' | '~'>, readonly Relation[]>> = {
  '=': ['within'],
  '<': ['before'],
  '<=': ['before', 'within'],
  '>': ['behind'],
  '>=': ['behind', 'within'],
};

/** Fields that every note has: a bare `title` tests the property. */
const alwaysThere: readonly NoteField[] = ['path', 'name', 'title', 'created', 'modified'];

function isThere(key: Key, note: ConditionSubject): boolean {
  const isField = key.field !== undefined && !alwaysThere.includes(key.field.root);
  const value = isField ? valueOf(key, note) : propertyOf(key, note);
  if (value === false || (isField && value === 0)) return false;
  return Array.isArray(value) ? !value.every(isEmpty) : !isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (value instanceof Date) return false;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function valueOf(key: Key, note: ConditionSubject): unknown {
  if (key.field?.root === 'tags') return note.tags;
  return propertyOf(key, note) ?? (key.field === undefined ? undefined : note.field?.(key.field.name));
}

function propertyOf({ property }: Key, { frontmatter }: ConditionSubject): unknown {
  if (property === undefined || frontmatter === null || frontmatter === undefined) return undefined;
  // A key that itself contains a dot comes before a path into nested maps.
  const name = propertyName(frontmatter, property);
  if (name !== undefined) return frontmatter[name];
  return property.includes('.') ? descend(frontmatter, property.split('.')) : undefined;
}

/** Follows a dotted key; on a list of maps it gathers from each. */
function descend(from: unknown, keys: readonly string[]): unknown {
  let value = from;
  for (const key of keys) {
    value = Array.isArray(value)
      ? value.map(member => own(member, key)).filter(found => found !== undefined)
      : own(value, key);
  }
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const name = propertyName(value, key);
  return name === undefined ? undefined : Object.getOwnPropertyDescriptor(value, name)?.value;
}

function malformed(
  where: string,
  problem: string,
  hint = 'Write a condition as `key=value`, with `!=`, `>`, `>=`, `<`, `<=` or `~`, as `key`, or as `!key`.',
): ToolFailure {
  return new ToolFailure('invalid_query', `${where} ${problem}.`, { hint });
}
