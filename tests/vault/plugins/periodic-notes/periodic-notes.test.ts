import { moment } from 'obsidian';
import 'moment/locale/de';
import 'moment/locale/fr';
import { ToolFailure } from '../../../../src/errors';
import { parseReference } from '../../../../src/vault/access/vault-path';
import { type PeriodicNote, PeriodicNotes } from '../../../../src/vault/plugins/periodic-notes';
import { textWith } from '../../../support/matchers';
import { type Files, temporaryVault, type TemporaryVault } from '../../../headless/temporary-vault';

const vaults: TemporaryVault[] = [];
beforeEach(() => moment.locale('en'));
afterEach(async () => {
  moment.locale('en');
  for (const vault of vaults.splice(0)) await vault.close();
});

interface World {
  readonly files?: Files;
  readonly now?: string;
  readonly plugin?: unknown;
}

/** In the zone of the tests, Europe/Berlin. */
async function note(reference: string, world: World = {}): Promise<PeriodicNote> {
  const { files = {}, now = '2026-11-21T09:30:15+01:00', plugin } = world;
  const vault = await temporaryVault(files);
  vaults.push(vault);
  const { app, internals, services } = vault.host;
  if (plugin !== undefined) Reflect.set(internals.plugins.plugins, 'periodic-notes', plugin);
  const clock = { now: () => new Date(now) };
  const notes = new PeriodicNotes({ app, clock, pluginSettings: id => services.pluginSettings(id) });
  const parsed = parseReference(reference);
  if (parsed.kind !== 'periodic') throw new Error('not a periodic reference');
  return notes.note(parsed);
}

const path = async (reference: string, world?: World): Promise<string> => (await note(reference, world)).path;

function periodic(settings: unknown): Files {
  return {
    '.obsidian/community-plugins.json': '["calendar", "periodic-notes"]',
    '.obsidian/plugins/periodic-notes/data.json': JSON.stringify(settings),
  };
}

const core = (options: unknown): Files => ({ '.obsidian/daily-notes.json': JSON.stringify(options) });

test.each([
  ['@daily:nonsense', '@daily:', '`@daily:2026-11-21`'],
  ['@weekly:nonsense', '@weekly:', '`@weekly:last week`'],
  ['@yearly:', '@yearly:', '`@yearly:2026`'],
])('a date that cannot be read is answered with what may follow: %s', async (reference, word, example) => {
  await expect(path(reference)).rejects.toMatchObject({
    code: 'invalid_query',
    message: textWith(word),
    hint: textWith(example),
  });
});

describe('without settings', () => {
  test.each([
    ['@daily', '2026-11-21.md'],
    ['@Daily', '2026-11-21.md'],
    ['@weekly', '2026-W47.md'],
    ['@monthly', '2026-11.md'],
    ['@quarterly', '2026-Q4.md'],
    ['@yearly', '2026.md'],
    ['@daily:2026-11-20', '2026-11-20.md'],
    ['@daily: 2026-11-20 ', '2026-11-20.md'],
    ['@daily:2026-11-20T23:30', '2026-11-20.md'],
    ['@daily:2026-11-20T23:30Z', '2026-11-21.md'],
    ['@daily:yesterday', '2026-11-20.md'],
    ['@daily:tomorrow', '2026-11-22.md'],
    ['@daily:last monday', '2026-11-16.md'],
    ['@daily:monday', '2026-11-16.md'],
    ['@daily:wed', '2026-11-18.md'],
    ['@daily:sunday', '2026-11-22.md'],
    ['@daily:monday this week', '2026-11-16.md'],
    ['@daily:this monday', '2026-11-16.md'],
    ['@daily:sunday of this week', '2026-11-22.md'],
    ['@daily:next monday', '2026-11-23.md'],
    ['@weekly:last week', '2026-W46.md'],
    ['@weekly:this week', '2026-W47.md'],
    ['@weekly:in 2 weeks', '2026-W49.md'],
    ['@weekly:2026-W01', '2026-W01.md'],
    ['@weekly:2026-11-20', '2026-W47.md'],
    ['@monthly:last month', '2026-10.md'],
    ['@monthly:2026-02', '2026-02.md'],
    ['@quarterly:2026-Q2', '2026-Q2.md'],
    ['@quarterly:last quarter', '2026-Q3.md'],
    ['@yearly:2025', '2025.md'],
    ['@yearly:next year', '2027.md'],
  ])('%s is %s', async (reference, expected) => {
    expect(await path(reference)).toBe(expected);
  });

  test.each(['@daily:', '@daily:someday', '@daily:2026-13-01', `@weekly:${'1'.repeat(200)}`])(
    '%s is no date',
    async reference => {
      await expect(path(reference)).rejects.toThrow(ToolFailure);
      await expect(path(reference)).rejects.toMatchObject({ code: 'invalid_query' });
    },
  );
});

describe('weeks', () => {
  test.each([
    ['en', '2026-11-22T12:00:00+01:00', '2026-W48.md'],
    ['de', '2026-11-22T12:00:00+01:00', '2026-W47.md'],
    ['en', '2026-12-31T12:00:00+01:00', '2027-W01.md'],
    ['de', '2026-12-31T12:00:00+01:00', '2026-W53.md'],
    ['de', '2027-01-03T23:59:59+01:00', '2026-W53.md'],
    ['de', '2027-01-04T00:00:00+01:00', '2027-W01.md'],
    ['en', '2027-01-02T12:00:00+01:00', '2027-W01.md'],
    ['en', '2027-01-03T12:00:00+01:00', '2027-W02.md'],
  ])('begin in %s as the locale says: %s', async (locale, now, expected) => {
    moment.locale(locale);
    expect(await path('@weekly', { now })).toBe(expected);
    expect(await path('@weekly:this week', { now })).toBe(expected);
    expect(await path(`@weekly:${expected.slice(0, -3)}`)).toBe(expected);
  });

  test.each([
    ['en', '@weekly:last week', '2026-W48.md'],
    ['en', '@weekly:next week', '2026-W50.md'],
    ['de', '@weekly:last week', '2026-W47.md'],
    ['de', '@weekly:Next week', '2026-W49.md'],
  ])('are counted in %s from the one that a Sunday is in: %s', async (locale, reference, expected) => {
    moment.locale(locale);
    expect(await path(reference, { now: '2026-11-29T12:00:00+01:00' })).toBe(expected);
  });

  test.each(['GGGG/[W]WW/GGGG-[W]WW', 'GGGG-[W]WW', 'YYYY-[W]WW', '[Week] WW of GGGG'])(
    'have the number of their name where the format %j has that of ISO',
    async format => {
      const files = periodic({ weekly: { enabled: true, format, folder: '' } });
      for (const [locale, now] of ['en', 'de'].flatMap(one => [21, 22].map(day => [one, day] as const))) {
        moment.locale(locale);
        const world = { files, now: `2026-11-${now}T12:00:00+01:00` };
        for (const reference of ['@weekly', '@weekly:2026-W47', '@weekly:this week', '@weekly:2026-11-19'])
          expect(await path(reference, world)).toContain('47');
        const whole = await path('@weekly:next week', world);
        expect(whole).toContain('48');
        expect(await path(`@weekly:${whole.replace('.md', '')}`, world)).toBe(whole);
      }
    },
  );

  test('are named by their first day, also where that lies in the year before', async () => {
    const files = periodic({ weekly: { enabled: true, format: 'YYYY/MM/GGGG-[W]WW', folder: 'Weeks' } });
    moment.locale('de');
    expect(await path('@weekly:2027-01-01', { files })).toBe('Weeks/2026/12/2026-W53.md');
  });
});

test.each([
  ['daily', 'YYYY/MM-MMMM/YYYY-MM-DD dddd', '2026-11-26 Thursday', '2026/11-November/2026-11-26 Thursday'],
  ['daily', 'YYYY/MM-MMMM/YYYY-MM-DD dddd', '2026/11-November/2026-11-26 Thursday', ''],
  ['daily', 'YYYY/MM-MMMM/YYYY-MM-DD dddd', '2026-11-26', '2026/11-November/2026-11-26 Thursday'],
  ['monthly', 'YYYY/YYYY-MM MMMM', '2026-11 November', '2026/2026-11 November'],
  ['quarterly', 'YYYY/YYYY-[Q]Q', '2026-Q4', '2026/2026-Q4'],
])('a %s note in folders by %j has the name %j', async (period, format, name, expected) => {
  const files = periodic({ [period]: { enabled: true, format, folder: '' } });
  expect(await path(`@${period}:${name}`, { files })).toBe(`${expected || name}.md`);
});

describe('changes of the clock', () => {
  test.each([
    ['@daily', '2026-03-29T01:59:59+01:00', '2026-03-29.md'],
    ['@daily', '2026-03-29T23:59:59+02:00', '2026-03-29.md'],
    ['@daily:tomorrow', '2026-03-28T23:30:00+01:00', '2026-03-29.md'],
    ['@daily:yesterday', '2026-03-30T00:30:00+02:00', '2026-03-29.md'],
    ['@daily', '2026-10-25T02:30:00+02:00', '2026-10-25.md'],
    ['@daily', '2026-10-25T02:30:00+01:00', '2026-10-25.md'],
    ['@daily:yesterday', '2026-10-26T00:30:00+01:00', '2026-10-25.md'],
    ['@weekly', '2026-10-25T23:30:00+01:00', '2026-W44.md'],
    ['@monthly', '2026-10-31T23:30:00+01:00', '2026-10.md'],
    ['@yearly', '2026-12-31T23:59:59+01:00', '2026.md'],
    ['@yearly', '2026-12-31T23:00:00Z', '2027.md'],
  ])('%s at %s is %s', async (reference, now, expected) => {
    expect(await path(reference, { now })).toBe(expected);
  });
});

describe('the core plugin', () => {
  test.each([
    [
      { folder: 'Journal/', format: 'YYYY/MMMM/YYYY-MM-DD-dddd' },
      'Journal/2026/November/2026-11-21-Saturday.md',
    ],
    [{ folder: '/', format: '' }, '2026-11-21.md'],
    [{ folder: ' Tage ' }, 'Tage/2026-11-21.md'],
    [{ format: '[Daily] DD.MM.YYYY' }, 'Daily 21.11.2026.md'],
    [{ format: 'YYYY-MM-DD[.md]' }, '2026-11-21.md'],
    [{ format: 7, folder: null }, '2026-11-21.md'],
    ['no object', '2026-11-21.md'],
  ])('with %j makes %s', async (options, expected) => {
    expect(await path('@daily', { files: core(options) })).toBe(expected);
  });

  test('speaks the language of the app', async () => {
    moment.locale('fr');
    const files = core({ format: 'dddd D MMMM YYYY' });
    expect(await path('@daily', { files })).toBe('samedi 21 novembre 2026.md');
    expect(await path('@daily:samedi 21 novembre 2026', { files })).toBe('samedi 21 novembre 2026.md');
  });

  test('is for days alone', async () => {
    expect(await path('@weekly', { files: core({ folder: 'Journal' }) })).toBe('2026-W47.md');
  });
});

describe('Periodic Notes', () => {
  const legacy = {
    showGettingStartedBanner: false,
    daily: { enabled: false, format: 'DD', folder: 'Never', template: '' },
    weekly: { enabled: true, format: 'gggg/[Week] ww', folder: 'Log/Weeks', template: 'T/Week' },
    monthly: { enabled: true, format: '', folder: 'Months', template: '' },
    quarterly: { enabled: true, format: 'YYYY [Q]Q', folder: '', template: '' },
  };
  const day = { enabled: true, format: 'YYYY-MM-DD', folder: 'Work', templatePath: 'T/Day.md' };
  const sets = {
    activeCalendarSet: 'Work',
    calendarSets: [
      { id: 'Default', ctime: '', day: { ...day, folder: 'Home' } },
      { id: 'Work', ctime: '', day },
    ],
  };
  const expected = {
    '@weekly': 'Log/Weeks/2026/Week 47.md',
    '@monthly': 'Months/2026-11.md',
    '@quarterly': '2026 Q4.md',
    '@yearly': '2026.md',
    '@daily': 'Core/2026-11-21.md',
  };

  test.each(Object.entries(expected))('0.x sets %s', async (reference, wanted) => {
    const files = { ...periodic(legacy), ...core({ folder: 'Core' }) };
    expect(await path(reference, { files })).toBe(wanted);
    expect(await path(reference, { files: core({ folder: 'Core' }), plugin: { settings: legacy } })).toBe(
      wanted,
    );
  });

  test('0.x names the template', async () => {
    expect((await note('@weekly', { files: periodic(legacy) })).settings.template).toBe('T/Week');
  });

  test('1.0 has calendar sets, of which one is active', async () => {
    const { path: where, settings } = await note('@daily', { files: periodic(sets) });
    expect([where, settings.template]).toEqual(['Work/2026-11-21.md', 'T/Day.md']);
    expect(await path('@weekly', { files: periodic(sets) })).toBe('2026-W47.md');
  });

  test('1.0 keeps its settings in a store, and the subscription ends at once', async () => {
    let subscribers = 0;
    const store = {
      subscribe(listener: (value: unknown) => void) {
        subscribers += 1;
        listener(sets);
        return () => (subscribers -= 1);
      },
    };
    expect(await path('@daily', { plugin: { settings: store } })).toBe('Work/2026-11-21.md');
    expect(subscribers).toBe(0);
  });

  test.each([
    [undefined],
    [{}],
    [{ settings: 'odd' }],
    [{ settings: { calendarSets: 'odd', daily: [] } }],
    [
      {
        settings: {
          subscribe() {
            throw new Error('broken');
          },
        },
      },
    ],
    [
      {
        get settings() {
          throw new Error('broken');
        },
      },
    ],
  ])('with settings of no known shape it counts for nothing', async plugin => {
    expect(await path('@daily', { files: core({ folder: 'Core' }), plugin })).toBe('Core/2026-11-21.md');
  });

  test('counts for nothing while it is switched off', async () => {
    const files = { ...periodic(legacy), '.obsidian/community-plugins.json': '["calendar"]' };
    expect(await path('@weekly', { files })).toBe('2026-W47.md');
  });
});

describe('other words behind an at sign', () => {
  test.each(['@Ann', '@daily.md', '@daily#Log.md', '@active:now', '@tomorrow', '@'])('%s is a path', text => {
    expect(parseReference(text)).toEqual({ kind: 'path', path: text });
  });
});
