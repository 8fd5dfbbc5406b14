/**
 * The next date of a recurring task, as the Tasks plugin computes it (read in its 8.3.0): with the same
 * library, and the plugin's own rule for days that a month does not have.
 */
import { type Options, RRule } from 'rrule';
import { ToolFailure } from '../../../errors';
import { addDays, calendarDay, dateOfDay, type Day, dayOfDate } from './calendar-days';
import { dayAfter, isFollowed } from './rule-days';

/** No real rule is longer. */
const maxRuleLength = 100;
/** How many days back a missing day is replaced; no month or year lacks more. */
const maxDaysBack = 31;

/**
 * @param rule such as `every 2 weeks on Friday when done`
 * @param reference the recurring date; undefined if the task has none
 * @throws ToolFailure `unsupported_task` for a rule without a date that can be computed
 */
export function nextDate(rule: string, reference: string | undefined, today: string): string {
  const { options, isWhenDone } = parseRule(rule);
  const from = isWhenDone ? today : (reference ?? today);
  const start = dayOfDate(from);
  if (start === undefined)
    throw unsupported('The date from which the task recurs does not exist.', 'Correct the date first.');
  const next = withoutMissingDay(options, start);
  if (next === undefined) throw unsupported('The next date of the recurrence rule cannot be computed.');
  return dateOfDay(next);
}

/** Whether the rule counts from the day of completion. */
const whenDone = / when done$/i;
const allowed = /^[a-zA-Z0-9, !]+$/;

function parseRule(rule: string): { options: Partial<Options>; isWhenDone: boolean } {
  const isWhenDone = whenDone.test(rule);
  const text = rule.replace(whenDone, () => '').trim();
  const options = rule.length <= maxRuleLength && allowed.test(text) ? parsed(text) : undefined;
  if (options === undefined) throw unsupported('The recurrence rule cannot be read.');
  if (!isFollowed(options))
    throw unsupported('The next date of this kind of recurrence rule cannot be computed.');
  return { options, isWhenDone };
}

function parsed(text: string): Partial<Options> | undefined {
  try {
    const options = RRule.parseText(text);
    // It returns null for an unreadable rule, against its types.
    return Object(options) === options ? options : undefined;
  } catch {
    return undefined;
  }
}

/** `every month` on the 31st would skip shorter months: then the last earlier day is used. */
function withoutMissingDay(options: Partial<Options>, start: Day): Day | undefined {
  const limit = periodLimit(options);
  let next = dayAfter(options, start);
  for (let back = 1; next !== undefined && isTooFar(start, back - 1, next, limit); back += 1) {
    if (back > maxDaysBack) return undefined;
    next = dayAfter(options, addDays(start, -back));
  }
  return next;
}

interface PeriodLimit {
  readonly unit: 'month' | 'year';
  readonly most: number;
}

/** For rules that name no day of a month; the text of the rule decides, as in the plugin. */
function periodLimit(options: Partial<Options>): PeriodLimit[] {
  const text = new RRule(options).toText();
  const month = /every(?: (\d+))? month/.exec(text);
  const year = /every(?: (\d+))? year/.exec(text);
  return [
    ...(month === null || text.includes(' on ')
      ? []
      : [{ unit: 'month', most: Number(month[1] ?? 1) } as const]),
    ...(year === null ? [] : [{ unit: 'year', most: Number(year[1] ?? 1) } as const]),
  ];
}

function isTooFar(start: Day, back: number, next: Day, limits: readonly PeriodLimit[]): boolean {
  const [from, to] = [calendarDay(addDays(start, -back)), calendarDay(next)];
  const years = to.year - from.year;
  return limits.some(({ unit, most }) =>
    unit === 'month' ? years * 12 + to.month - from.month > most : years > most,
  );
}

function unsupported(message: string, hint?: string): ToolFailure {
  return new ToolFailure('unsupported_task', message, hint === undefined ? {} : { hint });
}
