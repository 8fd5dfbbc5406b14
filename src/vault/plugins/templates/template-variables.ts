/** The variables of templates: `{{title}}`, `{{date:YYYY}}`, and what Periodic Notes adds to them. */
import type { Period } from '../../access/vault-path';
import { type Moment, momentOf } from '../periodic-notes';

export interface TemplateContext {
  /** Name of the note without its extension. */
  readonly title: string;
  /** The day of the note, at the current time of day. */
  readonly at: Moment;
  readonly now: Moment;
  readonly dateFormat: string;
  readonly timeFormat: string;
  /** The note's period; if Periodic Notes makes the note, its own variables are filled too. */
  readonly period?: Period | undefined;
}

/** Longer variables are text. */
const longest = 200;
const variable = /^([a-z]+)\s*(?:([+-]\d{1,6})([a-z])\s*)?(?::(.*))?$/iu;

interface Variable {
  readonly name: string;
  readonly amount: number;
  /** Letter after the amount; '' if there is none. */
  readonly unit: string;
  readonly format: string | undefined;
}

/** A template with its variables filled, linear in the text, in pieces to be joined; a piece may be empty. */
export function* filledParts(text: string, context: TemplateContext): Generator<string> {
  let copied = 0;
  let close = -1;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', Math.max(open + 1, copied))) {
    if (close < open + 2) close = text.indexOf('}}', open + 2);
    if (close < 0) break;
    const value = close - open > longest ? undefined : valueOf(text.slice(open + 2, close), context);
    yield value === undefined ? '' : text.slice(copied, open) + value;
    if (value !== undefined) copied = close + 2;
  }
  yield text.slice(copied);
}

function valueOf(inside: string, context: TemplateContext): string | undefined {
  const found = variable.exec(inside.trimStart());
  if (found === null) return undefined;
  const [, name = '', amount, unit = '', format] = found;
  const wanted = { name: name.toLowerCase(), amount: Number(amount ?? 0), unit, format: format?.trim() };
  if (wanted.format === '') return undefined;
  return coreValue(wanted, context) ?? (context.period && periodicValue(wanted, context.period, context));
}

function coreValue(
  { name, unit, format }: Variable,
  { title, at, now, ...formats }: TemplateContext,
): string | undefined {
  if (unit !== '') return undefined;
  if (name === 'title') return format === undefined ? title : undefined;
  if (name === 'date') return at.format(format ?? formats.dateFormat);
  return name === 'time'
    ? format === undefined
      ? now.format(formats.timeFormat)
      : at.format(format)
    : undefined;
}

/** Like Periodic Notes, 0.x and the 1.0 betas combined. */
function periodicValue(wanted: Variable, period: Period, context: TemplateContext): string | undefined {
  const { name, unit, format } = wanted;
  const { at, dateFormat } = context;
  if (name === 'date' || name === 'time') return moved(at, wanted)?.format(format ?? dateFormat);
  if (period === 'daily' && (name === 'yesterday' || name === 'tomorrow') && unit + (format ?? '') === '')
    return at
      .clone()
      .add(name === 'tomorrow' ? 1 : -1, 'day')
      .format(dateFormat);
  if (period === 'weekly' && weekdays.includes(name) && unit === '' && format !== undefined)
    return at.clone().startOf('week').add(daysInto(name, at), 'day').format(format);
  return startingVariables[period] === name ? moved(at, wanted)?.format(format ?? dateFormat) : undefined;
}

const startingVariables: Readonly<Partial<Record<Period, string>>> = {
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
};

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Days since the first day of the locale's week. */
function daysInto(weekday: string, date: Moment): number {
  return (weekdays.indexOf(weekday) - date.localeData().firstDayOfWeek() + 7) % 7;
}

/** Moment distinguishes minutes and months by case; other units work in either case. */
const unitNames = {
  y: 'year',
  q: 'quarter',
  M: 'month',
  m: 'minute',
  w: 'week',
  d: 'day',
  h: 'hour',
  s: 'second',
} as const;

function moved(date: Moment, { amount, unit }: Variable): Moment | undefined {
  if (unit === '') return date;
  const key = unit === 'M' ? unit : unit.toLowerCase();
  const name = Object.entries(unitNames).find(([letter]) => letter === key)?.[1];
  return name === undefined ? undefined : date.clone().add(amount, name);
}

/** A day at the current time of day, as Periodic Notes dates what it fills in. */
export function atTimeOf(day: Moment, now: Date): Moment {
  const clock = momentOf(now);
  return day.clone().set({ hour: clock.hour(), minute: clock.minute(), second: clock.second() });
}
