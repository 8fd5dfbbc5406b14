import { ToolFailure } from '../../../src/errors';
import { portabilityProblem, VaultPath } from '../../../src/vault/access/vault-path';

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
