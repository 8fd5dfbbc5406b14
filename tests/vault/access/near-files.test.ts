import { TFolder, type TAbstractFile } from 'obsidian';
import { IdleValues } from '../../../src/vault/index/idle-values';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { NearNames } from '../../../src/vault/index/names/near-names';
import { isNameOf } from '../../../src/vault/access/vault-path';
import { NearFiles } from '../../../src/vault/access/near-files';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

const paths = Array.from({ length: 300 }, (_item, index) => `Log ${1000 + index}/Log ${1000 + index}.md`);
const others = ['png', 'pdf', 'canvas'].flatMap(ending =>
  Array.from({ length: 30 }, (_item, index) => `Files/Log 10${index}.${ending}`),
);
const any = (): boolean => true;
const isNote = (file: TAbstractFile): boolean => file.path.endsWith('.md');
const isCanvas = (file: TAbstractFile): boolean => file.path.endsWith('.canvas');
const isFolder = (file: TAbstractFile): boolean => file instanceof TFolder;

describe('near paths', () => {
  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault(Object.fromEntries([...paths, ...others].map(path => [path, ''])));
  });
  afterEach(() => vault.close());

  function nearNames(): NearNames {
    const { app } = vault.host;
    return new NearNames(app, new VaultEvents(app, () => undefined, new IdleValues()));
  }

  it('are the same whether they were prepared in slices or not, for each kind of file', async () => {
    const { app } = vault.host;
    const canSee = (file: TAbstractFile): boolean => !file.path.startsWith('Log 1007');
    const names = nearNames();
    const { slicer, pauses } = steppingSlicer();
    const prepared = new NearFiles(app, { search: names.search.bind(names), now: () => fail() }, canSee);
    for (const path of ['Log 107', 'Log 1070.md', 'Lg 1299', 'Log', 'Other', 'Log 1007']) {
      const alone = new NearFiles(app, names, canSee);
      await prepared.prepare(path, slicer.slice());
      const fits = (file: TAbstractFile): boolean => isNote(file) || isFolder(file) || isNameOf(path, file);
      const isOther = (file: TAbstractFile): boolean => isCanvas(file) && isNameOf(path, file);
      for (const isWanted of [any, isFolder, isNote, isCanvas, isOther, fits]) {
        expect(prepared.to(path, isWanted)).toEqual(alone.to(path, isWanted));
        expect(prepared.shownTo(path, isWanted)).toEqual(alone.shownTo(path, isWanted));
      }
    }
    expect(pauses()).toBeGreaterThan(0);
  });

  it('are found by an index once many were asked for, and are the same then', async () => {
    const names = nearNames();
    const { slicer } = steppingSlicer();
    const search = (): Promise<string[]> =>
      names.search(slicer.slice(), finder => finder.ranking('Log 107', 5, () => 'any'));
    const first = await search();
    expect(names.now().isIndexed).toBe(false);
    const many = await Promise.all(Array.from({ length: 30 }, search));
    expect(names.now().isIndexed).toBe(true);
    expect(many).toEqual(many.map(() => first));
  });
});

function fail(): never {
  throw new Error('It was prepared.');
}
