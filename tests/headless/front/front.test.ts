import {
  readFileSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { envelopeOf, VaultLinks } from '../../../pkg/headless/front/entry/vault-links';
import type { VaultDoor } from '../../../pkg/headless/front/vault-door';
import { codeOf, type TestClient } from '../../support/clients';
import { RunningEntry } from '../../support/front';
import { field } from '../../support/json';
import { type VaultEnd, VaultProcess } from '../../../pkg/headless/front/vault-process';
import { closing } from '../../support/left-open';
import { parseCommand } from '../../../pkg/headless/command/options';
import { isNamedVault, namedVaults } from '../../../pkg/headless/front/vault-words';
import { frontTokens } from '../../../pkg/headless/front/front-tokens';
import { frontText } from '../../../pkg/headless/front/front-texts';
import { Collector } from '../../../pkg/headless/front/collector';
import { settingsForVault } from '../../../pkg/headless/front/vault-settings';

describe('links to vaults', () => {
  let pieces: readonly string[] = [];
  let vault: Server;
  const links = new VaultLinks();

  beforeAll(async () => {
    vault = createServer(
      (request, response) => void request.resume().once('end', () => void answer(response)),
    );
    await new Promise<void>(resolve => vault.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    links.close();
    vault.close();
  });

  /** Each piece arrives by itself. */
  async function answer(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const piece of pieces) {
      response.write(piece);
      await delay(2);
    }
    response.end();
  }

  function door(): VaultDoor {
    const address: AddressInfo | string | null = vault.address();
    const port = address === null || typeof address === 'string' ? undefined : address.port;
    return { name: 'work', state: 'ready', notes: 0, port, onChange: () => () => undefined };
  }

  const progress =
    'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}';
  const result = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
  const whole = `${progress}\n\n${progress}\n\n: a comment\n\n${result}\n\n`;

  test.each(Array.from({ length: whole.length - 1 }, (_, at) => at + 1))(
    'events are read as they are where the stream is cut at %i',
    async at => {
      pieces = [whole.slice(0, at), whole.slice(at)];
      const reports: unknown[] = [];
      const signal = new AbortController().signal;
      const asker = { authorization: '', host: 'x', envelope: envelopeOf(undefined, false), signal };
      const onNotification = (method: string): void => void reports.push(method);
      const question = { method: 'tools/call', params: {}, onNotification };
      expect(await links.ask(door(), asker, question)).toEqual({ content: [] });
      expect(reports).toEqual(['notifications/progress', 'notifications/progress']);
    },
  );

  test('a call that is too large for a vault is refused as that, and not as if the vault were away', async () => {
    pieces = [whole];
    const asker = { authorization: '', host: 'x', envelope: {}, signal: new AbortController().signal };
    const params = { arguments: { content: 'ä'.repeat(5 * 1024 * 1024) } };
    const method = 'tools/call';
    const refused = { code: 'too_large' };
    await expect(links.ask(door(), asker, { method, params })).rejects.toMatchObject(refused);
    const message = { method, params };
    await expect(links.forward(door(), asker, { message, headers: {} })).rejects.toMatchObject(refused);
  });

  test('a vault that refuses a call for a while says for how long', async () => {
    const busy = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(503, { 'Retry-After': '7' }).end('{"error":{}}'));
    });
    await new Promise<void>(resolve => busy.listen(0, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = busy.address();
    const port = address === null || typeof address === 'string' ? undefined : address.port;
    const asker = { authorization: '', host: 'x', envelope: {}, signal: new AbortController().signal };
    const { init } = await links.forward({ ...door(), port }, asker, { message: {}, headers: {} });
    expect(init).toEqual({ status: 503, headers: { 'Retry-After': '7' } });
    await new Promise(resolve => busy.close(resolve).closeAllConnections());
  });
});

describe('the one entry', () => {
  let entry: RunningEntry;
  beforeAll(async () => {
    entry = await RunningEntry.start({
      work: { 'Plan.md': 'Ship on Friday.\n', 'Both.md': 'of work\n' },
      home: { 'Garden.md': 'Water the beans.\n', 'Both.md': 'of home\n' },
      old: {},
    });
  });
  afterAll(() => entry.close());

  describe.each(['2025', '2026'] as const)('three vaults at one entry, for a client of %s', era => {
    let all: TestClient;
    beforeAll(async () => {
      all = await entry.connect(era);
    });

    test('list each tool once, with the vaults that the token may use', async () => {
      const tools = await all.listTools();
      const names = tools.map(({ name }) => name);
      expect(names.length).toBe(new Set(names).size);
      for (const { name, inputSchema } of tools) {
        expect(field(inputSchema, 'properties', 'vault')).toEqual({
          type: 'string',
          enum: ['work', 'home', 'old'],
        });
        const required = field(inputSchema, 'required');
        expect(Array.isArray(required) && required.includes('vault')).toBe(name !== 'get_vault_info');
      }
    });

    test('answer from the named vault, which the answer names', async () => {
      for (const [vault, text] of [
        ['work', 'of work'],
        ['home', 'of home'],
      ]) {
        const answer = await all.call('read_note', { vault, path: 'Both.md' });
        expect(answer.structured).toMatchObject({ vault, path: 'Both.md' });
        expect(answer.text.startsWith(`${vault}: `)).toBe(true);
        expect(answer.text).toContain(text);
      }
    });

    test('are listed with their notes', async () => {
      const { structured } = await all.call('get_vault_info');
      const notesInOld = era === '2025' ? 0 : 1;
      expect(structured).toEqual({
        vaults: [
          { name: 'work', state: 'ready', notes: 2 },
          { name: 'home', state: 'ready', notes: 2 },
          { name: 'old', state: 'ready', notes: notesInOld },
        ],
      });
      expect((await all.call('get_vault_info', { vault: 'home' })).structured).toMatchObject({
        vault: 'home',
      });
    });

    test.each([{}, { vault: 'Work' }, { vault: 'none' }, { vault: null }, { vault: 1 }])(
      'refuse a call with %j, and name those that the token may use',
      async given => {
        const answer = await all.call('read_note', { path: 'Both.md', ...given });
        expect(codeOf(answer)).toBe('invalid_argument');
        for (const name of ['work', 'home', 'old']) expect(answer.text).toContain(`"${name}"`);
        expect(field(answer.structured, 'vault')).toBeUndefined();
      },
    );

    test('hide a vault that the token may not use', async () => {
      const pair = await entry.connect(era, 'pair');
      const [hidden, missing] = await Promise.all(
        ['old', 'none'].map(vault => pair.call('read_note', { vault, path: 'Both.md' })),
      );
      expect(hidden).toEqual(missing);
      expect(JSON.stringify(await pair.listTools())).not.toContain('"old"');
    });

    test('are one vault as ever for a token of one, but for its name', async () => {
      const one = await entry.connect(era, 'work');
      expect(field((await one.listTools())[0]?.inputSchema, 'properties', 'vault')).toBeUndefined();
      const answer = await one.call('read_note', { path: 'Plan.md' });
      expect(answer.structured).toMatchObject({ vault: 'work', path: 'Plan.md' });
      expect((await one.call('get_vault_info')).structured).toMatchObject({ vault: 'work', status: 'ok' });
    });

    test('change nothing for a token of one that names another, as if there were none', async () => {
      const one = await entry.connect(era, 'work');
      const given = { path: `Meant for another ${era}.md`, content: 'x\n' };
      const [other, missing] = await Promise.all(
        ['home', 'none'].map(vault => one.call('create_note', { ...given, vault })),
      );
      expect(other).toEqual(missing);
      expect(other === undefined ? '' : codeOf(other)).toBe('invalid_argument');
      expect(codeOf(await one.call('read_note', { path: given.path }))).toBe('not_found');
      const own = await one.call('read_note', { path: 'Plan.md', vault: 'work' });
      expect(own).toEqual(await one.call('read_note', { path: 'Plan.md' }));
    });

    test('write into the named vault alone', async () => {
      const path = `New ${era}.md`;
      const answer = await all.call('create_note', { vault: 'old', path, content: 'x\n' });
      expect(codeOf(answer)).toBe('ok');
      expect(textOf(entry, 'old', path)).toBe('x\n');
      expect(codeOf(await all.call('read_note', { vault: 'work', path }))).toBe('not_found');
    });

    test('answer `vault_unavailable` while one is away, and go on when it is back', async () => {
      const { home: door } = entry.doors;
      door?.serve(undefined);
      const away = await all.call('read_note', { vault: 'home', path: 'Both.md' });
      expect(codeOf(away)).toBe('vault_unavailable');
      expect(field(away.structured, 'vault')).toBe('home');
      expect(codeOf(await all.call('read_note', { vault: 'work', path: 'Both.md' }))).toBe('ok');
      expect((await all.listTools()).length).toBeGreaterThan(40);
      door?.serve(entry.vaults['home']);
      expect(codeOf(await all.call('read_note', { vault: 'home', path: 'Both.md' }))).toBe('ok');
    });

    test('are listed though one does not answer', async () => {
      const silent = createServer();
      await new Promise<void>(resolve => void silent.listen(0, '127.0.0.1', resolve));
      const address = silent.address();
      if (typeof address !== 'object' || address === null) throw new Error('It has no port.');
      entry.doors['old']?.serve({ port: address.port });
      const [{ structured }, tools] = await Promise.all([all.call('get_vault_info'), all.listTools()]);
      const { state, notes } = z
        .object({ vaults: z.array(z.object({ state: z.string(), notes: z.number().nullable() })) })
        .parse(structured).vaults[2] ?? { state: '', notes: 0 };
      expect([state, notes]).toEqual(['away', null]);
      expect(tools.length).toBeGreaterThan(40);
      entry.doors['old']?.serve(entry.vaults['old']);
      silent.closeAllConnections();
      await new Promise(resolve => void silent.close(resolve));
    }, 20_000);
  });

  function textOf({ vaults }: RunningEntry, vault: string, path: string): string {
    return readFileSync(join(vaults[vault]?.folder.path ?? '', path), 'utf8');
  }
});

describe('the process of a vault', () => {
  describe('the process of a vault', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-process-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Starts a program in place of Lectern. @returns how it ends */
    function started(text: string): Promise<VaultEnd> {
      const program = join(folder, 'program.mjs');
      writeFileSync(program, text);
      return new Promise(resolve => {
        const vault = new VaultProcess({
          vault: { name: 'work', folder },
          program,
          words: () => [],
          environment: {},
          tell: () => undefined,
          onReady: () => undefined,
          onEnd: end => {
            void stop();
            resolve(end);
          },
          onMisuse: () => undefined,
        });
        const stop = closing('The process', () => vault.stop());
        vault.start();
      });
    }

    test('a process that hangs while it starts is ended, and started again', async () => {
      jest.useFakeTimers();
      try {
        const end = started('setInterval(() => undefined, 1000);');
        jest.advanceTimersByTime(40_000);
        expect(await end).toMatchObject({ signal: 'SIGKILL', retryMs: 1000 });
      } finally {
        jest.useRealTimers();
      }
    });
  });

  describe('the words of the command', () => {
    const parent = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-words-')));
    const at = (name: string): string => join(parent, name);

    beforeAll(() => {
      for (const name of ['work', 'home', 'work/inner', 'work-2', 'a=b']) mkdirSync(at(name));
      symlinkSync(at('work'), at('link'));
    });
    afterAll(() => rmSync(parent, { recursive: true }));

    test.each(['work=/x', '0=/x', 'a_b-c=/x=y', 'Work=x', `${'a'.repeat(40)}=/x`, 'work='])(
      '%s is a named vault',
      word => {
        expect(isNamedVault(word)).toBe(true);
      },
    );

    test.each([
      '/x',
      '~/Notes',
      '=x',
      '-a=x',
      '_a=x',
      'a b=x',
      'ä=x',
      'wor\u212a=x',
      'wo\u017f=x',
      './a=x',
      `${'a'.repeat(41)}=/x`,
      'a.b=x',
    ])('%s is the name of a folder', word => {
      expect(isNamedVault(word)).toBe(false);
    });

    test('a word that is the name of a folder is no named vault', () => {
      const before = process.cwd();
      process.chdir(parent);
      try {
        expect(isNamedVault('a=b')).toBe(false);
      } finally {
        process.chdir(before);
      }
    });

    test('gives the real path of each folder', () => {
      expect(namedVaults([`one=${at('link')}`, `two=${at('home')}`, `three=${at('work-2')}`])).toEqual([
        { name: 'one', folder: at('work') },
        { name: 'two', folder: at('home') },
        { name: 'three', folder: at('work-2') },
      ]);
    });

    test.each([
      ['mixed words', [`work=${at('work')}`, at('home')], [at('home')]],
      ['a missing folder', [`work=${at('missing')}`], ['missing']],
      ['an empty folder', ['work='], ['work']],
      ['a name of an own address', [`Health=${at('work')}`], ['Health']],
      ['a name twice', [`work=${at('work')}`, `work=${at('home')}`], ['"work"']],
      ['names that differ in case alone', [`work=${at('work')}`, `Work=${at('home')}`], ['"work"', '"Work"']],
      ['one folder twice', [`one=${at('work')}`, `two=${at('link')}`], ['"one"', '"two"']],
      ['a folder inside another', [`one=${at('work/inner')}`, `two=${at('work')}`], ['"one"', '"two"']],
      ['a folder around another', [`one=${at('work')}`, `two=${at('work/inner')}`], ['"one"', '"two"']],
    ])('refuses %s, and says which', (_what, words, named) => {
      let message = '';
      try {
        namedVaults(words);
      } catch (error) {
        message = String(error);
      }
      for (const name of named) expect(message).toContain(name);
    });

    test.each(['mcp', 'health', 'upload', 'oauth', 'MCP'])('refuses the name %s', name => {
      expect(() => namedVaults([`${name}=${at('work')}`])).toThrow(name);
    });

    test('the command takes them beside its options', () => {
      const words = [`work=${at('work')}`, '--port', '0', `home=${at('home')}`];
      expect(parseCommand(words)).toMatchObject({
        kind: 'front',
        words: [words[0], words[3]],
        options: { port: 0 },
      });
      expect(parseCommand([...words, '--approve']).kind).toBe('mistake');
    });
  });

  test('what several vaults print connects Claude Code in all its projects, as one vault does', () => {
    const url = 'http://127.0.0.1:27150/mcp';
    const entrance = { url, vaults: ['work'], token: 'a-token' };
    const text = frontText(entrance, [], { isShown: true, place: '' }, 'linux');
    expect(text).toContain(
      `claude mcp add --transport http --scope user lectern ${url} --header 'Authorization: Bearer a-token'\n`,
    );
  });

  describe('the collector of memory', () => {
    test('leaves the flags of the engine as they were', () => {
      new Collector();
      expect(runsWithCollection()).toBe(false);
    });

    /** A new realm has `gc` only while the flag is set. */
    function runsWithCollection(): boolean {
      return runInNewContext("typeof gc === 'function'") === true;
    }
  });
});

test.each([
  ['https://notes.example.org', 'https://notes.example.org/work'],
  ['https://notes.example.org/all/mcp/', 'https://notes.example.org/all/work'],
  ['https://mcp', 'https://mcp/work'],
])('a vault at %s has the address %s', (publicUrl, own) => {
  expect(settingsForVault({ publicUrl }, 'work')).toEqual({ publicUrl: own });
});

test('a front prints no token that has expired, as one vault does', () => {
  const of = (name: string, year: number): object => ({
    ...{ name, rights: 'read', value: `the-value-of-${name}`, expires: `${year}-01-01T00:00:00Z` },
  });
  const known = (...tokens: readonly object[]): string | undefined =>
    frontTokens({
      ...{ vaults: [{ name: 'work', folder: '/work' }], settings: { tokens }, settingsFile: 's.json' },
      ...{ environment: {}, rights: 'read', needsShared: false },
    }).valueFor(['work']);
  expect(known(of('old', 2001), of('new', 9999))).toBe('the-value-of-new');
  expect(known(of('old', 2001))).toBeUndefined();
});
