import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

const files = { 'a.md': 'alpha', 'Folder/b.md': 'beta', 'Folder/Deep/c.md': 'gamma' };

describe('where paths really lead', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault(files, (root, outside) => {
      symlinkSync('Folder', join(root, 'Linked'));
      symlinkSync(join(root, 'a.md'), join(root, 'Folder', 'alias.md'));
      symlinkSync('alias.md', join(root, 'Folder', 'twice.md'));
      symlinkSync(outside, join(root, 'Out'));
      symlinkSync('nowhere', join(root, 'dangling.md'));
    });
  });

  afterEach(() => vault.close());

  const real = (path: string): string => vault.host.services.realPath(path);

  test('is the same path without links', () => {
    for (const path of [
      '',
      '/',
      'a.md',
      'Folder',
      'Folder/Deep/c.md',
      'new.md',
      'New/Deep/new.md',
      'Folder/new.md',
    ]) {
      expect(real(path)).toBe(path);
    }
  });

  test('is the path behind links to files and folders', () => {
    expect(real('Linked')).toBe('Folder');
    expect(real('Linked/b.md')).toBe('Folder/b.md');
    expect(real('Linked/Deep/c.md')).toBe('Folder/Deep/c.md');
    expect(real('Folder/alias.md')).toBe('a.md');
    expect(real('Linked/twice.md')).toBe('a.md');
  });

  test('is found for what does not exist yet', () => {
    expect(real('Linked/new.md')).toBe('Folder/new.md');
    expect(real('Linked/New/deep.md')).toBe('Folder/New/deep.md');
  });

  test('is the same path for links to the outside or to nothing', () => {
    expect(real('Out')).toBe('Out');
    expect(real('Out/canary.md')).toBe('Out/canary.md');
    expect(real('dangling.md')).toBe('dangling.md');
    expect(real('../outside/canary.md')).toBe('../outside/canary.md');
  });

  test('follows links that come, change and go', async () => {
    symlinkSync('Folder/Deep', vault.at('Later'));
    await vault.host.settled();
    expect(real('Later/c.md')).toBe('Folder/Deep/c.md');
    unlinkSync(vault.at('Later'));
    mkdirSync(vault.at('Other'));
    writeFileSync(vault.at('Other/c.md'), 'other');
    symlinkSync('Other', vault.at('Later'));
    expect(real('Later/c.md')).toBe('Other/c.md');
    unlinkSync(vault.at('Later'));
    renameSync(vault.at('Other'), vault.at('Later'));
    await vault.host.settled();
    expect(real('Later/c.md')).toBe('Later/c.md');
  });

  test('follows what is moved through the app', async () => {
    const { vault: app } = vault.host.app;
    const link = app.getAbstractFileByPath('Linked');
    const note = app.getFileByPath('a.md');
    if (link === null || note === null) throw new Error('nothing there');
    await app.rename(link, 'Renamed');
    expect(real('Renamed/b.md')).toBe('Folder/b.md');
    await app.rename(note, 'Renamed/moved.md');
    expect(real('Renamed/moved.md')).toBe('Folder/moved.md');
  });
});
