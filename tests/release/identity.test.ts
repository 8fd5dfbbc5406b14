/** The one command that gives the project another place to live. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
/** Folders without text of the project. */
const leftOut = /^(?:node_modules|tests\/app\/node_modules)\//u;

/** The repository that the project names now. */
const own = repositoryOf(readFileSync(join(root, 'package.json'), 'utf8'));

let copy: string;
let paths: string[];

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lectern-identity-'));
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  paths = listed.stdout.split('\n').filter(path => /\.(?:json|md|mjs|sh|ya?ml|ts)$|file$/u.test(path));
  paths = paths.filter(path => !leftOut.test(path) && !path.startsWith('tests/'));
  for (const path of paths) {
    mkdirSync(join(copy, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function identity(
  words: string[],
  environment: Record<string, string> = {},
): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release/identity.mjs', ...words], {
    ...{ cwd: copy, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], ...environment },
  });
  return { status, said: stdout + stderr };
}

function repositoryOf(manifest: string): string {
  const [, name] = /"git\+https:\/\/github\.com\/([^"]+)\.git"/u.exec(manifest) ?? [];
  if (name === undefined) throw new Error('package.json names no repository.');
  return name;
}

function read(path: string): string {
  return readFileSync(join(copy, path), 'utf8');
}

function naming(name: string): string[] {
  return paths.filter(path => read(path).toLowerCase().includes(name.toLowerCase()));
}

test('every file with the project’s repository gets the new name, and no other file changes', () => {
  const before = new Map(paths.map(path => [path, read(path)]));
  const named = naming(own);
  expect(named).toEqual(
    expect.arrayContaining(['Dockerfile', 'compose.yaml', 'package.json', 'server.json']),
  );
  expect(identity(['--check'])).toMatchObject({ status: 0 });

  expect(identity(['Some-Owner/Notes.Server'])).toMatchObject({ status: 0 });
  expect(naming(own)).toEqual([]);
  expect(paths.filter(path => read(path) !== before.get(path))).toEqual(named);
  expect(JSON.parse(read('server.json'))).toMatchObject({ name: 'io.github.Some-Owner/Notes.Server' });
  expect(JSON.parse(read('package.json'))).toMatchObject({
    name: 'lectern-mcp',
    mcpName: 'io.github.Some-Owner/Notes.Server',
  });
  // A registry of images takes small letters only.
  expect(read('compose.yaml')).toContain('image: ghcr.io/some-owner/notes.server:');
  expect(identity(['--check'], { REPOSITORY: 'Some-Owner/Notes.Server' })).toMatchObject({ status: 0 });
  expect(identity(['--check'], { REPOSITORY: own })).toMatchObject({ status: 1 });

  expect(identity([own])).toMatchObject({ status: 0 });
  expect(paths.filter(path => read(path) !== before.get(path))).toEqual([]);
});

test.each(['', 'name', 'a/b/c', 'a b/c', '$&/x'])(
  '%j is no name of a repository, and changes nothing',
  word => {
    const before = paths.map(read);
    expect(identity([word]).status).toBe(1);
    expect(paths.map(read)).toEqual(before);
  },
);
