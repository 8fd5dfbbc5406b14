/** Compares the values of conditions with those of properties, as numbers, dates or text, and says which cannot be. */

import { unlessRefused } from '../../errors';
import { type DateClock, isoPeriod, parseDate, parseIsoDate, type DateRange, withMonthName } from '../dates';
import { foldPath } from '../text/folding';
import { jsonLine, matchOf, quoted } from '../text/pieces';
import { type NamedField, namedField, type NoteField } from './note-field-names';

/** A value in all forms in which it can be compared. */
export interface Comparable {
  /** Ignoring letter case. */
  readonly text: string;
  readonly number: number | undefined;
  readonly date: DateRange | undefined;
}

/** `unlike` for a text and a number, or a date and another type, which have no order. */
export type Relation = 'before' | 'within' | 'behind' | 'unlike';

/** A number as a whole text. */
export const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;
/** Longer texts are neither numbers nor dates. */
const maxNumberLength = 40;

/** A property's scalar; undefined for values that do not compare: null, maps, nested lists. */
export function comparable(value: unknown): Comparable | undefined {
  if (typeof value === 'string') return ofText(value, isoPeriod);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { text: String(value), number: Number(value), date: undefined };
  }
  if (typeof value === 'boolean') return { text: String(value), number: undefined, date: undefined };
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  return isDate ? ofText(value.toISOString(), isoPeriod) : undefined;
}

/** @throws ToolFailure `invalid_query` for a bound that may be either of two dates */
export function operand(text: string, clock: DateClock, operator = '=', argument = 'where'): Comparable {
  if (/[<>]/u.test(operator) && dateInDigits.test(text.trim())) withMonthName(text, argument);
  return ofText(text, () => dateOrNothing(text, clock));
}

function ofText(text: string, toDate: (text: string) => DateRange | undefined): Comparable {
  const trimmed = text.trim();
  const short = trimmed.length <= maxNumberLength;
  let date: DateRange | undefined;
  let isDateKnown = !short;
  return {
    text: foldPath(text),
    number: short && plainNumber.test(trimmed) ? Number(trimmed) : undefined,
    get date() {
      if (!isDateKnown) date = toDate(trimmed);
      isDateKnown = true;
      return date;
    },
  };
}

const dateInDigits = /^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})$/u;

/** `1.12.20`, which is a date only where nothing but a date fits. */
const looksLikeVersion = /^\d\.\d{1,2}\.\d{2}$/u;

function dateOrNothing(text: string, clock: DateClock): DateRange | undefined {
  return looksLikeVersion.test(text) ? undefined : unlessRefused(() => parseDate(text, clock));
}

/** Compares a value with the condition's; a date is within the day, month or year that contains it. */
export function relate(value: Comparable, asked: Comparable): Relation {
  if (value.number !== undefined && asked.number !== undefined) {
    const exact = Number.isSafeInteger(value.number) ? undefined : exactOrder(value.text, asked.text);
    return exact ?? order(value.number, asked.number);
  }
  const date = asked.date && value.date;
  if (date !== undefined && asked.date !== undefined) {
    if (date.from < asked.date.from) return 'before';
    return date.from > asked.date.to ? 'behind' : 'within';
  }
  if (value.text === asked.text) return 'within';
  return isTextOnly(value) && isTextOnly(asked) ? order(value.text, asked.text) : 'unlike';
}

function isTextOnly({ number, date }: Comparable): boolean {
  return number === undefined && date === undefined;
}

const integer = /^[+-]?\d+$/u;

/** The order of two integers of any length; undefined for other texts. */
export function exactOrder(value: string, asked: string): Relation | undefined {
  const one = value.trim();
  const other = asked.trim();
  return integer.test(one) && integer.test(other) ? order(bigOf(one), bigOf(other)) : undefined;
}

/** `BigInt` takes no plus. */
function bigOf(text: string): bigint {
  return BigInt(text.startsWith('+') ? text.slice(1) : text);
}

function order<T extends string | number | bigint>(value: T, asked: T): Relation {
  if (value === asked) return 'within';
  return value < asked ? 'before' : 'behind';
}

interface ConditionProblem {
  /** Continues a sentence whose subject is the condition. */
  readonly problem: string;
  readonly hint: string;
}

const maxShownLength = 60;
const dates: readonly NoteField[] = ['created', 'modified'];

/** The type of value that `>` needs for the field: a list compares by its length. */
export function valueKind({ root, name }: NamedField): 'date' | 'number' | 'list' | 'object' | 'text' {
  if (name === 'tasks') return 'object';
  if (dates.includes(root)) return 'date';
  if (root === 'wordCount' || root === 'size' || root === 'tasks') return 'number';
  return root === 'tags' || root === 'aliases' || root === 'links' || root === 'backlinks' ? 'list' : 'text';
}

/** Why a condition on a built-in field can never hold; `isDate` tells whether a text is a date. */
export function fieldProblem(
  field: NamedField,
  operator: string,
  value: string,
  isDate: (text: string) => boolean,
): ConditionProblem | undefined {
  const kind = valueKind(field);
  // `~` looks for part of a text, equality for a member of a list.
  if (operator === '~' && kind !== 'object') return undefined;
  if (kind === 'list' && (operator === '=' || operator === '!=')) return undefined;
  return comparisonProblem(field, value, isDate);
}

/** Why a built-in field does not compare with a value; undefined where it does. By default dates are ISO 8601 only. */
export function comparisonProblem(
  field: NamedField,
  value: string | number,
  isDate = (text: string): boolean => parseIsoDate(text) !== undefined,
): ConditionProblem | undefined {
  const { name } = field;
  const kind = valueKind(field);
  const property = `for a property with this name, write \`frontmatter.${name}\``;
  if (kind === 'object')
    return {
      problem: `compares \`${name}\`, which is an object`,
      hint: `Write \`tasks.open\` or \`tasks.done\`; ${property}.`,
    };
  const text = String(value).trim();
  if (kind === 'text' || (kind === 'date' ? isDate(text) : plainNumber.test(text))) return undefined;
  const [what, example] = kind === 'date' ? ['a date', '2026-10-01'] : ['a number', '100'];
  return {
    problem: `compares \`${name}\`, ${what}, with ${quoted(text)}`,
    hint: `Compare it with ${what}, such as \`${name}>${example}\`; ${property}.`,
  };
}

const wordOperator =
  /^(\S+)\s+(is\s+not(?:\s+in)?|not\s+in|(?:starts?|begins?|ends?)\s*with|is|in|between|contains?|includes?|has|like|matches|equals?)\s+(\S.*)$/iu;

/** An operator of another query language in a condition without one of ours; undefined if there is none. */
export function wordOperatorProblem(condition: string): ConditionProblem | undefined {
  const [, key = '', word, value = ''] = matchOf(wordOperator, condition.trim());
  if (word === undefined) return undefined;
  const operator = word.toLowerCase().replaceAll(/\s+/gu, () => ' ');
  return {
    problem: `uses "${operator}", which is not an operator`,
    hint: `Write ${spellingHint(operator, key.slice(0, maxShownLength), value.slice(0, maxShownLength))}.`,
  };
}

function spellingHint(operator: string, key: string, value: string): string {
  const field = namedField(key);
  const read = { var: field?.name ?? `frontmatter.${key}` };
  if (/\bin$/u.test(operator)) {
    const members = value
      .replaceAll(/[()[\]"']/gu, () => '')
      .split(',')
      .map(member => member.trim());
    const values = members.map(member => (plainNumber.test(member) ? Number(member) : member));
    const isList = field !== undefined && valueKind(field) === 'list';
    const rule = JSON.stringify(
      isList ? { or: values.map(one => ({ in: [one, read] })) } : { in: [read, values] },
    );
    return `\`filter\` ${operator === 'in' ? rule : `{"!":${rule}}`} of \`query_notes\``;
  }
  if (operator === 'between') {
    const [from = '', to = ''] = value.split(/\sand\s|,|\.\./iu).map(bound => bound.trim());
    return `\`where\` [${jsonLine(`${key}>=${from}`)},${jsonLine(`${key}<=${to}`)}]`;
  }
  if (/with$|^matches/u.test(operator))
    return `\`filter\` {"regexp":[pattern,${JSON.stringify(read)}]} of \`query_notes\``;
  const compared = /^(?:null|none|empty|blank|missing)$/iu.test(value) ? '' : value;
  if (/^(?:is|equals?)$/u.test(operator)) return jsonLine(`${key}=${compared}`);
  return jsonLine(operator === 'is not' ? `${key}!=${compared}` : `${key}~${value}`);
}
