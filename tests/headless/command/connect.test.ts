import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, lstatSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connect } from '../../../pkg/headless/command/connect/connect';
import { Device } from './device';

let device: Device;
beforeEach(() => (device = new Device()));
afterEach(() => device.remove());

const token = 'lct_the-token-of-a-test';
const cursor = '.cursor/mcp.json';

function run(words: readonly string[], environment: Record<string, string> = {}): Promise<number> {
  return connect(device.context(words, { environment }));
}
const fileIn = (path: string): string => join(device.homeFolder, path);
const textOf = (path: string): string => readFileSync(fileIn(path), 'utf8');
const program = (): object => ({
  command: '/usr/bin/node',
  args: [join(device.folder, 'package', 'dist', 'lectern.mjs'), device.vault, '--stdio'],
});

describe('lectern connect, for a client that runs elsewhere', () => {
  test('prints the steps with the public address and the pairing of this vault', async () => {
    device.write(
      'My Vault/.obsidian/plugins/lectern-mcp/data.json',
      JSON.stringify({ publicUrl: 'https://notes.example.org/vault' }),
    );
    expect(await run(['claude-web', device.vault])).toBe(0);
    const steps = device.output;
    expect(steps).toContain('https://notes.example.org/vault/mcp');
    expect(steps).toContain(`lectern pair '${device.vault}'`);
    expect(steps).not.toContain('tunnel-client');
  });

  test('prints a command that has the name of a variable, never a token', async () => {
    expect(await run(['chatgpt', '--port', '27155'], { LECTERN_TOKEN: token })).toBe(0);
    const steps = device.output;
    expect(steps).toContain('http://127.0.0.1:27155/mcp');
    expect(steps).toContain('env:LECTERN_AUTHORIZATION');
    expect(steps).not.toContain(token);
  });

  test('says that it connects to one address where vaults are given by name', async () => {
    const words = ['claude-web', `a=${device.vault}`, `b=${device.homeFolder}`];
    await expect(connect(device.context(words))).rejects.toThrow(/one public address/);
  });

  test('takes an https address alone', async () => {
    await expect(run(['chatgpt', '--url', 'http://notes.example.org'])).rejects.toThrow('https');
  });
});

describe('lectern connect', () => {
  test.each([
    ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'mcpServers', {}],
    ['cursor', cursor, 'mcpServers', {}],
    ['vscode', '.config/Code/User/mcp.json', 'servers', { type: 'stdio' }],
    ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers', {}],
    ['gemini', '.gemini/settings.json', 'mcpServers', {}],
    ['zed', '.config/zed/settings.json', 'context_servers', {}],
  ])('lets %s start Lectern for a vault', async (client, file, key, more) => {
    expect(await run([client, device.vault, '--yes'])).toBe(0);
    expect(JSON.parse(textOf(file))).toEqual({ [key]: { lectern: { ...more, ...program() } } });
    expect(statSync(fileIn(file)).mode & 0o777).toBe(0o600);
  });

  test('lets Codex start it, below what its file has', async () => {
    device.write('home/.codex/config.toml', 'model = "x" # mine\n');
    expect(await run(['codex', device.vault, '--yes'])).toBe(0);
    const args = `["${device.folder}/package/dist/lectern.mjs", "${device.vault}", "--stdio"]`;
    expect(textOf('.codex/config.toml')).toBe(
      `model = "x" # mine\n\n[mcp_servers.lectern]\ncommand = "/usr/bin/node"\nargs = ${args}\n`,
    );
    expect(await run(['codex', device.vault, '--remove', '--yes'])).toBe(0);
    expect(textOf('.codex/config.toml')).toBe('model = "x" # mine\n');
  });

  test.each([
    '[mcp_servers.lectern]\nurl = "x"\n',
    '[mcp_servers.lectern.env]\nA = "x"\n',
    '[[mcp_servers.lectern]]\nurl = "x"\n',
    '["mcp_servers"."lectern"]\nurl = "x"\n',
    "[ 'mcp_servers' . lectern ] # mine\nurl = 'x'\n",
    '[mcp_servers."lec\\u0074ern"]\nurl = "x"\n',
    '[mcp_servers]\nlectern = { command = "x" }\n',
    '[mcp_servers]\r\nlectern.command = "x"\r\n',
    '[mcp_servers]\na = { x = """\n[other]\n""" }\n"lectern" = { command = "x" }\n',
    'mcp_servers.lectern.url = "x"\n',
    'mcp_servers.a.url = "x"\n',
    'mcp_servers = {}\n',
    '"mcp_servers" = { a = { url = "x" } }\n',
    '[[mcp_servers]]\na = 1\n',
    'model = "x\n',
    '[mcp_servers\n',
  ])('prints the entry for Codex where its file has servers that it must not break: %j', async text => {
    device.write('home/.codex/config.toml', text);
    expect(await run(['codex', device.vault, '--yes'])).toBe(1);
    expect(textOf('.codex/config.toml')).toBe(text);
    expect(device.output).toMatch(/by hand/);
  });

  test.each([
    'text = """\n[mcp_servers.lectern]\n""" # not "there"\n',
    '[profiles.x]\nmcp_servers = { lectern = 1 }\ndate = 1979-05-27 07:32:00.5\n',
    '[mcp_servers]\nlectern2 = { url = "x" }\n[mcp_servers.a]\nargs = [\n  "b", # c\n]\r\n',
  ])('adds it for Codex where its file has no such server: %j', async text => {
    device.write('home/.codex/config.toml', text);
    expect(await run(['codex', device.vault, '--yes'])).toBe(0);
    expect(textOf('.codex/config.toml').startsWith(text)).toBe(true);
    expect(await run(['codex', '--remove', '--yes'])).toBe(0);
    expect(textOf('.codex/config.toml')).toBe(text);
  });

  test('changes nothing the second time for Codex, whose file has lines of Windows, and removes its lines', async () => {
    const [before, others] = ['model = "x"\r\n', '\r\n[mcp_servers.a]\r\nurl = "x"\r\n'];
    device.write('home/.codex/config.toml', before);
    await run(['codex', device.vault, '--yes']);
    const text = textOf('.codex/config.toml');
    device.write('home/.codex/config.toml', `${text}${others}`);
    expect([await run(['codex', device.vault, '--yes']), device.output]).toEqual([
      0,
      expect.stringContaining('up to date'),
    ]);
    await run(['codex', '--remove', '--yes']);
    expect(textOf('.codex/config.toml')).toBe(`${before}${others}`);
  });

  test.each([
    '[mcp_servers.lectern]\n# why\nurl = "x"\n',
    '[mcp_servers.lectern]\nurl = "x" # why\n',
    '[mcp_servers]\nlectern = { url = "x" }\n',
    '[mcp_servers.lectern]\nurl = "x"\n[other]\n[mcp_servers.lectern.env]\n',
    '[mcp_servers.lectern]\nurl = \n',
  ])('removes nothing from a file of Codex that would lose more: %j', async text => {
    device.write('home/.codex/config.toml', text);
    expect(await run(['codex', '--remove', '--yes'])).toBe(1);
    expect([textOf('.codex/config.toml'), device.output]).toEqual([text, expect.stringContaining('by hand')]);
  });

  test('writes the address and the token of a running server, and never prints the token', async () => {
    expect(await run(['cursor', '--port', '4000', '--yes'], { LECTERN_TOKEN: token })).toBe(0);
    expect(JSON.parse(textOf(cursor))).toEqual({
      mcpServers: {
        lectern: { url: 'http://127.0.0.1:4000/mcp', headers: { Authorization: `Bearer ${token}` } },
      },
    });
    const { output } = device;
    expect(output).toContain('YOUR_TOKEN');
    expect(output).not.toContain(token);
  });

  test('writes no placeholder for a missing token, but asks for one', async () => {
    expect(await run(['cursor', '--yes'])).toBe(1);
    expect(device.output).toContain('Set LECTERN_TOKEN to it');
    expect(existsSync(fileIn(cursor))).toBe(false);
  });

  test('asks before it changes a file, and keeps a backup', async () => {
    const text = '{ "mcpServers": { /* mine */ "a": {} } }';
    device.write(`home/${cursor}`, text);
    device.agrees = false;
    expect(await run(['cursor', device.vault])).toBe(1);
    expect([textOf(cursor), device.asked]).toEqual([text, [`Change ${fileIn(cursor)}?`]]);
    device.agrees = true;
    expect(await run(['cursor', device.vault])).toBe(0);
    expect(textOf(cursor)).toContain('/* mine */ "a": {}');
    expect(textOf(`${cursor}.before-lectern`)).toBe(text);
    await run(['cursor', '--remove']);
    expect(textOf(cursor)).toBe(text);
    expect(readdirSync(dirname(fileIn(cursor))).sort()).toEqual(['mcp.json', 'mcp.json.before-lectern']);
  });

  test('changes nothing without a terminal, with --print, or the second time', async () => {
    expect(await run(['cursor', device.vault])).toBe(1);
    expect(await run(['cursor', device.vault, '--print', '--yes'])).toBe(0);
    expect(existsSync(fileIn(cursor))).toBe(false);
    await run(['cursor', device.vault, '--yes']);
    expect(await run(['cursor', device.vault, '--yes'])).toBe(0);
    expect(device.output).toContain('up to date');
    expect(readdirSync(dirname(fileIn(cursor)))).toEqual(['mcp.json']);
  });

  test.each(['{"mcpServers": {"a": {}}}', '{\n\t"mcpServers": {"a": {}}\n}'])(
    'changes nothing the second time in a file of one line: %j',
    async text => {
      device.write(`home/${cursor}`, text);
      await run(['cursor', device.vault, '--yes']);
      const after = textOf(cursor);
      await run(['cursor', device.vault, '--yes']);
      expect([textOf(cursor), device.output]).toEqual([after, expect.stringContaining('Nothing to change')]);
    },
  );

  test('does not change a file that it cannot read', async () => {
    device.write(`home/${cursor}`, '{"mcpServers": ');
    expect(await run(['cursor', device.vault, '--yes'])).toBe(1);
    expect(textOf(cursor)).toBe('{"mcpServers": ');
    expect(device.output).toContain('Change it by hand');
  });

  test('keeps a symbolic link to the file, and the file’s permissions', async () => {
    const real = device.write('dotfiles/mcp.json', '{}');
    mkdirSync(dirname(fileIn(cursor)));
    symlinkSync(real, fileIn(cursor));
    const { mode } = statSync(real);
    expect(await run(['cursor', device.vault, '--yes'])).toBe(0);
    expect(lstatSync(fileIn(cursor)).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode).toBe(mode);
  });

  test('gives several vaults different names', async () => {
    await run(['cursor', device.vault, '--yes']);
    await run(['cursor', device.vault, '--name', 'work', '--rights', 'read', '--yes']);
    const servers: unknown = JSON.parse(textOf(cursor));
    expect(servers).toMatchObject({
      mcpServers: {
        lectern: program(),
        work: {
          args: [
            join(device.folder, 'package', 'dist', 'lectern.mjs'),
            device.vault,
            '--rights',
            'read',
            '--stdio',
          ],
        },
      },
    });
  });

  test('starts the package by name and version from the cache of npx, through the shell on Windows', async () => {
    const folder = 'home/.npm/_npx/0a1b/node_modules/lectern-mcp';
    const mainFile = device.write(`${folder}/main.js`, '');
    device.write(`${folder}/manifest.json`, '{"id":"lectern-mcp","name":"Lectern MCP","version":"1.2.3"}');
    const words = ['gemini', device.vault, '--print'];
    await connect(device.context(words, { mainFile }));
    expect(device.output).toMatch(/"command": "npx",\s+"args": \[\s+"-y",\s+"lectern-mcp@1\.2\.3",/);
    await connect(device.context(words, { mainFile, platform: 'win32' }));
    expect(device.output).toMatch(/"command": "cmd",\s+"args": \[\s+"\/c",\s+"npx",\s+"-y",/);
  });

  test('prints the command that adds it to Claude Code, quoted for the shell', async () => {
    expect(await run(['claude-code', device.vault, '--print'])).toBe(0);
    expect(device.output).toContain(
      `claude mcp add --scope user lectern -- /usr/bin/node ${device.folder}/package/dist/lectern.mjs '${device.vault}' --tools all --stdio`,
    );
    expect(await run(['claude-code', '--yes'], { LECTERN_TOKEN: token })).toBe(0);
    expect(device.output).toContain("--header 'Authorization: Bearer YOUR_TOKEN'");
  });

  test.each([
    [[], /Name the client/],
    [['emacs'], /Lectern knows claude-code, .* not "emacs"/],
    [['cursor', 'VAULT', 'x'], /One vault at a time/],
    [['cursor', 'VAULT', '--port', '1'], /for a running server/],
    [['cursor', '--url', 'nowhere'], /not a valid server address/],
    [['cursor', '--url', 'notes.example.org/mcp'], /https:\/\/notes\.example\.org\/mcp/],
    [['cursor', '--url', 'localhost:4000/mcp'], /http:\/\/localhost:4000\/mcp/],
    [['chatgpt', '--url', 'notes.example.org'], /https:\/\/notes\.example\.org/],
    [['cursor', 'VAULT', '--name', 'a b'], /--name takes letters/],
    [['cursor', 'VAULT', '--tools', 'few'], /--tools takes core, standard or all/],
    [['cursor', 'no such folder'], /There is no folder/],
  ])('refuses %j', async (words, message) => {
    await expect(run(words.map(word => (word === 'VAULT' ? device.vault : word)))).rejects.toThrow(message);
  });
});

describe('lectern connect without a vault', () => {
  const entries = (): unknown => JSON.parse(textOf(cursor));
  const serving = (...words: readonly string[]): object => ({
    command: '/usr/bin/node',
    args: [join(device.folder, 'package', 'dist', 'lectern.mjs'), ...words, '--stdio'],
  });
  /** Folders that Obsidian lists, by their paths beside the home folder. @returns their full paths */
  function listed(paths: readonly string[], file = '.config/obsidian/obsidian.json'): string[] {
    const full = paths.map(path => dirname(device.write(`${path}/note.md`, '')));
    const vaults = Object.fromEntries(full.map((path, index) => [String(index), { path, ts: index }]));
    device.write(`home/${file}`, JSON.stringify({ vaults }));
    return full;
  }

  test('asks which of the vaults that Obsidian knows are meant, and names the entries after them', async () => {
    const [work = '', home = ''] = listed(['Work', 'Café à la carte', 'Other']);
    device.agrees = true;
    device.answers.push('2, 1');
    expect(await run(['cursor'])).toBe(0);
    expect(device.asked).toHaveLength(2);
    expect(entries()).toEqual({
      mcpServers: { 'lectern-work': serving(work), 'lectern-cafe-a-la-carte': serving(home) },
    });
  });

  test.each(['', '0', '4', '1 4', 'none', '1.5', '-1'])('changes nothing for the answer %j', async answer => {
    listed(['Work', 'Home', 'Other']);
    device.agrees = true;
    device.answers.push(answer);
    expect(await run(['cursor'])).toBe(1);
    expect(existsSync(fileIn(cursor))).toBe(false);
  });

  test('lists them where nobody can be asked, and ends with 1', async () => {
    const folders = listed(['Work', 'Home']);
    expect(await run(['cursor'])).toBe(1);
    const { output } = device;
    for (const folder of folders) expect(output).toContain(folder);
    expect(existsSync(fileIn(cursor))).toBe(false);
  });

  test('makes an entry for each with --yes, whose names are safe and differ', async () => {
    const folders = listed(['a/Notes', 'b/notes', 'c/メモ', 'd/--', 'e/Notes 2']);
    expect(await run(['cursor', '--yes'])).toBe(0);
    const names = ['notes', 'notes-2', 'vault', 'vault-2', 'notes-2-2'];
    expect(readdirSync(dirname(fileIn(cursor)))).toEqual(['mcp.json']);
    expect(entries()).toEqual({
      mcpServers: Object.fromEntries(
        names.map((name, index) => [`lectern-${name}`, serving(folders[index] ?? '')]),
      ),
    });
  });

  test('adds them to the file of Codex one below the other, or none if one is in the way', async () => {
    const [work = '', home = ''] = listed(['Work', 'Home']);
    device.write('home/.codex/config.toml', 'model = "x"\n');
    expect(await run(['codex', '--yes'])).toBe(0);
    const table = (name: string, folder: string): string =>
      `\n[mcp_servers.lectern-${name}]\ncommand = "/usr/bin/node"\nargs = ["${device.folder}/package/dist/lectern.mjs", "${folder}", "--stdio"]\n`;
    const text = `model = "x"\n${table('work', work)}${table('home', home)}`;
    expect(textOf('.codex/config.toml')).toBe(text);
    expect(await run(['codex', '--yes'])).toBe(0);
    expect(textOf('.codex/config.toml')).toBe(text);
    const other = '[mcp_servers.lectern-home]\nurl = "x"\n';
    device.write('home/.codex/config.toml', other);
    expect(await run(['codex', '--yes'])).toBe(1);
    expect(textOf('.codex/config.toml')).toBe(other);
  });

  test('calls a single vault lectern, and passes over folders that are gone', async () => {
    const [work = ''] = listed(['Work']);
    const gone = { path: join(device.folder, 'gone') };
    device.write(
      'home/.config/obsidian/obsidian.json',
      JSON.stringify({ vaults: { a: gone, b: { path: work }, c: {} } }),
    );
    expect(await run(['cursor', '--yes', '--rights', 'read'])).toBe(0);
    expect(entries()).toEqual({ mcpServers: { lectern: serving(work, '--rights', 'read') } });
  });

  test.each([
    '.var/app/md.obsidian.Obsidian/config/obsidian/obsidian.json',
    'snap/obsidian/current/.config/obsidian/obsidian.json',
  ])('reads the list of an Obsidian in a box of its own: %s', async file => {
    const [work = ''] = listed(['Work'], file);
    expect(await run(['cursor', '--yes'])).toBe(0);
    expect(entries()).toEqual({ mcpServers: { lectern: serving(work) } });
  });

  test.each<[string, readonly string[], Record<string, string>]>([
    ['--port', ['--port', '4000'], {}],
    ['--url', ['--url', 'http://127.0.0.1:4000/mcp'], {}],
    ['LECTERN_TOKEN', [], { LECTERN_TOKEN: token }],
  ])('means a running server with %s', async (_what, words, environment) => {
    listed(['Work', 'Home']);
    await run(['cursor', '--print', ...words], environment);
    expect(device.output).toContain('YOUR_TOKEN');
  });

  test.each([
    ['http://notes.example.org/mcp', true],
    ['http://203.0.113.5:27150/mcp', true],
    ['http://[2001:db8::1]/mcp', true],
    ['http://172.32.0.1/mcp', true],
    ['https://notes.example.org/mcp', false],
    ['http://localhost:4000/mcp', false],
    ['http://127.0.0.1:4000/mcp', false],
    ['http://[::1]:4000/mcp', false],
    ['http://192.168.1.5:4000/mcp', false],
    ['http://10.0.0.5/mcp', false],
    ['http://172.20.0.5/mcp', false],
    ['http://100.100.1.2/mcp', false],
    ['http://[fd00::1]/mcp', false],
    ['http://nas:4000/mcp', false],
    ['http://nas.local:4000/mcp', false],
  ])('says of %s whether the token would be sent over the internet in clear text', async (url, isWarned) => {
    await run(['cursor', '--print', '--url', url], { LECTERN_TOKEN: token });
    expect(device.output.includes('https://')).toBe(isWarned || url.startsWith('https'));
    await run(['cursor', '--remove', '--yes', '--url', url]);
    expect(device.output).not.toContain('Warning');
  });

  test('takes a name for one entry alone', async () => {
    const [work = ''] = listed(['Work', 'Home']);
    await expect(run(['cursor', '--yes', '--name', 'mine'])).rejects.toThrow('--name');
    device.agrees = true;
    device.answers.push('1');
    expect(await run(['cursor', '--name', 'mine'])).toBe(0);
    expect(entries()).toEqual({ mcpServers: { mine: serving(work) } });
  });
});

describe('lectern connect with several vaults by their names', () => {
  test('writes one entry, whose command has the names and real folders', async () => {
    const [work, home] = ['Work', 'Home'].map(path => dirname(device.write(`${path}/note.md`, '')));
    expect(await run(['cursor', `work=${work}`, `home=${home}`, '--yes'])).toBe(0);
    expect(JSON.parse(textOf(cursor))).toEqual({
      mcpServers: {
        lectern: {
          command: '/usr/bin/node',
          args: [
            join(device.folder, 'package', 'dist', 'lectern.mjs'),
            `work=${work}`,
            `home=${home}`,
            '--stdio',
          ],
        },
      },
    });
  });

  test('changes nothing for words that name no vaults, or for a running server', async () => {
    const work = `work=${dirname(device.write('Work/note.md', ''))}`;
    await expect(run(['cursor', work, work, '--yes'])).rejects.toThrow('"work"');
    await expect(run(['cursor', work, device.vault, '--yes'])).rejects.toThrow(device.vault);
    await expect(run(['cursor', work, '--port', '4000', '--yes'])).rejects.toThrow('--port');
    expect(existsSync(fileIn(cursor))).toBe(false);
  });
});
