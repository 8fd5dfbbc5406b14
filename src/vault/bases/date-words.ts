import { moment } from 'obsidian';
import type { DateWords } from '../../bases/base-vault';
import { momentOf } from '../plugins/periodic-notes/period-date';

/** The app's own words for dates, in its language. */
export const dateWords: DateWords = {
  format: (at, format) => momentOf(at).format(format),
  relative: (at, now) => momentOf(at).from(momentOf(now)),
  duration: ({ months, days, ms }) => moment.duration({ months, days, milliseconds: ms }).humanize(),
};
