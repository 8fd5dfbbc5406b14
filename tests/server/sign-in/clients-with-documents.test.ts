import { signIn as browse } from './support/browser';
import { type DirectSignIn, opened, signInAlone } from './support/direct';
import { authorizationUrl, form, redeemed, refreshed, tokensIn } from './support/plain-client';
import { atPublicName, type PublicAnswer, publicUrl } from './support/public-name';

const id = 'https://client.example/client.json';
const client = { id, redirect: 'https://client.example/callback' };
const usual = { client_id: id, client_name: 'Phone', redirect_uris: [client.redirect] };

let isOn: boolean;
let document: unknown;
let read: string[];
let direct: DirectSignIn;
let port: number;
beforeEach(async () => {
  isOn = true;
  document = usual;
  read = [];
  const at = (url: string): Promise<unknown> => {
    read.push(url);
    return Promise.resolve(document);
  };
  direct = await signInAlone({ isOn: () => isOn, at });
  port = direct.listener.port;
});
afterEach(async () => {
  direct.signIn.close();
  await direct.listener.close();
});

const authorize = (changes = {}): Promise<PublicAnswer> =>
  atPublicName(port, authorizationUrl(client, changes));
const announced = async (): Promise<unknown> => {
  const answer = await atPublicName(port, `${publicUrl}/.well-known/oauth-authorization-server`);
  return JSON.parse(answer.text);
};

test('a client with a document signs in, and refreshes without one', async () => {
  const code = opened(direct.signIn);
  const back = await browse(port, authorizationUrl(client), code);
  const first = tokensIn(await redeemed(port, client, back.searchParams.get('code') ?? ''));
  isOn = false;
  tokensIn(await refreshed(port, client, first.refresh_token));
  expect(read).toEqual([id]);
});

test('the page has the name and the redirect of the document', async () => {
  opened(direct.signIn);
  const page = await authorize();
  expect(page.status).toBe(200);
  expect(page.text).toContain('Phone');
  expect(page.text).toContain('client.example');
});

test('documents are announced while they are read, and only then', async () => {
  const supported = { client_id_metadata_document_supported: true };
  expect(await announced()).toMatchObject({ ...supported, token_endpoint_auth_methods_supported: ['none'] });
  isOn = false;
  expect(await announced()).not.toMatchObject(supported);
});

describe('no document is read', () => {
  test('where the owner has not switched it on', async () => {
    opened(direct.signIn);
    isOn = false;
    expect((await authorize()).status).toBe(400);
    expect(read).toEqual([]);
  });

  test('outside the ten minutes', async () => {
    expect((await authorize()).status).toBe(403);
    expect(read).toEqual([]);
  });

  test.each(['https://127.0.0.1/client.json', 'https://client.example:8443/a', 'http://client.example/a'])(
    'at %s',
    async other => {
      opened(direct.signIn);
      expect((await authorize({ client_id: other })).status).toBe(400);
      expect(read).toEqual([]);
    },
  );

  test('for a token, a revocation, or the code', async () => {
    opened(direct.signIn);
    const sent = { client_id: id, token: 'lca_x', code: 'x', grant_type: 'authorization_code' };
    expect((await form(port, 'token', sent)).status).toBe(401);
    await form(port, 'revoke', sent);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl };
    const entered = await atPublicName(port, authorizationUrl(client), {
      method: 'POST',
      headers,
      body: 'code=x',
    });
    expect(entered.status).toBe(400);
    expect(read).toEqual([]);
  });

  test('beyond twenty clients that nobody has connected', async () => {
    opened(direct.signIn);
    for (let count = 0; count < 22; count += 1) {
      const own = `${id}?${count}`;
      document = { ...usual, client_id: own };
      await authorize({ client_id: own });
    }
    expect(read).toHaveLength(20);
  });
});

test.each([
  ['of another client', { ...usual, client_id: `${id}?other` }],
  ['without an id', { ...usual, client_id: undefined }],
  ['without redirects', { ...usual, redirect_uris: [] }],
  [
    'with a redirect that nobody may register',
    { ...usual, redirect_uris: [client.redirect, 'http://evil.example/'] },
  ],
  ['that redirects elsewhere', { ...usual, redirect_uris: ['https://evil.example/callback'] }],
  ['that is not there', undefined],
  ['that is a list', [usual]],
])('a document %s is no client', async (_title, given) => {
  opened(direct.signIn);
  document = given;
  const page = await authorize();
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
});

test('what the document says now holds at the next sign-in', async () => {
  opened(direct.signIn);
  expect((await authorize()).status).toBe(200);
  document = { ...usual, redirect_uris: ['https://client.example/other'] };
  expect((await authorize()).status).toBe(400);
});
