import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { connect } from '../../../pkg/headless/command/connect/connect';
import { doctor } from '../../../pkg/headless/command/doctor/doctor';
import { install } from '../../../pkg/headless/command/install/install';
import { Device } from './device';
import { entryIn, isReadable, withEntry } from '../../../pkg/headless/command/connect/json-entry';

let device: Device;
beforeEach(() => (device = new Device()));
afterEach(() => device.remove());

describe('the files of clients', () => {
  const token = 'a-token-that-the-owner-chose';
  const environment = { LECTERN_TOKEN: token };
  const files = {
    cursor: '.cursor/mcp.json',
    'claude-desktop': '.config/Claude/claude_desktop_config.json',
    codex: '.codex/config.toml',
  } as const;
  type Client = keyof typeof files;
  const clients: readonly Client[] = ['cursor', 'claude-desktop', 'codex'];
  const textBefore = (client: Client): string => (client === 'codex' ? 'model = "x"\n' : '{ "a": 1 }\n');

  function given(client: Client, text: string, mode = 0o644): string {
    const file = device.write(`home/${files[client]}`, text);
    chmodSync(file, mode);
    return file;
  }
  const run = (words: readonly string[], variables: Record<string, string> = environment): Promise<number> =>
    connect(device.context([...words, '--yes'], { environment: variables }));
  const modeOf = (file: string): number => statSync(file).mode & 0o777;
  const besides = (file: string): string[] => readdirSync(dirname(file)).sort();

  /** A pipe that nobody writes into. */
  function pipeAt(path: string): string {
    const file = device.write(path, '');
    rmSync(file);
    expect(spawnSync('mkfifo', [file]).status).toBe(0);
    return file;
  }

  describe('a settings file with a token', () => {
    test.each(clients)('can be read by its owner alone: %s', async client => {
      const file = given(client, textBefore(client), 0o664);
      expect(await run([client])).toBe(0);
      expect(readFileSync(file, 'utf8')).toContain(token);
      expect(modeOf(file)).toBe(0o600);
      expect(device.output).toMatch(/contains a token/);
    });

    test.each(clients)('is in no copy, however often it is changed: %s', async client => {
      const file = given(client, textBefore(client));
      await run([client]);
      await run([client, '--port', '4000', '--name', 'other']);
      await run([client, '--name', 'work', device.vault], {});
      await run([client, '--name', 'work', device.vault, '--remove'], {});
      await run([client, '--remove'], {});
      expect(besides(file)).toHaveLength(2);
      expect(readFileSync(`${file}.before-lectern`, 'utf8')).toBe(textBefore(client));
    });

    test.each(clients)('is not copied where there is no copy yet: %s', async client => {
      const file = given(client, textBefore(client));
      await run([client]);
      rmSync(`${file}.before-lectern`);
      await run([client, '--name', 'work', device.vault], {});
      await run([client, '--remove'], {});
      expect(besides(file)).toHaveLength(1);
    });

    test('is closed where it has the entry already', async () => {
      const file = given('cursor', '{}');
      await run(['cursor']);
      chmodSync(file, 0o644);
      await run(['cursor', '--print']);
      expect(modeOf(file)).toBe(0o644);
      await run(['cursor']);
      expect(modeOf(file)).toBe(0o600);
    });

    test('keeps its rights where the text has no token', async () => {
      const file = given('cursor', '{}');
      await run(['cursor', device.vault]);
      expect(modeOf(file)).toBe(0o644);
      expect(device.output).not.toMatch(/contains a token/);
    });
  });

  describe('an entry of another server', () => {
    const entryOf = (program: string): string =>
      JSON.stringify({ mcpServers: { lectern: { command: program, env: { KEY: 'k' } } } });

    test('is named before it is replaced, and kept in a copy each time', async () => {
      const file = given('cursor', entryOf('music-stand'));
      device.agrees = false;
      await connect(device.context(['cursor', device.vault]));
      expect(device.output).toMatch(/another server/);
      expect(readFileSync(file, 'utf8')).toBe(entryOf('music-stand'));
      expect(await run(['cursor', device.vault], {})).toBe(0);
      writeFileSync(file, entryOf('reading-desk'));
      expect(await run(['cursor', device.vault], {})).toBe(0);
      expect(readFileSync(`${file}.before-lectern`, 'utf8')).toBe(entryOf('music-stand'));
      expect(readFileSync(`${file}.before-lectern-2`, 'utf8')).toBe(entryOf('reading-desk'));
    });

    test.each<[Client, string]>([
      ['cursor', entryOf('music-stand')],
      ['codex', '[mcp_servers.lectern]\ncommand = "music-stand"\n'],
    ])('is named before it is removed: %s', async (client, text) => {
      const file = given(client, text);
      await run([client, '--remove'], {});
      expect(device.output).toMatch(/another server/);
      expect(readFileSync(`${file}.before-lectern`, 'utf8')).toBe(text);
    });

    test.each([
      ['notes', { url: 'http://localhost:9999/mcp', headers: { Authorization: 'Bearer theirs' } }],
      ['notes', { command: 'npx', args: ['mcp-remote', 'http://localhost:9999/mcp'] }],
      ['lectern', { url: 'https://example.org/mcp' }],
      ['lectern', {}],
    ])('is one whose address says nothing of Lectern: %s, %j', async (name, entry) => {
      const text = JSON.stringify({ mcpServers: { [name]: entry } });
      const file = given('cursor', text);
      expect(await run(['cursor', device.vault, '--name', name], {})).toBe(0);
      expect(device.output).toMatch(/replaces another server/);
      expect(besides(file)).toHaveLength(text.includes('theirs') ? 1 : 2);
    });

    test.each([
      ['notes', { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer lct_x' } }],
      ['lectern', { command: 'npx', args: ['-y', 'mcp-remote', 'http://localhost:9999/mcp'] }],
      ['notes', { command: 'node', args: ['lectern.mjs'] }],
    ])('is none that says that it is Lectern: %s, %j', async (name, entry) => {
      given('cursor', JSON.stringify({ mcpServers: { [name]: entry } }));
      await run(['cursor', device.vault, '--name', name], {});
      expect(device.output).not.toMatch(/another server/);
    });

    test('is none that Lectern wrote itself, to which the user has added keys', async () => {
      const added = { disabled: true, alwaysAllow: ['search'] };
      const env = { A: 'b', LECTERN_TOKEN: 'lct_old' };
      const old = { command: 'node', args: ['lectern.mjs', '--stdio'], env, ...added };
      const file = given('cursor', JSON.stringify({ mcpServers: { lectern: old } }));
      const entry = (): unknown => entryIn(readFileSync(file, 'utf8'), ['mcpServers', 'lectern']);
      const headers = { Authorization: `Bearer ${token}` };
      await run(['cursor', '--port', '4000']);
      expect(entry()).toEqual({ url: 'http://127.0.0.1:4000/mcp', headers, env: { A: 'b' }, ...added });
      const text = readFileSync(file, 'utf8').replace(
        '"Authorization"',
        () => '"X-Mine": "x", "Authorization"',
      );
      writeFileSync(file, text);
      await run(['cursor', '--port', '4001']);
      expect(entry()).toMatchObject({ headers: { ...headers, 'X-Mine': 'x' }, ...added });
      await run(['cursor', device.vault], {});
      expect(entry()).toMatchObject({ command: '/usr/bin/node', env: { A: 'b' }, ...added });
      expect(entry()).not.toHaveProperty('headers');
    });

    test('is none that Lectern wrote itself', async () => {
      const file = given('cursor', '{}');
      await run(['cursor', device.vault], {});
      await run(['cursor', device.vault, '--rights', 'read'], {});
      await run(['cursor'], environment);
      await run(['cursor', '--port', '4000'], environment);
      await run(['cursor', '--remove'], {});
      expect(device.output).not.toMatch(/another server/);
      expect(besides(file)).toHaveLength(2);
    });
  });

  describe('a settings file that is odd', () => {
    test.each(clients)('is not written over a link to a file that is not there: %s', async client => {
      const file = given(client, '');
      rmSync(file);
      symlinkSync(join(device.folder, 'gone'), file);
      await expect(run([client, device.vault], {})).rejects.toThrow(/link/);
      expect(lstatSync(file).isSymbolicLink()).toBe(true);
    });

    test('is not copied through a link that leads nowhere', async () => {
      const file = given('cursor', '{}');
      const canary = join(device.folder, 'canary');
      symlinkSync(canary, `${file}.before-lectern`);
      await expect(run(['cursor'])).rejects.toThrow(/not a regular file/);
      expect(existsSync(canary)).toBe(false);
      expect(readFileSync(file, 'utf8')).toBe('{}');
    });

    test.each(clients)('is refused where it is a pipe: %s', async client => {
      const file = pipeAt(`home/${files[client]}`);
      await expect(run([client])).rejects.toThrow(/not a regular file/);
      expect(lstatSync(file).isFIFO()).toBe(true);
    });

    test('is refused where it is a link to a pipe, or a folder', async () => {
      const pipe = pipeAt('pipe');
      mkdirSync(join(device.homeFolder, '.cursor'));
      symlinkSync(pipe, join(device.homeFolder, files.cursor));
      await expect(run(['cursor'])).rejects.toThrow(/not a regular file/);
      mkdirSync(join(device.homeFolder, files.codex), { recursive: true });
      await expect(run(['codex'])).rejects.toThrow(/not a regular file/);
    });

    test.each(clients)('is refused beyond five megabytes: %s', async client => {
      const text = client === 'codex' ? '# x\n'.repeat(1_250_001) : `{${' '.repeat(5_000_000)}}`;
      const file = given(client, text);
      await expect(run([client])).rejects.toThrow(/larger than 5 MB/);
      expect(statSync(file).size).toBe(text.length);
    });

    test('is refused where a change would alter bytes that are no UTF-8', async () => {
      const file = given('cursor', '');
      const bytes = Buffer.from('{ "name": "M\u00fcller" }', 'latin1');
      writeFileSync(file, bytes);
      await expect(run(['cursor'])).rejects.toThrow(/UTF-8/);
      expect(readFileSync(file)).toEqual(bytes);
    });

    test('delays no doctor, where it is a pipe', async () => {
      pipeAt(`home/${files.cursor}`);
      pipeAt('My Vault/.obsidian/community-plugins.json');
      pipeAt('My Vault/.obsidian/plugins/lectern-mcp/data.json');
      pipeAt('My Vault/.obsidian/plugins/lectern-mcp/manifest.json');
      await doctor(device.context([device.vault, '--port', '9']));
      expect(device.output).toMatch(/Cursor: .*not a regular file/);
    });
  });

  describe('the program of a client', () => {
    const { PATH = '', LECTERN_TOKEN } = process.env;
    afterEach(() => {
      process.env['PATH'] = PATH;
      if (LECTERN_TOKEN === undefined) delete process.env['LECTERN_TOKEN'];
      else process.env['LECTERN_TOKEN'] = LECTERN_TOKEN;
    });

    test.each([[[]], [['--remove']]])('is started without a token: %j', async more => {
      const seen = join(device.folder, 'seen');
      const program = device.write('bin/claude', `#!/bin/sh\necho "$@" > '${seen}'\nenv >> '${seen}'\n`);
      chmodSync(program, 0o755);
      // As the command line has it: the variables of the context are those of the process.
      process.env['PATH'] = `${dirname(program)}:${PATH}`;
      process.env['LECTERN_TOKEN'] = token;
      const variables = { PATH: process.env['PATH'], LECTERN_TOKEN: token, MINE: 'kept' };
      expect(await run(['claude-code', device.vault, ...more], variables)).toBe(0);
      const text = readFileSync(seen, 'utf8');
      expect(text).toMatch(/^mcp (add|remove) /);
      expect(text).not.toContain(token);
      expect(text).toContain('MINE=kept');
    });
  });

  describe('a vault whose folders are links', () => {
    const elsewhere = (): string => join(device.folder, 'elsewhere');
    const refuses = (): void => {
      expect(() => install(device.context([device.vault]))).toThrow(/is a link to another place/);
      expect(readdirSync(elsewhere())).toEqual([]);
    };

    test.each(['.obsidian', '.obsidian/plugins', '.obsidian/plugins/lectern-mcp'])(
      'gets no folder where %s leads',
      path => {
        mkdirSync(elsewhere());
        const link = join(device.vault, path);
        rmSync(link, { recursive: true, force: true });
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(elsewhere(), link);
        refuses();
      },
    );

    test('gets no folder where a link leads to nothing', () => {
      mkdirSync(elsewhere());
      symlinkSync(join(elsewhere(), 'nothing'), join(device.vault, '.obsidian', 'plugins'));
      refuses();
    });

    test('gets none of the files where one of them is a link', () => {
      const plugin = join(device.vault, '.obsidian', 'plugins', 'lectern-mcp');
      const theirs = device.write('theirs.css', 'theirs');
      mkdirSync(plugin, { recursive: true });
      symlinkSync(theirs, join(plugin, 'styles.css'));
      expect(() => install(device.context([device.vault]))).toThrow(/not a regular file/);
      expect(readdirSync(plugin)).toEqual(['styles.css']);
    });
  });
});

describe('lectern install', () => {
  let plugin: string;
  beforeEach(() => {
    plugin = join(device.vault, '.obsidian', 'plugins', 'lectern-mcp');
  });

  const run = (...words: string[]): number => install(device.context(words));
  const textOf = (name: string): string => readFileSync(join(plugin, name), 'utf8');

  test('puts the three files of the plugin into a vault, and says how to enable it', () => {
    expect(run(device.vault)).toBe(0);
    expect([textOf('main.js'), textOf('styles.css')]).toEqual(['the plugin', 'its styles']);
    expect(JSON.parse(textOf('manifest.json'))).toMatchObject({ version: '1.2.3' });
    expect(device.output).toContain('enable Lectern MCP');
  });

  test('updates an older version, and does not change its settings and other files', () => {
    device.write('My Vault/.obsidian/plugins/lectern-mcp/data.json', '{ "port":1 }');
    device.write('My Vault/.obsidian/plugins/lectern-mcp/journal/1.jsonl', 'changes');
    device.write(
      'My Vault/.obsidian/plugins/lectern-mcp/manifest.json',
      '{"id":"lectern-mcp","name":"Lectern MCP","version":"1.0.0"}',
    );
    expect(run(device.vault)).toBe(0);
    expect([textOf('data.json'), textOf('journal/1.jsonl')]).toEqual(['{ "port":1 }', 'changes']);
    expect(device.output).toContain('Updated 1.0.0 to 1.2.3');
  });

  test('installs an older version only with the option for it', () => {
    const newer = '{"id":"lectern-mcp","name":"Lectern MCP","version":"1.10.0"}';
    device.write('My Vault/.obsidian/plugins/lectern-mcp/manifest.json', newer);
    expect(() => run(device.vault)).toThrow(/1\.10\.0 is installed there, which is newer than 1\.2\.3/);
    expect(textOf('manifest.json')).toBe(newer);
    expect(existsSync(join(plugin, 'main.js'))).toBe(false);
    expect(run(device.vault, '--force')).toBe(0);
    expect(device.output).toContain('Downgraded 1.10.0 to 1.2.3');
  });

  test('takes a vault whose configuration folder has another name', () => {
    device.write('My Vault/.config/app.json', '{}');
    expect(run(device.vault, '--config-folder', '.config')).toBe(0);
    expect(existsSync(join(device.vault, '.config', 'plugins', 'lectern-mcp', 'main.js'))).toBe(true);
  });

  test.each([
    [[], /Name the folder/],
    [['VAULT', 'other'], /One vault at a time/],
    [['VAULT', '--config-folder', '../x'], /not a folder name/],
    [['VAULT', '--config-folder', '.other'], /Obsidian has not opened it/],
    [['no such folder'], /There is no folder/],
    [['VAULT', '--data'], /--data/],
  ])('refuses %j', (words, message) => {
    expect(() => run(...words.map(word => (word === 'VAULT' ? device.vault : word)))).toThrow(message);
    expect(existsSync(plugin)).toBe(false);
  });

  test('does not write through symbolic links', () => {
    const elsewhere = join(device.folder, 'source');
    mkdirSync(elsewhere);
    mkdirSync(join(device.vault, '.obsidian', 'plugins'));
    symlinkSync(elsewhere, plugin);
    expect(() => run(device.vault)).toThrow(/is a link to another place/);
    expect(existsSync(join(elsewhere, 'main.js'))).toBe(false);
  });

  test('does not replace a file that is a symbolic link', () => {
    const elsewhere = device.write('source.js', 'theirs');
    mkdirSync(plugin, { recursive: true });
    symlinkSync(elsewhere, join(plugin, 'main.js'));
    expect(() => run(device.vault)).toThrow(/not a regular file/);
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
  });
});

const path = ['mcpServers', 'lectern'] as const;
const value = { command: 'node', args: ['a b', '--stdio'] };
const own =
  '"lectern": {\n      "command": "node",\n      "args": [\n        "a b",\n        "--stdio"\n      ]\n    }';

/** Whether every byte of a text is in another one, before and after something new. */
function isOneInsertion(text: string, longer: string): boolean {
  let start = 0;
  while (start < text.length && text[start] === longer[start]) start += 1;
  return longer.endsWith(text.slice(start)) && longer.length > text.length;
}

describe('an entry in a client’s JSON file', () => {
  test.each([
    ['nothing', ''],
    ['an empty object', '{}\n'],
    ['no servers', '{\n  "theme": "dark"\n}\n'],
    ['no servers yet', '{\n  "mcpServers": {}\n}\n'],
    ['an empty list with a comment', '{\n  "mcpServers": {\n    // none yet }\n  }\n}\n'],
    ['others', '{\n  "mcpServers": {\n    "a": {"url": "x",}, // mine\n    "b": {}\n  },\n}\n'],
    ['everything in one line', '{"mcpServers": {"a": {"url":"x"}}, "other": [1,  2]}'],
    ['tabs and lines of Windows', '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n'],
    ['a byte order mark', '\ufeff{\n  "mcpServers": { }\n}\n'],
    ['braces in texts', '{ "x": "}{\\"", /* { */ "mcpServers": { "a": { "b": "}" } } }'],
  ])('is put into a file with %s, and taken out again without a byte changed elsewhere', (_what, text) => {
    const after = withEntry(text, path, value) ?? '';
    expect(entryIn(after, path)).toEqual(value);
    const again = withEntry(after, path, undefined) ?? '';
    expect(entryIn(again, path)).toBeUndefined();
    expect(isOneInsertion(text, after)).toBe(true);
    // An empty list of servers may stay.
    if (text.includes('mcpServers'))
      expect(again.replace(/\s+/g, () => '')).toBe(text.replace(/\s+/g, () => ''));
  });

  test('comes first, in the indentation of the file, and keeps comments at their lines', () => {
    expect(withEntry('{\n  "mcpServers": {\n    "a": {"url": "x",}, // mine\n  },\n}\n', path, value)).toBe(
      `{\n  "mcpServers": {\n    ${own},\n    "a": {"url": "x",}, // mine\n  },\n}\n`,
    );
  });

  test('replaces an older one in its place', () => {
    const text = '{\n  "mcpServers": {\n    "a": {},\n    "lectern": {"url": "old"} // ours\n  }\n}\n';
    expect(withEntry(text, path, value)).toBe(
      `{\n  "mcpServers": {\n    "a": {},\n    ${own} // ours\n  }\n}\n`,
    );
  });

  test.each([
    ['no JSON', '{"mcpServers": '],
    ['a list', '[]'],
    ['servers that are no object', '{"mcpServers": []}'],
    ['a key twice, of which the client may take either', '{"mcpServers": {}, "mcpServers": {"lectern": 1}}'],
    ['a comment inside the older entry', '{"mcpServers": {"lectern": {/* why */ "url": "x"}}}'],
  ])('is not put into a file with %s', (_what, text) => {
    expect(withEntry(text, path, value)).toBeUndefined();
  });

  test('is not confused with a file that cannot be read', () => {
    expect([isReadable(''), isReadable('{ // x\n}'), isReadable('{"a"'), isReadable('[]')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('leaves the values of any other file as they were', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 2, '\t'),
        (others, servers, indent) => {
          fc.pre(!JSON.stringify([others, servers]).includes('__proto__'));
          const text = JSON.stringify({ ...others, mcpServers: servers }, undefined, indent);
          const expected = { ...others, mcpServers: { ...servers, lectern: value } };
          const after: unknown = JSON.parse(withEntry(text, path, value) ?? '');
          expect(after).toEqual(JSON.parse(JSON.stringify(expected)));
        },
      ),
      { numRuns: 300 },
    );
  });
});
