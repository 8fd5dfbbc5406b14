/** Says what is wrong with the value of an argument. */

import type * as z from 'zod';
import { ToolFailure } from '../errors';

type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

/**
 * One sentence that names the argument and says what it must be, such as "`limit` must be at most 200."
 * @param given the arguments, to distinguish a missing one from a wrong one
 */
export function problemOf(issues: readonly Issue[], given: unknown): string {
  // The bounds of exact integers are reported before our own.
  const issue =
    issues.find(({ code, message }) => code !== 'too_big' || !message.includes('int ')) ?? issues[0];
  if (issue === undefined) return 'The arguments are invalid.';
  const name = `\`${nameOf(issue.path)}\``;
  if (valueAt(given, issue.path) === undefined) return `${name} is required${choices(issue, ': ')}.`;
  return `${name} must ${requirement(issue)}.`;
}

/** The text after "must" in a sentence about a value, such as "be a number". */
export function requirement(issue: Issue): string {
  if (issue.code === 'invalid_type') return `be ${typeNames[issue.expected] ?? 'of another type'}`;
  if (issue.code === 'too_big') return bound('at most', issue.maximum, issue.origin);
  if (issue.code === 'too_small') return bound('at least', issue.minimum, issue.origin);
  return issue.code === 'invalid_value' ? `be ${choices(issue, '')}` : 'have a different form';
}

function bound(word: string, amount: number | bigint, origin: string): string {
  const unit = units[origin];
  if (unit === undefined) return `be ${word} ${amount}`;
  return `have ${word} ${amount} ${Number(amount) === 1 ? unit.slice(0, -1) : unit}`;
}

/** "a, b or c" for an argument with fixed values, '' for others. */
function choices(issue: Issue, before: string): string {
  if (issue.code !== 'invalid_value') return '';
  const values = issue.values.map(String);
  const last = values.pop() ?? '';
  return `${before}${values.length === 0 ? last : `${values.join(', ')} or ${last}`}`;
}

function nameOf(path: readonly PropertyKey[]): string {
  const parts = path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`,
  );
  return parts.length === 0 ? 'arguments' : parts.join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Object.getOwnPropertyDescriptor(at, key)?.value;
  }
  return at;
}

export function refused(message: string, hint?: string): ToolFailure {
  return new ToolFailure('invalid_argument', message, hint === undefined ? {} : { hint });
}
