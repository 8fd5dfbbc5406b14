import { IdleValues } from '../../../src/vault/index/idle-values';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { NameWords, type WordTable } from '../../../src/vault/index/names/name-words';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

const asked = ['garden', 'plan', 'old', 'new', 'café', '会', 'it', 'allotment', 'plot'];

describe('the words of names', () => {
  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault({
      'Garden plan.md': '---\naliases: [Allotment, The Plot]\n---\n',
      'Old/Café garden.md': '',
      'It.md': '',
      '会议.md': '',
    });
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
  });
  afterEach(() => vault.close());

  function nameWords(): () => Promise<WordTable> {
    const { app } = vault.host;
    const events = new VaultEvents(app, () => undefined, new IdleValues());
    const words = new NameWords(app, events, new NoteFactsIndex(app, events));
    return () => words.open(steppingSlicer().slicer.slice());
  }

  function told(table: WordTable): unknown {
    const paths = (numbers: readonly number[]): string[] =>
      numbers.map(number => table.notes[number]?.path ?? 'gone').sort();
    return asked.map(one => [
      one,
      paths(table.with(one)),
      table
        .withAlias(one)
        .map(({ path }) => path)
        .sort(),
    ]);
  }

  it('lead to the notes that have them in their names or aliases', async () => {
    const table = await nameWords()();
    expect(told(table)).toEqual([
      ['garden', ['Garden plan.md', 'Old/Café garden.md'], []],
      ['plan', ['Garden plan.md'], []],
      ['old', [], []],
      ['new', [], []],
      ['café', ['Old/Café garden.md'], []],
      ['会', [], []],
      ['it', ['It.md'], []],
      ['allotment', ['Garden plan.md'], ['Garden plan.md']],
      ['plot', ['Garden plan.md'], []],
    ]);
  });

  it('follow notes that are made, renamed, changed and deleted, as a table made anew would say', async () => {
    const { app } = vault.host;
    const open = nameWords();
    await open();
    const isAsNew = async (): Promise<void> => {
      await vault.host.metadataSettled();
      expect(told(await open())).toEqual(told(await nameWords()()));
    };
    await app.vault.create('New garden.md', '---\naliases: Plot\n---\n');
    await isAsNew();
    await app.vault.rename(vault.file('Garden plan.md'), 'Old/Plan.md');
    await isAsNew();
    await app.vault.modify(vault.file('It.md'), '---\naliases: [Plot, Old garden]\n---\n');
    await isAsNew();
    const old = app.vault.getFolderByPath('Old');
    if (old !== null) await app.vault.rename(old, 'New');
    await isAsNew();
    await app.vault.delete(vault.file('New garden.md'));
    await isAsNew();
  });
});
