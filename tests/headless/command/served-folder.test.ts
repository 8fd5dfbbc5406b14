import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeProblem } from '../../../pkg/headless/node-version';
import { isVault, servedFolder, stateLocationOf } from '../../../pkg/headless/command/served-folder';

describe('the versions of Node', () => {
  test.each([
    ['18.20.8', 'Lectern needs Node 20.19 or newer; this is 18.20.8.'],
    ['20.18.3', 'Lectern needs Node 20.19 or newer; this is 20.18.3.'],
    ['20.19.0', undefined],
    ['22.0.0', undefined],
  ])('that are too old are refused: %s', (version, problem) => {
    expect(nodeProblem(version)).toBe(problem);
  });

  test('are those that the package asks for', () => {
    const text = readFileSync(join(__dirname, '..', '..', '..', 'package.json'), 'utf8');
    const [, oldest] = /"node": ">=([\d.]+)"/.exec(text) ?? [];
    expect(nodeProblem(`${oldest}.0`)).toBeUndefined();
    expect(nodeProblem('20.18.0')).toContain(`needs Node ${oldest} or newer`);
  });
});

describe('where nothing can be written', () => {
  let base: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  const footing = (refused: string): ReturnType<typeof stateLocationOf> =>
    stateLocationOf(base, join(base, 'state'), path => path !== refused);

  test('folders that can be written cause no message', () => {
    expect(footing('')).toEqual({ stateFolder: undefined, problem: undefined });
  });

  test('a vault keeps its usual state', () => {
    const { stateFolder, problem } = footing(base);
    expect(stateFolder).toBeUndefined();
    expect(problem).toContain('This folder is not writable, so Lectern is read-only');
  });

  test('a state folder is replaced for the run by a temporary one', () => {
    const { stateFolder = '', problem } = footing(join(base, 'state'));
    expect(existsSync(stateFolder)).toBe(true);
    rmSync(stateFolder, { recursive: true });
    expect(problem).toContain('Set XDG_STATE_HOME to a writable folder.');
  });
});

describe('a folder to serve', () => {
  let base: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  test.each(['', ' '])('is refused where its name is empty: "%s"', name => {
    expect(() => servedFolder(name)).toThrow('The folder name is empty.');
  });

  test('does not become a vault by the files that Lectern writes into it', () => {
    mkdirSync(join(base, '.obsidian', 'plugins', 'lectern-mcp'), { recursive: true });
    expect(isVault(base)).toBe(false);
    mkdirSync(join(base, '.obsidian', 'plugins', 'other'));
    expect(isVault(base)).toBe(true);
  });

  test('is a vault by the settings of the app', () => {
    expect(isVault(base)).toBe(false);
    mkdirSync(join(base, '.obsidian', 'themes'), { recursive: true });
    expect(isVault(base)).toBe(true);
  });
});
