import { agoText, dayText, longDayText, momentText } from '../../../src/ui/plain-words';
import { appLanguage } from '../../../src/ui/text/message';
import { searchWords, t } from '../../../src/ui/text/text';
import { withAppLanguage } from '../../support/language';

const moment = new Date(2026, 10, 20, 9, 3, 7);
const later = new Date(2026, 10, 22, 9, 3, 7);
const minute = 60_000;

describe('in English', () => {
  test('messages have their plural forms and numbers', () => {
    expect(t('common.notes', { count: 1 })).toBe('1 note');
    expect(t('common.notes', { count: 0 })).toBe('0 notes');
    expect(t('common.notes', { count: 12_000 })).toBe('12,000 notes');
  });

  test('days and times are those of the language', () => {
    expect(dayText(moment)).toBe('Nov 20, 2026');
    expect(momentText(moment)).toBe('Nov 20, 2026, 09:03:07');
    expect(longDayText(moment, later)).toBe('Friday, November 20');
    expect(longDayText(moment, new Date(2027, 0, 1))).toBe('Friday, November 20, 2026');
  });

  test.each([
    [10_000, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [60 * minute, '1 hour ago'],
    [47 * 60 * minute, '47 hours ago'],
    [48 * 60 * minute, '2 days ago'],
  ])('%i ms are %s', (milliseconds, words) => {
    expect(agoText(0, milliseconds)).toBe(words);
  });

  test('what a value holds is text, also braces and replacement patterns', () => {
    expect(t('common.quoted', { name: '{count} $& {name}' })).toBe('“{count} $& {name}”');
  });
});

describe('in German', () => {
  withAppLanguage('de');

  test('messages have their plural forms and numbers', () => {
    expect(t('common.notes', { count: 1 })).toBe('1 Notiz');
    expect(t('common.notes', { count: 12_000 })).toBe('12.000 Notizen');
  });

  test('days and times are those of the language', () => {
    expect(dayText(moment)).toBe('20.11.2026');
    expect(longDayText(moment, later)).toBe('Freitag, 20. November');
    expect(agoText(0, 3 * minute)).toBe('vor 3 Minuten');
  });

  test('rows are found by German words', () => {
    expect(searchWords('rules.askSearch')).toContain('Genehmigung');
  });
});

describe.each([
  ['de-AT', 'de'],
  ['en-GB', 'en'],
  ['fr', 'en'],
])('an app in %s', (language, spoken) => {
  withAppLanguage(language);

  test(`is spoken to in ${spoken}`, () => {
    expect(appLanguage()).toBe(spoken);
  });
});
