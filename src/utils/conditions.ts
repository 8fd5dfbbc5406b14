/** Conditions on the properties of a note, such as `status=done`, `due<today`, `!archived`. */

import { ToolFailure } from '../errors';
import { comparable, type Operand, operand, relate } from './condition-values';
import type { DateClock } from './dates';
import { foldTag, tagCovers } from './tags';
import { contains } from './text-search';

/** What conditions are asked of. Either member may be a getter: it is read only where a condition needs it. */
export interface ConditionSubject {
  /** The note's properties as YAML reads them, if it has any. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null | undefined;
  /** All tags of the note, those in its text included, with or without `#`. */
  readonly tags: readonly string[];
}

export type ConditionTest = (note: ConditionSubject) => boolean;

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

const maxConditions = 64;
const maxConditionLength = 512;
/** Texts whose comparison is remembered. */
const mostRemembered = 256;
const operators = /!=|>=|<=|[=><~]/u;

/**
 * One test for all conditions together; without conditions it is always true.
 *
 * `key=value` and `!=`, `>`, `>=`, `<`, `<=`; `key~value` a part of a text or a member of a list; `key` there
 * and not empty or false; `!key` absent, empty or false. `!=` and `!key` hold where the others do not, also
 * for a note without the key. A value may stand in double quotes.
 * @param argument how failures call the conditions.
 * @param clock reads a value such as `today` where the property is a date.
 * @throws ToolFailure `invalid_query`, saying which condition and why.
 */
export function parseConditions(
  texts: readonly string[],
  clock: DateClock,
  argument = 'where',
): ConditionTest {
  if (texts.length > maxConditions) {
    throw new ToolFailure(
      'invalid_query',
      `\`${argument}\` has ${texts.length} conditions; at most ${maxConditions} are allowed.`,
    );
  }
  const tests = texts.map((text, index) =>
    parseCondition(text, clock, `Condition ${index + 1} of \`${argument}\``),
  );
  return note => tests.every(test => test(note));
}

function parseCondition(text: string, clock: DateClock, where: string): ConditionTest {
  if (text.length > maxConditionLength)
    throw malformed(where, `is longer than ${maxConditionLength} characters`);
  const negated = text.trimStart().startsWith('!') && !text.trimStart().startsWith('!=');
  const rest = negated ? text.trimStart().slice(1) : text;
  const found = operators.exec(rest);
  const key = rest.slice(0, found?.index).trim();
  if (key === '' || key.split('.').includes('')) throw malformed(where, 'names no property');
  if (found === null) return note => negated !== isThere(key, note);
  if (negated) throw malformed(where, 'has a `!` before a comparison; it belongs before a key alone');
  const operator = toOperator(found[0]);
  const value = unquoted(rest.slice(found.index + operator.length).trim());
  if (value === '' && operator !== '=' && operator !== '!=') throw malformed(where, 'compares with nothing');
  return comparison(key, operator, value, clock);
}

function toOperator(text: string): Operator {
  switch (text) {
    case '!=':
    case '>':
    case '>=':
    case '<':
    case '<=':
    case '~':
      return text;
    default:
      return '=';
  }
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function comparison(key: string, operator: Operator, text: string, clock: DateClock): ConditionTest {
  if (operator === '!=') {
    const same = comparison(key, '=', text, clock);
    return note => !same(note);
  }
  if (key === 'tags' && (operator === '=' || operator === '~')) {
    const wanted = foldTag(text);
    return note =>
      wanted === '' ? note.tags.length === 0 : note.tags.some(tag => tagCovers(wanted, foldTag(tag)));
  }
  const asked = operand(text, clock);
  const holdsAlone = eachTextOnce(value => holds(value, operator, asked, false));
  const holdsInList = eachTextOnce(value => holds(value, operator, asked, true));
  return note => {
    const value = valueOf(key, note);
    if (Array.isArray(value)) return text === '' ? value.every(isEmpty) : value.some(holdsInList);
    return text === '' ? isEmpty(value) : holdsAlone(value);
  };
}

/** The same test, which remembers its texts: ten thousand notes share the few values of a property. */
function eachTextOnce(test: (value: unknown) => boolean): (value: unknown) => boolean {
  const known = new Map<string, boolean>();
  return value => {
    if (typeof value !== 'string') return test(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const result = test(value);
    if (known.size < mostRemembered) known.set(value, result);
    return result;
  };
}

function holds(value: unknown, operator: Exclude<Operator, '!='>, asked: Operand, ofList: boolean): boolean {
  const known = comparable(value);
  if (known === undefined) return false;
  if (operator === '~' && !ofList) return contains(known.text, asked.text);
  const relation = relate(known, asked);
  switch (operator) {
    case '=':
    case '~':
      return relation === 'within';
    case '<':
      return relation === 'before';
    case '<=':
      return relation !== 'behind';
    case '>':
      return relation === 'behind';
    case '>=':
      return relation !== 'before';
  }
}

function isThere(key: string, note: ConditionSubject): boolean {
  const value = valueOf(key, note);
  if (value === false) return false;
  return Array.isArray(value) ? !value.every(isEmpty) : !isEmpty(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (value instanceof Date) return false;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function valueOf(key: string, note: ConditionSubject): unknown {
  if (key === 'tags') return note.tags;
  const { frontmatter } = note;
  if (frontmatter === null || frontmatter === undefined) return undefined;
  // A key that itself has a dot comes before a way into nested maps.
  if (Object.hasOwn(frontmatter, key)) return frontmatter[key];
  return key.includes('.') ? descend(frontmatter, key.split('.')) : undefined;
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
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function malformed(where: string, problem: string): ToolFailure {
  return new ToolFailure('invalid_query', `${where} ${problem}.`, {
    hint: 'Write a condition as `key=value`, with `!=`, `>`, `>=`, `<`, `<=` or `~`, as `key`, or as `!key`.',
  });
}
