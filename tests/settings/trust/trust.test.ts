import { securitySchema, type Settings, settingsSchema } from '../../../src/settings/schema';
import { narrowed } from '../../../src/settings/trust/trust';
import { storedToken } from '../../../src/settings/tokens/tokens';

const token = storedToken('client', 'write', 'lct_a-value-of-a-token');

function settings(more: object, rules: object = {}): Settings {
  return settingsSchema.parse({ tokens: [{ ...token, ...rules }], ...more });
}

function held(stored: Settings, accepted: Settings): Settings {
  return narrowed(stored, securitySchema.parse(accepted));
}

describe('of settings that were not accepted', () => {
  test.each([
    ['an address', { host: '0.0.0.0' }, { host: '192.168.1.5' }, { host: '192.168.1.5' }],
    ['an address of this machine', { host: '::1' }, { host: '0.0.0.0' }, { host: '::1' }],
    ['web origins', { allowedOrigins: ['https://a.example'] }, {}, { allowedOrigins: [] }],
    ['writing again', { readOnly: false }, { readOnly: true }, { readOnly: true }],
    ['an end of writing', { readOnly: true }, {}, { readOnly: true }],
    ['hidden folders', { hidden: ['A'] }, { hidden: ['B', '!B/c'] }, { hidden: ['A', 'B'] }],
    [
      'tools',
      { enabledTools: ['x'], disabledTools: ['y'] },
      { disabledTools: ['z'] },
      { enabledTools: [], disabledTools: ['y', 'z'] },
    ],
    ['commands', { commandAllowList: ['a', 'b'] }, { commandAllowList: ['b'] }, { commandAllowList: ['b'] }],
    ['documents of clients', { clientDocuments: true }, {}, { clientDocuments: false }],
    ['code in templates', { runTemplater: true }, {}, { runTemplater: false }],
    [
      'rules of approval',
      { approval: { edit: 'ask' } },
      { approval: { delete: 'refuse' } },
      { approval: { edit: 'ask', delete: 'refuse' } },
    ],
  ])('%s apply only where they narrow access', (_what, stored, accepted, expected) => {
    expect(held(settings(stored), settings(accepted))).toMatchObject(expected);
  });

  test.each([
    ['more rights', { rights: 'full' }, {}, { rights: 'write' }],
    ['fewer rights', { rights: 'read' }, {}, { rights: 'read' }],
    ['a folder less to see', { deny: ['A', 'B'] }, { deny: ['A'] }, { deny: ['A', 'B'] }],
    ['a folder more to see', { deny: [] }, { deny: ['A'] }, { deny: ['A'] }],
    ['an exception from what it does not see', { deny: ['A', '!A/b'] }, { deny: ['A'] }, { deny: ['A'] }],
    ['folders instead of everything', { allow: ['A'] }, {}, { allow: ['A'] }],
    ['everything instead of folders', { allow: [] }, { allow: ['A'] }, { allow: ['A'] }],
    ['a folder within', { allow: ['A/b'] }, { allow: ['A'] }, { allow: ['A/b'] }],
    ['another folder beside', { allowWrite: ['A', 'B'] }, { allowWrite: ['A'] }, { allowWrite: ['A'] }],
    ['an exception less', { allow: ['A'] }, { allow: ['A', '!A/b'] }, { allow: ['A', '!A/b'] }],
    [
      'a later end',
      { expires: '2030-01-01T00:00:00Z' },
      { expires: '2027-01-01T00:00:00Z' },
      { expires: '2027-01-01T00:00:00Z' },
    ],
    ['no end', {}, { expires: '2027-01-01T00:00:00Z' }, { expires: '2027-01-01T00:00:00Z' }],
    [
      'a weaker rule of its own',
      { approval: { edit: 'allow' } },
      { approval: { edit: 'ask' } },
      { approval: { edit: 'ask' } },
    ],
    [
      'questions in its client',
      { asksInClient: true },
      {},
      expect.not.objectContaining({ asksInClient: true }),
    ],
    ['no rule of its own', {}, { approval: { edit: 'ask' } }, { approval: { edit: 'ask' } }],
  ])('%s for a token applies only where it narrows access', (_what, stored, accepted, expected) => {
    expect(held(settings({}, stored), settings({}, accepted)).tokens).toMatchObject([expected]);
  });

  test('a token with a rule of its own may do no more than the rule for everybody that was accepted', () => {
    const stored = settings({}, { approval: { edit: 'allow' } });
    expect(held(stored, settings({ approval: { edit: 'refuse' } })).tokens).toMatchObject([
      { approval: { edit: 'refuse' } },
    ]);
  });

  test('neither a token that was not accepted nor one without a common folder gives access', () => {
    expect(held(settings({}), settingsSchema.parse({})).tokens).toEqual([]);
    expect(held(settings({}, { allow: ['A'] }), settings({}, { allow: ['B'] })).tokens).toEqual([]);
  });

  test('more globs than a list may have deny everything', () => {
    const many = (letter: string): string[] => Array.from({ length: 40 }, (_, index) => `${letter}${index}`);
    const result = held(
      settings({ hidden: many('a') }, { allow: many('a') }),
      settings({ hidden: many('b') }),
    );
    expect(result.hidden).toEqual(['**']);
    expect(settingsSchema.safeParse(result).success).toBe(true);
  });
});
