/** Finds the field or function after a dot, in the table of the value's type. */

import {
  errorOf,
  type Value,
  type DateValue,
  type DurationValue,
  isError,
  ownText,
  typeKey,
  typeName,
} from '../values/value';
import {
  numberAt,
  textAt,
  startOf,
  members,
  type BaseFunction,
  functionsNamed,
  type Members,
} from './members';
import { type Scope, type Program } from '../evaluation/scope';
import { dateCost, wordsCost } from '../evaluation/budget';
import { dayOf, timeAsText } from '../values/dates';
import type { CalendarDate, Zone } from '../values/zone';
import { totals } from '../values/durations';
import { isEmpty, isTruthy } from '../values/equality';
import { entryOf } from '../values/properties';
import { asText, dateText } from '../values/text';
import { files, links, objects } from './files';
import { globals, lazyGlobals } from './globals';
import { lazyLists, lists } from './lists';
import { patterns, strings } from './strings';

const maxDigits = 100;

const numbers = members<number>(
  {},
  {
    abs: [0, Math.abs],
    ceil: [0, Math.ceil],
    floor: [0, Math.floor],
    round: [0, (number, args, scope) => rounded(number, numberAt(args, 0, scope) ?? 0)],
    toFixed: [0, (number, args, scope) => fixed(number, numberAt(args, 0, scope) ?? 0)],
    isEmpty: [0, () => false],
  },
);

function rounded(number: number, digits: number): number {
  if (digits === 0) return Math.round(number);
  const places = Math.trunc(digits);
  if (!(Math.abs(places) <= maxDigits)) return number;
  const factor = 10 ** places;
  const scaled = number * factor;
  return Number.isFinite(scaled) ? Math.round(scaled) / factor : number;
}

function fixed(number: number, digits: number): Value {
  const places = Math.trunc(digits);
  return places >= 0 && places <= maxDigits
    ? number.toFixed(places)
    : errorOf(`toFixed() takes 0 to ${maxDigits} digits`);
}

/** Longer formats and their results are cut off by the budget. */
const growth = 20;

function field(name: keyof CalendarDate): (date: DateValue, scope: Scope) => number {
  return ({ at }, { vault, budget }) => {
    budget.spend(2);
    return vault.zone.calendarDate(at)[name];
  };
}

function inZone(
  of: (date: DateValue, zone: Zone) => Value,
): (date: DateValue, args: readonly Value[], scope: Scope) => Value {
  return (date, _args, { vault, budget }) => {
    budget.spend(dateCost);
    return of(date, vault.zone);
  };
}

const dates = members<DateValue>(
  {
    year: field('year'),
    month: field('month'),
    day: field('day'),
    hour: field('hour'),
    minute: field('minute'),
    second: field('second'),
    millisecond: field('ms'),
  },
  {
    date: [0, inZone(dayOf)],
    format: [
      1,
      ({ at }, args, scope) => {
        const format = textAt(args, 0, scope);
        scope.budget.spend(wordsCost);
        scope.budget.spendOnText(format.length * growth);
        return scope.vault.words.format(at, format) ?? errorOf('The formats are too long, or too many.');
      },
    ],
    time: [0, inZone(timeAsText)],
    relative: [0, date => ({ ...date, isRelative: true })],
    isEmpty: [0, () => false],
  },
);

const durations = members<DurationValue>(totals, { isEmpty: [0, () => false] });

/** The functions that every value has, even a missing one. */
const ofAny: ReadonlyMap<string, BaseFunction<Value>> = new Map([
  ...functionsNamed<Value>({
    isTruthy: [0, isTruthy],
    isEmpty: [0, isEmpty],
    isType: [1, isType],
  }),
  ['toString', { needs: 0, run: (value, _args, scope) => paidText(value, scope) }],
]);

function isType(value: Value, args: readonly Value[], scope: Scope): boolean {
  const name = textAt(args, 0, scope);
  scope.budget.spendOnReading(name.length);
  return typeKey(value) === name.toLowerCase();
}

function paidText(value: Value, scope: Scope): string {
  const text = asText(value, scope);
  scope.budget.spendOnText(text.length);
  return text;
}

/** The names of all functions that may follow a dot. */
export const memberFunctionNames: ReadonlySet<string> = new Set([
  ...[strings, numbers, dates, durations, lists, links, files, objects, patterns].flatMap(({ functions }) => [
    ...functions.keys(),
  ]),
  ...lazyLists.keys(),
  ...ofAny.keys(),
]);

export const globalFunctionNames: ReadonlySet<string> = new Set([...globals.keys(), ...lazyGlobals.keys()]);

/** The value of `receiver.name`: null for a missing receiver, the entry of an object, otherwise a field of its type. */
export function fieldOf(receiver: Value, name: string, scope: Scope): Value {
  if (receiver === null || isError(receiver)) return receiver;
  if (typeof receiver === 'object' && receiver.kind === 'object') return entryOf(receiver, name, scope);
  const found = lookUp(receiver, scope, ({ fields }, it) => fields.get(name)?.(it, scope));
  return found === undefined
    ? errorOf(`Cannot find "${startOf(name)}" on type ${typeName(receiver)}`)
    : found;
}

/** The value of `receiver.name(…)`; null for a missing receiver, unless the function is for all values. */
export function callOn(receiver: Value, name: string, programs: readonly Program[], scope: Scope): Value {
  if (isError(receiver)) return receiver;
  const lazy = lazyLists.get(name);
  if (lazy !== undefined && typeof receiver === 'object' && receiver?.kind === 'list')
    return lacks(lazy, programs, name) ?? lazy.runLazily(receiver, programs, scope);
  if (receiver !== null) {
    const found = lookUp(receiver, scope, ({ functions }, it) => {
      const one = functions.get(name);
      return one && run(one, name, it, programs, scope);
    });
    if (found !== undefined) return found;
  }
  const general = ofAny.get(name);
  if (general !== undefined) return run(general, name, receiver, programs, scope);
  return receiver === null ? null : errorOf(`Cannot find function "${name}" on type ${typeName(receiver)}`);
}

export function callGlobal(name: string, programs: readonly Program[], scope: Scope): Value {
  const lazy = lazyGlobals.get(name);
  if (lazy !== undefined) return lacks(lazy, programs, name) ?? lazy.runLazily(undefined, programs, scope);
  const one = globals.get(name);
  return one === undefined
    ? errorOf(`Cannot find function "${name}"`)
    : run(one, name, undefined, programs, scope);
}

function run<T>(
  one: BaseFunction<T>,
  name: string,
  receiver: T,
  programs: readonly Program[],
  scope: Scope,
): Value {
  const lacking = lacks(one, programs, name);
  if (lacking !== undefined) return lacking;
  const args: Value[] = [];
  for (const program of programs) {
    const value = program(scope);
    if (isError(value)) return value;
    args.push(value);
  }
  return one.run(receiver, args, scope);
}

function lacks(
  { needs }: { readonly needs: number },
  given: readonly unknown[],
  name: string,
): Value | undefined {
  if (given.length >= needs) return undefined;
  return errorOf(`Function "${name}" needs ${needs === 1 ? 'an argument' : `${needs} arguments`}`);
}

type Look = <T>(members: Members<T>, it: T) => Value | undefined;

/** Searches the tables of a value's type in order. @param value neither null nor an error */
function lookUp(value: Exclude<Value, null>, scope: Scope, look: Look): Value | undefined {
  if (typeof value === 'string') return look(strings, value);
  if (typeof value === 'number') return look(numbers, value);
  if (typeof value === 'boolean') return undefined;
  switch (value.kind) {
    case 'list':
      return look(lists, value);
    case 'date': {
      const found = look(dates, value);
      return found === undefined && value.isRelative === true ? look(strings, dateText(value, scope)) : found;
    }
    case 'duration':
      return look(durations, value);
    case 'link': {
      const found = look(links, value);
      return found === undefined ? look(strings, value.target) : found;
    }
    case 'file':
      return look(files, value.file);
    case 'object':
      return look(objects, value);
    case 'pattern':
      return look(patterns, value);
    case 'tag':
    case 'html':
    case 'image':
    case 'icon':
      return look(strings, ownText(value) ?? '');
    case 'error':
      return undefined;
  }
}
