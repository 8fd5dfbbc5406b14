import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Command, type RunningCommand, stateHome } from '../support/process/command';
import { field } from '../support/json';
import { requestText, sendRaw } from '../support/http/raw-http';
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

async function taken(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { server, port: address.port };
}

describe('the command refuses to start, with a sentence that says why,', () => {
  test.each([
    ['a key it does not know', { port: 0, prot: 1 }, /^"prot" in .*settings\.json is not a setting\.$/],
    ['a port that is none', { port: 'many' }, /^"port" must be a whole number .*settings\.json\.$/],
    [
      'a token without a value',
      { port: 0, tokens: [{ name: 'a', rights: 'read' }] },
      /^"tokens\.0" in .*settings\.json needs either/,
    ],
    [
      'rights that are none',
      { tokens: [{ name: 'a', rights: 'all', value: 'x'.repeat(20) }] },
      /^"tokens\.0\.rights" in .* must be read, write or full\.$/,
    ],
    ['what is no JSON', '{"port":', /cannot be read/],
    ['what is no object', '[]', /not a JSON object/],
  ])('when its settings hold %s', async (_what, settings, reason) => {
    const command = run(['--settings', settingsFile(settings)]);
    expect(await command.end()).toMatchObject({ code: 2 });
    expect(command.output).toBe('');
    expect(command.errors.trim()).toMatch(reason);
    expect(command.errors.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    [
      'that is not there',
      () => join(folder.parent, 'nothing.json'),
      /^There is no file .*nothing\.json with settings\.$/,
    ],
    ['that is a folder', () => folder.path, /is a folder\. --settings takes a JSON file\.$/],
  ])('when its settings are in a file %s', async (_what, file, reason) => {
    const errors = await refused(folder, ['--settings', file()], {}, 2);
    expect(errors.trim()).toMatch(reason);
  });

  test('when its host is no address, whatever other options there are', async () => {
    const environment = { LECTERN_TOKEN: 'given-by-the-environment' };
    expect(await refused(folder, ['--host', 'bananas', '--allow-remote'], environment, 2)).toBe(
      '--host must be an address of this computer, such as 127.0.0.1, not "bananas".\n',
    );
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
    const far = { path: join(folder.parent, 'elsewhere', 'entirely') };
    expect(await refused(far)).toBe(`There is no folder ${far.path}.\n`);
    expect(await refused({ path: 'token' })).toContain('--help');
  });

  test('when the vault is a file', async () => {
    const path = join(folder.path, 'a.md');
    expect(await refused({ path })).toBe(`${path} is a file. Name the folder that contains your notes.\n`);
  });

  test.each([
    [['--host', '0.0.0.0', '--allow-remote'], {}],
    [['--host', '192.168.1.5'], { LECTERN_TOKEN: 'given-by-the-environment' }],
  ])('when other computers could connect and that was not confirmed: %j', async (words, environment) => {
    const host = words[1] ?? '';
    expect(await refused(folder, words, environment, 2)).toBe(
      `Listening on ${host} lets other computers use this vault. To allow this, set LECTERN_TOKEN and pass --allow-remote.\n`,
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

test('settings that appear while it runs apply at once, also read-only', async () => {
  const running = await run(['--port', '0'], { LECTERN_TOKEN: 'given-by-the-environment' }).ready();
  const client = await running.connect('2026');
  const append = (): ReturnType<typeof client.call> =>
    client.call('update_note', { path: 'a', mode: 'append', content: 'more' });
  expect((await append()).isError).toBe(false);
  folder.write('.obsidian/plugins/lectern-mcp/data.json', '{"readOnly": true}');
  await eventually(async () => (await append()).isError);
  expect((await append()).structured).toMatchObject({ error: { code: 'permission_denied' } });
});

describe('what the command prints at a start', () => {
  async function printed(
    words: readonly string[] = [],
    environment?: Record<string, string>,
  ): Promise<Command> {
    const command = new Command(folder, ['--port', '0', ...words], environment);
    commands.push(command);
    await eventually(() => command.output.includes('Ctrl+C stops it.'));
    return command;
  }

  test('has at most fifteen lines: the notes, the address, the token, one client with all tools and the others', async () => {
    folder.write('.obsidian/app.json', '{}');
    const { output, errors } = await printed();
    expect(output.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(output).toMatch(/^Lectern serves .*: 1 note\n/);
    expect(output).toMatch(/URL {4}http:\/\/127\.0\.0\.1:\d+\/mcp\n {2}Token {2}\(YOUR_TOKEN /);
    expect(output).toMatch(/claude mcp add .* --tools all --stdio\n/);
    expect(output).toMatch(
      /Other clients: .*lectern\.mjs --port \d+ --setup CLIENT, with claude-desktop, cursor,/,
    );
    expect(errors).toBe('');
  });

  test('gives Claude Code, which loads tools on demand, the ones it was told, and names npm that started it', async () => {
    const { output } = await printed(['--tools', 'standard'], { npm_lifecycle_event: 'start' });
    expect(output).toContain(' --tools standard --stdio\n');
    expect(output).toMatch(/Other clients: npm start -- --port \d+ --setup CLIENT/);
    expect((await printed(['--tools', 'core'])).output).not.toContain('--tools');
  });

  test('warns of a folder that the app has not opened, also with notes and at a second start', async () => {
    const warning = 'Warning: Obsidian has not opened this folder (1 note). Is this the right folder?\n';
    const first = await printed();
    expect(first.errors).toBe(warning);
    await first.end('SIGTERM');
    expect((await printed()).errors).toBe(warning);
  });

  test('says what to do where no value of a token is known on this computer', async () => {
    const tokens = [{ name: 'laptop', valueHash: 'a'.repeat(64), rights: 'read' }];
    const { output } = await printed(['--settings', settingsFile({ tokens })]);
    expect(output).toContain(
      'Token  (not known on this computer: use the value that your client has, or set LECTERN_TOKEN and start again)',
    );
  });

  test('warns that other computers can connect, and serves them', async () => {
    const { output, errors } = await printed(['--host', '0.0.0.0', '--allow-remote'], {
      LECTERN_TOKEN: 'given-by-the-environment',
    });
    expect(errors).toMatch(/^Warning: other computers can use this vault with the token, at http:/m);
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
    const statusFor = async (host: string): Promise<number> =>
      (await sendRaw(port, requestText('POST', '/mcp', [`Host: ${host}:${port}`]), '127.0.0.2')).status;
    expect(await statusFor('127.0.0.2')).toBe(401);
    expect(await statusFor('192.0.2.77')).toBe(403);
    expect(await statusFor('evil.example')).toBe(403);
  });
});

test('a plugin that the vault does not have is named, and the vault is served', async () => {
  const running = await run(['--port', '0', '--plugins', 'dataview']).ready();
  expect(running.command.errors).toContain(
    'The plugin "dataview" is not loaded: there is no .obsidian/plugins/dataview/main.js in the vault.',
  );
});

describe('a place that cannot be written', () => {
  test('is reported where no folder can be made either, and the vault is served read-only', async () => {
    const running = await run(['--port', '0'], { XDG_STATE_HOME: '/proc/none' }).ready();
    expect(running.command.errors).toContain('/proc/none');
    expect(running.command.errors).toContain('Set XDG_STATE_HOME to a writable folder.');
    const client = await running.connect('2026');
    expect((await client.call('read_note', { path: 'a' })).isError).toBe(false);
  });

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
