import type { Scope } from '../evaluation/scope';
import { errorOf, listOf, type PatternValue, type Value } from '../values/value';
import { numberAt, spread, textAt } from './arguments';
import { members } from './members';
import { piecesBy, replaced, searching } from './patterns';

/** The functions of texts; links, tags and markup have them too. */
export const strings = members<string>(
  { length: text => text.length },
  {
    contains: [1, (text, args, scope) => includes(text, args[0] ?? null, scope)],
    containsAll: [1, (text, args, scope) => spread(args).every(arg => includes(text, arg, scope))],
    containsAny: [1, (text, args, scope) => spread(args).some(arg => includes(text, arg, scope))],
    startsWith: [1, (text, args, scope) => text.startsWith(textAt(args, 0, scope))],
    endsWith: [1, (text, args, scope) => text.endsWith(textAt(args, 0, scope))],
    isEmpty: [0, text => text === ''],
    lower: [0, made(text => text.toLowerCase(), 2)],
    replace: [2, replace],
    repeat: [1, repeat],
    reverse: [0, made(text => Array.from(text).reverse().join(''), 4)],
    slice: [1, (text, args) => text.slice(numberAt(args, 0) ?? 0, numberAt(args, 1))],
    split: [1, split],
    title: [0, made(title, 4)],
    trim: [0, made(text => text.trim(), 1)],
  },
);

/** A function of the text alone. @param weight its cost, as a multiple of its length */
function made(
  make: (text: string) => string,
  weight: number,
): (text: string, args: readonly Value[], scope: Scope) => string {
  return (text, _args, scope) => {
    scope.budget.spend((text.length * weight) / 32);
    return make(text);
  };
}

/** Exactly, as JavaScript does. */
function includes(text: string, wanted: Value, scope: Scope): boolean {
  if (wanted === null) return false;
  scope.budget.spend(1 + text.length / 64);
  return text.includes(textAt([wanted], 0, scope));
}

function replace(text: string, args: readonly Value[], scope: Scope): Value {
  const [wanted = null] = args;
  const replacement = textAt(args, 1, scope);
  if (isPattern(wanted)) return replaced(text, wanted, replacement, scope);
  const sought = textAt(args, 0, scope);
  const count = sought === '' ? text.length + 1 : text.split(sought).length - 1;
  scope.budget.spendOnText(text.length + count * replacement.length);
  return text.replaceAll(sought, () => replacement);
}

function repeat(text: string, args: readonly Value[], scope: Scope): Value {
  const count = Math.trunc(numberAt(args, 0) ?? 0);
  if (!(count >= 0)) return errorOf('repeat() takes a number of 0 or more');
  if (text === '') return '';
  scope.budget.spendOnText(text.length * count);
  return text.repeat(count);
}

function split(text: string, args: readonly Value[], scope: Scope): Value {
  const [separator = null] = args;
  const limit = numberAt(args, 1) ?? Infinity;
  const parts = isPattern(separator)
    ? piecesBy(text, separator, scope)
    : piecesOf(text, textAt(args, 0, scope), scope);
  return listOf(limit >= 0 ? parts.slice(0, limit) : parts);
}

function piecesOf(text: string, separator: string, { budget }: Scope): string[] {
  if (separator === '') budget.spendOnItems(text.length);
  const parts = text.split(separator);
  budget.spendOnItems(parts.length);
  return parts;
}

/** The first letter of each word in upper case, the others in lower case. */
function title(text: string): string {
  return text
    .toLowerCase()
    .replace(/(^|\s)(\S)/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());
}

function isPattern(value: Value): value is PatternValue {
  return typeof value === 'object' && value?.kind === 'pattern';
}

export const patterns = members<PatternValue>(
  {},
  {
    matches: [
      1,
      (pattern, args, scope) => {
        for (const _found of searching(textAt(args, 0, scope), pattern, scope)) return true;
        return false;
      },
    ],
  },
);
