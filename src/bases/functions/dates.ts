import type { Scope } from '../evaluation/scope';
import { dayOf, timeAsText } from '../values/dates';
import { totalIn } from '../values/durations';
import { type DateValue, type DurationValue, errorOf } from '../values/value';
import type { CalendarDate } from '../values/zone';
import { dateCost, wordsCost } from '../values/means';
import { textAt } from './arguments';
import { members } from './members';

/** Longer formats and their results are cut off by the budget. */
const growth = 20;

function field(name: keyof CalendarDate): (date: DateValue, scope: Scope) => number {
  return ({ at }, { vault, budget }) => {
    budget.spend(2);
    return vault.zone.calendarDate(at)[name];
  };
}

export const dates = members<DateValue>(
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
    date: [
      0,
      (date, _args, { vault, budget }) => {
        budget.spend(dateCost);
        return dayOf(date, vault.zone);
      },
    ],
    format: [
      1,
      ({ at }, args, scope) => {
        const format = textAt(args, 0, scope);
        scope.budget.spend(wordsCost);
        scope.budget.spendOnText(format.length * growth);
        return scope.vault.words.format(at, format) ?? errorOf('The formats are too long, or too many.');
      },
    ],
    time: [
      0,
      (date, _args, { vault, budget }) => {
        budget.spend(dateCost);
        return timeAsText(date, vault.zone);
      },
    ],
    relative: [0, date => ({ ...date, isRelative: true })],
    isEmpty: [0, () => false],
  },
);

function total(unit: string): (duration: DurationValue) => number {
  return duration => totalIn(duration, unit) ?? 0;
}

export const durations = members<DurationValue>(
  {
    years: total('years'),
    months: total('months'),
    weeks: total('weeks'),
    days: total('days'),
    hours: total('hours'),
    minutes: total('minutes'),
    seconds: total('seconds'),
    milliseconds: total('milliseconds'),
  },
  { isEmpty: [0, () => false] },
);
