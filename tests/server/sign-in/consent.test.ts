import { readFileSync } from 'node:fs';
import type { OpenPairing, PairingEnd } from '../../../src/control';
import { RunningLectern } from '../../support/lectern';
import { doNotFakeBut } from '../../support/time/fake-time';
import { later } from './support/clock';
import { enterCode, formAddress, signIn } from './support/browser';
import { Owner, refusingOwner, usualConsent } from './support/owner';
import { authorizationUrl, register, registered, form, type RegisteredClient } from './support/plain-client';
import { atPublicName, freshAddress, publicUrl, publicFetch } from './support/public-name';
import { VaultFolder } from '../../support/files/vault-folder';
import { eventually } from '../../support/time/waiting';
import { paired } from './support/paired';
import { programs } from './support/remote-clients';

describe('the consent of the owner', () => {
  jest.useFakeTimers({ doNotFake: doNotFakeBut('Date') });

  let lectern: RunningLectern;
  beforeEach(async () => {
    lectern = await RunningLectern.start({ settings: { publicUrl } });
  });
  afterEach(() => lectern.close());

  const get = (url: string): ReturnType<typeof atPublicName> => atPublicName(lectern.port, url);
  const registerStatus = async (): Promise<number> =>
    (await register(lectern.port, { redirect_uris: ['https://client.example/'] })).status;

  describe('outside the ten minutes', () => {
    test.each([
      ['before', () => undefined],
      [
        'after',
        () => {
          new Owner(lectern);
          later(600_000);
        },
      ],
      ['once it is closed', () => new Owner(lectern).pairing.close()],
    ])('%s, nobody can register or authorize', async (_title, prepare) => {
      prepare();
      expect(await registerStatus()).toBe(403);
      expect((await get(`${publicUrl}/oauth/authorize?client_id=x`)).status).toBe(403);
    });
  });

  describe('a wrong request', () => {
    test.each([
      ['an unknown client', { client_id: 'lcc_unknown' }],
      ['no client', { client_id: '' }],
      ['an address that is not registered', { redirect_uri: 'https://evil.example/callback' }],
      ['an address with a fragment', { redirect_uri: 'https://client.example/callback#x' }],
      ['no address', { redirect_uri: '' }],
    ])('of %s sends the browser nowhere', async (_title, changes) => {
      new Owner(lectern);
      const client = await registered(lectern.port);
      const page = await get(authorizationUrl(client, changes));
      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
      expect(page.text).not.toContain('evil');
    });

    test.each([
      ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['no PKCE', { code_challenge: '' }, 'invalid_request'],
      ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
      ['another response', { response_type: 'token' }, 'unsupported_response_type'],
      ['another way back', { response_mode: 'fragment' }, 'invalid_request'],
      ['the audience of another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['the issuer as the audience', { resource: publicUrl }, 'invalid_target'],
    ])('with %s goes back with an error, the state and the issuer', async (_title, changes, error) => {
      new Owner(lectern);
      const client = await registered(lectern.port);
      const page = await get(authorizationUrl(client, changes));
      const back = new URL(page.headers.get('location') ?? '');
      expect(`${back.origin}${back.pathname}`).toBe(client.redirect);
      expect(Object.fromEntries(back.searchParams)).toEqual({ error, state: 'a state', iss: publicUrl });
    });

    test('that names two audiences or two clients is refused', async () => {
      new Owner(lectern);
      const client = await registered(lectern.port);
      const audience = `&resource=${encodeURIComponent(`${publicUrl}/mcp`)}`;
      const twice = await get(`${authorizationUrl(client)}${audience}${audience}`);
      expect(twice.headers.get('location')).toContain('error=invalid_target');
      expect((await get(`${authorizationUrl(client)}&client_id=${client.id}`)).status).toBe(400);
      expect((await get(`${authorizationUrl(client)}${audience}`)).status).toBe(200);
    });
  });

  describe('the code', () => {
    test('closes the window after ten wrong ones', async () => {
      const owner = new Owner(lectern);
      const form = formAddress((await get(authorizationUrl(await registered(lectern.port)))).text);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const code = attempt % 2 === 0 ? 'AAAAAAAA' : '';
        statuses.push((await enterCode(lectern.port, form, code, `203.0.113.${attempt}`)).status);
      }
      expect(statuses).toEqual(Array.from({ length: 11 }, () => 403));
      expect(owner.ends).toEqual([{ kind: 'guessed', address: '203.0.113.9' }]);
      expect((await enterCode(lectern.port, form, owner.pairing.code)).status).toBe(403);
      expect(owner.asked).toEqual([]);
    });

    test('may be tried five times a minute from one address, in small and large letters', async () => {
      const owner = new Owner(lectern);
      const form = formAddress((await get(authorizationUrl(await registered(lectern.port)))).text);
      const address = freshAddress();
      const entered = (code: string): ReturnType<typeof enterCode> =>
        enterCode(lectern.port, form, code, address);
      for (let attempt = 0; attempt < 5; attempt += 1) expect((await entered('AAAAAAAA')).status).toBe(403);
      const refused = await entered(owner.pairing.code);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
      later(60_000);
      expect((await entered(owner.pairing.code.toLowerCase())).status).toBe(303);
    });

    test('may be tried five times a minute from one network of IPv6, however its addresses are written', async () => {
      const owner = new Owner(lectern);
      const form = formAddress((await get(authorizationUrl(await registered(lectern.port)))).text);
      const addresses = [
        '2001:db8:1:2::1',
        '2001:db8:1:2:ffff::',
        '2001:0DB8:0001:0002:0:0:0:3',
        '[2001:db8:1:2::4]',
      ];
      for (const address of [...addresses, '2001:db8:1:2:9::%eth0'])
        expect((await enterCode(lectern.port, form, 'AAAAAAAA', address)).status).toBe(403);
      const { code } = owner.pairing;
      expect((await enterCode(lectern.port, form, code, '2001:db8:1:2:5:6:7:8')).status).toBe(429);
      expect((await enterCode(lectern.port, form, 'AAAAAAAA', '2001:db8:1:3::1')).status).toBe(403);
      for (const address of ['2001:db8::1:2:0:0:1', '203.0.113.5:1234'])
        expect((await enterCode(lectern.port, form, 'AAAAAAAA', address)).status).toBe(403);
    });

    test.each([
      ['5.5.5.5:4000', '5.5.5.5:4001', '5.5.5.5', '::ffff:5.5.5.5', '[::FFFF:505:505]:4000'],
      ['[2001:db8:7:7::1]:4000', '[2001:db8:7:7::1]:4001', '2001:db8:7:7::2', '2001:db8:7:7::1.2.3.4'],
    ])('counts addresses without their ports, however they are written: %s, %s', async (...addresses) => {
      const owner = new Owner(lectern);
      const form = formAddress((await get(authorizationUrl(await registered(lectern.port)))).text);
      const entered = async (address: string): Promise<number> =>
        (await enterCode(lectern.port, form, 'AAAAAAAA', address)).status;
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await entered(addresses[attempt % addresses.length] ?? '')).toBe(403);
      for (const address of addresses) expect(await entered(address)).toBe(429);
      for (const other of ['::ffff:5.5.5.6', '[2001:db8:7:8::1]:4000'])
        expect(await entered(other)).toBe(403);
      owner.pairing.close();
    });

    test('pairs one client alone', async () => {
      const owner = new Owner(lectern);
      const [first, second] = [await registered(lectern.port), await registered(lectern.port)];
      const form = formAddress((await get(authorizationUrl(second))).text);
      await signIn(lectern.port, authorizationUrl(first), owner.pairing.code);
      expect((await enterCode(lectern.port, form, owner.pairing.code)).status).toBe(403);
      expect(owner.asked).toHaveLength(1);
    });

    describe('when it is entered again', () => {
      let answer: () => void;
      let ended: readonly PairingEnd[];
      const open = (): OpenPairing => {
        const ends: PairingEnd[] = [];
        ended = ends;
        return lectern.control().openPairing({
          rights: 'read',
          ask: () => new Promise(resolve => (answer = () => resolve(usualConsent))),
          ended: how => void ends.push(how),
        });
      };
      const page = async (client: RegisteredClient, changes = {}): Promise<string> =>
        formAddress((await get(authorizationUrl(client, changes))).text);

      test('for the same request, as by a double click, leads to the page that waits', async () => {
        const { code } = open();
        const form = await page(await registered(lectern.port));
        const clicks = [enterCode(lectern.port, form, code), enterCode(lectern.port, form, code)];
        const answers = await Promise.all(clicks);
        expect(answers.map(({ status }) => status)).toEqual([303, 303]);
        answer();
        const late = await enterCode(lectern.port, form, code);
        for (const { headers } of [...answers, late])
          expect(headers.get('location')).toContain('/oauth/wait?id=');
        const back = await get(late.headers.get('location') ?? '');
        expect(back.headers.get('location')).toContain('code=');
        const tooLate = await enterCode(lectern.port, form, code);
        expect([tooLate.status, tooLate.headers.get('location')]).toEqual([403, null]);
        expect(tooLate.text).not.toContain('<form');
      });

      test.each([
        ['with another state', { state: 'another state' }],
        ['with another challenge', { code_challenge: 'a'.repeat(43) }],
        ['of another client', {}],
      ])('for a request %s is said to be used, and a wrong one to be wrong', async (_title, changes) => {
        const { code } = open();
        const client = await registered(lectern.port);
        const other = Object.keys(changes).length > 0 ? client : await registered(lectern.port);
        const [first, second] = [await page(client), await page(other, changes)];
        await enterCode(lectern.port, first, code);
        const used = await enterCode(lectern.port, second, code);
        expect([used.status, used.headers.get('location')]).toEqual([403, null]);
        expect(used.text).not.toContain('<form');
        for (const form of [first, second])
          expect((await enterCode(lectern.port, form, 'AAAAAAAA')).text).toContain('<form');
      });

      test('wrong ones are still counted', async () => {
        const { code } = open();
        const form = await page(await registered(lectern.port));
        await enterCode(lectern.port, form, code);
        for (let attempt = 0; attempt < 10; attempt += 1)
          await enterCode(lectern.port, form, 'AAAAAAAA', `203.0.113.${attempt}`);
        expect(ended).toEqual([{ kind: 'guessed', address: '203.0.113.9' }]);
      });
    });

    test('of an earlier window is worth nothing', async () => {
      const first = new Owner(lectern);
      const second = new Owner(lectern);
      const form = formAddress((await get(authorizationUrl(await registered(lectern.port)))).text);
      expect((await enterCode(lectern.port, form, first.pairing.code)).status).toBe(403);
      expect([first.ends, second.ends]).toEqual([[{ kind: 'closed' }], []]);
    });
  });

  test('an owner who refuses sends the client back without a code, and the window is closed', async () => {
    const pairing = refusingOwner(lectern);
    const back = await signIn(lectern.port, authorizationUrl(await registered(lectern.port)), pairing.code);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a state',
      iss: publicUrl,
    });
    expect(await registerStatus()).toBe(403);
  });

  test('nothing is given before the owner has answered, nor to another browser', async () => {
    let answer: () => void = () => undefined;
    const pairing = lectern.control().openPairing({
      rights: 'read',
      ask: () => new Promise(resolve => (answer = () => resolve(usualConsent))),
      ended: () => undefined,
    });
    const url = authorizationUrl(await registered(lectern.port));
    const entered = await enterCode(lectern.port, formAddress((await get(url)).text), pairing.code);
    const waiting = entered.headers.get('location') ?? '';
    for (let time = 0; time < 10; time += 1) {
      const page = await get(waiting);
      expect([page.status, page.headers.get('location')]).toEqual([200, null]);
    }
    answer();
    expect((await get(`${publicUrl}/oauth/wait?id=x`)).status).toBe(400);
    // A scanner of links asks without wanting the answer.
    expect((await atPublicName(lectern.port, waiting, { method: 'HEAD' })).status).toBe(405);
    const back = await get(waiting);
    expect(back.headers.get('location')).toContain('code=');
    expect((await get(waiting)).status).toBe(400);
  });

  describe('the page', () => {
    const name = '<img src=x onerror=alert(1)>"\u202e\ufe0f\u034f&';

    test('says the name of the client as data, where the browser goes, and what is given', async () => {
      lectern.control().openPairing({
        rights: 'read',
        ask: () => Promise.resolve(undefined),
        ended: () => undefined,
      });
      const page = await get(authorizationUrl(await registered(lectern.port, name)));
      expect(page.text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp;');
      expect(page.text).toContain('client.example');
      expect(page.text).not.toMatch(/<script|<img|\u202e| on\w+="/);
    });

    test.each([
      ['de-AT, en;q=0.5', 'de'],
      ['fr, de;q=0.8', 'de'],
      ['en-GB', 'en'],
      ['', 'en'],
    ])('speaks to %j in the language %s', async (accepted, language) => {
      new Owner(lectern);
      const url = authorizationUrl(await registered(lectern.port));
      const page = await atPublicName(lectern.port, url, { headers: { 'accept-language': accepted } });
      expect(page.text).toContain(`<html lang="${language}">`);
    });

    test('can run nothing, load nothing, be framed by nobody, and is kept nowhere', async () => {
      new Owner(lectern);
      const { headers } = await get(authorizationUrl(await registered(lectern.port)));
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    });

    test.each([
      ['authorize', 'DELETE', '', 405, 'GET, POST'],
      ['token', 'GET', '', 405, 'POST'],
      ['wait', 'POST', '', 405, 'GET'],
      ['token', 'POST', 'text/plain', 415, null],
      ['register', 'POST', 'text/plain', 415, null],
    ])(
      'a refusal of %s by %s %s is an error of OAuth, and not kept',
      async (name, method, type, status, allow) => {
        new Owner(lectern);
        const headers = { 'content-type': type };
        const answer = await atPublicName(lectern.port, `${publicUrl}/oauth/${name}`, { method, headers });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('allow')).toBe(allow);
        expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_request' });
      },
    );
  });
});

describe('the whole way of a sign-in', () => {
  const settings = { publicUrl };
  const files = { 'Home.md': 'home', 'Projects/Plan.md': 'plan', 'Private/Diary.md': 'diary' };
  const dataFile = '.obsidian/plugins/lectern-mcp/data.json';

  let folder: VaultFolder;
  let lectern: RunningLectern;
  const start = async (): Promise<void> => {
    lectern = await RunningLectern.start({ folder, settings });
  };
  beforeEach(() => {
    folder = new VaultFolder(files);
    return start();
  });
  afterEach(() => lectern.close());

  const port = (): number => lectern.port;

  describe.each(['1.x', '2.x'] as const)('the client of the %s SDK', version => {
    const Program = programs[version];

    test('signs in with a code and the consent of the owner, and is a connection like any other', async () => {
      const owner = new Owner(lectern);
      const program = new Program('Claude', port);
      const client = await program.signIn(owner.pairing.code);
      expect(await client.reads('Home')).toBe(true);
      expect(owner.asked).toMatchObject([{ client: 'Claude', redirect: program.kept.redirectUrl }]);
      expect(owner.asked[0]?.address).toMatch(/^198\.51\./);
      expect(owner.ends).toEqual([{ kind: 'paired', name: 'Claude' }]);
      const data = readFileSync(`${folder.path}/${dataFile}`, 'utf8');
      expect(JSON.parse(data)).toMatchObject({ tokens: [{ name: 'Claude', rights: 'write', allow: [] }] });
      const secrets = [program.kept.tokens()?.access_token, program.kept.tokens()?.refresh_token];
      for (const secret of secrets) expect(data).not.toContain(secret);
      await client.close();
    });

    test('refreshes its token, also after the server was started again', async () => {
      const program = new Program('Claude', port);
      const { kept } = program;
      const reads = async (): Promise<boolean> => {
        const client = await program.connect();
        const isRead = await client.reads('Home');
        await client.close();
        return isRead;
      };
      await (await program.signIn(new Owner(lectern).pairing.code)).close();
      const first = kept.tokens()?.refresh_token;
      kept.spoilAccess();
      expect(await reads()).toBe(true);
      expect(kept.tokens()?.refresh_token).not.toBe(first);
      await lectern.host.close();
      await start();
      expect(await reads()).toBe(true);
      kept.spoilAccess();
      expect(await reads()).toBe(true);
    });

    test('has rules of its own beside another', async () => {
      const first = await new Program('Claude', port).signIn(new Owner(lectern).pairing.code);
      const owner = new Owner(lectern, { ...usualConsent, folders: ['Projects/**'] });
      const second = await new Program('Claude', port).signIn(owner.pairing.code);
      expect(owner.ends).toEqual([{ kind: 'paired', name: 'Claude 2' }]);
      expect([await first.reads('Private/Diary'), await second.reads('Private/Diary')]).toEqual([
        true,
        false,
      ]);
      expect(await second.reads('Projects/Plan')).toBe(true);
      await first.close();
      await second.close();
    });
  });

  describe('a stream of notifications', () => {
    /** Opens one, as the client of 2026-07-28 does. @returns whether it has ended */
    async function opened(token: string): Promise<() => boolean> {
      const answer = await publicFetch(port)(`${publicUrl}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'subscriptions/listen',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'subscriptions/listen',
          params: {
            notifications: { toolsListChanged: true },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'remote', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      });
      expect(answer.headers.get('content-type')).toBe('text/event-stream');
      let isOver = false;
      void answer.text().then(() => (isOver = true));
      return () => isOver;
    }

    test('ends with the family of its token', async () => {
      const { client, tokens } = await paired(lectern);
      const isOver = await opened(tokens.access_token);
      await new Promise(resolve => setTimeout(resolve, 50));
      expect(isOver()).toBe(false);
      await form(lectern.port, 'revoke', { token: tokens.refresh_token, client_id: client.id });
      await eventually(isOver);
    });

    test('ends with its own token', async () => {
      const { client, tokens } = await paired(lectern);
      const isOver = await opened(tokens.access_token);
      await form(lectern.port, 'revoke', { token: tokens.access_token, client_id: client.id });
      await eventually(isOver);
    });

    test('ends when the owner removes the connection', async () => {
      const { tokens } = await paired(lectern);
      const isOver = await opened(tokens.access_token);
      const data: unknown = JSON.parse(readFileSync(`${folder.path}/${dataFile}`, 'utf8'));
      folder.write(dataFile, JSON.stringify({ ...Object(data), tokens: [] }));
      await eventually(isOver);
    });
  });
});
