import { loadSettings, loadStored } from '../../../src/settings/store/data-file';
import { settingsSchema } from '../../../src/settings/schema';
import { ownRulesOf, storedToken } from '../../../src/settings/tokens/tokens';

const token = storedToken('default', 'write', 'lct_0123456789abcdef');
const defaults = settingsSchema.parse({});

describe('stored settings', () => {
  test('are the defaults where nothing is stored', () => {
    expect(loadStored({ kind: 'new' })).toEqual({ settings: defaults, problems: [], isClosed: false });
    expect(loadSettings({})).toEqual({ settings: defaults, problems: [], isClosed: false });
  });

  test('are read unchanged', () => {
    const stored = { ...defaults, port: 4000, tokens: [{ ...token, allow: ['Work/**'] }], readOnly: true };
    expect(loadSettings(structuredClone(stored))).toEqual({
      settings: stored,
      problems: [],
      isClosed: false,
    });
  });

  test.each([['text'], [3], [[1, 2]], [null]])('that are no object stop all access: %j', stored => {
    const { settings, problems } = loadSettings(stored);
    expect(settings).toMatchObject({ tokens: [], readOnly: true, autoStart: false });
    expect(problems).toHaveLength(1);
  });

  test('lose only a harmless part that cannot be read', () => {
    const { settings, problems } = loadSettings({
      ...defaults,
      port: 'many',
      tokens: [token],
      colour: 'red',
    });
    expect(settings).toEqual({ ...defaults, tokens: [token] });
    expect(problems).toEqual(['"port" could not be read.', '"colour" is not a setting.']);
  });

  test('give every token a different name, and keep its rights and rules', () => {
    const strict = { ...storedToken('default', 'read', 'lct_b'), approval: { edit: 'ask' } };
    const tokens = [
      token,
      strict,
      storedToken('default 2', 'full', 'lct_c'),
      storedToken('you', 'read', 'd'),
    ];
    const { settings, problems } = loadSettings({ ...defaults, tokens });
    expect(settings.tokens).toEqual([
      token,
      { ...strict, name: 'default 3' },
      ...[tokens[2], { ...tokens[3], name: 'you 2' }],
    ]);
    expect(problems).toEqual([]);
    expect(ownRulesOf(settings, 'default')).toEqual({});
    expect(ownRulesOf(settings, 'default 3')).toEqual({ edit: 'ask' });
    expect(loadSettings(settings).settings).toEqual(settings);
  });

  test('keep names within their length', () => {
    const tokens = ['a', 'b'].map(value => storedToken('n'.repeat(60), 'read', value));
    const names = loadSettings({ tokens }).settings.tokens.map(({ name }) => name);
    expect(names).toEqual(['n'.repeat(60), `${'n'.repeat(58)} 2`]);
  });

  test('drop a token that cannot be read and keep the others', () => {
    const { settings, problems } = loadSettings({ tokens: [{ ...token, deny: 'Secret' }, token] });
    expect(settings.tokens).toEqual([token]);
    expect(problems).toEqual(['Token 1 could not be read and was dropped.']);
  });

  test('stop all access when an unknown key may have been a rule', () => {
    const rest = Object.fromEntries(Object.entries(defaults).filter(([key]) => key !== 'hidden'));
    expect(loadSettings({ ...rest, hIdden: ['Secret'], tokens: [token] })).toMatchObject({
      isClosed: true,
      settings: { tokens: [], readOnly: true },
    });
  });

  test('of a later version stop all access, since their rules are not known', () => {
    expect(loadSettings({ ...defaults, version: 2, tokens: [token] })).toMatchObject({ isClosed: true });
  });

  test('without a value for the automatic start do not start the server', () => {
    expect(loadSettings({ ...defaults, autoStart: 'no' }).settings.autoStart).toBe(false);
  });

  test.each([{ readOnly: 'yes' }, { hidden: 'Secret' }, { disabledTools: 7 }])(
    'stop all access when a rule was lost: %j',
    part => {
      expect(loadSettings({ ...part, tokens: [token] }).settings).toMatchObject({
        autoStart: false,
        readOnly: true,
        tokens: [],
      });
    },
  );
});
