import { agoText, dayText, longDayText, momentText } from '../../src/ui/plain-words';
import { appLanguage, languages, type Message } from '../../src/ui/text/message';
import { searchWords, t, catalogues } from '../../src/ui/text/text';
import { withAppLanguage } from '../support/language';
import { defaultHints } from '../../src/errors';
import { families } from '../../src/tools/tool';
import { type Literal, literalsIn } from './text/source-literals';
import { maxImageBytes } from '../../src/vault/journal/image-store';
import { maxKeptBytes } from '../../src/vault/writing/files/remover';
import {
  type ActivityEntry,
  activityEntries,
  isUndoable,
  filtered,
  noFilters,
  groupsOf,
  undoableIds,
} from '../../src/ui/activity/activity-entries';
import { outcomeText, subjectText, daySummary, groupSentence } from '../../src/ui/activity/words';
import type { CallRecord } from '../../src/vault/activity/call-record';
import type { Change } from '../../src/vault/journal/change-index';
import type { ChangedFile } from '../../src/vault/journal/records';

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

    test('names the limits of the change history where a deletion is for good', () => {
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

describe('activity', () => {
  const minute = 60_000;
  const call = (time: number, more: Partial<CallRecord> = {}): CallRecord => ({
    ...{ time, token: 'a', tool: 'read_note', effect: 'reads', outcome: 'ok', milliseconds: 1 },
    ...more,
  });
  const change = (id: string, time: number, more: Partial<Change> = {}): Change => ({
    ...{
      id,
      time,
      token: 'a',
      tool: 'edit_note',
      files: [{ kind: 'edit', path: `${id}.md` }],
      isPending: false,
    },
    ...more,
  });
  const entries = (calls: readonly CallRecord[], changes: readonly Change[] = []): ActivityEntry[] =>
    activityEntries(calls, changes);

  describe('the entries of the activity', () => {
    test('are calls with their changes and changes that no call names, newest first', () => {
      const calls = [call(1), call(5, { tool: 'edit_note', effect: 'writes', changeId: 'x' })];
      const found = entries(calls, [change('x', 4), change('y', 3)]);
      expect(found.map(({ time, change: made }) => [time, made?.id])).toEqual([
        [5, 'x'],
        [3, 'y'],
        [1, undefined],
      ]);
    });

    test('know what was undone, unless the undoing was', () => {
      const undone = entries([], [change('u', 2, { undoes: 'x' }), change('x', 1)]);
      expect(undone.map(({ isUndone }) => isUndone)).toEqual([false, true]);
      const back = [change('v', 3, { undoes: 'u' }), change('u', 2, { undoes: 'x' }), change('x', 1)];
      expect(entries([], back).map(({ isUndone }) => isUndone)).toEqual([false, true, false]);
    });

    test('of changes that the journal dropped cannot be undone', () => {
      const [entry] = entries([call(1, { changeId: 'gone', effect: 'writes' })]);
      expect(entry && isUndoable(entry)).toBe(false);
    });

    test('follow what happens to their change', () => {
      const calls = [call(1, { changeId: 'x', effect: 'writes' })];
      expect(entries(calls, [change('x', 1)])[0]?.isUndone).toBe(false);
      const later = entries(calls, [change('u', 2, { undoes: 'x' }), change('x', 1)]);
      expect(later.map(({ isUndone }) => isUndone)).toEqual([false, true]);
    });
  });

  describe('how a call ended', () => {
    const ended = (...files: Change['files']): string[] =>
      entries([call(1, { changeId: 'x', effect: 'writes' })], [change('x', 1, { files })]).map(outcomeText);

    test('is described by what was done to its files, whatever followed it', () => {
      const folder = { kind: 'create', path: 'Inbox', isFolder: true } as const;
      expect(ended(folder, { kind: 'create', path: 'Inbox/a.md' })).toEqual(['created']);
      const links = { kind: 'edit', path: 'Home.md', isLinking: true } as const;
      expect(ended({ kind: 'move', path: 'a.md', newPath: 'b.md' }, links)).toEqual(['moved']);
      expect(ended({ kind: 'delete', path: 'a.md' })).toEqual(['deleted']);
      expect(ended({ kind: 'delete', path: 'a.md' }, { kind: 'edit', path: 'b.md' })).toEqual(['changed']);
    });

    test('is described differently for an undo, what it took back, and a read', () => {
      const made = [change('u', 2, { undoes: 'x' }), change('x', 1)];
      expect(entries([], made).map(outcomeText)).toEqual(['restored', 'undone']);
      const undone = (kind: 'create' | 'delete' | 'move'): string[] =>
        entries([], [change('u', 2, { undoes: 'gone', files: [{ kind, path: 'a.md' }] })]).map(outcomeText);
      expect((['create', 'delete', 'move'] as const).flatMap(undone)).toEqual([
        'restored',
        'deleted',
        'moved',
      ]);
      expect(entries([call(1, { path: 'a.md' })]).map(outcomeText)).toEqual(['read']);
    });

    test('is no reading of a place where none was named', () => {
      expect(entries([call(1, { tool: 'search' })]).map(outcomeText)).toEqual(['done']);
    });
  });

  describe('the place of an entry', () => {
    const made = change('x', 1, {
      tool: 'create_note',
      files: [
        { kind: 'create', path: 'Inbox', isFolder: true },
        { kind: 'create', path: 'Inbox/Idea.md' },
      ],
    });

    test('of a note that was created with its folder is the note', () => {
      const calls = [call(1, { tool: 'create_note', effect: 'writes', changeId: 'x' })];
      expect(entries(calls, [made]).map(subjectText)).toEqual(['Inbox/Idea.md']);
      expect(entries([], [made]).map(({ path }) => path)).toEqual(['Inbox/Idea.md']);
    });

    test('is the folder where nothing else was made', () => {
      const folder = change('y', 1, { files: [{ kind: 'create', path: 'Inbox', isFolder: true }] });
      expect(entries([], [folder]).map(subjectText)).toEqual(['Inbox']);
    });

    test.each(['delete', 'move', 'create'] as const)(
      'is the folder that something happened to, with what is in it: %s',
      kind => {
        const at = (path: string, more = {}): Change['files'][number] => ({
          ...{ kind, path: `Old/${path}` },
          ...(kind === 'move' ? { newPath: `New/${path}` } : {}),
          ...more,
        });
        const files = [
          at('Work', { isFolder: true }),
          at('Work/Sub', { isFolder: true }),
          at('Work/A.md'),
          at('Work/Sub/B.md'),
          { kind: 'edit', path: 'Home.md', isLinking: true } as const,
        ];
        expect(entries([], [change('x', 1, { files })]).map(subjectText)).toEqual(['“Work”: 2 notes']);
      },
    );

    test('is a number of files where they are of no one folder', () => {
      const files = ['A.md', 'B.md', 'C.png'].map(path => ({ kind: 'delete', path }) as const);
      expect(entries([], [change('x', 1, { files })]).map(subjectText)).toEqual(['3 files']);
    });
  });

  describe('the filters', () => {
    const found = entries(
      [
        call(1, { client: 'Cursor', path: 'Work/Plan.md' }),
        call(2, { token: 'b', outcome: 'not_found' }),
        call(3, { effect: 'writes', changeId: 'x' }),
      ],
      [change('x', 3)],
    );
    const times = (filters: Partial<typeof noFilters>): number[] =>
      filtered(found, { ...noFilters, ...filters }, tool => `Title of ${tool}`).map(({ time }) => time);

    test('choose changes and problems', () => {
      expect(times({})).toEqual([3, 2, 1]);
      expect(times({ kind: 'changes' })).toEqual([3]);
      expect(times({ kind: 'problems' })).toEqual([2]);
    });

    test('find every word, in any case', () => {
      expect(times({ text: 'PLAN cursor' })).toEqual([1]);
      expect(times({ text: 'plan nobody' })).toEqual([]);
      expect(times({ text: 'title of' })).toEqual([3, 2, 1]);
    });
  });

  describe('the groups', () => {
    test('hold changes of one client with short pauses', () => {
      const at = (id: string, minutes: number, token = 'a'): Change =>
        change(id, minutes * minute, { token });
      const groups = groupsOf(
        entries([], [at('e', 60), at('d', 50), at('c', 49, 'b'), at('b', 40), at('a', 10)]),
      );
      expect(groups.map(group => undoableIds(group.entries))).toEqual([['e', 'd', 'b'], ['c'], ['a']]);
    });
  });

  const noon = new Date(2026, 10, 22, 12).getTime();

  const called = (entry: Partial<ActivityEntry>): ActivityEntry => ({
    ...{
      key: 'k',
      time: noon,
      token: 'Claude Code',
      client: 'claude-code',
      tool: 'read_note',
      effect: 'reads',
    },
    ...{ outcome: 'ok', isUndone: false },
    ...entry,
  });

  const changed = (...paths: readonly string[]): Change => ({
    ...{ id: 'c', time: noon, token: 'default', tool: 'edit_note', isPending: false },
    files: paths.map(path => ({ kind: 'edit', path })),
  });

  describe('the summary of a day', () => {
    test('has for each client what it changed, with links, and how much it read and failed at', () => {
      const entries = [
        called({ token: 'Cursor', path: 'Home.md' }),
        called({ effect: 'writes', change: changed('Work/Plan.md') }),
        called({ effect: 'writes', change: changed('a.md', 'b.md') }),
        called({ effect: 'writes', change: changed('Gone.md'), isUndone: true }),
        called({ outcome: 'not_found' }),
        called({}),
      ];
      expect(daySummary(entries, noon)).toBe(
        [
          '# What clients did on 2026-11-22',
          '',
          '## Cursor',
          '',
          '- 1 read',
          '',
          '## Claude Code',
          '',
          '- Changed [[a]], [[b]], [[Work/Plan]]',
          '- 1 change undone',
          '- 1 read',
          '- 1 failed call',
          '',
        ].join('\n'),
      );
    });

    test('leaves out other days, and says so when nothing happened', () => {
      expect(daySummary([called({ time: noon - 86_400_000 })], noon)).toBe('No calls on 2026-11-22.\n');
    });

    test('makes no link of a name that would end it', () => {
      const entries = [called({ effect: 'writes', change: changed('a]] [[b.md') })];
      expect(daySummary(entries, noon)).toContain('- Changed a]] [[b.md');
    });
  });

  const sentence = (...files: readonly ChangedFile[]): string => groupSentence([entry(files)]);

  const entry = (files: readonly ChangedFile[]): ActivityEntry => ({
    ...{ key: 'k', time: 0, token: 'default', tool: 'edit_note', effect: 'writes', outcome: 'ok' },
    ...{ isUndone: false },
    change: { id: 'c', time: 0, token: 'default', tool: 'edit_note', isPending: false, files: [...files] },
  });

  const edit = (path: string): ChangedFile => ({ kind: 'edit', path });

  describe('the sentence of a group of changes', () => {
    test('names two notes and counts every other one, also those of one call', () => {
      expect(sentence(edit('Work/Plan.md'))).toBe('Changed Plan');
      expect(sentence(edit('Work/Plan.md'), edit('Home.md'))).toBe('Changed Plan and Home');
      expect(
        groupSentence([entry([edit('Plan.md')]), entry([edit('a.md'), edit('b.md'), edit('Plan.md')])]),
      ).toBe('Changed Plan, a and 1 more');
    });

    test('says what was done where it is the same for all', () => {
      expect(
        sentence({ kind: 'create', path: 'Inbox', isFolder: true }, { kind: 'create', path: 'Inbox/a.md' }),
      ).toBe('Created a');
      expect(sentence({ kind: 'delete', path: 'a.md' }, { kind: 'delete', path: 'b.md' })).toBe(
        'Deleted a and b',
      );
      expect(sentence({ kind: 'delete', path: 'a.md' }, edit('b.md'))).toBe('Changed a and b');
    });

    test('names the folder that notes were moved to, and not the notes whose links followed', () => {
      const moved = ['a', 'b'].map((name): ChangedFile => {
        return { kind: 'move', path: `${name}.md`, newPath: `Inbox/${name}.md` };
      });
      const linking: ChangedFile = { ...edit('Home.md'), isLinking: true };
      expect(sentence(...moved, linking)).toBe('Moved a and b to “Inbox”');
      expect(sentence(...moved, { kind: 'move', path: 'Work/c.md', newPath: 'c.md' })).toBe(
        'Moved a, b and 1 more',
      );
    });
  });
});
