import { once } from 'node:events';
import { readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Command, type RunningCommand, stateHome } from '../support/process/command';
import { isListening, requestText } from '../support/http/raw-http';
import { eventually } from '../support/time/waiting';
import { VaultFolder } from '../support/files/vault-folder';

const files = {
  '.obsidian/app.json': '{}',
  'a.md': 'one\ntwo\n',
  'b.md': 'other\n',
};
let folder: VaultFolder;
const commands: Command[] = [];

beforeEach(() => {
  folder = new VaultFolder(files);
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

function settingsFile(settings: unknown): string {
  const file = join(folder.parent, 'settings.json');
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
  return file;
}

describe('the command', () => {
  test('says in one line where it listens, and keeps its token to itself', async () => {
    const running = await start();
    const { command, line, token } = running;
    expect(line).toMatchObject({ event: 'ready', vault: realpathSync(folder.path), pid: command.pid });
    expect(line.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(token).toMatch(/^lct_[\w-]{43}$/);
    const client = await running.connect('2026');
    expect((await client.call('read_note', { path: 'a' })).structured['content']).toBe('1→one\n2→two');
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

    expect((await start()).token).toBe(token);
  });

  test('keeps the token out of its arguments', async () => {
    const { command, token } = await start(['--port', '0'], { LECTERN_TOKEN: 'given-by-the-environment' });
    expect(token).toBe('given-by-the-environment');
    expect(readFileSync(`/proc/${command.pid}/cmdline`, 'utf8')).not.toContain(token);
    for (const place of [folder.path, stateHome(folder)])
      for (const text of filesBelow(place).values()) expect(text).not.toContain(token);
  });

  test('serves two clients at once, each with its own answers', async () => {
    const running = await start();
    const [old, modern] = [await running.connect('2025'), await running.connect('2026')];
    const paths = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 'a.md' : 'b.md'));
    const answers = await Promise.all(
      paths.map(path => (path === 'a.md' ? old : modern).call('read_note', { path })),
    );
    expect(answers.map(({ structured }) => structured['path'])).toEqual(paths);
  });

  test('takes settings from a file for this run, and gives the token of the environment its rights', async () => {
    const settings = {
      tokens: [{ name: 'guest', value: 'a-guest-of-the-vault', rights: 'read', deny: ['b.md'] }],
      disabledTools: ['read_note'],
    };
    const words = ['--port', '0', '--rights', 'read', '--read-only', '--settings', settingsFile(settings)];
    const running = await start(words, { LECTERN_TOKEN: 'given-by-the-environment' });
    expect(running.token).toBe('given-by-the-environment');
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
  });
});

describe('what the command prints on a terminal', () => {
  const words = ['--port', '0'];

  async function printed(
    more: readonly string[] = [],
    environment?: Record<string, string>,
  ): Promise<Command> {
    const command = new Command(folder, [...words, ...more], environment);
    commands.push(command);
    await eventually(() => command.output.includes('Ctrl+C stops it.'), 15_000);
    return command;
  }

  test('contains no token if it goes to a file or a pipe, but the name of the token’s file', async () => {
    const { token, command } = await start();
    await command.end('SIGTERM');
    const { output, errors } = await printed();
    expect(output + errors).not.toContain(token);
    const place = /Token {2}\(YOUR_TOKEN below: it is in (.*), and --show-token prints it\)/.exec(
      output,
    )?.[1];
    expect(readFileSync(place ?? '', 'utf8')).toContain(token);
  });

  test('names the environment variable of this run’s token, and has no messages for developers', async () => {
    const environment = { LECTERN_TOKEN: 'given-by-the-environment', DEBUG: '*' };
    const { output, errors } = await printed([], environment);
    expect(errors).toBe('');
    expect(output).toContain('it is in LECTERN_TOKEN, and --show-token prints it');
    expect(output).not.toContain('given-by-the-environment');
  });

  test('contains the token on request, also in the first setup, which can be pasted as it is', async () => {
    const { output } = await printed(['--show-token'], { LECTERN_TOKEN: 'given-by-the-environment' });
    expect(output).toContain('Bearer given-by-the-environment');
    expect(output).not.toContain('YOUR_TOKEN');
  });
});

describe('settings that are damaged', () => {
  const stored = '.obsidian/plugins/lectern-mcp/data.json';

  test('while it runs stop all access until they are corrected, and do not end it', async () => {
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
});

describe('a rule that is damaged', () => {
  const stored = '.obsidian/plugins/lectern-mcp/data.json';
  const damaged = '{"hidden":"Private"}';

  test('keeps the server from starting, even with a token for this run', async () => {
    folder.write(stored, damaged);
    const command = run(undefined, { LECTERN_TOKEN: 'a-token-for-this-run' });
    expect(await command.end()).toMatchObject({ code: 1 });
    expect(readFileSync(join(folder.path, stored), 'utf8')).toBe(damaged);
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
