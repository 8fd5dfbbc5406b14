import { moment } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { type DateClock, parseDate, parseIsoDate } from '../../../utils/dates';
import type { Period } from '../../access/vault-path';
import { defaultFormats, periodUnits } from './period-settings';

/** A moment.js date, in the user's zone and locale. */
export type Moment = ReturnType<typeof moment.unix>;

const maxDateLength = 100;

export function momentOf(date: Date | number): Moment {
  return moment.unix(Number(date) / 1000);
}

/**
 * The first moment of the period that a text names: an ISO date, the name of a note of that period
 * (`2026-W47`), or plain language. Weeks begin as in moment's locale, which the user's plugins set.
 * @param text undefined for the current period
 * @throws ToolFailure `invalid_query`
 */
export function periodStart(
  period: Period,
  text: string | undefined,
  format: string,
  clock: DateClock,
): Moment {
  return dateNamed(period, text?.trim(), format, clock).startOf(periodUnits[period]);
}

function dateNamed(period: Period, text: string | undefined, format: string, clock: DateClock): Moment {
  if (text === undefined || (period === 'weekly' && /^(?:this|current) week$/iu.test(text)))
    return momentOf(clock.now());
  const iso = text.length > maxDateLength ? undefined : parseIsoDate(text);
  if (iso !== undefined) return momentOf(iso.from);
  return (
    byName(text, format) ?? byName(text, defaultFormats[period]) ?? momentOf(plainDate(period, text, clock))
  );
}

const examples: Readonly<Record<Period, readonly string[]>> = {
  daily: ['2026-11-21', 'yesterday'],
  weekly: ['2026-W47', 'last week'],
  monthly: ['2026-11', 'last month'],
  quarterly: ['2026-Q4', 'last quarter'],
  yearly: ['2026', 'last year'],
};

/** @returns milliseconds since 1970 */
function plainDate(period: Period, text: string, clock: DateClock): number {
  try {
    return parseDate(text, clock).from;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const dated = examples[period].map(date => `\`@${period}:${date}\``);
    throw new ToolFailure(error.code, `What follows \`@${period}:\` is not a date that can be read.`, {
      hint: `Give \`@${period}\` alone for the current one, or with a date: ${dated.join(', ')}.`,
    });
  }
}

/** Only with formats that contain the year: moment would take missing parts from its own clock. */
function byName(text: string, format: string): Moment | undefined {
  const tokens = format.replace(/\[[^[\]]*\]/gu, () => '');
  if (text.length > maxDateLength || !/YY|gg|GG/u.test(tokens)) return undefined;
  const parsed = moment.utc(text, format, true);
  if (!parsed.isValid()) return undefined;
  // At noon, which exists in every zone.
  return momentOf(new Date(parsed.year(), parsed.month(), parsed.date(), 12));
}
