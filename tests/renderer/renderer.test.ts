import { Console } from 'node:console';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openVault } from '../../pkg/headless/host';
import { builtProduct } from '../support/process/built-product';
import type { Answer } from '../support/clients';
import { checkClients, checkedFiles } from '../support/client-checks';
import { field } from '../support/json';
import { manifest, RunningLectern, testToken } from '../support/lectern';
import { temporaryVault } from '../headless/temporary-vault';
import { isListening, requestText, sendRaw } from '../support/http/raw-http';
import { inApp } from '../support/renderer/in-app';
import { Renderer } from '../support/renderer/renderer';
import { eventually } from '../support/time/waiting';
import { withPage } from '../headless/page';

withPage();

/** What the plugin wrote to the renderer's console. */
const written = new PassThrough();
const renderer = new Renderer(new Console(written, written));
const plugin = renderer.pluginClass(builtProduct().mainFile);

const mebibyte = 1024 * 1024;
const longLine = `${'long note, '.repeat(6)}\n`;
const longText = longLine.repeat(Math.floor(500_000 / longLine.length));

let lectern: RunningLectern;

beforeAll(async () => {
  lectern = await RunningLectern.start({ plugin, files: { ...checkedFiles, 'long.md': longText } });
});
afterAll(() => lectern.close());
afterEach(() => {
  expect(String(written.read() ?? '')).toBe('');
});

checkClients(() => lectern);

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function request(method: string, params: object, more: readonly string[] = []): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = [
    `Host: 127.0.0.1:${lectern.port}`,
    `Authorization: Bearer ${testToken}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...more,
  ];
  return requestText('POST', '/mcp', headers, body);
}

const modernHeaders = (method: string, name?: string): string[] => [
  'MCP-Protocol-Version: 2026-07-28',
  `Mcp-Method: ${method}`,
  ...(name === undefined ? [] : [`Mcp-Name: ${name}`]),
];
const wholeNote = { path: 'long.md', withLineNumbers: false, maxChars: 500_000 };

describe.each(['2025', '2026'] as const)('a client of %s', era => {
  test('gets an answer of a megabyte whole', async () => {
    const client = await lectern.connect(era);
    const { structured, text } = await client.call('read_note', wholeNote);
    expect(structured['content'] === longText).toBe(true);
    expect(text.endsWith(longText)).toBe(true);
  });
});

describe('while the page is hidden', () => {
  beforeEach(() => {
    renderer.isHidden = true;
  });
  afterEach(() => {
    renderer.isHidden = false;
  });

  test.each(['2025', '2026'] as const)(
    'a client of %s is answered: reads, searches and writes',
    async era => {
      const client = await lectern.connect(era);
      const path = `hidden-${era}.md`;
      const made = await client.call('create_note', { path, content: 'made while hidden' });
      expect(made.isError).toBe(false);
      expect((await client.call('read_note', { path })).text).toContain('made while hidden');
      expect((await client.call('search', { query: `hidden ${era}` })).isError).toBe(false);
    },
  );

  test('the server stops and starts again, on the same port', async () => {
    const { port } = await RunningLectern.start({ plugin, files: checkedFiles }).then(async first => {
      await first.close();
      return first;
    });
    expect(await isListening(port)).toBe(false);
    const own = await RunningLectern.start({ plugin, files: checkedFiles, settings: { port } });
    const { commands } = own.host.internals;
    for (const [command, listens] of [
      ['stop-server', false],
      ['start-server', true],
    ] as const) {
      expect(commands.executeCommandById(`${manifest.id}:${command}`)).toBe(true);
      await eventually(async () => (await isListening(port)) === listens);
    }
    expect((await (await own.connect()).call('list')).isError).toBe(false);
    await own.close();
    expect(await isListening(port)).toBe(false);
  });
});

describe('an answer', () => {
  const call = { name: 'read_note', arguments: { path: 'a.md' } };

  test.each([
    ['2025', () => request('tools/call', call)],
    [
      '2026',
      () => request('tools/call', { ...call, _meta: modernMeta }, modernHeaders('tools/call', 'read_note')),
    ],
  ] as const)('to a client of %s ends after its last message', async (_era, text) => {
    const { status, body } = await sendRaw(lectern.port, text());
    expect(status).toBe(200);
    expect(body).toContain('1→one');
    expect(body.endsWith('\r\n0\r\n\r\n')).toBe(true);
  });

  test('ends when the client disconnects before its end', async () => {
    const before = renderer.aborted;
    const socket = await sent(request('tools/call', { name: 'read_note', arguments: wholeNote }));
    // Not after its first bytes: where they come with most of the others, nothing is left to abort.
    socket.destroy();
    await eventually(() => renderer.aborted > before);
  });

  test('that stays open ends when its client disconnects, and leaves no timer', async () => {
    const [aborted, timers] = [renderer.aborted, renderer.pendingTimers];
    const method = 'subscriptions/listen';
    const params = { notifications: { toolsListChanged: true }, _meta: modernMeta };
    const socket = await sent(request(method, params, modernHeaders(method)));
    const [first] = await new Promise<[Buffer]>(resolve => socket.once('data', data => resolve([data])));
    expect(String(first)).toContain('200 OK');
    await eventually(() => renderer.pendingTimers > timers);
    socket.destroy();
    await eventually(() => renderer.aborted > aborted);
    await eventually(() => renderer.pendingTimers === timers);
  });
});

/** A header alone: the simulation decodes no more. */
function png(width: number, height: number): Uint8Array {
  const data = Buffer.alloc(24);
  data.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  data.writeUInt32BE(width, 16);
  data.writeUInt32BE(height, 20);
  return data;
}

describe('an image', () => {
  const read = async (path: string, bytes: Uint8Array): Promise<Answer> => {
    await lectern.host.app.vault.createBinary(path, Uint8Array.from(bytes).buffer);
    const answer = await (await lectern.connect()).call('read_attachment', { path, maxPixels: 100 });
    expect(renderer.openImages).toBe(0);
    return answer;
  };

  test('is scaled where it is large', async () => {
    const data = Buffer.from('100x50').toString('base64');
    const { media } = await read('large.png', png(4000, 2000));
    expect(media).toEqual([{ data, mimeType: 'image/png' }]);
  });

  test.each([0, mebibyte])('with %d damaged bytes is an unsupported file', async length => {
    const damaged = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), new Uint8Array(length)]);
    const { structured } = await read(`broken ${length}.jpg`, damaged);
    expect(field(structured, 'error', 'code')).toBe('unsupported_file');
  });
});

/** A connection over which a request has gone out. */
function sent(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(lectern.port, '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    socket.once('error', reject);
  });
}

describe('the server', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function start(port = 0): Promise<RunningLectern> {
    const started = await RunningLectern.start({ plugin, files: checkedFiles, settings: { port } });
    open.push(started);
    return started;
  }

  test('stops, frees its port and starts on it again', async () => {
    const { port } = await start();
    await open.pop()?.close();
    expect(await isListening(port)).toBe(false);
    const own = await start(port);
    const { commands } = own.host.internals;
    const client = await own.connect('2025');
    expect((await client.call('list')).isError).toBe(false);

    expect(commands.executeCommandById('lectern-mcp:stop-server')).toBe(true);
    await eventually(async () => !(await isListening(port)));
    expect(commands.executeCommandById('lectern-mcp:start-server')).toBe(true);
    await eventually(() => isListening(port));
    expect((await client.call('list')).isError).toBe(false);
    await own.close();
    expect(await isListening(port)).toBe(false);
  });

  test('leaves no timer, socket or watch after it stopped', async () => {
    const [timers, before] = [renderer.pendingTimers, handles().length];
    const own = await start();
    for (const era of ['2025', '2026'] as const) {
      const client = await own.connect(era);
      expect((await client.listTools()).length).toBeGreaterThan(1);
    }
    expect(handles().length).toBeGreaterThan(before);
    await own.close();
    expect(renderer.pendingTimers).toBe(timers);
    await eventually(() => handles().length <= before);
  });

  test('waits for its port when the app loads it again before the old one has ended', async () => {
    const old = await start();
    const stored = JSON.stringify({ port: old.port, autoStart: true });
    const vault = await temporaryVault({ [`.obsidian/plugins/${manifest.id}/data.json`]: stored });
    open.push(vault);
    const accepting = { acceptsStored: true, settings: { autoStart: false } };
    await vault.host.loadPlugin(plugin, manifest, accepting);
    await vault.host.close();
    const host = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
    open.push(host);
    const { control } = await host.loadPlugin(inApp(plugin), manifest);
    await eventually(() => control?.status().state === 'waiting');
    await old.close();
    expect(await control?.started()).toMatchObject({ state: 'listening', url: old.url });
    expect(host.notices).toEqual([]);
  });

  test('reports that its port is taken, and uses no other', async () => {
    const own = await start();
    const listeners = (): number => handles().filter(name => name === 'TCPServerWrap').length;
    const before = listeners();
    const stateFolder = join(own.folder.parent, 'other');
    const host = await openVault(own.folder.path, { stateFolder, quiet: true });
    open.push(host);
    const overlay = {
      settings: { port: own.port },
      tokens: [{ name: 'other', value: testToken, rights: 'read' as const }],
    };
    const { control } = await host.loadPlugin(plugin, manifest, overlay);
    const problem = `Port ${own.port} is in use by another program, perhaps another vault. Choose another port in the settings.`;
    expect(await control?.started()).toEqual({
      state: 'failed',
      problem,
      takenPort: own.port,
      token: testToken,
      granted: { rights: 'read', profile: 'core' },
    });
    // The host says it itself, once.
    expect(host.notices).toEqual([]);
    // One of an earlier test may still have been about to close.
    await eventually(() => listeners() <= before);
    expect((await (await own.connect()).call('list')).isError).toBe(false);
  });
});

/** What keeps this process busy: servers, sockets, watches and timers. */
function handles(): string[] {
  return process.getActiveResourcesInfo().filter(name => /^(TCP|FSEvent|Timeout|Pipe)/.test(name));
}
