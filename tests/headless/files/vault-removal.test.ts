import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { TFile } from 'obsidian';
import { recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';

describe('removing from the vault', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({
      'a.md': 'alpha',
      'Folder/b.md': 'beta',
      'Folder/Deep/c.md': 'gamma',
      'Folder/.secret/d.md': 'secret',
      '.obsidian/app.json': '{}',
    });
  });

  afterEach(() => vault.close());

  const app = () => vault.host.app.vault;

  const file = (path: string): TFile => vault.file(path);

  test('reports the files of a folder before the folder', async () => {
    const events = recordEvents(vault.host);
    const folder = app().getFolderByPath('Folder/Deep');
    if (folder !== null) await app().delete(folder);
    expect(events).toEqual(['delete Folder/Deep/c.md', 'delete Folder/Deep']);
    expect(existsSync(vault.at('Folder/Deep'))).toBe(false);
  });

  test('keeps a folder with hidden files, unless forced', async () => {
    const folder = app().getFolderByPath('Folder');
    if (folder === null) throw new Error('no folder');
    await expect(app().delete(folder)).rejects.toThrow('ENOTEMPTY');
    expect(existsSync(vault.at('Folder/b.md'))).toBe(true);
    await app().delete(folder, true);
    expect(existsSync(vault.at('Folder'))).toBe(false);
  });

  test('never removes the root', async () => {
    await expect(app().delete(app().getRoot(), true)).rejects.toThrow('never removed');
    expect(existsSync(vault.at('a.md'))).toBe(true);
  });

  test('moves to the trash of the vault and never replaces what is there', async () => {
    await app().trash(file('a.md'), false);
    await app().create('a.md', 'second');
    await app().trash(file('a.md'), true);
    expect(readFileSync(vault.at('.trash/a.md'), 'utf8')).toBe('alpha');
    expect(readFileSync(vault.at('.trash/a 1.md'), 'utf8')).toBe('second');
    expect(app().getFileByPath('a.md')).toBeNull();
  });

  test('follows the setting of the user', async () => {
    writeFileSync(vault.at('.obsidian/app.json'), '{"trashOption":"none"}');
    await vault.host.app.fileManager.trashFile(file('a.md'));
    expect(existsSync(vault.at('a.md'))).toBe(false);
    expect(existsSync(vault.at('.trash'))).toBe(false);
    writeFileSync(vault.at('.obsidian/app.json'), '{}');
    await vault.host.app.fileManager.trashFile(file('Folder/b.md'));
    expect(readFileSync(vault.at('.trash/b.md'), 'utf8')).toBe('beta');
  });
});
