import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { codeOf } from '../support/clients';
import { builtProduct } from '../support/process/built-product';
import { Command, type RunningCommand, stateHome } from '../support/process/command';
import { field } from '../support/json';
import { isListening, requestText, sendRaw } from '../support/http/raw-http';
import { eventually } from '../support/time/waiting';
import { VaultFolder } from '../support/files/vault-folder';

let folder: VaultFolder;
const commands: Command[] = [];

beforeEach(() => {
  folder = new VaultFolder({ 'a.md': 'one\ntwo\n' });
});
afterEach(async () => {
  for (const command of commands.splice(0)) await command.end('SIGKILL');
  folder.remove();
});

function run(words: readonly string[] = ['--port', '0'], environment?: Record<string, string>): Command {
  const command = new Command(folder, ['--json', ...words], environment);
  commands.push(command);
  return command;
}

function settingsFile(settings: unknown): string {
  const file = join(folder.parent, 'settings.json');
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings), { mode: 0o600 });
  return file;
}

/** @returns what it complains of */
async function refused(
  { path }: { readonly path: string },
  words: readonly string[] = [],
  environment?: Record<string, string>,
  code = 1,
): Promise<string> {
  const command = new Command({ path, parent: folder.parent }, words, environment);
  commands.push(command);
  expect(await command.end()).toMatchObject({ code });
  expect(command.output).toBe('');
  return command.errors;
}

const start = (words?: readonly string[], environment?: Record<string, string>): Promise<RunningCommand> =>
  run(words, environment).ready();

/** Every file below a folder, with its text. */
function filesBelow(path: string): Map<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return new Map(
    entries
      .map(entry => join(entry.parentPath, entry.name))
      .map(name => [name, readFileSync(name, 'latin1')]),
  );
}

async function taken(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { server, port: address.port };
}

describe('the command refuses to start, with a sentence that says why,', () => {
  test('when its settings hold a key that it does not know', async () => {
    const command = run(['--settings', settingsFile({ port: 0, prot: 1 })]);
    expect(await command.end()).toMatchObject({ code: 2 });
    expect(command.output).toBe('');
    expect(command.errors).toMatch(/^"prot" in .*settings\.json is not a setting\.\n$/);
  });

  test('when its port is taken', async () => {
    const { server, port } = await taken();
    const command = run(['--port', String(port)]);
    expect(await command.end()).toMatchObject({ code: 1 });
    expect(command.output).toBe('');
    expect(command.errors).toBe(
      `Port ${port} is in use (another Lectern or Obsidian?). Start with --port ${port + 1}.\n`,
    );
    const viaNpm = run(['--port', String(port)], { npm_lifecycle_event: 'start' });
    await viaNpm.end();
    server.close();
    expect(viaNpm.errors).toContain(` npm start -- --port ${port + 1}.`);
  });

  test('when there is no such folder, and suggests a similar name', async () => {
    const near = { path: `${folder.path.slice(0, -1)}T` };
    expect(await refused(near)).toBe(`There is no folder ${near.path}. (Did you mean ${folder.path}?)\n`);
  });

  test('when other computers could connect and that was not confirmed', async () => {
    expect(await refused(folder, ['--host', '0.0.0.0', '--allow-remote'], {}, 2)).toBe(
      'Listening on 0.0.0.0 lets other computers use this vault. To allow this, set LECTERN_TOKEN and pass --allow-remote.\n',
    );
  });

  test('when its token cannot be kept', async () => {
    folder.write('.obsidian', 'a file where a folder should be');
    const command = run();
    expect(await command.end()).toMatchObject({ code: 1 });
    expect(command.output).toBe('');
    expect(command.errors).toMatch(/could not be saved/);
    expect(command.errors).not.toMatch(/^\s+at /m);
  });
});

describe('what the command prints at a start', () => {
  async function printed(
    words: readonly string[] = [],
    environment?: Record<string, string>,
  ): Promise<Command> {
    const command = new Command(folder, ['--port', '0', ...words], environment);
    commands.push(command);
    await eventually(() => command.output.includes('Ctrl+C stops it.'), 15_000);
    return command;
  }

  test('has at most fifteen lines: the notes, the address, where the token is, one client with all tools and the others', async () => {
    folder.write('.obsidian/app.json', '{}');
    const { output, errors } = await printed([], { DEBUG: '*' });
    expect(output.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(output).toMatch(/^Lectern serves .*: 1 note\n/);
    expect(output).toMatch(/URL {4}http:\/\/127\.0\.0\.1:\d+\/mcp\n {2}Token {2}/);
    expect(output).toMatch(/claude mcp add .* --tools all --stdio\n/);
    expect(output).toMatch(
      /Other clients: .*lectern\.mjs --port \d+ --setup CLIENT, with claude-desktop, cursor,/,
    );
    expect(errors).toBe('');
    const place = /\(YOUR_TOKEN below: it is in (.*), and --show-token prints it\)/.exec(output)?.[1] ?? '';
    const [token = ''] = /lct_[\w-]{43}/.exec(readFileSync(place, 'utf8')) ?? [];
    expect(token).not.toBe('');
    expect(output).not.toContain(token);
  });

  test('gives Claude Code, which loads tools on demand, the ones it was told, names npm that started it, and warns at each start of a folder that the app has not opened', async () => {
    const warning = 'Warning: Obsidian has not opened this folder (1 note). Is this the right folder?\n';
    const first = await printed(['--tools', 'standard'], { npm_lifecycle_event: 'start' });
    expect(first.output).toContain(' --tools standard --stdio\n');
    expect(first.output).toMatch(/Other clients: npm start -- --port \d+ --setup CLIENT/);
    expect(first.errors).toBe(warning);
    await first.end('SIGTERM');
    const second = await printed(['--tools', 'core']);
    expect(second.output).not.toContain('--tools');
    expect(second.errors).toContain(warning);
  });

  test('is nothing of what Node warns of: it has a storage that is none', async () => {
    const preload = join(__dirname, '..', 'support', 'process', 'storage-of-node.cjs');
    folder.write('.obsidian/app.json', '{}');
    expect((await printed([], { NODE_OPTIONS: `--require ${preload}` })).errors).toBe('');
  });

  test('contains the token on request, also in the first setup, which can be pasted as it is', async () => {
    const { output } = await printed(['--show-token'], { LECTERN_TOKEN: 'given-by-the-environment' });
    expect(output).toContain('Bearer given-by-the-environment');
    expect(output).not.toContain('YOUR_TOKEN');
  });

  test('says what to do where no value of a token is known on this computer', async () => {
    const tokens = [{ name: 'laptop', valueHash: 'a'.repeat(64), rights: 'read' }];
    const { output } = await printed(['--settings', settingsFile({ tokens })]);
    expect(output).toContain(
      'Token  (not known on this computer: use the value that your client has, or set LECTERN_TOKEN and start again)',
    );
  });

  test('warns that other computers can connect, and serves them; names the variable of this run’s token', async () => {
    const { output, errors } = await printed(['--host', '0.0.0.0', '--allow-remote'], {
      LECTERN_TOKEN: 'given-by-the-environment',
    });
    expect(errors).toMatch(/^Warning: other computers can use this vault with the token, at http:/m);
    expect(output).toContain('it is in LECTERN_TOKEN, and --show-token prints it');
    expect(output).not.toContain('given-by-the-environment');
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
    const statusFor = async (host: string): Promise<number> =>
      (await sendRaw(port, requestText('POST', '/mcp', [`Host: ${host}:${port}`]), '127.0.0.2')).status;
    expect(await statusFor('127.0.0.2')).toBe(401);
    expect(await statusFor('192.0.2.77')).toBe(403);
    expect(await statusFor('evil.example')).toBe(403);
  });
});

describe('a place that cannot be written', () => {
  /** Whoever runs the tests as root starts the command as nobody, since no mode keeps root out. */
  async function served(environment: Record<string, string> = {}): Promise<RunningCommand> {
    const command = new Command(folder, ['--json', '--port', '0'], environment, isRoot ? nobody : undefined);
    commands.push(command);
    return command.ready();
  }
  const isRoot = process.getuid?.() === 0;
  const nobody = 65_534;
  const callsOf = async (running: RunningCommand): Promise<unknown> => {
    const client = await running.connect('2026');
    const append = await client.call('update_note', { path: 'a', mode: 'append', content: 'more' });
    return [
      (await client.call('read_note', { path: 'a' })).structured['content'],
      field(append.structured, 'error', 'code'),
    ];
  };
  const readOnly = ['1→one\n2→two', 'permission_denied'];

  beforeEach(() => {
    chmodSync(folder.parent, 0o755);
    mkdirSync(stateHome(folder), { mode: 0o777 });
    chmodSync(stateHome(folder), 0o777);
  });

  test('as vault is served read-only with a token for this run', async () => {
    chmodSync(folder.path, 0o555);
    const running = await served();
    expect(await callsOf(running)).toEqual(readOnly);
    expect(running.command.errors).toContain(
      'This folder is not writable, so Lectern is read-only; if a new token is created, the token is valid until it stops.\n',
    );
    await running.command.end('SIGTERM');
    expect((await served()).token).not.toBe(running.token);
    expect(readdirSync(folder.path)).toEqual(['a.md']);
  });

  test('as state folder also makes the vault read-only, and is named', async () => {
    chmodSync(folder.path, 0o777);
    chmodSync(stateHome(folder), 0o555);
    const running = await served();
    expect(await callsOf(running)).toEqual(readOnly);
    expect(running.command.errors).toMatch(
      / is not writable, so Lectern is read-only .* Set XDG_STATE_HOME to a writable folder\.\n/,
    );
    expect(readdirSync(folder.path)).toEqual(['a.md']);
  });
});

describe('the command', () => {
  test('says in one line where it listens, serves two clients at once, and keeps its token to itself', async () => {
    folder.write('.obsidian/app.json', '{}');
    folder.write('b.md', 'other\n');
    const running = await start();
    const { command, line, token } = running;
    expect(line).toMatchObject({ event: 'ready', vault: realpathSync(folder.path), pid: command.pid });
    expect(line.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(token).toMatch(/^lct_[\w-]{43}$/);
    const [old, modern] = [await running.connect('2025'), await running.connect('2026')];
    const paths = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 'a.md' : 'b.md'));
    const answers = await Promise.all(
      paths.map(path => (path === 'a.md' ? old : modern).call('read_note', { path })),
    );
    expect(answers.map(({ structured }) => structured['path'])).toEqual(paths);
    await expect(running.connect('2025', `${token}x`)).rejects.toThrow();
    expect(await command.end('SIGTERM')).toMatchObject({ code: 0 });

    expect(command.output.split(token)).toHaveLength(2);
    expect(command.output.split('\n')).toHaveLength(2);
    expect(command.errors).toBe('');
    for (const text of filesBelow(folder.path).values()) expect(text).not.toContain(token);
    const holding = [...filesBelow(stateHome(folder))].filter(([, text]) => text.includes(token));
    expect(holding.map(([name]) => (statSync(name).mode & 0o777).toString(8))).toEqual(['600']);
    const data = readFileSync(join(folder.path, '.obsidian/plugins/lectern-mcp/data.json'), 'utf8');
    expect(data).toMatch(/"valueHash": "[0-9a-f]{64}"/);
  });

  test('takes settings from a file for this run, gives the token of the environment its rights, and keeps it out of its arguments and files', async () => {
    folder.write('b.md', 'other\n');
    const settings = {
      tokens: [{ name: 'guest', value: 'a-guest-of-the-vault', rights: 'read', deny: ['b.md'] }],
      disabledTools: ['read_note'],
    };
    const words = ['--port', '0', '--rights', 'read', '--read-only', '--settings', settingsFile(settings)];
    const running = await start(words, { LECTERN_TOKEN: 'given-by-the-environment' });
    expect(running.token).toBe('given-by-the-environment');
    expect(readFileSync(`/proc/${running.command.pid}/cmdline`, 'utf8')).not.toContain(running.token);
    const [own, guest] = [
      await running.connect('2026'),
      await running.connect('2025', 'a-guest-of-the-vault'),
    ];
    for (const client of [own, guest]) {
      expect(await client.call('read_note', { path: 'a' })).toMatchObject({
        isError: true,
        structured: { error: { code: 'tool_disabled' } },
      });
    }
    expect((await own.call('list')).text).toContain('b.md');
    expect((await guest.call('list')).text).not.toContain('b.md');
    await running.command.end('SIGTERM');
    expect([...filesBelow(folder.path).keys()].filter(name => name.endsWith('data.json'))).toEqual([]);
    for (const place of [folder.path, stateHome(folder)])
      for (const text of filesBelow(place).values()) expect(text).not.toContain(running.token);
  });
});

describe('settings that are damaged', () => {
  const stored = '.obsidian/plugins/lectern-mcp/data.json';

  test('while it runs stop all access until they are corrected, as do other changes of them, and do not end it', async () => {
    const running = await start();
    const client = await running.connect('2026');
    const good = readFileSync(join(folder.path, stored), 'utf8');
    const isServed = (): Promise<boolean> =>
      client.call('list').then(
        () => true,
        () => false,
      );
    expect(await isServed()).toBe(true);
    folder.write(stored, good.slice(0, 20));
    await eventually(async () => !(await isServed()));
    folder.write(stored, good);
    await eventually(isServed);
    folder.write(
      stored,
      good.replace('"readOnly": false', () => '"readOnly": true'),
    );
    const append = { path: 'a', mode: 'append', content: 'more' };
    await eventually(async () => codeOf(await client.call('update_note', append)) === 'permission_denied');
    expect(running.command.errors).toContain('could not be read');
    expect(await running.command.end('SIGTERM')).toMatchObject({ code: 0 });
  });

  test('before it starts are moved aside, and no client is accepted', async () => {
    folder.write(stored, '{"port":');
    const command = run();
    expect(await command.end()).toMatchObject({ code: 1 });
    expect(command.errors).toContain('could not be read');
    const aside = join(
      folder.path,
      stored.replace('data.json', () => 'data.damaged.json'),
    );
    expect(readFileSync(aside, 'utf8')).toBe('{"port":');
  });

  test('as a rule keep the server from starting, even with a token for this run', async () => {
    const damaged = '{"hidden":"Private"}';
    folder.write(stored, damaged);
    const command = run(undefined, { LECTERN_TOKEN: 'a-token-for-this-run' });
    expect(await command.end()).toMatchObject({ code: 1 });
    expect(readFileSync(join(folder.path, stored), 'utf8')).toBe(damaged);
  });
});

describe('a file of the state folder', () => {
  const names = [
    ['secrets.json', 'values of their tokens'],
    ['local-storage.json', 'must pair again'],
  ] as const;

  async function placeOf(name: string): Promise<string> {
    const { command } = await start();
    await command.end('SIGTERM');
    const base = join(stateHome(folder), 'lectern');
    const [vault = ''] = readdirSync(base);
    return join(base, vault, name);
  }

  test.each(names.flatMap(name => ['', '{"one": "1', '[]'].map(text => [...name, text] as const)))(
    'that is damaged is set aside, which is said in one line with what it means: %s, %s, %j',
    async (name, loss, text) => {
      const place = await placeOf(name);
      writeFileSync(place, text);
      const command = run();
      await command.ready().catch(() => undefined);
      await command.end('SIGTERM');
      const lines = command.errors.split('\n').filter(line => line.includes(place));
      expect(lines).toEqual([expect.stringMatching(/^\S+ was damaged and is now \S+\.damaged\. /u)]);
      expect(lines[0]).toContain(loss);
      expect(command.errors).not.toMatch(/^ {4}at /mu);
      expect(readFileSync(`${place}.damaged`, 'utf8')).toBe(text);
    },
  );

  test.each(names)('that cannot be read ends the start with one plain line: %s', async (name, loss) => {
    const place = await placeOf(name);
    rmSync(place, { force: true });
    mkdirSync(place);
    const errors = await refused(folder);
    expect(errors.split('\n')).toEqual([expect.stringContaining(`${place} cannot be read: `), '']);
    expect(errors).toContain(loss);
  });

  test('that has compiled code is made once, and does no harm where it is damaged', async () => {
    const code = await placeOf('code');
    const kept = (): string[] => [...filesBelow(code).keys()].sort();
    const first = await start();
    await eventually(() => existsSync(code) && kept().length === 2, 10_000);
    await first.command.end('SIGTERM');
    const files = kept();
    expect(files.map(name => relative(code, dirname(name)))).toEqual(['.host', 'lectern-mcp']);
    for (const file of files) writeFileSync(file, 'damaged');
    const again = await start();
    expect((await (await again.connect('2026')).call('stat', { path: 'a' })).isError).toBe(false);
    await eventually(() => files.every(file => statSync(file).size > 100_000), 10_000);
    expect(kept()).toEqual(files);
  });

  test('that has compiled code belongs to a script without imports, of which Node would warn', () => {
    const script = readFileSync(join(dirname(builtProduct().command), 'serve.cjs'), 'utf8');
    expect(script).not.toContain('import(');
  });
});

describe('the end', () => {
  test('comes within two seconds of a signal, whatever is going on', async () => {
    folder.write('long.md', 'a long line of a long note\n'.repeat(400_000));
    const { port, token, command } = await start();
    const arguments_ = { path: 'long.md', maxChars: 500_000 };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_note', arguments: arguments_ },
    });
    const head = [
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${body.length}`,
    ];
    const text = requestText('POST', '/mcp', head, body);
    // Eight calls whose answers nobody takes, one request that never comes whole, one idle connection.
    const sockets = [...Array.from({ length: 8 }, () => text), text.slice(0, -5), ''].map(sent => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      return socket.pause().on('error', () => undefined);
    });
    // The first bytes of an answer: others are still being made.
    await Promise.race(sockets.slice(0, 8).map(socket => once(socket, 'readable')));
    const end = await command.end('SIGTERM');
    for (const socket of sockets) socket.destroy();
    expect(end.code).toBe(0);
    expect(end.milliseconds).toBeLessThan(2_000);
    expect(await isListening(port)).toBe(false);
  });

  test('by SIGKILL does not prevent a new start on the same port', async () => {
    const first = await start();
    const client = await first.connect('2026');
    await client.call('list');
    await first.command.end('SIGKILL');
    const second = await start(['--port', String(first.port)]);
    expect(second.line).toMatchObject({ url: first.url, token: first.token });
    await eventually(async () => !(await client.call('list')).isError);
  });
});
