import { writeFileSync, existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { requestText, sendRaw } from '../../support/http/raw-http';
import { NamedFolders, SeveralVaults } from '../../support/process/several-vaults';
import { eventually } from '../../support/time/waiting';
import { clients } from '../../support/clients';
import { bridgedClient, closeBridged } from '../../support/process/bridged-client';
import { builtProduct } from '../../support/process/built-product';

describe('access', () => {
  const folders = new NamedFolders({ work: { 'A.md': 'work' }, home: { 'A.md': 'home' } });
  const tokens = { work: 'lct_token-of-work-alone', both: 'lct_token-of-both-vaults' };
  const settingsFile = join(folders.parent, 'settings.json');
  const page = 'http://page.example';
  let front: SeveralVaults;

  function writeSettings(vaults: readonly unknown[]): void {
    const given = [
      { name: 'one', value: tokens.work, rights: 'write', vaults },
      { name: 'both', value: tokens.both, rights: 'read' },
    ];
    writeFileSync(settingsFile, JSON.stringify({ tokens: given, allowedOrigins: [page] }));
  }

  beforeAll(async () => {
    writeSettings(['work']);
    front = await SeveralVaults.start(folders, ['--settings', settingsFile]);
  }, 30_000);
  afterAll(async () => {
    await front.stop();
    folders.remove();
  });

  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  interface Question {
    readonly method: string;
    readonly rest: string;
    readonly headers?: readonly string[];
    readonly body?: string;
  }

  const json = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const questions: readonly Question[] = [
    { method: 'POST', rest: '/mcp', headers: json, body: message },
    { method: 'POST', rest: '/mcp/?a=b', headers: json, body: message },
    { method: 'POST', rest: '/mcp', headers: ['Content-Type: text/plain'], body: 'no JSON' },
    { method: 'POST', rest: '/mcp', headers: [...json, 'Content-Length: 5'] },
    { method: 'POST', rest: '/mcp', headers: [...json, 'Transfer-Encoding: chunked'] },
    { method: 'POST', rest: '/mcp', headers: [...json, `Origin: ${page}`], body: message },
    { method: 'POST', rest: '/mcp', headers: [...json, 'Origin: http://other.example'], body: message },
    { method: 'GET', rest: '/mcp', headers: ['Accept: text/event-stream'] },
    { method: 'DELETE', rest: '/mcp', headers: ['Mcp-Session-Id: made-up'] },
    { method: 'PUT', rest: '/mcp' },
    { method: 'OPTIONS', rest: '/mcp', headers: [`Origin: ${page}`, 'Access-Control-Request-Method: POST'] },
    { method: 'GET', rest: '' },
    { method: 'GET', rest: '/' },
    { method: 'GET', rest: '/health' },
    { method: 'GET', rest: '/other' },
    { method: 'PUT', rest: `/upload/${'a'.repeat(43)}`, body: 'x' },
    { method: 'GET', rest: `/upload/${'a'.repeat(43)}` },
    { method: 'GET', rest: '/oauth/authorize' },
    { method: 'POST', rest: '/oauth/register', headers: json, body: '{}' },
  ];

  /** The whole answer but for its time. */
  async function answer(vault: string, question: Question, token: string | undefined): Promise<unknown> {
    const { method, rest, headers = [], body = '' } = question;
    const own = [
      `Host: 127.0.0.1:${front.port}`,
      ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
      ...headers,
      ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ];
    const got = await sendRaw(front.port, requestText(method, `/${vault}${rest}`, own, body));
    const entries = Object.entries(got.headers).filter(([name]) => name !== 'date');
    return { status: got.status, headers: entries, body: got.body };
  }

  const wrong = 'lct_a-token-of-nobody';
  const strangers = [tokens.work, wrong, undefined];

  async function expectNoDifference(): Promise<void> {
    for (const question of questions)
      for (const token of strangers)
        expect(await answer('home', question, token)).toEqual(await answer('none', question, token));
  }

  test('for a token that may not use it, a vault answers in every byte as none does', expectNoDifference);

  test('nor do headers as long as the front takes them make a difference', async () => {
    for (let length = 16_220; length < 16_300; length += 2) {
      const question = { method: 'GET', rest: '/mcp', headers: [`X-Long: ${'a'.repeat(length)}`] };
      expect(await answer('home', question, wrong)).toEqual(await answer('none', question, wrong));
    }
  });

  test('the refusal is that of a wrong token at the entry', async () => {
    const question = { method: 'POST', rest: '', headers: json, body: message };
    const [plain] = questions;
    if (plain === undefined) throw new Error('There is no question.');
    expect(await answer('home', plain, tokens.work)).toEqual(await answer('mcp', question, wrong));
  });

  test('a token uses the vaults that it names, with its own rights; without names, all of them', async () => {
    const work = await front.connect('2026', 'work', tokens.work);
    expect((await work.listTools()).map(({ name }) => name)).toContain('create_note');
    await work.close();
    for (const vault of ['work', 'home']) {
      const client = await front.connect('2025', vault, tokens.both);
      expect((await client.listTools()).map(({ name }) => name)).not.toContain('create_note');
      await client.close();
    }
  });

  test('each vault is announced with a token that it takes', () => {
    const announced = front.events.flatMap(event =>
      event.event === 'ready' && 'vault' in event ? [[event.vault, event.token]] : [],
    );
    expect(Object.fromEntries(announced)).toEqual({ work: tokens.work, home: tokens.both });
  });

  test('a vault that is away shows it to nobody else', async () => {
    const pid = front.pidOf('home');
    const [plain] = questions;
    if (plain === undefined) throw new Error('There is no question.');
    process.kill(pid, 'SIGKILL');
    await eventually(() => front.events.some(({ event }) => event === 'ended'));
    expect(await answer('home', plain, tokens.both)).toMatchObject({ status: 503 });
    await expectNoDifference();
    expect(front.pidOf('home')).toBe(pid);
    await eventually(() => front.pidOf('home') !== pid, 10_000);
  }, 20_000);

  test.each([
    ['a vault that is not there', ['work', 'nowhere'], 'nowhere'],
    ['no list', 'work', 'one'],
  ])('a token with %s ends the start', async (_what, vaults, named) => {
    const file = join(folders.parent, 'wrong.json');
    writeFileSync(
      file,
      JSON.stringify({ tokens: [{ name: 'one', value: tokens.work, rights: 'read', vaults }] }),
    );
    const words = [...folders.words, '--port', '0', '--settings', file];
    const started = new SeveralVaults(folders, words);
    expect(await started.ended()).not.toBe(0);
    expect(started.errors).toContain(named);
  });

  test('settings that no vault takes end the start', async () => {
    const file = join(folders.parent, 'unknown.json');
    writeFileSync(file, JSON.stringify({ noSuchSetting: true }));
    const started = new SeveralVaults(folders, [...folders.words, '--port', '0', '--settings', file]);
    expect(await started.ended()).toBe(2);
    expect(started.errors).toContain('noSuchSetting');
  }, 20_000);

  test('a token for one vault leaves no token in the other; an end by SIGINT is clean', async () => {
    const pair = new NamedFolders({ one: {}, two: {} });
    const file = join(pair.parent, 'settings.json');
    writeFileSync(
      file,
      JSON.stringify({ tokens: [{ name: 'a', value: tokens.work, rights: 'read', vaults: ['one'] }] }),
    );
    const started = await SeveralVaults.start(pair, ['--settings', file]);
    const two = started.events.find(event => 'vault' in event && event.vault === 'two');
    expect(two).toMatchObject({ token: null });
    expect(await started.stop('SIGINT')).toBe(0);
    pair.remove();
  }, 30_000);
});

describe('serving', () => {
  const folders = new NamedFolders({
    work: { 'Plan.md': 'the plan of work', 'Sub/Deep.md': 'deep' },
    home: { 'Plan.md': 'the plan of home' },
  });
  let front: SeveralVaults;

  beforeAll(async () => (front = await SeveralVaults.start(folders)), 60_000);
  afterAll(async () => {
    await front.stop();
    folders.remove();
  });

  test('tells each vault when it is ready, and all of them once', () => {
    const names = ['work', 'home'];
    const vaults = front.events.slice(0, -1);
    expect(vaults.map(event => ('vault' in event ? event.vault : '')).sort()).toEqual([...names].sort());
    for (const event of vaults) {
      if (event.event !== 'ready' || !('vault' in event)) throw new Error(JSON.stringify(event));
      expect(event).toMatchObject({ url: front.url(event.vault), path: join(folders.parent, event.vault) });
      expect(event.token).toBe(front.token);
      expect(event.pid).not.toBe(front.pid);
    }
    expect(front.events.at(-1)).toEqual({
      event: 'ready',
      url: `${front.origin}/mcp`,
      vaults: names,
      token: front.token,
      pid: front.pid,
    });
  });

  test.each(['2025', '2026'] as const)('a client of %s works at the path of each vault', async era => {
    for (const vault of ['work', 'home']) {
      const client = await front.connect(era, vault);
      expect((await client.call('read_note', { path: 'Plan.md' })).text).toContain(`the plan of ${vault}`);
      const path = `Made ${era}.md`;
      expect((await client.call('create_note', { path, content: vault })).isError).toBe(false);
      expect(readFileSync(join(folders.parent, vault, path), 'utf8')).toBe(vault);
      await client.close();
    }
  });

  test.each(['2025', '2026'] as const)('a client of %s works in all of them at the one entry', async era => {
    const client = await clients[era]({ url: `${front.origin}/mcp`, token: front.token });
    for (const vault of ['work', 'home']) {
      const { structured, text } = await client.call('read_note', { path: 'Plan.md', vault });
      expect(text).toContain(`the plan of ${vault}`);
      expect(structured['vault']).toBe(vault);
    }
    expect((await client.call('read_note', { path: 'Plan.md' })).isError).toBe(true);
    await client.close();
  });

  test('an upload address from the one entry is at the front too', async () => {
    const client = await clients['2026']({ url: `${front.origin}/mcp`, token: front.token });
    const { structured } = await client.call('add_attachment', { name: 'y.png', vault: 'work' });
    await client.close();
    const address = String(structured['uploadUrl']);
    expect(address.startsWith(`${front.origin}/upload/work-`)).toBe(true);
    const answer = await fetch(address, { method: 'PUT', body: Buffer.from('89504e470d0a1a0a', 'hex') });
    expect(answer.status).toBe(201);
  });

  test('health is for all of them, and names none', async () => {
    const answer = await fetch(`${front.origin}/health`);
    expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
  });

  test('an upload address is at the front, and leads to its vault', async () => {
    const client = await front.connect('2026', 'home', front.token);
    const asked = await client.call('add_attachment', { name: 'x.png' });
    await client.close();
    const { uploadUrl } = z.looseObject({ uploadUrl: z.string() }).parse(asked.structured);
    expect(uploadUrl.startsWith(`${front.origin}/upload/home-`)).toBe(true);
    const bytes = Buffer.from('89504e470d0a1a0a00ff', 'hex');
    const put = (url: string): Promise<Response> => fetch(url, { method: 'PUT', body: bytes });
    const wrong = await put(uploadUrl.replace(/.$/, last => (last === 'A' ? 'B' : 'A')));
    const nowhere = await put(uploadUrl.replace('home-', () => 'none-'));
    expect([wrong.status, nowhere.status]).toEqual([404, 404]);
    expect(await wrong.text()).toBe(await nowhere.text());
    const answer = await put(uploadUrl);
    expect(answer.status).toBe(201);
    const { path } = z.looseObject({ path: z.string() }).parse(await answer.json());
    expect(readFileSync(join(folders.parent, 'home', path))).toEqual(bytes);
  });

  test('the process of a vault serves nobody who does not come through the front', async () => {
    const client = await front.connect('2026', 'work');
    await client.close();
    const listening = portsOf(front.pidOf('work'));
    for (const port of listening) {
      const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${front.token}`, 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(answer.status).toBe(403);
    }
    expect(listening).toHaveLength(1);
  });

  test('its own words are for no other process', async () => {
    const words = [join(folders.parent, 'work'), '--vault-name', 'work', '--port', '0'];
    expect(await new SeveralVaults(folders, words).ended()).toBe(2);
  });

  test('LECTERN_TOKEN_FILE is for all, with the given rights; the end is held up by no vault that hangs', async () => {
    const pair = new NamedFolders({ one: {}, two: {} });
    const file = join(pair.parent, 'token.txt');
    writeFileSync(file, 'lct_the-token-in-the-file\n');
    const started = await SeveralVaults.start(pair, ['--rights', 'read'], { LECTERN_TOKEN_FILE: file });
    expect(started.token).toBe('lct_the-token-in-the-file');
    const client = await started.connect('2026', 'two');
    expect((await client.listTools()).map(({ name }) => name)).not.toContain('create_note');
    await client.close();
    const hanging = started.pidOf('one');
    process.kill(hanging, 'SIGSTOP');
    const asked = performance.now();
    await started.stop();
    // Two seconds, and what a loaded machine takes to run the process that ends.
    expect(performance.now() - asked).toBeLessThan(4000);
    expect(() => process.kill(hanging, 0)).toThrow('ESRCH');
    pair.remove();
  }, 30_000);

  test('a client that starts the command itself has all vaults', async () => {
    const args = [builtProduct().command, ...folders.words, '--stdio'];
    const env = { XDG_STATE_HOME: join(folders.parent, 'stdio') };
    const { client } = await bridgedClient('2026', { args, env });
    for (const vault of ['work', 'home']) {
      const read = await client.callTool({ name: 'read_note', arguments: { path: 'Plan.md', vault } });
      expect(JSON.stringify(read)).toContain(`the plan of ${vault}`);
    }
    await closeBridged();
  }, 30_000);

  test('a port that is taken ends the start, and is named', async () => {
    const started = new SeveralVaults(folders, [...folders.words, '--port', String(front.port)]);
    expect(await started.ended()).toBe(1);
    expect(started.errors).toContain(String(front.port));
  });

  test('a name twice ends the start with code 1 and one sentence', async () => {
    const words = ['work', 'home'].map(vault => `a=${join(folders.parent, vault)}`);
    const started = new SeveralVaults(folders, [...words, '--port', '0']);
    expect(await started.ended()).toBe(1);
    expect(started.errors.trim().split('\n')).toHaveLength(1);
  });

  test('a token that is made stays over restarts, for its owner alone', async () => {
    const { token } = front;
    await front.stop();
    front = await SeveralVaults.start(folders);
    expect(front.token).toBe(token);
    const state = join(folders.parent, 'state', 'lectern');
    const kept = readdirSync(state)
      .map(name => join(state, name, 'token'))
      .filter(file => existsSync(file));
    expect(kept.map(file => statSync(file).mode & 0o777)).toEqual([0o600]);
    await front.stop();
    const alone = new NamedFolders({ work: {} });
    const other = await SeveralVaults.start(alone);
    expect(other.token).not.toBe(token);
    await other.stop();
    alone.remove();
  }, 30_000);

  /** Ports at which a process listens. */
  function portsOf(pid: number): number[] {
    const sockets = new Set(socketsOf(pid));
    return readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map(row => row.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
  }

  function socketsOf(pid: number): string[] {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap(
      name => /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name)))?.[1] ?? [],
    );
  }
});

test('one vault with a name is served the same way, at all addresses of the computer if asked, and at no name', async () => {
  const folders = new NamedFolders({ only: { 'A.md': 'alone' } });
  const words = ['--host', '0.0.0.0', '--allow-remote'];
  const token = { LECTERN_TOKEN: 'lct_a-token-for-all-vaults' };
  const started = await SeveralVaults.start(folders, words, token);
  const client = await started.connect('2025', 'only');
  expect((await client.call('read_note', { path: 'A.md' })).text).toContain('alone');
  await client.close();
  const asked = async (host: string): Promise<number> => {
    const headers = [
      `Host: ${host}:${started.port}`,
      `Authorization: Bearer ${started.token}`,
      'Content-Type: application/json',
      'Accept: application/json',
    ];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const text = requestText('POST', '/only/mcp', [...headers, `Content-Length: ${body.length}`], body);
    return (await sendRaw(started.port, text, '127.0.0.2')).status;
  };
  expect(await Promise.all(['127.0.0.2', 'localhost', '127.0.0.3', 'a.example'].map(asked))).toEqual([
    200, 200, 403, 403,
  ]);
  await started.stop();
  folders.remove();
}, 30_000);
