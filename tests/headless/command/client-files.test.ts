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
import { connect } from '../../../pkg/headless/command/connect/connect';
import { doctor } from '../../../pkg/headless/command/doctor/doctor';
import { install } from '../../../pkg/headless/command/install/install';
import { Device } from './device';

let device: Device;
beforeEach(() => (device = new Device()));
afterEach(() => device.remove());

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

describe('a settings file that is odd', () => {
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
