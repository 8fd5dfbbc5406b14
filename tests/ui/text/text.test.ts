import { agoText, dayText, longDayText, momentText } from '../../../src/ui/plain-words';
import { appLanguage, languages, type Message } from '../../../src/ui/text/message';
import { searchWords, t, catalogues } from '../../../src/ui/text/text';
import { withAppLanguage } from '../../support/language';
import { defaultHints } from '../../../src/errors';
import { families } from '../../../src/tools/tool';
import { type Literal, literalsIn } from './source-literals';
import { maxImageBytes } from '../../../src/vault/journal/image-store';
import { maxKeptBytes } from '../../../src/vault/writing/files/remover';

describe('the texts of the interface', () => {
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
});

describe('the catalogue', () => {
  const keys = Object.keys(catalogues.en).sort();
  const messagesOf = (catalogue: Readonly<Record<string, Message>>): [string, Message][] =>
    Object.entries(catalogue);
  const formsOf = (message: Message): string[] =>
    typeof message === 'string' ? [message] : [message.one, message.other];
  const placesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

  describe.each(languages)('the catalogue in %s', language => {
    const messages = messagesOf(catalogues[language]);

    test('has every message, and no other', () => {
      expect(messages.map(([key]) => key).sort()).toEqual(keys);
      expect(messages.filter(([, message]) => formsOf(message).some(form => form.trim() === ''))).toEqual([]);
    });

    test('has the places of the English message in each, in every form but those of one', () => {
      const english = new Map(messagesOf(catalogues.en));
      const differing = messages.filter(([key, message]) => {
        const wanted = new Set(formsOf(english.get(key) ?? '').flatMap(placesOf));
        const has = new Set(formsOf(message).flatMap(placesOf));
        const other = typeof message === 'string' ? message : message.other;
        return wanted.size !== has.size || [...wanted].some(place => !placesOf(other).includes(place));
      });
      expect(differing).toEqual([]);
    });

    test('says of a deletion for good what the change history does not keep', () => {
      const sizes = [maxImageBytes, maxKeptBytes].map(bytes => `${bytes / 2 ** 20} MB`);
      for (const size of sizes) expect(catalogues[language]['approval.noTrash']).toContain(size);
    });

    test('counts wherever a message has forms', () => {
      const forms = messages.filter(([, message]) => typeof message !== 'string');
      expect(forms.filter(([, message]) => !formsOf(message).flatMap(placesOf).includes('count'))).toEqual(
        [],
      );
      expect(forms.length).toBeGreaterThan(10);
    });
  });

  test('German is translated: no sentence is that of the English catalogue', () => {
    const german = new Map(messagesOf(catalogues.de));
    const same = messagesOf(catalogues.en).filter(
      ([key, message]) =>
        JSON.stringify(german.get(key)) === JSON.stringify(message) &&
        formsOf(message).some(form => /\p{L}+ \p{L}+/u.test(form.replace(/\{\w+\}/g, () => ''))),
    );
    expect(same).toEqual([]);
  });

  test('the English names of families are those of the documentation', () => {
    const named = Object.entries(families).map(([family, title]) => [`tools.family.${family}`, title]);
    expect(messagesOf(catalogues.en)).toEqual(expect.arrayContaining(named));
  });

  test('every error code has its words', () => {
    expect(Object.keys(defaultHints).filter(code => !keys.includes(`outcome.${code}`))).toEqual([]);
  });

  const isCatalogue = ({ place }: Literal): boolean => /^src\/ui\/text\/(english|german)\//.test(place);
  const used = literalsIn('src').filter(literal => !isCatalogue(literal));

  test('every message is used somewhere', () => {
    const whole = new Set(
      used.flatMap(({ parts: [text = '', ...more] }) => (more.length === 0 ? [text] : [])),
    );
    const templates = used.filter(
      ({ parts: [head = '', ...more] }) => more.length > 0 && /^\w+\./.test(head),
    );
    const unused = keys.filter(key => !whole.has(key) && !templates.some(({ parts }) => fits(key, parts)));
    expect(unused).toEqual([]);
  });

  /** Whether a key may come of a template, each of whose expressions is one word. */
  function fits(key: string, [head = '', ...rest]: readonly string[]): boolean {
    if (!key.startsWith(head)) return false;
    const [next, ...more] = rest;
    const left = key.slice(head.length);
    if (next === undefined) return left === '';
    const word = /^\w+/.exec(left)?.[0] ?? '';
    return word !== '' && fits(left.slice(word.length), [next, ...more]);
  }

  /** Files in which a text for the user could be. */
  const shown = [
    ...['src/ui', 'src/settings/tab', 'src/settings/trust'],
    ...['src/settings/tool-switches.ts'],
    ...['src/settings/store/store.ts', 'src/settings/store/data-file.ts'],
    ...['src/app-interface.ts', 'src/plugin-control.ts', 'src/main.ts'],
  ];

  /** Keys of the keyboard, products, programs. */
  const names = new Set([
    ...['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'Enter', 'Escape'],
    ...['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Another client', 'Lectern', 'Notification'],
    '~/Library/Application Support/Claude/',
  ]);

  /** Words, or a capitalised word, but not names of classes of the style sheet. */
  function isForUsers(text: string): boolean {
    if (names.has(text) || /^[a-z-]+( [a-z]+-[a-z-]*)*$/.test(text)) return false;
    return /\p{L}[,.:]? \p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text);
  }

  test('no text for users is left outside the catalogue', () => {
    const literals = shown.flatMap(path => literalsIn(path)).filter(literal => !isCatalogue(literal));
    expect(literals.filter(({ parts }) => parts.some(isForUsers))).toEqual([]);
  });

  test('a text for users would be found in any call, template or property', () => {
    const source =
      "row.setName('Port'); new Notice(`Made ${count} changes`); const x = { desc: 'Not yet.' };";
    const found = literalsIn('src/main.ts', source).filter(({ parts }) => parts.some(isForUsers));
    expect(found.map(({ parts }) => parts)).toEqual([['Port'], ['Made ', ' changes'], ['Not yet.']]);
  });
});
