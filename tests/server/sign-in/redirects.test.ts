import { isAcceptableRedirect, isRegistered, withParameters } from '../../../src/server/sign-in/clients';

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector_platform_oauth_redirect',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'https://vscode.dev/redirect',
  'http://127.0.0.1/',
  'http://127.0.0.1:33418/',
  'http://127.0.0.1:33418',
  'http://localhost:8787/callback',
  'http://[::1]:1234/callback',
  'https://client.example/callback?tenant=a',
])('%s may be registered', redirect => {
  expect(isAcceptableRedirect(redirect)).toBe(true);
});

test.each([
  [
    '',
    'http://client.example/callback',
    'HTTPS://client.example/callback',
    'https://CLIENT.example/callback',
  ],
  ['https://client.example/callback#', 'https://client.example/callback#part'],
  ['https://user@client.example/', 'https://user:word@client.example/', 'https://@client.example/'],
  [
    'https://claude.ai@evil.example/',
    'https://claude.ai%2eevil.example/',
    'https://claude.ai%00.evil.example/',
  ],
  ['https://*.example/callback', 'https://client.example/*', 'https://client.example\\@evil.example/'],
  ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vscode://x/y', 'about:blank'],
  ['cursor://anysphere.cursor-mcp/oauth/callback?x', 'cursor://evil/oauth/callback', '//client.example/'],
  ['http://127.0.0.1.evil.example/', 'http://127.1/', 'http://2130706433/', 'http://localhost.evil.example/'],
  ['http://0.0.0.0/', 'http://[::ffff:127.0.0.1]/', 'http://127.0.0.2/', 'https://evil.example/\u202e'],
  ['https://client.example/a/../b', 'https://client.example/a b', ' https://client.example/', 'https://'],
  ['https://clıent.example/', 'https://client.example:443/', 'https://client.example/\r\nX: y'],
  ['https://client.example/?code=x', 'https://client.example/?a=b&state=y', 'https://client.example/?iss=z'],
])('%j and the others of its kind may not', (...redirects) => {
  expect(redirects.filter(isAcceptableRedirect)).toEqual([]);
});

const registered = ['https://client.example/callback', 'http://127.0.0.1/callback', 'http://localhost:80/b'];

test.each([
  ['https://client.example/callback', true],
  ['https://client.example/callback/', false],
  ['https://client.example/callback?next=evil', false],
  ['https://client.example/Callback', false],
  ['https://client.example:8443/callback', false],
  ['https://client.example.evil.example/callback', false],
  ['https://client.example%2f@evil.example/callback', false],
  ['http://client.example/callback', false],
  ['http://127.0.0.1:5000/callback', true],
  ['http://127.0.0.1:5000/callback/..', false],
  ['http://127.0.0.1:5000@evil.example/callback', false],
  ['http://localhost:5000/callback', false],
  ['https://127.0.0.1/callback', false],
  ['http://[::1]:5000/callback', false],
])('of the registered addresses, %s is one: %s', (redirect, isOne) => {
  expect(isRegistered(redirect, registered)).toBe(isOne);
});

test('parameters go behind the query that is there, and nothing of them can end it', () => {
  expect(withParameters('https://a.example/?b=c', { state: 'x&code=y#z' })).toBe(
    'https://a.example/?b=c&state=x%26code%3Dy%23z',
  );
  expect(withParameters('http://127.0.0.1/', { code: 'a' })).toBe('http://127.0.0.1/?code=a');
});
