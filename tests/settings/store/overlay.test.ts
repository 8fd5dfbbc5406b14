import { checkOverlay, applyOverlay } from '../../../src/settings/store/overlay';
import { settingsSchema } from '../../../src/settings/schema';
import { sha256 } from '../../../src/platform';
import { storedToken } from '../../../src/settings/tokens/tokens';

const kept = storedToken('kept', 'full', 'lct_kept-value-0123456789');
const stored = settingsSchema.parse({ port: 4000, readOnly: true, tokens: [kept] });

describe('settings laid over for one run', () => {
  test('replace the given settings and keep the stored others', () => {
    expect(applyOverlay(stored, {}).settings).toEqual(stored);
    expect(applyOverlay(stored, { settings: { port: 0 } }).settings).toEqual({ ...stored, port: 0 });
  });

  test('replace the tokens, hash their values and keep them for this run', () => {
    const value = 'a-token-of-the-file-01';
    const { settings, values } = applyOverlay(stored, {
      settings: { tokens: [{ name: 'file', rights: 'read', value, deny: ['Secret'] }] },
    });
    expect(settings.tokens).toEqual([{ ...storedToken('file', 'read', value), deny: ['Secret'] }]);
    expect(values.get(sha256(value))).toBe(value);
    expect(JSON.stringify(settings)).not.toContain(value);
  });

  test('add tokens of the run to the others', () => {
    const { settings } = applyOverlay(stored, {
      tokens: [{ name: 'env', value: 'secret-of-the-environment', rights: 'read' }],
    });
    expect(settings.tokens.map(({ name, rights }) => [name, rights])).toEqual([
      ['env', 'read'],
      ['kept', 'full'],
    ]);
  });

  test('give a stored token of the same name another one, since rules are found by it', () => {
    const { settings } = applyOverlay(stored, {
      tokens: [{ name: 'kept', value: 'a-value-of-the-run', rights: 'read' }],
    });
    expect(settings.tokens.map(({ name, rights }) => [name, rights])).toEqual([
      ['kept', 'read'],
      ['kept 2', 'full'],
    ]);
  });

  test.each([
    [{ prot: 1 }, 'prot'],
    [{ port: 'many' }, 'port'],
    [{ port: 70_000 }, 'port'],
    [{ tokens: [{ name: 'x', rights: 'all', value: 'long-enough-a-value' }] }, 'tokens.0.rights'],
    [{ tokens: [{ name: 'x', rights: 'read' }] }, 'tokens.0'],
    [{ tokens: [{ name: 'x', rights: 'read', value: 'fifteen-letters' }] }, '16 to 512 printable'],
    [[], 'settings'],
  ])('are refused with the name of the wrong setting: %j', (settings, name) => {
    expect(() => checkOverlay({ settings })).toThrow(name);
  });

  test('refuse a token of the run that could be guessed, and name it', () => {
    const tokens = [{ name: 'env', value: 'fifteen-letters', rights: 'read' } as const];
    expect(() => checkOverlay({ tokens })).toThrow('The token "env" must be 16 to 512 printable characters');
    const named = tokens.map(token => ({ ...token, source: 'LECTERN_TOKEN' }));
    expect(() => checkOverlay({ tokens: named })).toThrow('The token in LECTERN_TOKEN must be 16 to 512');
  });
});
