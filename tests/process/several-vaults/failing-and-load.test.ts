import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { closing } from '../../support/left-open';
import { builtProduct } from '../../support/process/built-product';
import { NamedFolders, SeveralVaults } from '../../support/process/several-vaults';
import { eventually } from '../../support/time/waiting';
import { signIn } from '../../server/sign-in/support/browser';
import { verifier, called, tokensIn } from '../../server/sign-in/support/plain-client';
import { atPublicName, type PublicAnswer } from '../../server/sign-in/support/public-name';
import { clients, codeOf } from '../../support/clients';

describe('signing in', () => {
  const publicUrl = 'https://notes.example.org/vaults';
  const wellKnown = 'https://notes.example.org/.well-known';
  const folders = new NamedFolders({ work: { 'Home.md': 'work' }, home: { 'Home.md': 'home' } });
  const environment = { LECTERN_TOKEN: 'lct_a-token-for-all-vaults' };
  const remote = 'lct_a-token-that-holds-outside';
  let front: SeveralVaults;

  beforeAll(async () => {
    const settings = join(folders.parent, 'settings.json');
    const tokens = [{ name: 'outside', value: remote, rights: 'read', remote: true, vaults: ['work'] }];
    writeFileSync(settings, JSON.stringify({ publicUrl, tokens }));
    front = await SeveralVaults.start(folders, ['--settings', settings], environment);
  }, 30_000);
  afterAll(async () => {
    await front.stop();
    folders.remove();
  });

  const json = (answer: PublicAnswer): unknown => JSON.parse(answer.text);
  const post = (url: string, body: string, type: string): Promise<PublicAnswer> =>
    atPublicName(front.port, url, { method: 'POST', headers: { 'content-type': type }, body });

  test('each path has its own documents, and is its own audience', async () => {
    for (const vault of ['work', 'home']) {
      const resource = await atPublicName(
        front.port,
        `${wellKnown}/oauth-protected-resource/vaults/${vault}/mcp`,
      );
      expect(json(resource)).toMatchObject({
        resource: `${publicUrl}/${vault}/mcp`,
        authorization_servers: [`${publicUrl}/${vault}`],
      });
      const server = await atPublicName(
        front.port,
        `${wellKnown}/oauth-authorization-server/vaults/${vault}`,
      );
      expect(json(server)).toMatchObject({
        issuer: `${publicUrl}/${vault}`,
        token_endpoint: `${publicUrl}/${vault}/oauth/token`,
      });
      const refused = await called(front.port, 'lct_a-token-of-nobody', `${publicUrl}/${vault}/mcp`);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain(
        `/oauth-protected-resource/vaults/${vault}/mcp"`,
      );
    }
    expect(
      (await atPublicName(front.port, `${wellKnown}/oauth-protected-resource/vaults/none/mcp`)).status,
    ).toBe(404);
    const entry = await atPublicName(front.port, `${publicUrl}/mcp`, { method: 'POST' });
    expect([entry.status, entry.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await called(front.port, 'lct_a-token-of-nobody', `${publicUrl}/none/mcp`)).status).toBe(401);
  });

  /** `lectern pair`, for a vault of the front. @returns the code */
  async function pairingCode(vault: string): Promise<string> {
    const child = spawn(
      process.execPath,
      [builtProduct().command, 'pair', join(folders.parent, vault), '--json', '--yes'],
      {
        env: { PATH: process.env['PATH'], XDG_STATE_HOME: join(folders.parent, 'state') },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    let out = '';
    child.stdout.on('data', data => (out += String(data)));
    closing('lectern pair', () => Promise.resolve(child.kill('SIGKILL')));
    await eventually(() => out.includes('\n'), 10_000);
    return z.looseObject({ code: z.string() }).parse(JSON.parse(out.split('\n')[0] ?? '')).code;
  }

  test('a client that signs in at one vault has that one alone', async () => {
    const code = await pairingCode('work');
    const redirect = 'https://client.example/callback';
    const at = `${publicUrl}/work/oauth`;
    const registration = JSON.stringify({ client_name: 'Phone', redirect_uris: [redirect] });
    const { client_id: id } = z
      .looseObject({ client_id: z.string() })
      .parse(json(await post(`${at}/register`, registration, 'application/json')));
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: id, redirect_uri: redirect, state: 's' },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const back = await signIn(front.port, `${at}/authorize?${query.toString()}`, code);
    expect(back.searchParams.get('iss')).toBe(`${publicUrl}/work`);
    const fields = new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: id, redirect_uri: redirect, code_verifier: verifier },
      code: back.searchParams.get('code') ?? '',
    });
    const redeemed = await post(`${at}/token`, fields.toString(), 'application/x-www-form-urlencoded');
    const { access_token: token } = tokensIn(redeemed);
    const read = await called(front.port, token, `${publicUrl}/work/mcp`);
    expect([read.status, read.text.includes('work')]).toEqual([200, true]);
    expect((await called(front.port, token, `${publicUrl}/home/mcp`)).status).toBe(401);
    expect((await called(front.port, token, `http://127.0.0.1:${front.port}/work/mcp`)).status).toBe(401);
  }, 20_000);

  test('of the tokens of the settings, those that are remote hold there, for their vaults', async () => {
    const status = async (token: string, vault: string): Promise<number> =>
      (await called(front.port, token, `${publicUrl}/${vault}/mcp`)).status;
    expect(await status(remote, 'work')).toBe(200);
    expect(await status(remote, 'home')).toBe(401);
    expect(await status(environment.LECTERN_TOKEN, 'work')).toBe(401);
  });

  test('a path outside the public address is no vault there', async () => {
    expect((await called(front.port, remote, 'https://notes.example.org/work/mcp')).status).toBe(404);
  });
});

describe('load and failures', () => {
  let folders: NamedFolders;
  let front: SeveralVaults;

  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  const read = { method: 'tools/call', params: { name: 'read_note', arguments: { path: 'A.md' } } };

  function post(vault: string): Promise<Response> {
    return fetch(front.url(vault), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${front.token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...read }),
    });
  }

  describe('of four vaults at one front', () => {
    beforeAll(async () => {
      folders = new NamedFolders({
        work: { 'A.md': 'work', 'Long.md': 'a line of the long note\n'.repeat(40_000) },
        ...{ home: { 'A.md': 'home' }, third: {}, fourth: { 'A.md': 'fourth' } },
      });
      front = await SeveralVaults.start(folders);
    }, 60_000);
    afterAll(async () => {
      await front.stop();
      folders.remove();
    });

    /** Megabytes of memory that a process has, now or at most. */
    function memory(which: 'VmRSS' | 'VmHWM'): number {
      const row = readFileSync(`/proc/${front.pid}/status`, 'utf8')
        .split('\n')
        .find(text => text.startsWith(which));
      return Number(row?.replace(/\D+/g, '')) / 1024;
    }

    function resetPeak(): void {
      writeFileSync(`/proc/${front.pid}/clear_refs`, '5');
    }

    test('twenty-four clients with two calls each lose none', async () => {
      const connected = await Promise.all(
        Array.from({ length: 24 }, (_, at) =>
          front.connect(at % 4 < 2 ? '2025' : '2026', at % 2 === 0 ? 'work' : 'home'),
        ),
      );
      const answers = await Promise.all(
        connected.map(async (client, at) => {
          const vault = at % 2 === 0 ? 'work' : 'home';
          const found: boolean[] = [];
          for (let call = 0; call < 2; call += 1)
            found.push((await client.call('read_note', { path: 'A.md' })).text.includes(vault));
          return found;
        }),
      );
      expect(answers.flat().filter(Boolean)).toHaveLength(48);
      await Promise.all(connected.map(client => client.close()));
      expect(memory('VmRSS')).toBeLessThan(90);
    }, 60_000);

    test('a hundred calls at the one entry leave the front small', async () => {
      const client = await clients['2026']({ url: `${front.origin}/mcp`, token: front.token });
      for (let call = 0; call < 100; call += 1) {
        const vault = call % 2 === 0 ? 'work' : 'home';
        expect((await client.call('read_note', { path: 'A.md', vault })).text).toContain(vault);
      }
      await client.close();
      expect(memory('VmRSS')).toBeLessThan(90);
    }, 60_000);

    test('an upload of 40 MB passes through', async () => {
      const client = await front.connect('2026', 'home');
      const { structured } = await client.call('add_attachment', { name: 'big.png' });
      await client.close();
      const { uploadUrl } = z.looseObject({ uploadUrl: z.string() }).parse(structured);
      const body = Buffer.alloc(40_000_000, 1);
      Buffer.from('89504e470d0a1a0a', 'hex').copy(body);
      const before = memory('VmRSS');
      resetPeak();
      const answer = await fetch(uploadUrl, { method: 'PUT', body });
      expect(answer.status).toBe(201);
      expect(memory('VmHWM') - before).toBeLessThan(30);
      const { path } = z.looseObject({ path: z.string() }).parse(await answer.json());
      expect(readFileSync(join(folders.parent, 'home', path)).equals(body)).toBe(true);
    }, 30_000);

    /** A client that asks for a long answer and takes none of it. */
    function silentReader(): Promise<Socket> {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'read_note', arguments: { path: 'Long.md', maxChars: 500_000 } },
      });
      const lines = [
        'POST /work/mcp HTTP/1.1',
        `Host: 127.0.0.1:${front.port}`,
        `Authorization: Bearer ${front.token}`,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      return new Promise((resolve, reject) => {
        const socket = connect(front.port, '127.0.0.1', () => {
          socket.pause();
          socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
          resolve(socket);
        });
        socket.on('error', reject);
        closing('A reader', () => Promise.resolve(socket.destroy()));
      });
    }

    test('thirty readers that do not read hold little, and nobody else up', async () => {
      const before = memory('VmRSS');
      resetPeak();
      const readers = await Promise.all(Array.from({ length: 30 }, silentReader));
      await sleep(1500);
      const client = await front.connect('2026', 'work');
      expect((await client.call('read_note', { path: 'A.md' })).text).toContain('work');
      await client.close();
      expect(memory('VmHWM') - before).toBeLessThan(40);
      for (const reader of readers) reader.destroy();
    }, 30_000);

    test('a vault that is killed ends its calls at once, leaves the others, and is back soon', async () => {
      const other = await front.connect('2026', 'home');
      const pid = front.pidOf('work');
      process.kill(pid, 'SIGSTOP');
      const call = post('work');
      await sleep(200);
      process.kill(pid, 'SIGKILL');
      const killed = performance.now();
      const answer = await call;
      expect(performance.now() - killed).toBeLessThan(4000);
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
      expect(await answer.json()).toMatchObject({
        error: { data: { code: 'vault_unavailable', vault: 'work' } },
      });
      expect((await other.call('read_note', { path: 'A.md' })).text).toContain('home');
      const away = await post('work');
      expect([away.status, away.headers.has('retry-after')]).toEqual([503, true]);
      // The first pause is one second, and a start takes less than another on a machine that has nothing else to do.
      await eventually(() => front.pidOf('work') !== pid, 12_000);
      expect((await post('work')).status).toBe(200);
      expect(front.events.filter(({ event }) => event === 'ended')).toEqual([
        { event: 'ended', vault: 'work', code: null, signal: 'SIGKILL', retryMs: 1000 },
      ]);
      expect((await other.call('read_note', { path: 'A.md' })).text).toContain('home');
      await other.close();
    }, 40_000);

    test('a client of the one entry is told of a vault that is killed in its call, and goes on', async () => {
      const client = await clients['2026']({ url: `${front.origin}/mcp`, token: front.token });
      const pid = front.pidOf('home');
      process.kill(pid, 'SIGSTOP');
      const call = client.call('read_note', { path: 'A.md', vault: 'home' });
      await sleep(200);
      process.kill(pid, 'SIGKILL');
      const killed = performance.now();
      expect(codeOf(await call)).toBe('vault_unavailable');
      expect(performance.now() - killed).toBeLessThan(4000);
      expect((await client.call('read_note', { path: 'A.md', vault: 'work' })).text).toContain('work');
      await eventually(() => front.pidOf('home') !== pid, 12_000);
      expect((await client.call('read_note', { path: 'A.md', vault: 'home' })).text).toContain('home');
      await client.close();
    }, 40_000);

    test('a vault that hangs is killed and started again, and one that ends again and again after longer and longer pauses', async () => {
      const hanging = front.pidOf('fourth');
      process.kill(hanging, 'SIGSTOP');
      const call = post('fourth');
      expect((await post('home')).status).toBe(200);
      const pauses = (): number[] =>
        front.events.flatMap(event =>
          event.event === 'ended' && event.vault === 'third' ? [event.retryMs] : [],
        );
      let pid = 0;
      for (const end of [1, 2, 3]) {
        await eventually(() => front.pidOf('third') !== pid, 15_000);
        pid = front.pidOf('third');
        process.kill(pid, 'SIGKILL');
        await eventually(() => pauses().length === end);
      }
      expect(pauses()).toEqual([1000, 2000, 4000]);
      await eventually(() => front.pidOf('fourth') !== hanging, 20_000);
      expect((await call).status).toBe(503);
      expect((await post('fourth')).status).toBe(200);
    }, 60_000);

    test('when the front is killed, the processes of the vaults end', async () => {
      const pids = ['work', 'home', 'third', 'fourth'].map(vault => front.pidOf(vault));
      await front.stop('SIGKILL');
      await eventually(() => !pids.some(isAlive), 5000);
    }, 40_000);
  });

  test('the end by SIGTERM is clean, and comes within two seconds, after the answers to what is under way', async () => {
    folders = new NamedFolders({ work: { 'A.md': 'work' }, home: { 'A.md': 'home' } });
    front = await SeveralVaults.start(folders);
    const pids = ['work', 'home'].map(vault => front.pidOf(vault));
    const client = await front.connect('2026', 'work');
    const calls = Array.from({ length: 20 }, (_, at) =>
      client.call('create_note', { path: `Made/${at}.md`, content: 'x' }),
    );
    const answers = Promise.allSettled(calls);
    await calls[0];
    const asked = performance.now();
    expect(await front.stop('SIGTERM')).toBe(0);
    // Two seconds, and what a loaded machine takes to run the process that ends.
    expect(performance.now() - asked).toBeLessThan(4000);
    expect(pids.some(isAlive)).toBe(false);
    expect(front.events.some(({ event }) => event === 'ended')).toBe(false);
    const answered = (await answers).filter(({ status }) => status === 'fulfilled');
    expect(readdirSync(join(folders.parent, 'work', 'Made'))).toHaveLength(answered.length);
    await client.close().catch(() => undefined);
    folders.remove();
  }, 60_000);
});
