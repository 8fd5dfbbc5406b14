import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { codeOf } from '../../support/clients';
import { RuledVault } from '../../rules/vault-with-rules';
import { type RawAnswer, requestText, sendRaw } from '../../support/http/raw-http';
import { appInterfaceOf } from '../../support/app-interface';
import { field } from '../../support/json';
import { exe, png } from '../../support/files/sample-files';
import { contentsOf } from '../../support/files/vault-contents';
import { eventually } from '../../support/time/waiting';
import { UploadAddresses } from '../../../src/server/uploads/upload-addresses';
import type { Grant } from '../../../src/vault/access/access';

describe('a file that is sent', () => {
  const mega = 1024 * 1024;
  const files = { 'Open/Note.md': 'note\n', 'Secret/s.md': 'secret\n' };

  let vault: RuledVault;
  const start = async (rules: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    vault = await RuledVault.start(
      files,
      { agent: { rights: 'write', deny: ['Secret'] } },
      { rules, areStored: true },
    );
  };
  afterEach(() => vault.close());

  const uploads = (): string => join(vault.lectern.folder.path, '.obsidian/plugins/lectern-mcp/uploads');
  const leftOver = (): string[] =>
    existsSync(uploads()) ? readdirSync(uploads()).filter(name => name.endsWith('.part')) : [];
  const visible = (): unknown =>
    Object.fromEntries(
      Object.entries(contentsOf(vault.lectern.folder.path)).filter(([path]) => !path.startsWith('.')),
    );
  const bytesAt = (path: string): Buffer => readFileSync(join(vault.lectern.folder.path, path));

  async function address(args: Record<string, unknown> = {}): Promise<URL> {
    const answer = await vault.as('agent').call('add_attachment', { name: 'pic.png', ...args });
    expect(codeOf(answer)).toBe('ok');
    return new URL(String(answer.structured['uploadUrl']));
  }

  interface Put {
    readonly method?: string;
    readonly headers?: readonly string[];
    readonly body?: Uint8Array;
  }

  /** A PUT with all of its body. */
  function put(url: URL, { method = 'PUT', headers = [], body = png }: Put = {}): Promise<RawAnswer> {
    const lines = [`Host: ${url.host}`, `Content-Length: ${body.length}`, ...headers];
    const head = Buffer.from(requestText(method, url.pathname, lines));
    return sendRaw(Number(url.port), Buffer.concat([head, body]));
  }

  function chunked(...chunks: readonly Uint8Array[]): Buffer {
    const parts = [...chunks, new Uint8Array()].flatMap(chunk => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]);
    return Buffer.concat(parts);
  }

  test('a file is sent to the address, and is one change with its embed', async () => {
    await start();
    const before = visible();
    const answer = await vault
      .as('agent')
      .call('add_attachment', { name: 'pic.png', note: 'Open/Note', embed: true });
    expect(answer.structured).toMatchObject({ path: 'pic.png', mediaType: 'image/png' });
    expect(answer.text).toContain(`curl -T FILE ${String(answer.structured['uploadUrl'])}`);
    expect(visible()).toEqual(before);
    const url = new URL(String(answer.structured['uploadUrl']));
    expect(url.origin).toBe(new URL(vault.lectern.url).origin);
    const sent = await put(url);
    expect(sent.status).toBe(201);
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
    expect(JSON.parse(sent.body)).toMatchObject({ path: 'pic.png', size: png.length, embed: '![[pic.png]]' });
    expect(bytesAt('pic.png').equals(png)).toBe(true);
    expect(vault.text('Open/Note.md')).toBe('note\n![[pic.png]]\n');
    expect(leftOver()).toEqual([]);
    const changeId = field(JSON.parse(sent.body), 'changeId');
    expect(codeOf(await vault.as('agent').call('undo_change', { changeId }))).toBe('ok');
    expect(visible()).toEqual(before);
  });

  test('neither a preview nor a call that would be refused makes an address', async () => {
    await start();
    const preview = await vault.as('agent').call('add_attachment', { name: 'pic.png', dryRun: true });
    expect(preview.structured).toEqual({ path: 'pic.png', mediaType: 'image/png', dryRun: true });
    for (const args of [{ name: 'run.exe' }, { name: '../pic.png' }, { name: 'Secret/pic.png' }])
      expect((await vault.as('agent').call('add_attachment', args)).isError).toBe(true);
  });

  test('50 MB arrive in chunks, can be undone, and take no space in the journal', async () => {
    await start();
    const url = await address();
    const rest = Buffer.alloc(50 * mega - png.length, 7);
    const head = requestText('PUT', url.pathname, [`Host: ${url.host}`, 'Transfer-Encoding: chunked']);
    const sent = await sendRaw(Number(url.port), Buffer.concat([Buffer.from(head), chunked(png, rest)]));
    expect([sent.status, field(JSON.parse(sent.body), 'size')]).toEqual([201, 50 * mega]);
    expect(bytesAt('pic.png').equals(Buffer.concat([png, rest]))).toBe(true);
    const changeId = field(JSON.parse(sent.body), 'changeId');
    const undone = await vault.as('agent').call('undo_change', { changeId });
    expect(codeOf(undone)).toBe('ok');
    expect(vault.text('pic.png')).toBeUndefined();
  }, 60_000);

  describe('is refused', () => {
    test('with more than 50 MB: by its length before a byte is read, and by its chunks', async () => {
      await start();
      const url = await address();
      const length = `Content-Length: ${50 * mega + 1}`;
      const declared = await sendRaw(
        Number(url.port),
        requestText('PUT', url.pathname, [`Host: ${url.host}`, length]),
      );
      expect(declared.status).toBe(413);
      const body = chunked(png, ...Array.from({ length: 51 }, () => Buffer.alloc(mega)));
      const head = requestText('PUT', url.pathname, [`Host: ${url.host}`, 'Transfer-Encoding: chunked']);
      // The answer may be lost with the connection, since it comes before all is sent.
      const counted = await sendRaw(Number(url.port), Buffer.concat([Buffer.from(head), body])).catch(
        () => undefined,
      );
      expect([undefined, 0, 413]).toContain(counted?.status);
      await eventually(() => leftOver().length === 0);
      expect(vault.text('pic.png')).toBeUndefined();
      expect((await put(url)).status).toBe(404);
    }, 60_000);

    test('the second time, with another secret, and below other paths, in the same way', async () => {
      await start();
      const url = await address();
      expect((await put(url)).status).toBe(201);
      const used = await put(url);
      const wrong = new URL(url);
      const bodies = [used.body];
      for (const secret of [
        'x'.repeat(43),
        '',
        `${url.pathname.slice(8)}x`,
        `${url.pathname.slice(8)}/`,
        '%00',
      ]) {
        wrong.pathname = `/upload/${secret}`;
        const answer = await put(wrong);
        expect([secret, answer.status]).toEqual([secret, 404]);
        bodies.push(answer.body);
      }
      expect(new Set(bodies).size).toBe(1);
      expect(readdirSync(vault.lectern.folder.path).filter(name => name.endsWith('.png'))).toEqual([
        'pic.png',
      ]);
    });

    test('twice at the same time: one of them makes the file', async () => {
      await start();
      const url = await address();
      const answers = await Promise.all([put(url), put(url), put(url)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
      expect(readdirSync(vault.lectern.folder.path).filter(name => name.endsWith('.png'))).toEqual([
        'pic.png',
      ]);
    });

    test.each(['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])('by %s', async method => {
      await start();
      const url = await address();
      const answer = await put(url, { method, body: new Uint8Array() });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'PUT']);
      expect((await put(url)).status).toBe(201);
    });

    test.each([
      ['from another origin', ['Origin: https://evil.example'], 403],
      ['from a page without an origin', ['Origin: null'], 403],
      ['with two origins', ['Origin: http://127.0.0.1', 'Origin: https://evil.example'], 400],
      ['compressed', ['Content-Encoding: gzip'], 415],
      ['as a part', ['Content-Range: bytes 0-9/20'], 400],
    ])('%s, and the address stays valid', async (_what, headers, status) => {
      await start();
      const url = await address();
      expect((await put(url, { headers })).status).toBe(status);
      expect((await put(url)).status).toBe(201);
    });

    test('at another host', async () => {
      await start();
      const url = await address();
      const text = requestText('PUT', url.pathname, ['Host: evil.example', `Content-Length: ${png.length}`]);
      const answer = await sendRaw(Number(url.port), Buffer.concat([Buffer.from(text), png]));
      expect(answer.status).toBe(403);
    });

    test.each([
      ['a program', exe, 415, 'unsupported_file'],
      ['nothing', new Uint8Array(), 400, 'invalid_argument'],
      ['a large file of another kind', Buffer.alloc(3 * mega), 415, 'unsupported_file'],
    ])('when it is %s, which uses the address up', async (_what, body, status, code) => {
      await start();
      const url = await address();
      const answer = await put(url, { body });
      expect([answer.status, field(JSON.parse(answer.body), 'error', 'code')]).toEqual([status, code]);
      expect((await put(url)).status).toBe(404);
      expect(leftOver()).toEqual([]);
      expect(vault.text('pic.png')).toBeUndefined();
    });

    const store = () => appInterfaceOf(vault.lectern).tab.store;
    const narrow = (rules: Record<string, unknown>): Promise<unknown> => {
      const agent = store().settings.tokens.find(({ name }) => name === 'agent');
      return store().changeToken(agent?.valueHash ?? '', old => ({ ...old, ...rules }));
    };
    const revoke = async (): Promise<void> => {
      const agent = store().settings.tokens.find(({ name }) => name === 'agent');
      if (agent !== undefined) await store().removeToken(agent);
    };
    const pause = (): void => {
      appInterfaceOf(vault.lectern).tab.live.setPaused(true);
    };
    const ways: readonly (readonly [string, number, () => Promise<unknown> | undefined])[] = [
      ['the vault became read-only', 403, () => store().update(old => ({ ...old, readOnly: true }))],
      ['the tool was switched off', 403, () => narrow({ disabledTools: ['add_attachment'] })],
      ['the token may only read', 403, () => narrow({ rights: 'read' })],
      ['the token may write less', 403, () => narrow({ allowWrite: ['Open'] })],
      ['the token has expired', 404, () => narrow({ expires: '2020-01-01T00:00:00.000Z' })],
      ['the token was revoked', 404, revoke],
      ['Lectern was paused', 503, () => Promise.resolve().then(pause)],
    ];
    test.each(ways)('when %s meanwhile', async (_what, status, change) => {
      await start();
      const url = await address();
      await change();
      expect((await put(url)).status).toBe(status);
      expect(leftOver()).toEqual([]);
      expect(vault.text('pic.png')).toBeUndefined();
    });
  });

  test('a client that disconnects during an upload leaves no file, and its space is free again', async () => {
    await start();
    for (let round = 0; round < 3; round += 1) {
      const url = await address();
      const socket = connect(Number(url.port), '127.0.0.1');
      const lines = [`Host: ${url.host}`, `Content-Length: ${50 * mega}`];
      socket.write(
        Buffer.concat([Buffer.from(requestText('PUT', url.pathname, lines)), png, Buffer.alloc(2 * mega)]),
      );
      await eventually(() => leftOver().length === 1);
      // The token's space is taken, and the address that is turned away stays good.
      const other = await address();
      expect((await put(other)).status).toBe(503);
      socket.destroy();
      await eventually(() => leftOver().length === 0);
      expect((await put(other)).status).toBe(201);
    }
  });

  test('a body shorter than it says is never a file', async () => {
    await start();
    const url = await address();
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.end(
      Buffer.concat([
        Buffer.from(
          requestText('PUT', url.pathname, [`Host: ${url.host}`, `Content-Length: ${png.length + 9}`]),
        ),
        png,
      ]),
    );
    await new Promise(resolve => socket.resume().on('close', resolve));
    expect(vault.text('pic.png')).toBeUndefined();
    expect(leftOver()).toEqual([]);
  });

  test('a path that is taken meanwhile is not overwritten', async () => {
    await start();
    const [whole, bare] = [await address({ name: 'Open/pic.png' }), await address()];
    writeFileSync(join(vault.lectern.folder.path, 'Open/pic.png'), 'mine');
    writeFileSync(join(vault.lectern.folder.path, 'pic.png'), 'mine');
    await vault.lectern.host.settled();
    expect((await put(whole)).status).toBe(409);
    expect(field(JSON.parse((await put(bare)).body), 'path')).toBe('pic 1.png');
    expect([vault.text('Open/pic.png'), vault.text('pic.png')]).toEqual(['mine', 'mine']);
  });

  test('files left by a crash are removed at the next start', async () => {
    vault = await RuledVault.start(
      files,
      {},
      {
        prepare: folder => {
          const place = join(folder.path, '.obsidian/plugins/lectern-mcp/uploads');
          mkdirSync(place, { recursive: true });
          for (const name of ['old.part', 'new.part', 'mine.txt']) writeFileSync(join(place, name), 'x');
          utimesSync(join(place, 'old.part'), 1, 1);
        },
      },
    );
    await eventually(() => !existsSync(join(uploads(), 'old.part')));
    expect(readdirSync(uploads()).sort()).toEqual(['mine.txt', 'new.part']);
  });
});

describe('the addresses', () => {
  const origin = 'http://127.0.0.1:27150';
  const grantOf = (token: string): Grant => ({
    ...{ token, key: `key of ${token}`, rights: 'write' },
    ...{ allow: [], allowWrite: [], deny: [], disabledTools: [] },
  });
  const uploadOf = (name: string, token = 'a') => ({
    attachment: { name, embed: false },
    grant: grantOf(token),
    client: undefined,
  });

  let time = 0;
  let count = 0;
  let addresses: UploadAddresses;
  beforeEach(() => {
    [time, count] = [0, 0];
    addresses = new UploadAddresses({
      clock: () => time,
      random: bytes => `secret-${bytes}-${(count += 1)}`,
    });
  });

  test('an address has a secret of 32 random bytes and lasts for ten minutes', () => {
    expect(addresses.open(uploadOf('a.png'), origin)).toEqual({
      uploadUrl: `${origin}/upload/secret-32-1`,
      expires: '1970-01-01T00:10:00.000Z',
    });
    time = 599_999;
    expect(addresses.find('secret-32-1')?.attachment.name).toBe('a.png');
    time = 600_000;
    expect(addresses.find('secret-32-1')).toBeUndefined();
  });

  test('an address is used once', () => {
    addresses.open(uploadOf('a.png'), origin);
    addresses.use('secret-32-1');
    expect(addresses.find('secret-32-1')).toBeUndefined();
  });

  test('a token has at most sixteen addresses: a further one ends its oldest, and none of another token', () => {
    addresses.open(uploadOf('other.png', 'b'), origin);
    for (let number = 0; number < 17; number += 1) addresses.open(uploadOf(`${number}.png`), origin);
    expect(addresses.find('secret-32-1')?.attachment.name).toBe('other.png');
    expect(addresses.find('secret-32-2')).toBeUndefined();
    expect(addresses.find('secret-32-3')?.attachment.name).toBe('1.png');
    expect(addresses.find('secret-32-18')?.attachment.name).toBe('16.png');
  });
});
