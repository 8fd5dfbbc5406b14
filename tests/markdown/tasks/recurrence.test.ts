import { ToolFailure } from '../../../src/errors';
import { type Options, RRule } from 'rrule';
import { dayAfter, nextDate } from '../../../src/markdown/tasks/completion/recurrence';

function codeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof ToolFailure ? error.code : error;
  }
}

/** Dates as the plugin's documentation and tests give them. */
const known: readonly [rule: string, from: string, next: string, today?: string][] = [
  ['every 7 days', '2021-02-21', '2021-02-28'],
  ['every 7 days when done', '2021-02-21', '2021-02-25', '2021-02-18'],
  ['every day', '2021-02-21', '2021-02-22'],
  ['every day when done', '2021-02-21', '2022-01-05', '2022-01-04'],
  ['every 4 weeks', '2021-10-15', '2021-11-12'],
  ['every 3 weeks when done', '2022-01-10', '2021-02-04', '2021-01-14'],
  ['every month', '2021-10-18', '2021-11-18'],
  ['every month when done', '2021-10-18', '2021-11-24', '2021-10-24'],
  ['every month on the 2nd Wednesday', '2021-09-08', '2021-10-13'],
  ['every month on the 2nd Wednesday when done', '2021-09-08', '2021-11-10', '2021-10-13'],
  ['every 3 months on the 3rd Thursday', '2021-08-19', '2021-11-18'],
  ['every week on Monday, Wednesday, Friday', '2022-01-24', '2022-01-26'],
  ['every week on Monday, Wednesday, Friday when done', '2022-01-24', '2022-01-28', '2022-01-26'],
  ['every month on the 15th', '2025-08-16', '2025-09-15'],
  ['every month', '2021-03-31', '2021-04-30'],
  ['every month', '2021-01-29', '2021-02-28'],
  ['every month', '2022-01-31', '2022-02-28'],
  ['every 3 months', '2022-01-31', '2022-04-30'],
  ['every 2 months', '2023-12-31', '2024-02-29'],
  ['every 11 months', '2020-03-31', '2021-02-28'],
  ['every 13 months', '2020-01-31', '2021-02-28'],
  ['every month on the 31st', '2021-01-31', '2021-03-31'],
  ['every month on the last', '2022-01-31', '2022-02-28'],
  ['every year on February the 29th', '2021-01-01', '2024-02-29'],
  ['every year', '2020-02-29', '2021-02-28'],
  ['every 2 years', '2024-02-29', '2026-02-28'],
  ['every month when done', '1999-01-23', '2021-09-30', '2021-08-31'],
  ['every 2 years when done', '1999-01-23', '2022-02-28', '2020-02-29'],
  ['every weekday', '2026-11-20', '2026-11-23'],
  ['every Sunday', '2021-04-25', '2021-05-02'],
  ['every 3 weeks on Friday', '2026-11-20', '2026-12-11'],
  ['every month on the last Friday', '2026-11-27', '2026-12-25'],
  ['every month on the 2nd last Friday', '2026-11-20', '2026-12-18'],
  ['every January on the 15th', '2026-01-15', '2027-01-15'],
  ['every February on the last', '2027-02-28', '2028-02-29'],
  ['every April and December on the 1st and 24th', '2026-12-01', '2026-12-24'],
];

test.each(known)('the next date of “%s” from %s is %s', (rule, from, next, today = '2026-11-22') => {
  expect(nextDate(rule, from, today)).toBe(next);
});

test('a task without a date recurs from today', () => {
  expect(nextDate('every week', undefined, '2026-11-22')).toBe('2026-11-29');
});

test.each([
  'nonsense',
  'every',
  'every day!x(',
  'every hour',
  'every 5 minutes',
  'every 0 days',
  'every 99999999 days',
  'every February on the 30th',
  'every day for 1 times',
  'every 480 months in February',
  `every ${'day, '.repeat(200)}`,
])('%s has no date that can be computed', rule => {
  expect(codeOf(() => nextDate(rule, '2026-03-15', '2026-11-22'))).toBe('unsupported_task');
});

test('a reference that is not in the calendar is refused', () => {
  expect(codeOf(() => nextDate('every day', '2022-02-30', '2026-11-22'))).toBe('unsupported_task');
});

/** Rules of every kind that the library reads, with days on which months and years differ. */
const rules = known.map(([rule]) => rule.replace(/ when done$/, ''));
const more = [
  'every 2 weeks on Monday, Sunday',
  'every 5 months on the 31st',
  'every year on the 2nd Tuesday',
  'every 3 years',
  'every day for 3 times',
  'every 2 days until January 1, 2030',
  'every month in February',
  'every day in February on the 31st',
  'every 4 weeks on Wednesday',
  'every month on the 1st and last',
  'every June and July on the 2nd last Monday',
  'every day at 10',
];

test('the days of rules are those of the library that the plugin uses', () => {
  for (const rule of [...new Set([...rules, ...more])])
    for (let start = Date.UTC(2023, 10, 27), n = 0; n < 10; n += 1, start += 97 * 86_400_000) {
      const options: Partial<Options> = RRule.parseText(rule);
      const dtstart = new Date(start);
      const expected = new RRule({ ...options, dtstart }).after(new Date(start + 86_399_999));
      const day = expected === null ? undefined : Math.floor(expected.getTime() / 86_400_000) * 86_400_000;
      expect([rule, dtstart, dayAfter(options, start)]).toEqual([rule, dtstart, day]);
    }
});
