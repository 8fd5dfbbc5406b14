import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { builtProduct } from '../../support/process/built-product';
import { eventually } from '../../support/time/waiting';
import { doctor } from '../../../pkg/headless/command/doctor/doctor';
import { RunningLectern, testToken } from '../../support/lectern';
import { Device } from './device';
import { idleRules } from '../../../pkg/headless/command/idle-rules';

const bundle = builtProduct().command;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

class Run {
  out = '';
  err = '';
  readonly ended: Promise<Ended>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', text => (this.out += String(text)));
    child.stderr?.on('data', text => (this.err += String(text)));
    this.ended = new Promise(resolve => {
      child.on('close', code => resolve({ code, out: this.out, err: this.err }));
    });
  }

  /** The first line of the standard output. */
  async line(): Promise<string> {
    await eventually(() => {
      if (this.out.includes('\n')) return true;
      if (this.child.exitCode !== null) throw new Error(this.err);
      return false;
    }, 15_000);
    return this.out.slice(0, this.out.indexOf('\n'));
  }
}

describe('the lectern command', () => {
  let base: string;
  const running: Run[] = [];

  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
    mkdirSync(join(base, 'Vault'));
    writeFileSync(join(base, 'Vault', 'a.md'), 'alpha');
  });

  afterEach(async () => {
    for (const run of running.splice(0)) {
      run.child.kill('SIGKILL');
      await run.ended;
    }
    rmSync(base, { recursive: true });
  });

  const lectern = (words: readonly string[], environment: Record<string, string> = {}): Run => {
    const env = { ...process.env, XDG_STATE_HOME: join(base, 'state'), LECTERN_TOKEN: '', ...environment };
    const run = new Run(
      spawn(process.execPath, [bundle, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    running.push(run);
    return run;
  };

  test('says which words do not change the token that is there, and ends cleanly on SIGINT', async () => {
    for (const [words, expected] of [
      [[], /^$/],
      [['--rights', 'write'], /^$/],
      [['--rights', 'read', '--tools', 'all'], /--rights read .*write.*--tools all .*core.*--read-only/],
    ] as const) {
      const run = lectern([join(base, 'Vault'), '--json', '--port', '0', ...words]);
      await run.line();
      run.child.kill('SIGINT');
      const { code, err } = await run.ended;
      const warnings = err.split('\n').filter(line => line.includes('token'));
      expect([code, warnings.join()]).toEqual([0, expect.stringMatching(expected)]);
    }
  });

  test('warns of a rule of its settings that matches nothing in the vault', async () => {
    const settings = join(base, 'settings.json');
    writeFileSync(settings, JSON.stringify({ hidden: ['A.md', 'Privat'] }));
    const run = lectern([join(base, 'Vault'), '--json', '--port', '0', '--settings', settings]);
    await run.line();
    run.child.kill('SIGINT');
    const { err } = await run.ended;
    expect([err.includes('"Privat"'), err.includes('"A.md"')]).toEqual([true, false]);
  });

  test('names rules that match nothing in any vault, also when they come with the vault', () => {
    const rules = ['', '../x', 'F/..', 'x\\', 'A.md'];
    const named = rules.map(rule => idleRules({ hidden: [rule] }, ['', 'A.md', 'F', 'F/b.md']).length);
    expect(named).toEqual([1, 1, 1, 1, 0]);
  });

  test('serves a vault whose settings switch the automatic start off', async () => {
    const folder = join(base, 'Vault', '.obsidian', 'plugins', 'lectern-mcp');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'data.json'), '{"autoStart": false}');
    const run = lectern([join(base, 'Vault'), '--json', '--port', '0']);
    expect(JSON.parse(await run.line())).toMatchObject({ event: 'ready' });
  });

  test.each([[[]], [['--unknown', 'V']], [['V', '--stdio', '--json']]])(
    'says where its options are listed after %j',
    async words => {
      const { code, out, err } = await lectern(words).ended;
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^[^\n]+\n[^\n]*node \S*lectern\.mjs --help [^\n]+\n$/);
    },
  );

  test('prints the setup for several vaults, and refuses words that name none', async () => {
    const work = `work=${join(base, 'Vault')}`;
    const right = await lectern([work, '--setup', 'cursor']).ended;
    expect([right.code, right.out]).toEqual([0, (await lectern(['--setup', 'cursor']).ended).out]);
    for (const words of [
      [work, work],
      [work, join(base, 'Vault')],
      ['work=/none', '--port', '4000'],
    ]) {
      const { code, out, err } = await lectern([...words, '--setup', 'cursor']).ended;
      expect([code, out, err.trim().split('\n')]).toEqual([1, '', [expect.any(String)]]);
    }
  });

  test.each(['install', 'connect', 'doctor'])(
    'prints the help for --help after %s, whatever other arguments there are',
    async command => {
      const { code, out } = await lectern([command, '--print', '--help']).ended;
      expect([code, out.slice(0, 14)]).toEqual([0, 'Usage: lectern']);
    },
  );

  test('prints --help and --version', async () => {
    expect((await lectern(['--help']).ended).out).toContain('Usage: lectern');
    expect((await lectern(['--version']).ended).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('lectern doctor', () => {
  let device: Device;
  const servers: Server[] = [];
  const lecterns: RunningLectern[] = [];
  beforeEach(() => (device = new Device()));
  afterEach(async () => {
    device.remove();
    for (const server of servers.splice(0)) server.close();
    for (const lectern of lecterns.splice(0)) await lectern.close();
  });

  /** What the command printed, a finding a line, and its exit code. */
  async function run(
    words: readonly string[],
    environment: Record<string, string> = {},
  ): Promise<[number, string]> {
    const own = { XDG_STATE_HOME: join(device.folder, 'state'), ...environment };
    const code = await doctor(device.context(words, { environment: own }));
    return [code, device.output];
  }

  async function lectern(): Promise<RunningLectern> {
    const running = await RunningLectern.start({ files: { 'a.md': 'x' } });
    lecterns.push(running);
    return running;
  }

  const settingsFile = 'My Vault/.obsidian/plugins/lectern-mcp/data.json';
  const entryAt = (host: string, port: number, name = 'lectern', token = 'x'): string =>
    JSON.stringify({
      mcpServers: {
        [name]: { url: `http://${host}:${port}/mcp`, headers: { Authorization: `Bearer ${token}` } },
      },
    });

  /** A port that nobody listens on. */
  async function unusedPort(): Promise<number> {
    const port = await portOf(createServer());
    await new Promise(resolve => servers.pop()?.close(resolve));
    return port;
  }

  async function portOf(server: Server, host = '127.0.0.1'): Promise<number> {
    servers.push(server);
    await new Promise<void>(resolve => server.listen(0, host, resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port.');
    return address.port;
  }

  test('finds nothing wrong where a vault is served, its token is taken, and a client is set up', async () => {
    const { port } = await lectern();
    const stored = { name: 'a', rights: 'read', valueHash: '0'.repeat(64) };
    device.write(
      'My Vault/.obsidian/plugins/lectern-mcp/manifest.json',
      '{"id":"lectern-mcp","name":"L","version":"1.2.3"}',
    );
    device.write(
      'My Vault/.obsidian/plugins/lectern-mcp/data.json',
      JSON.stringify({ port, tokens: [stored] }),
    );
    device.write('My Vault/.obsidian/community-plugins.json', '["lectern-mcp"]');
    device.write(
      'home/.config/obsidian/obsidian.json',
      JSON.stringify({ vaults: { a: { path: device.vault, open: true } } }),
    );
    const entry = { url: `http://127.0.0.1:${port}/mcp`, headers: { Authorization: `Bearer ${testToken}` } };
    device.write('home/.cursor/mcp.json', JSON.stringify({ mcpServers: { lectern: entry } }));
    const [code, output] = await run([device.vault], { LECTERN_TOKEN: testToken });
    expect(output.split('\n').slice(1)).toEqual([
      `ok       The vault is ${device.vault}`,
      'ok       This account may write to the vault',
      'ok       The plugin 1.2.3 is in the vault and switched on',
      'ok       The settings can be read: 1 token',
      expect.stringContaining('ok       Tokens of this vault are stored in'),
      'ok       Obsidian had this vault open last',
      `ok       Lectern answers on port ${port}`,
      'ok       The token in LECTERN_TOKEN is valid',
      'ok       The token of Cursor is valid',
      '',
      'Nothing is wrong.',
      '',
    ]);
    expect(output).toMatch(/^ok {7}Lectern 1\.2\.3 on Node \d+/);
    expect([code, output.includes(testToken)]).toEqual([0, false]);
  });

  test('names the rules of the settings that match nothing in the vault, and how a folder is written', async () => {
    for (const path of ['A [x] (1)/a.md', 'Private/b.md', 'B/c.md']) device.write(`My Vault/${path}`, 'text');
    const idle = ['A [x] (1)', 'Private\\*', device.vault, '!Nothing', 'Gone/**'];
    const rules = ['private', 'B\\c.md', '*.md', 'A \\[x\\]*', '.trash/**', '!B', '!(Gone)'];
    const tokens = [{ name: 'web', deny: [...idle, ...rules] }];
    device.write('My Vault/.obsidian/plugins/lectern-mcp/data.json', JSON.stringify({ tokens }));
    const [, output] = await run([device.vault]);
    const lines = output.split('\n').filter(line => line.includes('"web"'));
    expect(lines.map(line => idle.find(rule => line.includes(JSON.stringify(rule))))).toEqual(idle);
    expect(lines[0]).toContain(JSON.stringify('A \\[x\\] \\(1\\)'));
    expect(idleRules({ tokens, hidden: ['x'] }, ['Private'])).toContainEqual(
      expect.stringMatching(/"x".*hidden/),
    );
  });

  test('finds a token that is refused, in the environment and at a client, and never prints it', async () => {
    const { port } = await lectern();
    const wrong = 'lct_a-token-that-was-revoked';
    const entry = { url: `http://127.0.0.1:${port}/mcp`, headers: { Authorization: `Bearer ${wrong}` } };
    device.write('home/.config/zed/settings.json', JSON.stringify({ context_servers: { lectern: entry } }));
    const [code, output] = await run(['--port', String(port)], { LECTERN_TOKEN: wrong });
    expect(output).toContain('PROBLEM  The token in LECTERN_TOKEN is rejected');
    expect(output).toContain('PROBLEM  The token of Zed is rejected');
    expect(output).toContain('Problems found: 2.');
    expect([code, output.includes(wrong)]).toEqual([1, false]);
  });

  test('finds another program on the port', async () => {
    const port = await portOf(createServer((_request, response) => response.end('hello')));
    const [code, output] = await run(['--port', String(port)]);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`PROBLEM  Another program uses port ${port}`),
    ]);
  });

  test.each([
    ['{"prot":5,"tokens":[]}', '"prot"'],
    ['{"readOnly":"yes"}', '"readOnly"'],
    ['{"tokens":[{"name":"x"}]}', '"tokens.0.rights"'],
    ['{"version":2}', '"version"'],
    ['{"port":99999}', '"port"'],
    ['{"port":-5}', '"port"'],
    ['\ufeff{"readOnly":"yes"}', '"readOnly"'],
    ['{"hidden":["A"],"hidden":[]}', 'cannot be read'],
  ])('finds what the server does not accept in the settings: %s', async (text, name) => {
    device.write(settingsFile, text);
    const [code, output] = await run([device.vault]);
    expect([code, output.match(/^PROBLEM .*settings.*/m)?.[0]]).toEqual([1, expect.stringContaining(name)]);
  });

  test('looks for no server where the settings let it take any port, unless that is named', async () => {
    device.write(settingsFile, '{"port":0}');
    const [, output] = await run([device.vault]);
    expect(output).not.toContain('port 0');
    expect(output).toContain(`doctor '${device.vault}' --port PORT`);
    expect((await run([device.vault, '--port', String((await lectern()).port)]))[1]).toContain('answers');
  });

  test.each(['127.0.0.1', '127.0.0.2', '::1', '0.0.0.0'])(
    'looks where the settings let the server listen: %s',
    async host => {
      const server = createServer((_request, response) => response.end('{"status":"ok"}'));
      const port = await portOf(server, host);
      const names: Record<string, string> = { '::1': '[::1]', '0.0.0.0': '127.0.0.1' };
      device.write(settingsFile, JSON.stringify({ host, port }));
      device.write('home/.cursor/mcp.json', entryAt(names[host] ?? host, port));
      const [, output] = await run([device.vault]);
      expect(output).toContain(`ok       Lectern answers on port ${port}`);
      expect(output).toContain('The token of Cursor is valid');
    },
  );

  test('looks on this computer where an address of the settings is not in use', async () => {
    const port = await portOf(createServer((_request, response) => response.end('{"status":"ok"}')));
    device.write(settingsFile, JSON.stringify({ host: '127.0.0.3', port }));
    expect((await run([device.vault]))[1]).toContain(`Lectern answers on port ${port}`);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => undefined],
    ['speaks otherwise', socket => socket.end('220 ready')],
    ['hangs up', socket => socket.destroy()],
  ])('finds a program on the port that %s', async (_what, answer) => {
    const sockets: Socket[] = [];
    const server = createTcpServer(socket => {
      sockets.push(socket.on('error', () => undefined));
      answer(socket);
    });
    const port = await portOf(server);
    const [code, output] = await run(['--port', String(port)]);
    for (const socket of sockets) socket.destroy();
    expect([code, output]).toEqual([1, expect.stringContaining(`PROBLEM  A program uses port ${port}`)]);
  });

  test('finds a program on the port whose answer never ends', async () => {
    const port = await portOf(
      createServer((_request, response) => {
        const stream = setInterval(() => response.write('data: {}\n\n'), 500);
        response.on('close', () => clearInterval(stream));
      }),
    );
    const [code, output] = await run(['--port', String(port)]);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`PROBLEM  Another program uses port ${port}`),
    ]);
  });

  test('reports that no server answers though Obsidian has the vault open', async () => {
    device.write(
      'home/.config/obsidian/obsidian.json',
      JSON.stringify({ vaults: { a: { path: device.vault, open: true } } }),
    );
    const port = await unusedPort();
    const [code, output] = await run([device.vault, '--port', String(port)]);
    expect([code, output]).toEqual([1, expect.stringContaining(`PROBLEM  Nothing answers on port ${port}`)]);
    expect(output).toContain('→ Obsidian has the vault open: enable Lectern MCP there');
  });

  test.each([
    ['a vault that is not there', ['no such folder'], {}, 'There is no folder'],
    [
      'settings that cannot be read',
      ['VAULT'],
      { 'My Vault/.obsidian/plugins/lectern-mcp/data.json': '{' },
      'nobody is let in',
    ],
    [
      'a client whose file cannot be read',
      [],
      { 'home/.gemini/settings.json': '{"mcpServers"' },
      'Gemini CLI: ',
    ],
    [
      'a client that starts what is not there',
      [],
      { 'home/.cursor/mcp.json': '{"mcpServers":{"lectern":{"command":"/gone/node","args":[]}}}' },
      'Cursor starts /gone/node, which does not exist',
    ],
  ])('finds %s', async (_what, words, files, text) => {
    for (const [path, content] of Object.entries(files)) device.write(path, content);
    const port = await unusedPort();
    const named = words.map(word => (word === 'VAULT' ? device.vault : word));
    const [code, output] = await run([...named, '--port', String(port)]);
    expect([code, output]).toEqual([1, expect.stringMatching(/PROBLEM/)]);
    expect(output.slice(output.indexOf('PROBLEM'))).toContain(text);
    expect(output.slice(output.indexOf('PROBLEM'))).toContain('→ ');
  });

  test('separates information from problems', async () => {
    device.write(
      'My Vault/.obsidian/plugins/lectern-mcp/manifest.json',
      '{"id":"lectern-mcp","name":"L","version":"1.0.0"}',
    );
    const [code, output] = await run([device.vault, '--port', String(await unusedPort())]);
    expect(output).toContain('note     The plugin in the vault is 1.0.0, and 1.2.3 is here');
    expect(output).toContain('note     No client is set up on this computer');
    expect([code, output.includes('Nothing is wrong.')]).toEqual([0, true]);
  });

  test('looks at each of several vaults, and at their server and clients once', async () => {
    const { port } = await lectern();
    const home = join(device.folder, 'Home');
    device.write('Home/.obsidian/plugins/lectern-mcp/data.json', '{');
    const words = [`work=${device.vault}`, `home=${home}`];
    const [code, output] = await run([...words, '--port', String(port)]);
    const [work = '', others = ''] = output.split('\nhome:\n');
    expect(work).toMatch(/^work:\n/);
    expect(work).toContain(`The vault is ${device.vault}`);
    expect(work).not.toContain('PROBLEM');
    expect(others).toContain('nobody is let in');
    expect(output.split(`Lectern answers on port ${port}`)).toHaveLength(2);
    expect(output).toContain(`lectern connect CLIENT 'work=${device.vault}' home=${home}`);
    expect([code, output.includes('Problems found: 1.')]).toEqual([1, true]);
    await expect(run([words[0] ?? '', device.vault])).rejects.toThrow(device.vault);
  });

  test('looks at every entry that Lectern made, and at the folders of several vaults in one', async () => {
    const { port } = await lectern();
    const entry = { url: `http://127.0.0.1:${port}/mcp`, headers: { Authorization: 'Bearer wrong' } };
    const program = { command: '/usr/bin/env', args: [`work=${device.vault}`, 'home=/gone/home', '--stdio'] };
    const others = { mine: { command: '/gone/other' } };
    const mcpServers = { 'lectern-work': entry, 'lectern-both': program, ...others };
    device.write('home/.cursor/mcp.json', JSON.stringify({ mcpServers }));
    device.write('home/.codex/config.toml', '[mcp_servers.lectern-home]\ncommand = "x"\n');
    const [, output] = await run(['--port', String(port)]);
    expect(output).toContain('PROBLEM  The token of Cursor (lectern-work) is rejected');
    expect(output).toContain('PROBLEM  Cursor (lectern-both) starts /gone/home, which does not exist');
    expect(output).toContain('Codex (lectern-home) starts Lectern itself');
    expect(output).not.toContain('/gone/other');
  });

  test.each([
    [
      'home/.config/Claude/claude_desktop_config.json',
      '{"mcpServers":{"lectern":{"command":"npx","args":["-y","mcp-remote","http://127.0.0.1:PORT/mcp","--header","Authorization:${AUTH}"],"env":{"AUTH":"Bearer wrong"}}}}',
      'PROBLEM  The token of Claude Desktop is rejected',
    ],
    [
      'home/.codex/config.toml',
      '[mcp_servers.lectern]\nurl = "http://127.0.0.1:PORT/mcp"\nhttp_headers = { Authorization = "Bearer wrong" }\n',
      'PROBLEM  The token of Codex is rejected',
    ],
    [
      'home/.codex/config.toml',
      '[mcp_servers]\nlectern = { command = "node", args = ["lectern.mjs", "/gone/Vault"] }\n',
      'PROBLEM  Codex starts /gone/Vault, which does not exist',
    ],
    [
      'home/.codex/config.toml',
      '[mcp_servers.lectern]\nurl = "http://127.0.0.1:PORT/mcp"\nbearer_token_env_var = "T"\n',
      'ok       Codex is set up for',
    ],
    ['home/.codex/config.toml', '[mcp_servers', 'PROBLEM  Codex: '],
    [
      'home/.config/Code/User/mcp.json',
      '{"servers":{"lectern":{"url":"http://127.0.0.1:PORT/mcp","headers":{"Authorization":"Bearer ${input:lectern-token}"}}}}',
      'ok       VS Code is set up for',
    ],
    [
      'home/.cursor/mcp.json',
      '{"mcpServers":{"notes":{"command":"npx","args":["-y","lectern-mcp@1.0.0","/gone","--stdio"]}}}',
      'PROBLEM  Cursor (notes) starts /gone',
    ],
    [
      'home/.cursor/mcp.json',
      '{"mcpServers":{"notes":{"url":"http://localhost:PORT/mcp","headers":{"Authorization":"Bearer wrong"}}}}',
      'PROBLEM  The token of Cursor (notes) is rejected',
    ],
  ])('tells how it is with an entry in %s: %s', async (file, text, expected) => {
    const { port } = await lectern();
    device.write(
      file,
      text.replace('PORT', () => String(port)),
    );
    const [, output] = await run([device.vault, '--port', String(port)]);
    expect(output).toContain(expected);
  });

  test('never advises to give the entry of one vault to another', async () => {
    const node = process.execPath;
    const args = (folder: string): string[] => ['lectern.mjs', folder, '--stdio'];
    const other = join(device.folder, 'Other');
    mkdirSync(other);
    const mcpServers = {
      'lectern-default': { command: node, args: args('/gone') },
      'lectern-other': { command: '/gone/node', args: args(other) },
    };
    device.write('home/.cursor/mcp.json', JSON.stringify({ mcpServers }));
    const [, output] = await run([device.vault]);
    expect(output).toContain('lectern connect cursor VAULT --name lectern-default, or remove it:');
    expect(output).toContain('lectern connect cursor --remove --name lectern-default\n');
    expect(output).toContain(`lectern connect cursor ${other} --name lectern-other\n`);
  });

  test('refuses unknown arguments', async () => {
    await expect(run(['a', 'b'])).rejects.toThrow(/One vault at a time/);
    await expect(run(['--port', 'x'])).rejects.toThrow(/--port takes a number/);
    await expect(run(['--fix'])).rejects.toThrow(/no option --fix/);
  });
});
