import { TFolder, type TAbstractFile } from 'obsidian';
import { NearFiles } from '../../../src/vault/access/visible-files';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';

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
