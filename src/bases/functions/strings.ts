import type { Scope } from '../evaluation/scope';
import { errorOf, listOf, type PatternValue, type Value } from '../values/value';
import { numberAt, spread, textAt, members } from './members';
import { piecesBy, replaced, searching } from './patterns';
import type { Budget } from '../evaluation/budget';
import { contains, maxIndexOfLength, TextNeedle } from '../../utils/text/text-search';

/** The functions of texts; links, tags and markup have them too. */
export const strings = members<string>(
  { length: text => text.length },
  {
    contains: [1, (text, args, scope) => includes(text, args[0] ?? null, scope)],
    containsAll: [1, (text, args, scope) => spread(args, scope).every(arg => includes(text, arg, scope))],
    containsAny: [1, (text, args, scope) => spread(args, scope).some(arg => includes(text, arg, scope))],
    startsWith: [1, (text, args, scope) => text.startsWith(paidEdge(text, args, scope))],
    endsWith: [1, (text, args, scope) => text.endsWith(paidEdge(text, args, scope))],
    isEmpty: [0, text => text === ''],
    lower: [0, made(text => text.toLowerCase(), 2)],
    replace: [2, replace],
    repeat: [1, repeat],
    reverse: [0, made(text => Array.from(text).reverse().join(''), 12)],
    slice: [1, (text, args, scope) => text.slice(numberAt(args, 0, scope) ?? 0, numberAt(args, 1, scope))],
    split: [1, split],
    title: [0, made(title, 12)],
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

/** The argument of `startsWith` or `endsWith`, once comparing it is paid for. */
function paidEdge(text: string, args: readonly Value[], scope: Scope): string {
  const wanted = textAt(args, 0, scope);
  scope.budget.spendOnReading(Math.min(text.length, wanted.length));
  return wanted;
}

function includes(text: string, wanted: Value, scope: Scope): boolean {
  scope.budget.spend(1);
  return wanted !== null && isIn(text, textAt([wanted], 0, scope), scope.budget);
}

function replace(text: string, args: readonly Value[], scope: Scope): Value {
  const [wanted = null] = args;
  const replacement = textAt(args, 1, scope);
  if (isPattern(wanted)) return replaced(text, wanted, replacement, scope);
  const sought = textAt(args, 0, scope);
  const parts = sought === '' ? ['', ...piecesOf(text, '', scope), ''] : piecesOf(text, sought, scope);
  scope.budget.spendOnText(text.length + (parts.length - 1) * replacement.length);
  return parts.join(replacement);
}

function repeat(text: string, args: readonly Value[], scope: Scope): Value {
  const count = Math.trunc(numberAt(args, 0, scope) ?? 0);
  if (!(count >= 0)) return errorOf('repeat() takes a number of 0 or more');
  if (text === '') return '';
  scope.budget.spendOnText(text.length * count);
  return text.repeat(count);
}

function split(text: string, args: readonly Value[], scope: Scope): Value {
  const [separator = null] = args;
  const limit = numberAt(args, 1, scope) ?? Infinity;
  const parts = isPattern(separator)
    ? piecesBy(text, separator, scope)
    : piecesOf(text, textAt(args, 0, scope), scope);
  return listOf(limit >= 0 ? parts.slice(0, limit) : parts);
}

function piecesOf(text: string, separator: string, { budget }: Scope): string[] {
  if (separator === '') {
    budget.spendOnItems(text.length);
    return text.split('');
  }
  const places = placesOf(text, separator, budget);
  budget.spendOnItems(places.length + 1);
  const parts = places.map((at, index) => {
    const before = places[index - 1];
    return text.slice(before === undefined ? 0 : before + separator.length, at);
  });
  const last = places.at(-1);
  return [...parts, text.slice(last === undefined ? 0 : last + separator.length)];
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

/** JavaScript's search reads a unit about as often as the wanted text is long, up to this. */
const maxLooks = 16;
const unitsPerStep = 128;

/** Charges a search, however it ends. @throws LimitReached */
function payForSearch(text: string, wanted: string, budget: Budget): void {
  const long = wanted.length > maxIndexOfLength ? wanted.length : 0;
  budget.spend(1 + ((text.length + long) * Math.min(maxLooks, wanted.length)) / unitsPerStep);
}

/** JavaScript's `includes`, charged. @throws LimitReached */
function isIn(text: string, wanted: string, budget: Budget): boolean {
  if (wanted.length > text.length) return false;
  payForSearch(text, wanted, budget);
  return contains(text, wanted);
}

/** The offsets of a non-empty text in another, without overlaps. @throws LimitReached */
function placesOf(text: string, wanted: string, budget: Budget): number[] {
  payForSearch(text, wanted, budget);
  const needle = new TextNeedle(wanted);
  const places: number[] = [];
  for (let at = needle.indexIn(text); at !== -1; at = needle.indexIn(text, at + wanted.length)) {
    budget.spend(1);
    places.push(at);
  }
  return places;
}
