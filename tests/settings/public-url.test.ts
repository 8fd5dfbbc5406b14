import { checkOverlay } from '../../src/settings/store/overlay';
import { narrowed } from '../../src/settings/trust/trust';
import { securitySchema, settingsSchema } from '../../src/settings/schema';
import { storedToken } from '../../src/settings/tokens/tokens';
import { publicAddress } from '../../src/utils/urls';

test.each([
  ['https://notes.example.org', 'https://notes.example.org', ''],
  ['https://Notes.Example.org/', 'https://notes.example.org', ''],
  ['https://notes.example.org:8443/vault/', 'https://notes.example.org:8443/vault', '/vault'],
  ['https://[2001:db8::1]/a/b', 'https://[2001:db8::1]/a/b', '/a/b'],
])('%s is a public address', (text, url, base) => {
  expect(publicAddress(text)).toMatchObject({ url, base, audience: `${url}/mcp` });
});

test.each([
  'http://notes.example.org',
  'https://name@notes.example.org',
  'https://name:word@notes.example.org',
  'https://notes.example.org?x',
  'https://notes.example.org/?',
  'https://notes.example.org/#',
  'https://*.example.org',
  'https://notes.example.org//',
  'https://notes.example.org/a b',
  'https://',
  'notes.example.org',
])('%s is refused at the start, by the name of the setting', publicUrl => {
  expect(publicAddress(publicUrl)).toBeUndefined();
  expect(() => checkOverlay({ settings: { publicUrl }, settingsName: 'FILE' })).toThrow(
    /^"publicUrl" in FILE/,
  );
});

describe('of settings that came with a vault', () => {
  const token = storedToken('one', 'full', 'lct_value');
  const settingsOf = (more: object) => settingsSchema.parse({ tokens: [token], ...more });
  const own = securitySchema.parse(settingsOf({}));

  test('a public address does not apply', () => {
    expect(narrowed(settingsOf({ publicUrl: 'https://evil.example' }), own).publicUrl).toBe('');
  });

  test('a token is not switched on for the public address', () => {
    const [held] = narrowed(settingsOf({ tokens: [{ ...token, remote: true }] }), own).tokens;
    expect(held).toEqual(token);
  });
});
