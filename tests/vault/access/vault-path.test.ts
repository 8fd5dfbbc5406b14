import { TFolder, type TAbstractFile } from 'obsidian';
import { ToolFailure } from '../../../src/errors';
import { portabilityProblem, VaultPath } from '../../../src/vault/access/vault-path';
import { NearFiles } from '../../../src/vault/access/visible-files';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'accepted';
  } catch (error) {
    return error instanceof ToolFailure ? error.code : 'another error';
  }
}

describe('a vault path', () => {
  test.each([
    '../outside/canary.txt',
    'a/../../outside/canary.txt',
    '..',
    './..',
    'a/..//..',
    '..\\outside\\canary.txt',
    'a\\b.md',
    '/etc/passwd',
    '//etc/passwd',
    '//server/share',
    '~/x',
    '~',
    'C:\\x',
    '\\\\?\\C:\\x',
    '\\\\server\\share\\x',
    '\\\\.\\pipe\\x',
    './a.md',
    'a/./b.md',
    'a//b.md',
    'a\u0000.md',
    'a\ud800.md',
    '',
    '.',
    '/',
    '//',
    '   ',
    'x'.repeat(2000),
  ])('that leaves the vault or names no file is refused: %j', text => {
    expect(codeOf(() => VaultPath.parse(text))).toBe('invalid_path');
  });

  test.each([
    'note.md ',
    ' note.md',
    'note.md.',
    'note.md"',
    'a%2Fb.md',
    '..a/b..md',
    'at 10:30.md',
    'a:b.md',
    'c:/x',
    'a\nb.md',
    '日記/メモ.md',
  ])('is used exactly as written: %j', text => {
    expect(VaultPath.parse(text).value).toBe(text);
  });

  test('takes one trailing slash as a folder', () => {
    expect(VaultPath.parse('Folder/').value).toBe('Folder');
  });

  test('of a folder may be the root', () => {
    expect(['', '/', '.'].map(text => VaultPath.parseFolder(text).value)).toEqual(['', '', '']);
    expect(codeOf(() => VaultPath.parseFolder('..'))).toBe('invalid_path');
  });

  test('knows its name, its folder and whether it is hidden', () => {
    const path = VaultPath.parse('a/b/c.md');
    expect([path.name, path.folder, path.isHidden]).toEqual(['c.md', 'a/b', false]);
    expect(VaultPath.parse('.obsidian/app.json').isHidden).toBe(true);
    expect(VaultPath.parse('a/.hidden/b.md').isHidden).toBe(true);
    expect(VaultPath.parse('a.b/c').isHidden).toBe(false);
  });
});

describe('a name', () => {
  test.each([
    'CON',
    'con.md',
    'a .md',
    'a.md .md',
    'NUL.txt',
    'AUX',
    'COM1.md',
    'LPT9',
    'COM¹.md',
    'CONIN$',
    'note.md:stream',
    ':zone',
    'note.md ',
    'note.md.',
    ' note.md',
    'note.md"',
    'a<b',
    'zero\u200bwidth.md',
    'rtl\u202e.md',
    '$HOME/x',
    'x'.repeat(256),
  ])('that some system cannot hold is named: %j', path => {
    expect(portabilityProblem(path)).toEqual(expect.any(String));
  });

  test.each([
    'Notes/a.md',
    '100$.md',
    '👩‍👩‍👧.md',
    'конспект.md',
    'a (b) & c.md',
    "it's.md",
    'CONTENTS.md',
    '50%.md',
  ])('that every system holds is fine: %j', path => {
    expect(portabilityProblem(path)).toBeUndefined();
  });
});

const isNote = (file: TAbstractFile): boolean => file.path.endsWith('.md');
const isFolder = (file: TAbstractFile): boolean => file instanceof TFolder;
const any = (): boolean => true;

describe('near paths', () => {
  let vault: TemporaryVault;
  beforeEach(async () => {
    const logs = [1069, 1070, 1071].map(log => `Log ${log}/Log ${log}.md`);
    vault = await temporaryVault(Object.fromEntries([...logs, 'Files/Log 1070.png'].map(path => [path, ''])));
  });
  afterEach(() => vault.close());

  it('are those of files and folders that the caller sees and that are wanted', () => {
    const near = new NearFiles(vault.host.app, file => !file.path.startsWith('Log 1071'));
    expect(near.to('Log 107', isNote)).toEqual(['Log 1070/Log 1070.md', 'Log 1069/Log 1069.md']);
    expect(near.to('Log 107', isFolder)).toEqual(['Log 1070', 'Log 1069']);
    expect(near.shownTo('Log 1070', any)).toEqual([
      'Log 1070/',
      'Log 1070/Log 1070.md',
      'Files/Log 1070.png',
      'Log 1069/',
      'Log 1069/Log 1069.md',
    ]);
  });

  it('are those of the vault at the time of a call', async () => {
    const { app } = vault.host;
    const near = new NearFiles(app, any);
    await app.vault.create('Log 107.md', '');
    expect(near.to('Log 107', isNote)[0]).toBe('Log 107.md');
    await app.vault.rename(vault.file('Log 107.md'), 'Other.md');
    expect(near.to('Log 107', isNote)[0]).toBe('Log 1070/Log 1070.md');
    expect(new NearFiles(app, any).to('Othr', isNote)).toEqual(['Other.md']);
  });

  it('are given for twenty paths of a call, however often each is asked for', () => {
    const near = new NearFiles(vault.host.app, any);
    const paths = Array.from({ length: 21 }, (_item, index) => `Log 1070${'/Log 1070'.repeat(index)}.md`);
    for (const path of [...paths, ...paths])
      expect(near.to(path, isNote).length > 0).toBe(path !== paths.at(-1));
  });
});
