import { once } from 'node:events';
import { join } from 'node:path';
import { Plugin } from 'obsidian';
import { sha256 } from '../../../src/platform';
import type { TokenEntry } from '../../../src/server/http/gate';
import { Clients } from '../../../src/server/sign-in/clients';
import { Grants, type IssuedTokens, SignInState } from '../../../src/server/sign-in/grants';
import { pluginSettingsStorage, SettingsStore } from '../../../src/settings/store/store';
import { storedToken, tokenEntry } from '../../../src/settings/tokens/tokens';
import { writingProcess } from '../../headless/other-process';
import { temporaryVault } from '../../headless/temporary-vault';
import { manifest, RunningLectern } from '../../support/lectern';
import { doNotFakeBut } from '../../support/time/fake-time';
import { signIn as browse } from './support/browser';
import { later } from './support/clock';
import { opened, signInAlone } from './support/direct';
import { paired, withCode } from './support/paired';
import {
  authorizationUrl,
  called,
  redeemed,
  refreshed,
  registered,
  tokensIn,
  form,
} from './support/plain-client';
import { publicUrl, atPublicName } from './support/public-name';
import { VaultFolder } from '../../support/files/vault-folder';
import { textWith } from '../../support/matchers';

class Sample extends Plugin {}

describe('the tokens of several processes that serve a vault', () => {
  const connection = storedToken('client', 'write', 'lct_nobody-knows-this-one');
  const audience = 'https://notes.example/mcp';
  let stored: Map<string, unknown>;
  let isFull = false;
  /** What another process does just before this one has the lock. */
  let before = (): void => undefined;
  const state = (): SignInState =>
    new SignInState({
      getLocal: (key: string) => stored.get(key),
      updateLocal: (key: string, change: (stored: unknown) => unknown): boolean => {
        const first = before;
        before = () => undefined;
        first();
        if (!isFull) stored.set(key, change(stored.get(key)));
        return !isFull;
      },
    });
  const process = (): Grants => {
    const entries = (): TokenEntry[] => [tokenEntry(connection)];
    return new Grants({ state: state(), clock: () => 1, entries, onEnd: () => undefined });
  };
  const begun = (grants: Grants, code: string): IssuedTokens => {
    const family = { code, client: 'phone', connection: connection.valueHash, audience };
    const tokens = grants.begin(family, () => []);
    if (tokens === undefined) throw new Error('The tokens could not be stored.');
    return tokens;
  };
  const holds = (grants: Grants, { access_token: token }: IssuedTokens): boolean =>
    grants.entryOf(sha256(token), audience) !== undefined;

  beforeEach(() => {
    stored = new Map();
    isFull = false;
  });

  test('are valid in each, and end in each', () => {
    const [one, other] = [process(), process()];
    const tokens = [begun(one, 'a'), begun(other, 'b')];
    for (const grants of [one, other])
      expect(tokens.map(given => holds(grants, given))).toEqual([true, true]);
    expect(one.revoke(tokens[1]?.refresh_token ?? '', 'phone')).toBe(true);
    for (const grants of [one, other])
      expect(tokens.map(given => holds(grants, given))).toEqual([true, false]);
    expect(other.refresh(tokens[1]?.refresh_token ?? '', 'phone', audience)).toBe('invalid_grant');
  });

  test('are refreshed once where two do it at the same time, and not where another ends them meanwhile', () => {
    const [one, other] = [process(), process()];
    const { refresh_token: token } = begun(one, 'a');
    let theirs: unknown;
    before = () => (theirs = other.refresh(token, 'phone', audience));
    const ours = one.refresh(token, 'phone', audience);
    expect(ours).toEqual(theirs);
    if (typeof ours === 'string') throw new Error(ours);
    expect([one, other].map(grants => holds(grants, ours))).toEqual([true, true]);
    before = () => other.revoke(ours.refresh_token, 'phone');
    expect(one.refresh(ours.refresh_token, 'phone', audience)).toBe('invalid_grant');
  });

  test('keep the place of their client, which names itself again in another process meanwhile', async () => {
    const id = 'https://client.example/document';
    const document = { client_id: id, redirect_uris: ['https://client.example/back'] };
    const [clients, theirs] = [state(), state()].map(
      one =>
        new Clients({
          state: one,
          clock: () => 1,
          readsDocuments: () => true,
          readDocument: () => Promise.resolve(document),
        }),
    );
    await clients?.look(id);
    before = () => {
      const family = { code: 'a', client: id, connection: connection.valueHash, audience };
      process().begin(family, all => theirs?.withPaired(id, all) ?? []);
    };
    await clients?.look(id);
    expect(theirs?.find(id)).toMatchObject({ isPaired: true });
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'end where they were revoked, even if that cannot be stored: %s',
    kind => {
      const grants = process();
      const tokens = begun(grants, 'a');
      isFull = true;
      expect(grants.revoke(tokens[kind], 'phone')).toBe(false);
      expect(holds(grants, tokens)).toBe(false);
      isFull = false;
      expect(grants.refresh(tokens.refresh_token, 'phone', audience)).toBe('invalid_grant');
    },
  );
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'a grant that another process of the host writes meanwhile is kept, and so is one that it ends',
  async () => {
    const vault = await temporaryVault({});
    const store = new SettingsStore(
      pluginSettingsStorage(new Sample(vault.host.app, manifest)),
      () => undefined,
    );
    store.applyOverlay({ services: vault.host.services });
    const storage = {
      getLocal: (key: string): unknown => vault.host.app.loadLocalStorage(key),
      updateLocal: store.updateLocal.bind(store),
    };
    const state = new SignInState(storage);
    const connection = storedToken('client', 'write', 'lct_nobody-knows-this-one');
    const grants = new Grants({
      state,
      clock: () => 1,
      entries: () => [tokenEntry(connection)],
      onEnd: () => undefined,
    });
    const begin = (code: string): IssuedTokens | undefined =>
      grants.begin(
        { code, client: 'phone', connection: connection.valueHash, audience: publicUrl },
        () => [],
      );
    const ours = begin('ours');
    begin('ended');
    const child = await writingProcess(
      join(vault.state, 'local-storage.json'),
      `const { families } = stored['lectern-sign-in'];
     families[1] = { ...families[1], id: 'theirs', code: 'theirs' }`,
    );
    const ended = once(child, 'exit');
    expect(grants.refresh(ours?.refresh_token ?? '', 'phone', publicUrl)).toMatchObject({ expires_in: 3600 });
    await ended;
    expect(state.current.families.map(({ code }) => code)).toEqual(['ours', 'theirs']);
    expect(state.current.families[0]?.access).toHaveLength(2);
    await vault.close();
  },
);

describe('a code of a sign-in', () => {
  jest.useFakeTimers({ doNotFake: doNotFakeBut('Date') });

  let lectern: RunningLectern;
  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: { 'Home.md': 'home' }, settings: { publicUrl } });
  });
  afterAll(() => lectern.close());

  const other = 'https://client.example/other';
  test.each([
    ['with another verifier', { code_verifier: 'another-verifier-that-is-long-enough-for-the-rule' }],
    ['with the challenge as the verifier', { code_verifier: '' }],
    ['for another redirect', { redirect_uri: other }],
    ['without a redirect', { redirect_uri: '' }],
    ['that is no code', { code: 'x' }],
  ])('a code %s gives nothing', async (_title, changes) => {
    const { client, code } = await withCode(lectern);
    const answer = await redeemed(lectern.port, client, code, changes);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { error: 'invalid_grant' }]);
  });

  test.each(['run', 'paired', 'settings'] as const)(
    'a refusal names `--rights` only for a token of the run, and `lectern pair` for a paired one: %s',
    async kind => {
      const values = { run: 'lct_a-token-of-this-run', settings: 'lct_a-token-of-the-settings' };
      const lowly = await RunningLectern.start({
        settings: {
          publicUrl,
          tokens: [{ name: 'own', rights: 'write', value: values.settings, remote: true }],
        },
        tokens: [{ name: 'env', rights: 'write', value: values.run }],
      });
      const value = kind === 'paired' ? (await paired(lowly)).tokens.access_token : values[kind];
      const url = kind === 'run' ? lowly.url : undefined;
      const asked = { name: 'list_commands', arguments: {} };
      const { text } = await called(lowly.port, value, url, {}, asked);
      expect(text).toContain('permission_denied');
      expect(text.includes('`--rights full`')).toBe(kind === 'run');
      expect(text.includes('`lectern pair VAULT --rights full`')).toBe(kind === 'paired');
      expect(text.includes('settings')).toBe(true);
      await lowly.close();
    },
  );

  test('a code of one client gives nothing to another', async () => {
    const { client, code } = await withCode(lectern);
    const thief = await registered(lectern.port, 'Thief', client.redirect);
    expect((await redeemed(lectern.port, thief, code)).status).toBe(400);
    expect((await redeemed(lectern.port, { ...client, id: 'nobody' }, code)).status).toBe(401);
  });

  test('a code holds for a minute', async () => {
    const { client, code } = await withCode(lectern);
    later(60_000);
    expect((await redeemed(lectern.port, client, code)).status).toBe(400);
  });

  test('a code that is used again ends the tokens that it gave', async () => {
    const { client, code, tokens } = await paired(lectern);
    expect((await called(lectern.port, tokens.access_token)).status).toBe(200);
    expect((await redeemed(lectern.port, client, code)).status).toBe(400);
    expect((await called(lectern.port, tokens.access_token)).status).toBe(401);
    expect((await refreshed(lectern.port, client, tokens.refresh_token)).status).toBe(400);
  });

  test('of two uses at once one gives tokens, and then they end', async () => {
    const { client, code } = await withCode(lectern);
    const answers = await Promise.all([1, 2].map(() => redeemed(lectern.port, client, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [given] = answers.filter(({ status }) => status === 200);
    const token = given === undefined ? '' : tokensIn(given).access_token;
    expect((await called(lectern.port, token)).status).toBe(401);
  });

  test('a connection whose tokens cannot be stored does not stay', async () => {
    const direct = await signInAlone({ isOn: () => false, at: () => Promise.resolve(undefined) });
    const { port } = direct.listener;
    const code = opened(direct.signIn);
    const client = await registered(port, 'Phone');
    const back = await browse(port, authorizationUrl(client), code);
    direct.fillDisk();
    const answer = await redeemed(port, client, back.searchParams.get('code') ?? '');
    expect([answer.status, [...direct.connections]]).toEqual([503, []]);
    direct.signIn.close();
    await direct.listener.close();
  });
});

describe('the tokens of a sign-in', () => {
  jest.useFakeTimers({ doNotFake: doNotFakeBut('Date') });

  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

  const folder = new VaultFolder({ 'Home.md': 'home' });
  let lectern: RunningLectern;
  const start = async (): Promise<void> => {
    lectern = await RunningLectern.start({ folder, settings: { publicUrl } });
  };
  beforeAll(start);
  afterAll(() => lectern.close());

  const statusOf = async (token: string): Promise<number> => (await called(lectern.port, token)).status;
  const refresh = (...[client, token, changes]: RefreshArguments): ReturnType<typeof refreshed> =>
    refreshed(lectern.port, client, token, changes);
  type RefreshArguments = Parameters<typeof refreshed> extends [number, ...infer Rest] ? Rest : never;

  test('an access token holds for an hour, and the next one comes of a refresh', async () => {
    const { client, tokens } = await paired(lectern);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    later(hour);
    expect(await statusOf(tokens.access_token)).toBe(401);
    const next = tokensIn(await refresh(client, tokens.refresh_token));
    expect(await statusOf(next.access_token)).toBe(200);
  });

  test('a token that is refreshed again within a minute has the same successor, also after a restart', async () => {
    const { client, tokens } = await paired(lectern);
    const first = tokensIn(await refresh(client, tokens.refresh_token));
    later(minute / 2);
    const again = tokensIn(await refresh(client, tokens.refresh_token));
    expect(again).toEqual({ ...first, expires_in: 3570 });
    await lectern.host.close();
    await start();
    expect(tokensIn(await refresh(client, tokens.refresh_token))).toEqual(again);
    expect(await statusOf(again.access_token)).toBe(200);
    expect((await refresh(client, again.refresh_token)).status).toBe(200);
  });

  test('a token that was used more than a minute ago ends its family', async () => {
    const { client, tokens } = await paired(lectern);
    const next = tokensIn(await refresh(client, tokens.refresh_token));
    later(minute);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(400);
    expect(await statusOf(next.access_token)).toBe(401);
    expect((await refresh(client, next.refresh_token)).status).toBe(400);
  });

  test('a token before the last one ends its family at once', async () => {
    const { client, tokens } = await paired(lectern);
    const second = tokensIn(await refresh(client, tokens.refresh_token));
    const third = tokensIn(await refresh(client, second.refresh_token));
    expect((await refresh(client, tokens.refresh_token)).status).toBe(400);
    expect(await statusOf(third.access_token)).toBe(401);
  });

  test('a refresh token holds for 60 days after its last use', async () => {
    const { client, tokens } = await paired(lectern);
    later(59 * day);
    const next = tokensIn(await refresh(client, tokens.refresh_token));
    later(60 * day);
    expect((await refresh(client, next.refresh_token)).status).toBe(400);
  });

  test('another client cannot use or revoke the tokens', async () => {
    const { client, tokens } = await paired(lectern);
    const { client: other } = await paired(lectern);
    expect((await refresh(other, tokens.refresh_token)).status).toBe(400);
    for (const token of [tokens.refresh_token, tokens.access_token])
      expect((await form(lectern.port, 'revoke', { token, client_id: other.id })).status).toBe(200);
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(200);
  });

  test.each([
    ['of another server', 'https://other.example/mcp'],
    ['of another vault behind the same name', `${publicUrl}/other/mcp`],
    ['that only begins like it', `${publicUrl}/mcpx`],
  ])('tokens %s are not given', async (_title, resource) => {
    const { client, tokens } = await paired(lectern);
    const answer = await refresh(client, tokens.refresh_token, { resource });
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_target' });
    expect((await refresh(client, tokens.refresh_token, { resource: `${publicUrl}/mcp` })).status).toBe(200);
  });

  test('revoking a refresh token ends its family; an access token only itself', async () => {
    const { client, tokens } = await paired(lectern);
    await form(lectern.port, 'revoke', { token: tokens.access_token, client_id: client.id });
    expect(await statusOf(tokens.access_token)).toBe(401);
    const next = tokensIn(await refresh(client, tokens.refresh_token));
    await form(lectern.port, 'revoke', { token: next.refresh_token, client_id: client.id });
    expect(await statusOf(next.access_token)).toBe(401);
    expect((await refresh(client, next.refresh_token)).status).toBe(400);
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'revoking the %s ends its upload addresses at once',
    async kind => {
      const { client, tokens } = await paired(lectern);
      const opened = async (name: string): Promise<string> => {
        const call = { name: 'add_attachment', arguments: { name } };
        const { text } = await called(lectern.port, tokens.access_token, undefined, {}, call);
        return /https:\S+\/upload\/[\w-]+/u.exec(text)?.[0] ?? text;
      };
      const put = async (url: string): Promise<number> =>
        (await atPublicName(lectern.port, url, { method: 'PUT', body: 'text' })).status;
      const [before, after] = [await opened(`${kind} 1.txt`), await opened(`${kind} 2.txt`)];
      expect(await put(before)).toBe(201);
      await form(lectern.port, 'revoke', { token: tokens[kind], client_id: client.id });
      expect(await put(after)).toBe(404);
    },
  );

  test('tokens for one public address do not hold at the next one', async () => {
    const { client, tokens } = await paired(lectern);
    await lectern.host.close();
    const other = 'https://other.example.org';
    lectern = await RunningLectern.start({ folder, settings: { publicUrl: other } });
    expect((await called(lectern.port, tokens.access_token, `${other}/mcp`)).status).toBe(401);
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: client.id };
    const again = await atPublicName(lectern.port, `${other}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
    expect([again.status, again.text]).toEqual([400, textWith('invalid_grant')]);
    await lectern.host.close();
    await start();
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  test('a connection that the owner removes ends its tokens', async () => {
    const { client, tokens } = await paired(lectern);
    folder.write('.obsidian/plugins/lectern-mcp/data.json', JSON.stringify({ tokens: [] }));
    await lectern.host.close();
    await start();
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect((await refresh(client, tokens.refresh_token)).status).toBe(400);
  });

  test.each([
    ['nothing', {}, 'invalid_request'],
    ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
    ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    [
      'a wrong refresh token and an empty resource',
      { grant_type: 'refresh_token', refresh_token: 'x', resource: '' },
      'invalid_grant',
    ],
  ])('a client that sends %s is told so by the code of OAuth', async (_what, fields, error) => {
    const { client } = await paired(lectern);
    const { status, text } = await form(lectern.port, 'token', { ...fields, client_id: client.id });
    expect([status, JSON.parse(text)]).toMatchObject([400, { error }]);
  });

  test('a registered client that was never connected has no tokens', async () => {
    expect((await refresh(await pairedAndNew(), 'lcr_aaaaaaaaaaaa_x')).status).toBe(400);
  });

  async function pairedAndNew(): ReturnType<typeof registered> {
    lectern
      .control()
      .openPairing({ rights: 'read', ask: () => Promise.resolve(undefined), ended: () => undefined });
    return registered(lectern.port);
  }

  describe('where a tunnel does not tell addresses', () => {
    const headers = { 'x-forwarded-for': '' };
    const send = (endpoint: 'token' | 'revoke', fields: Readonly<Record<string, string>>): Promise<number> =>
      form(lectern.port, endpoint, fields, { headers }).then(({ status }) => status);
    const fieldsOf = (client: string, token: string): Record<string, string> => ({
      grant_type: 'refresh_token',
      client_id: client,
      refresh_token: token,
    });

    test('failed refreshes of others do not keep a client from its own', async () => {
      const { client, tokens } = await paired(lectern);
      const wrong = fieldsOf(
        client.id,
        tokens.refresh_token.replace(/.$/u, last => (last === 'A' ? 'B' : 'A')),
      );
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push(await send('token', wrong));
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
      const answer = await form(lectern.port, 'token', fieldsOf(client.id, tokens.refresh_token), {
        headers,
      });
      const next = tokensIn(answer);
      expect(await send('token', fieldsOf('another', next.refresh_token))).toBe(429);
      expect(await statusOf(next.access_token)).toBe(200);
    });

    test('a client can always give its tokens back', async () => {
      const { client, tokens } = await paired(lectern);
      for (let count = 0; count < 5; count += 1) await send('revoke', { client_id: client.id, token: 'x' });
      expect(await send('revoke', { client_id: client.id, token: 'x' })).toBe(429);
      expect(await send('revoke', { client_id: client.id, token: tokens.refresh_token })).toBe(200);
      expect(await statusOf(tokens.access_token)).toBe(401);
    });
  });
});
