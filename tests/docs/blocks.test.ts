/** Runs the shell blocks of the pages as a newcomer would, in a fresh copy of the project and an empty home. */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { bridgedClient, closeBridged } from '../support/process/bridged-client';
import { eventually } from '../support/time/waiting';
import { fencesIn, pages, projectRoot } from './pages';

/** Blocks that are not run, by a part of their text. */
const notRun = {
  'npm run check': 'the checks of a developer, which .ci/run runs',
  'npx jest': 'the checks of a developer',
  'npm run test:tools': 'the checks of a developer',
  YOUR_TOKEN: 'compared with the setup text of the product by pages.test.ts',
  '@modelcontextprotocol/inspector': 'gets a package from npm; run by hand, as the page says',
  'git pull': 'needs a repository to pull from; backup-and-sync.test.ts does what it does',
  systemctl: 'needs systemd',
  'docker compose': 'needs Docker',
  'curl -T': 'needs an address of that moment; the tests of uploads make one',
} as const;

const blocks = pages()
  .flatMap(fencesIn)
  .filter(({ info }) => info === 'sh')
  .map(({ page, code }) => ({ page, code }));
const isRun = ({ code }: { readonly code: string }): boolean =>
  !Object.keys(notRun).some(part => code.includes(part));

let place: string;
let clone: string;
let home: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-newcomer-'));
  clone = join(place, 'lectern');
  home = join(place, 'home');
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  for (const path of listed.stdout.split('\0')) {
    if (path === '' || !existsSync(join(projectRoot, path))) continue;
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(clone, path));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(clone, 'node_modules'));
  cpSync(join(projectRoot, 'examples', 'vault'), join(home, 'Vault'), { recursive: true });
  mkdirSync(join(place, 'bin'));
  writeFileSync(
    join(place, 'bin', 'claude'),
    `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word"; done > ${JSON.stringify(join(place, 'claude-was-given'))}\n`,
    { mode: 0o755 },
  );
});
afterAll(async () => {
  await closeBridged();
  rmSync(place, { recursive: true, force: true });
});

const environment = (): Record<string, string> => ({
  HOME: home,
  PATH: [join(place, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
});

function ran(code: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', code], {
    ...{ cwd: clone, encoding: 'utf8', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  expect({ code, status, stderr: status === 0 ? '' : stderr }).toEqual({ code, status: 0, stderr: '' });
  return stdout + stderr;
}

/** Runs until the server says how it is stopped, then ends npm as a service manager would. */
async function served(code: string): Promise<string> {
  const child = spawn('sh', ['-e', '-c', `exec ${code}`], {
    ...{ cwd: clone, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let output = '';
  child.stdout.on('data', data => (output += String(data)));
  child.stderr.on('data', data => (output += String(data)));
  await eventually(() => output.includes('Ctrl+C stops it.'), 60_000);
  child.kill('SIGTERM');
  const url = /http:\S+\/mcp/.exec(output)?.[0] ?? '';
  await eventually(async () => !(await answers(url)));
  return output;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

let isBuilt = false;

async function run(code: string): Promise<void> {
  for (const line of code.trim().split('\n')) {
    // Several pages begin with it, and there is one clone.
    if (line === 'npm run build' && isBuilt) continue;
    isBuilt ||= line === 'npm run build';
    // CI installs the packages first, and fails if that warns.
    if (line === 'npm ci') continue;
    // Two tests must not want the same port, and nobody can be asked here.
    const quiet = line.includes(' connect ') ? `${line} --yes` : line;
    if (line.startsWith('npm start')) await served(`${quiet}${line.includes(' -- ') ? '' : ' --'} --port 0`);
    else ran(quiet);
  }
}

/** What the server lists that Claude Code was last told to start. */
async function toolsOfClaude(): Promise<string[]> {
  const words = readFileSync(join(place, 'claude-was-given'), 'utf8').trimEnd().split('\n');
  const [program = '', ...args] = words.slice(words.indexOf('--') + 1);
  expect(basename(program)).toMatch(/^node/);
  const { client } = await bridgedClient('2025', { args, env: environment() });
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name);
}

describe('a newcomer with a fresh clone', () => {
  test.each(blocks.filter(isRun))(
    'can run in $page: $code',
    async ({ code }) => {
      await run(code);
      if (!code.includes('claude mcp add')) return;
      expect((await toolsOfClaude()).length).toBeGreaterThan(10);
    },
    180_000,
  );

  test('gets what the first page suggests to ask for, by what the example prints', async () => {
    const output = await served('npm start -- --port 0');
    ran(/claude mcp add .*--stdio/.exec(output)?.[0] ?? '');
    const suggested = ['get_context', 'check_links', 'rename_tag', 'query_notes', 'undo_change'];
    expect(await toolsOfClaude()).toEqual(expect.arrayContaining(suggested));
  }, 180_000);

  test('is told of no command that is neither run nor known to need something else', () => {
    expect(blocks.filter(isRun).length).toBeGreaterThan(5);
    const unused = Object.keys(notRun).filter(part => !blocks.some(({ code }) => code.includes(part)));
    expect(unused).toEqual([]);
  });
});
