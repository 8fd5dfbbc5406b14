import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { connect, connectOptions } from '../../../pkg/headless/command/connect/connect';
import { doctor, doctorOptions } from '../../../pkg/headless/command/doctor/doctor';
import { commandNames, helpText } from '../../../pkg/headless/command/help';
import { installOptions } from '../../../pkg/headless/command/install/install';
import { nearName } from '../../../pkg/headless/command/near-names';
import { parseCommand, servingOptions } from '../../../pkg/headless/command/options';
import { programOf, type Start } from '../../../pkg/headless/command/own-command';
import { addressOptions, setupFor } from '../../../pkg/headless/command/setups';
import { pairOptions } from '../../../pkg/headless/command/pair/pair';
import { builtProduct } from '../../support/process/built-product';
import { Misuse } from '../../../pkg/headless/command/command-context';
import { pair } from '../../../pkg/headless/command/pair/pair';
import { settingsFrom } from '../../../pkg/headless/command/settings-option';
import { openFileWarnings } from '../../../pkg/headless/command/token-file';
import { settingsSchema } from '../../../src/settings/schema';
import { Device } from './device';

let device: Device;
beforeEach(() => (device = new Device()));
afterEach(() => device.remove());

const settings = (): string => join(device.homeFolder, '.cursor', 'mcp.json');

/** What is printed of words that are refused; fails for others. */
function mistakeOf(...words: string[]): string {
  const command = parseCommand(words);
  if (command.kind !== 'mistake') throw new Error(`They are accepted: ${command.kind}.`);
  return command.message;
}

/** A port that nobody listens on. */
async function unusedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return String(address.port);
}

/** The exit code of doctor, and what it printed. */
async function checked(...words: string[]): Promise<[number, string]> {
  const code = await doctor(device.context([...words, '--port', await unusedPort()]));
  return [code, device.output];
}

describe('connect writes nothing', () => {
  test.each([
    ['rights that are none', ['VAULT', '--rights', 'ful'], 'ful'],
    ['tools that are none', ['VAULT', '--tools', 'few'], 'few'],
    ['a port that is no number', ['--port', '4000/x'], '4000/x'],
    ['a port that is too high', ['--port', '70000'], '70000'],
    ['a port where nothing can listen', ['--port', '0'], '--port'],
    ['an address of another protocol', ['--url', 'ftp://example.org'], 'ftp://example.org'],
    ['rights for a running server', ['--port', '4000', '--rights', 'read'], '--rights'],
    ['tools for a running server', ['--port', '4000', '--tools', 'all'], '--tools'],
    ['rights for a removal', ['VAULT', '--remove', '--rights', 'read'], '--rights'],
    ['tools for a removal', ['--remove', '--tools', 'all'], '--tools'],
    ['an address and a port', ['--url', 'http://127.0.0.1:4000/mcp', '--port', '5'], '--port'],
    ['an address with a password', ['--url', 'http://u:p@127.0.0.1:4000/mcp'], 'not a valid server address'],
    ['an address with a query', ['--url', 'http://127.0.0.1:4000/mcp?a=b#c'], 'not a valid server address'],
  ])('for %s', async (_what, words, named) => {
    const all = ['cursor', ...words.map(word => (word === 'VAULT' ? device.vault : word)), '--yes'];
    const environment = { LECTERN_TOKEN: 'a-token-that-is-long-enough' };
    await expect(connect(device.context(all, { environment }))).rejects.toThrow(named);
    expect(existsSync(settings())).toBe(false);
  });

  test.each(['bad token', 'short', 'two\nlines-that-are-long', 'ünicode-that-is-long-enough'])(
    'for a token that no client can send: %j',
    async token => {
      const run = connect(device.context(['cursor', '--yes'], { environment: { LECTERN_TOKEN: token } }));
      await expect(run).rejects.toThrow('The token in LECTERN_TOKEN must be');
      expect(existsSync(settings())).toBe(false);
    },
  );

  test('for a token file that does not exist', async () => {
    const environment = { LECTERN_TOKEN_FILE: '/nowhere/token' };
    await expect(connect(device.context(['cursor', '--yes'], { environment }))).rejects.toThrow(Misuse);
    expect(existsSync(settings())).toBe(false);
  });

  test.each(
    [['--remove'], ['--rights', 'read'], ['--tools', 'all'], ['--name', 'a'], ['--port', '5']].map(words => [
      words,
    ]),
  )('for claude-web with %j, which would be ignored', async words => {
    await expect(connect(device.context(['claude-web', device.vault, ...words]))).rejects.toThrow(words[0]);
  });

  test.each([
    'u:p@notes.example.org',
    'notes.example.org/?a=b',
    'notes.example.org#c',
    'notes:99999',
    'notes.example.org/a%20b',
  ])('for a public address that is none: https://%s', async address => {
    const words = ['claude-web', '--url', `https://${address}`];
    await expect(connect(device.context(words))).rejects.toThrow('must be a plain https address');
    expect(await doctor(device.context(['--public', '--url', `https://${address}`]))).toBe(1);
    expect(device.output).toContain('is no plain https address');
  });

  test('for a port of the steps of a client elsewhere', async () => {
    await expect(connect(device.context(['chatgpt', '--port', 'x']))).rejects.toThrow('x');
  });
});

test('--setup prints an address that a client can use, and a start names the options that print its own', () => {
  for (const host of ['0.0.0.0', '::'])
    expect(setupFor('cursor', { host, port: undefined })).toContain('http://127.0.0.1:27150/mcp');
  expect(addressOptions('http://127.0.0.1:27150/mcp')).toBe('');
  expect(addressOptions('http://127.0.0.2:27222/mcp')).toBe(' --host 127.0.0.2 --port 27222');
  expect(addressOptions('http://[::1]:27150/mcp')).toBe(' --host ::1');
});

test.each([
  [['--port', '0'], '--port'],
  [['--host', 'a b'], 'a b'],
  [['--rights', 'ful'], 'ful'],
])('--setup prints no setup with %j', (words, named) => {
  expect(mistakeOf('--setup', 'cursor', ...words)).toContain(named);
});

describe('doctor', () => {
  test.each([
    ['cursor', '.cursor/mcp.json', 'Cursor'],
    ['codex', '.codex/config.toml', 'Codex'],
  ])('finds an entry of %s with which the server does not start', async (client, file, title) => {
    device.write('package/dist/lectern.mjs', '');
    const words = [client, device.vault, '--rights', 'full', '--yes'];
    await connect(device.context(words, { nodeProgram: process.execPath }));
    expect((await checked())[0]).toBe(0);
    const text = readFileSync(join(device.homeFolder, file), 'utf8');
    device.write(
      `home/${file}`,
      text.replace('"full"', () => '"ful"'),
    );
    const [code, output] = await checked(device.vault);
    expect(code).toBe(1);
    expect(output.match(/^PROBLEM .*"ful"/gm)).toEqual([expect.stringContaining(title)]);
    expect(output).toContain(`lectern connect ${client} '${device.vault}'`);
  });

  test.each([
    [['VAULT', '--public', '--port', '5'], '--port'],
    [['--url', 'https://notes.example.org', '--port', '5'], '--port'],
    [['nosuch', '--public', '--url', 'https://notes.example.org'], '"nosuch"'],
    [['a=VAULT', '--public'], 'NAME=FOLDER'],
  ])('refuses %j, of which it would ignore a part', async (words, named) => {
    const given = words.map(word => word.replace('VAULT', () => device.vault));
    await expect(doctor(device.context(given))).rejects.toThrow(named);
  });

  test('goes on after a folder that is missing, whether it has a name or not', async () => {
    const missing = join(device.folder, 'none');
    for (const words of [[missing], [`work=${device.vault}`, `home=${missing}`]]) {
      const [code, output] = await checked(...words);
      expect([code, output.match(/^PROBLEM .*/gm)]).toEqual([1, [expect.stringContaining(missing)]]);
      expect(output).toContain('lectern connect CLIENT');
    }
  });

  test('finds that two of several vaults share a folder', async () => {
    mkdirSync(join(device.vault, 'inner'));
    const [code, output] = await checked(`work=${device.vault}`, `home=${join(device.vault, 'inner')}`);
    expect([code, output.match(/^PROBLEM .*/gm)]).toEqual([1, [expect.stringMatching(/"home".*"work"/)]]);
  });
});

describe('the command that texts tell the user to run', () => {
  let start: Start;
  beforeEach(() => {
    device.write('bin/node', '');
    device.write('clone/dist/lectern.mjs', '');
    mkdirSync(join(device.folder, 'links'));
    symlinkSync(join(device.folder, 'clone/dist/lectern.mjs'), join(device.folder, 'links/lectern'));
    start = {
      environment: { PATH: [join(device.folder, 'bin'), join(device.folder, 'links')].join(delimiter) },
      platform: 'linux',
      script: join(device.folder, 'clone/dist/lectern.mjs'),
      nodeProgram: join(device.folder, 'bin/node'),
      workingFolder: join(device.folder, 'clone'),
    };
  });
  const at = (path: string): string => join(device.folder, path);

  test('is the one of a clone, from its folder or from far away', () => {
    expect(programOf(start)).toBe('node dist/lectern.mjs');
    expect(programOf({ ...start, workingFolder: `/${'far/'.repeat(40)}` })).toBe(`node ${start.script}`);
  });

  test('is quoted for the shell', () => {
    const script = device.write('my clone/lectern.mjs', '');
    expect(programOf({ ...start, script, workingFolder: device.folder })).toBe("node 'my clone/lectern.mjs'");
  });

  test('has the path of a Node that the shell would not find', () => {
    const nodeProgram = device.write('other/node', '');
    expect(programOf({ ...start, nodeProgram })).toBe(`${nodeProgram} dist/lectern.mjs`);
    expect(programOf({ ...start, environment: {} })).toBe(`${start.nodeProgram} dist/lectern.mjs`);
  });

  test('is the name of a link that the shell finds, or else the path of the link', () => {
    expect(programOf({ ...start, script: at('links/lectern') })).toBe('lectern');
    const script = at('links/lectern-mcp');
    symlinkSync(start.script, script);
    expect(programOf({ ...start, script, environment: {}, workingFolder: at('links') })).toBe(
      './lectern-mcp',
    );
  });

  test('names npm or npx where these have started it', () => {
    const npm = { environment: { npm_lifecycle_event: 'start' } };
    expect(programOf({ ...start, ...npm })).toBe('npm start --');
    expect(programOf({ ...start, script: at('_npx/0a/node_modules/.bin/lectern-mcp') })).toBe(
      'npx lectern-mcp',
    );
  });

  test('can be pasted, with the vault that was given', async () => {
    const { command } = builtProduct();
    const environment = { PATH: process.env['PATH'], HOME: device.homeFolder, XDG_STATE_HOME: at('state') };
    const options = { cwd: device.folder, env: environment, encoding: 'utf8' } as const;
    const words = [command, 'doctor', 'My Vault', '--port', await unusedPort()];
    const { stdout } = spawnSync(process.execPath, words, options);
    const line = /^ +→ .*: (.* install .*)$/m.exec(stdout)?.[1] ?? '';
    expect(line).toMatch(/ install 'My Vault'$/);
    expect(spawnSync(line, { ...options, shell: true }).status).toBe(0);
    expect(existsSync(join(device.vault, '.obsidian/plugins/lectern-mcp/main.js'))).toBe(true);
  });

  test('is the link by which it was started', () => {
    const { command } = builtProduct();
    const link = at('links/lectern-mcp');
    symlinkSync(command, link);
    const path = [at('links'), process.env['PATH']].join(delimiter);
    const { stderr } = spawnSync(process.execPath, [link, '--no-such-option'], {
      env: { PATH: path },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^lectern-mcp --help /m);
  });
});

describe('the help', () => {
  const tables = {
    install: installOptions,
    connect: connectOptions,
    pair: pairOptions,
    doctor: doctorOptions,
  };
  const explainedIn = (text: string): string[] =>
    text.split('\n').flatMap(line => /^ {2}--([\w-]+)/.exec(line)?.[1] ?? []);
  const namedIn = (text: string): string[] =>
    [...(text.split('\n\n')[0] ?? '').matchAll(/--([\w-]+)/g)].map(match => match[1] ?? '');

  test.each(Object.entries(tables))('of %s explains each of its options, and no others', (name, table) => {
    const text = helpText('lectern', name);
    expect(explainedIn(text).sort()).toEqual(Object.keys(table).sort());
    expect([...new Set(namedIn(text))].sort()).toEqual(Object.keys(table).sort());
  });

  test('has every option of every command on its page', () => {
    const hidden = ['vault-name', 'front-address'];
    const known = [servingOptions, ...Object.values(tables)].flatMap(table => Object.keys(table));
    const explained = explainedIn(helpText('lectern'));
    expect([...new Set(explained)].sort()).toEqual(
      [...new Set(known)].filter(name => !hidden.includes(name)).sort(),
    );
  });

  test.each(['--help', '-h'])('of one command is printed by %s after it', option => {
    const { command } = builtProduct();
    for (const name of commandNames()) {
      const { stdout } = spawnSync(process.execPath, [command, name, option], { encoding: 'utf8' });
      expect(explainedIn(stdout)).toEqual(explainedIn(helpText('lectern', name)));
    }
  });

  test('says what lectern stands for where there is no such command', () => {
    expect(helpText('node dist/lectern.mjs')).toContain('node dist/lectern.mjs');
  });

  test('is printed for the word help, unless there is a folder of that name', () => {
    expect(parseCommand(['help'])).toEqual({ kind: 'help' });
    expect(parseCommand(['help', 'doctor'])).toEqual({ kind: 'help', command: 'doctor' });
    expect(parseCommand(['version'])).toEqual({ kind: 'version' });
    const before = process.cwd();
    process.chdir(device.folder);
    try {
      for (const name of ['help', 'version', 'doctr']) {
        mkdirSync(name);
        expect(parseCommand([name])).toMatchObject({ kind: 'serve', options: { vault: name } });
      }
    } finally {
      process.chdir(before);
    }
  });
});

describe('words that are wrong', () => {
  test.each([
    [['doctr', 'My Vault'], "lectern doctor 'My Vault'"],
    [['conect', 'cursor', '--print'], 'lectern connect cursor --print'],
    [['pare', 'My Vault', '--yes'], "lectern pair 'My Vault' --yes"],
    [['paring', 'My Vault'], "lectern pair 'My Vault'"],
    [['serve', __dirname], '"serve"'],
    [['Install', 'x'], 'lectern install x'],
  ])('are answered with the command that %j may mean', (words, command) => {
    expect(mistakeOf(...words)).toContain(command);
  });

  test.each([
    [['my notes=/path'], '"my notes"'],
    [['a=/path', 'my notes=/path'], '"my notes"'],
    [['.x=/path'], '".x"'],
  ])('name the part of %j that is no name', async (words, name) => {
    await expect(doctor(device.context(words))).rejects.toThrow(name);
    await expect(connect(device.context(['cursor', ...words]))).rejects.toThrow(name);
    if (words.length === 1) expect(mistakeOf(...words)).toContain(name);
  });

  test('show how several vaults are given', () => {
    expect(mistakeOf('A', 'B')).toMatch(/NAME=FOLDER.*"B"/);
  });

  test.each(Object.entries(servingOptions).filter(([, { type }]) => type === 'string'))(
    'name --%s where its value is missing',
    name => {
      for (const words of [[`--${name}`], [`--${name}`, '--json']])
        expect(mistakeOf('V', ...words)).toContain(`--${name} `);
    },
  );

  test.each([
    [['--prot', '1'], /--prot\b.*--port\b/],
    [['--json=yes'], /^--json /],
    [['-x'], /-x\b/],
  ])('name the option of %j', (words, named) => {
    expect(mistakeOf('V', ...words)).toMatch(named);
  });

  test.each([
    ['doctr', 'doctor'],
    ['Vualt', 'Vault'],
    ['Vault', 'vault'],
    ['nope', 'home', false],
    ['abc', 'abd', false],
    ['notes', 'votre', false],
  ])('%s: is %s near?', (word, name, isNear = true) => {
    expect(nearName(word, ['something else', name])).toBe(isNear ? name : undefined);
  });
});

describe('connect says', () => {
  test('which entry is not there to be removed', async () => {
    expect(await connect(device.context(['cursor', '--remove', '--yes']))).toBe(0);
    const { output } = device;
    expect(output).toContain(settings());
    expect(output).toContain('"lectern"');
    expect(await connect(device.context(['codex', '--remove', '--name', 'mine', '--yes']))).toBe(0);
    expect(device.output).toContain('"mine"');
    await connect(device.context(['cursor', device.vault, '--name', 'lectern-work', '--yes']));
    await connect(device.context(['cursor', '--remove', '--yes']));
    expect(device.output).toContain('entries there: "lectern-work"');
  });

  test('what is wrong with a file that it does not change', async () => {
    const reasons: string[] = [];
    for (const text of [
      '{"mcpServers": ',
      '[]',
      '{"mcpServers": []}',
      '{"mcpServers": {"lectern": {/* why */ "url": "x"}}}',
    ]) {
      device.write('home/.cursor/mcp.json', text);
      expect(await connect(device.context(['cursor', device.vault, '--yes']))).toBe(1);
      expect(readFileSync(settings(), 'utf8')).toBe(text);
      reasons.push(device.output);
    }
    expect(new Set(reasons).size).toBe(reasons.length);
  });

  test('that naming a vault is easier, where neither it nor a server was given', async () => {
    await connect(device.context(['cursor']));
    expect(device.output).toContain('lectern connect cursor ~/Vault');
    await connect(device.context(['cursor', '--port', '4000']));
    expect(device.output).not.toContain('~/Vault');
  });
});

describe('lectern pair', () => {
  test.each(['Project', 'app.json', '../home'])('needs a folder that is there: %s', async folder => {
    device.write('My Vault/app.json', '{}');
    const words = [device.vault, '--folder', folder, '--yes'];
    await expect(pair(device.context(words))).rejects.toThrow(folder);
  });

  test.each(['.obsidian', '/.obsidian/', 'Notes/.old', '.'])(
    'refuses %s, which no client sees',
    async folder => {
      for (const path of ['.obsidian/app.json', 'Notes/.old/a.md']) device.write(`My Vault/${path}`, '{}');
      const paired = pair(device.context([device.vault, '--folder', folder, '--yes']));
      await expect(paired).rejects.toThrow(Misuse);
      await expect(paired).rejects.toThrow('see nothing that begins with a dot');
    },
  );

  test.each([
    ['notes', 'Notes'],
    ['notes/old', 'Notes/Old'],
    ['Ntoes', 'Notes'],
  ])('names the folder that %s is another spelling of', async (folder, meant) => {
    device.write('My Vault/Notes/Old/a.md', '');
    const words = [device.vault, '--folder', folder, '--yes'];
    await expect(pair(device.context(words))).rejects.toThrow(`Did you mean ${meant}?`);
  });
});

describe('a file of settings', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = (settings: object): object => {
    const file = join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
    return settingsFrom(file);
  };
  const value = 'a-value-that-is-long-enough';
  const token = (name: string, more: object = {}): object => ({ name, rights: 'read', value, ...more });

  test.each([
    [{ port: 70_000 }, /port/],
    [{ port: 'many' }, /^"port" must be a whole number .*settings\.json\.$/],
    [{ hidden: ['Letters', ' '] }, /hidden\.1/],
    [{ tokens: [token('a', { deny: [''] })] }, /tokens\.0\.deny\.0/],
    ...['../Private', 'a/../b', '..', '!..\\x', 'Private\\', 'Private\\\\\\'].map(
      (rule): [Record<string, unknown>, RegExp] => [{ hidden: [rule] }, /hidden\.0/],
    ),
    [{ allowedOrigins: ['claude.ai'] }, /allowedOrigins\.0/],
    [{ allowedOrigins: ['https://x.org', '*'] }, /allowedOrigins\.1/],
  ])('is refused with the name of the bad value: %j', (settings, name) => {
    expect(() => read(settings)).toThrow(name);
  });

  test('is refused where two tokens have one value, which is not shown', () => {
    const both = { tokens: [token('reader'), token('editor')] };
    expect(() => read(both)).toThrow(/reader.*editor/);
    expect(() => read(both)).not.toThrow(value);
  });

  test('is warned of where it has a token and others can read it, as is the file of a token', () => {
    read({ tokens: [token('reader')] });
    const file = join(folder, 'settings.json');
    expect(openFileWarnings(file, { LECTERN_TOKEN_FILE: file })).toEqual([]);
    chmodSync(file, 0o644);
    expect(openFileWarnings(file, {})).toEqual([expect.stringContaining(file)]);
    expect(openFileWarnings(undefined, { LECTERN_TOKEN_FILE: file })).toHaveLength(1);
    writeFileSync(file, '{"port":0}');
    expect(openFileWarnings(file, {})).toEqual([]);
  });

  test('is refused where two tokens of one vault have one name, which the log could not tell apart', () => {
    const other = { value: 'another-value-that-is-long-enough' };
    expect(() => read({ tokens: [token('reader'), token('reader', other)] })).toThrow(/"reader"/);
    const apart = [token('reader', { vaults: ['a'] }), token('reader', { vaults: ['b'], ...other })];
    expect(read({ tokens: apart })).toEqual({ tokens: apart });
  });

  test('may give one value different rights in different vaults', () => {
    const tokens = [token('reader', { vaults: ['a'] }), token('editor', { vaults: ['b'] })];
    expect(read({ tokens })).toEqual({ tokens });
  });

  test.each([
    ['Letters/Private ', 'Letters/Private'],
    [' Letters', 'Letters'],
    ['Letters\\Private', 'Letters/Private'],
    ['Letters\\[x\\]/**', 'Letters\\[x\\]/**'],
  ])('and stored settings mean the same folder by %j', (rule, meant) => {
    expect(settingsSchema.parse({ hidden: [rule] }).hidden).toEqual([meant]);
  });
});
