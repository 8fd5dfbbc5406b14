import { type Program, type Scope } from '../evaluation/scope';
import { dateCost } from '../evaluation/budget';
import { escapedHtml } from '../../utils/text/pieces';
import { isTruthy } from '../values/equality';
import { dayOf } from '../values/dates';
import { linkFrom, linkTo } from '../values/links';
import { asText } from '../values/text';
import { errorOf, isError, listOf, type MarkupValue, ownText, type Value } from '../values/value';
import {
  dateFrom,
  durationFrom,
  numberAt,
  startOf,
  textAt,
  functionsNamed,
  type LazyFunction,
} from './members';
import { fileNamed } from './files';

export const globals = functionsNamed<undefined>({
  escapeHTML: [1, (_none, args, scope) => escaped(textAt(args, 0, scope), scope)],
  date: [1, (_none, args, scope) => dateFrom(args[0] ?? null, scope)],
  duration: [1, (_none, args, scope) => durationFrom(args[0] ?? null, scope)],
  file: [1, (_none, args, scope) => fileNamed(args[0] ?? null, scope)],
  html: [1, (_none, args, scope) => markup('html', args[0] ?? null, scope)],
  image: [1, (_none, args, scope) => markup('image', args[0] ?? null, scope)],
  icon: [1, (_none, args, scope) => markup('icon', args[0] ?? null, scope)],
  link: [1, (_none, args, scope) => link(args, scope)],
  list: [1, (_none, args) => list(args[0] ?? null)],
  max: [1, (_none, args, scope) => extreme(args, Math.max, scope)],
  min: [1, (_none, args, scope) => extreme(args, Math.min, scope)],
  now: [0, (_none, _args, { vault }) => ({ kind: 'date', at: vault.now, hasTime: true })],
  number: [1, (_none, args, scope) => toNumber(args[0] ?? null, scope)],
  random: [0, (_none, _args, { vault }) => vault.random()],
  today: [0, (_none, _args, scope) => today(scope)],
});

export const lazyGlobals: ReadonlyMap<string, LazyFunction<undefined>> = new Map([
  ['if', { needs: 2, runLazily: (_none, args, scope) => choice(args, scope) }],
]);

function today({ vault, budget }: Scope): Value {
  budget.spend(dateCost);
  return dayOf({ kind: 'date', at: vault.now, hasTime: true }, vault.zone);
}

function choice([condition, whenTrue, otherwise]: readonly Program[], scope: Scope): Value {
  const verdict = condition?.(scope) ?? null;
  if (isError(verdict)) return verdict;
  return (isTruthy(verdict) ? whenTrue : otherwise)?.(scope) ?? null;
}

/** Characters of a value that an error shows when it is not a number. */
const shownText = 200;

function escaped(text: string, { budget }: Scope): string {
  budget.spendOnText(text.length * 5);
  return escapedHtml(text);
}

function markup(kind: MarkupValue['kind'], value: Value, scope: Scope): Value {
  if (value === null) return null;
  const text =
    typeof value === 'object' && value.kind === 'file' ? value.file.path : textAt([value], 0, scope);
  return { kind, text };
}

function link(args: readonly Value[], scope: Scope): Value {
  const [target = null] = args;
  const display = args.length < 2 || args[1] === null ? undefined : textAt(args, 1, scope);
  if (target === null) return null;
  if (typeof target === 'object' && target.kind === 'file') return linkTo(target.file, display);
  if (typeof target === 'object' && target.kind === 'link')
    return { ...target, display: display ?? target.display };
  const text = textAt(args, 0, scope);
  scope.budget.spendOnReading(text.length);
  return linkFrom(text, scope.row.file.path, display);
}

function list(value: Value): Value {
  if (value === null) return listOf([]);
  return typeof value === 'object' && value.kind === 'list' ? value : listOf([value]);
}

/** The minimum or maximum of numbers or dates; empty values are skipped. */
function extreme(args: readonly Value[], choose: (...numbers: number[]) => number, scope: Scope): Value {
  const given = args.filter(arg => arg !== null);
  if (given.length === 0) return null;
  const dates = given.flatMap(arg => (typeof arg === 'object' && arg.kind === 'date' ? [arg] : []));
  if (dates.length === given.length) {
    const at = choose(...dates.map(date => date.at));
    return dates.find(date => date.at === at) ?? null;
  }
  return choose(...given.map((_arg, index) => numberAt(given, index, scope) ?? NaN));
}

function toNumber(value: Value, scope: Scope): Value {
  if (value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' && value.kind === 'date') return value.at;
  const text = ownText(value);
  scope.budget.spendOnReading(text?.length ?? 0);
  const number = text === undefined || text.trim() === '' ? NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  return errorOf(`Unable to parse "${startOf(text ?? asText(value, scope, shownText))}" as a number.`);
}
