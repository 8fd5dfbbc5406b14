import { IdleValues } from '../../../src/vault/index/idle-values';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { namesAsked, NameWords, type WordTable } from '../../../src/vault/index/names/name-words';
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
    const paths = (numbers: Iterable<number>): string[] =>
      [...numbers].map(number => table.notes[number]?.path ?? 'gone').sort();
    return asked.map(one => [one, paths(table.with(one))]);
  }

  it('lead to the notes that have them in their names or aliases', async () => {
    const table = await nameWords()();
    expect(told(table)).toEqual([
      ['garden', ['Garden plan.md', 'Old/Café garden.md']],
      ['plan', ['Garden plan.md']],
      ['old', []],
      ['new', []],
      ['café', ['Old/Café garden.md']],
      ['会', []],
      ['it', ['It.md']],
      ['allotment', ['Garden plan.md']],
      ['plot', ['Garden plan.md']],
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

  it('are those of notes alone, whatever a note is renamed to', async () => {
    const { app } = vault.host;
    const open = nameWords();
    await open();
    await app.vault.rename(vault.file('Garden plan.md'), 'Garden plan.txt');
    await vault.host.metadataSettled();
    expect(told(await open())).toEqual(told(await nameWords()()));
    expect([...(await open()).with('plan')]).toEqual([]);
    await app.vault.rename(vault.file('Garden plan.txt'), 'Garden plan.md');
    await vault.host.metadataSettled();
    expect(told(await open())).toEqual(told(await nameWords()()));
  });

  it('give the number of a note that is gone to the next new one', async () => {
    const { app } = vault.host;
    const table = await nameWords()();
    const size = table.notes.length;
    for (let round = 0; round < 3; round += 1) {
      await app.vault.delete(vault.file('It.md'));
      await app.vault.create('It.md', '');
    }
    expect(table.notes).toHaveLength(size);
    expect(told(table)).toEqual(told(await nameWords()()));
  });
});

describe('a word that many notes have in their names', () => {
  const count = 300;
  let vault: TemporaryVault;
  let table: WordTable;
  beforeEach(async () => {
    const path = (index: number): string => `${index < count / 2 ? 'Log' : 'Old'}/Meeting notes ${index}.md`;
    vault = await temporaryVault(
      Object.fromEntries(Array.from({ length: count }, (_item, index) => [path(index), ''])),
    );
    const { app } = vault.host;
    const events = new VaultEvents(app, () => undefined, new IdleValues());
    const words = new NameWords(app, events, new NoteFactsIndex(app, events));
    await vault.host.metadataSettled();
    table = await words.open(steppingSlicer().slicer.slice());
  });
  afterEach(() => vault.close());

  it('is left alone when the folder of some is renamed', async () => {
    const { app } = vault.host;
    const numbers = table.with('meeting');
    const before = [...numbers];
    const folder = app.vault.getFolderByPath('Log');
    if (folder !== null) await app.vault.rename(folder, 'Diary');
    await vault.host.metadataSettled();
    expect(table.with('meeting')).toBe(numbers);
    // What is taken out and put in again comes last.
    expect([...table.with('meeting')]).toEqual(before);
    const renamed = before.filter(number => table.notes[number]?.path.startsWith('Diary/') === true);
    expect(renamed).toHaveLength(count / 2);
  });

  it('is answered by the same numbers when some notes get another name, in the same order', async () => {
    const { app } = vault.host;
    const numbers = table.with('meeting');
    const before = [...numbers];
    for (let index = 0; index < 50; index += 1)
      await app.vault.rename(vault.file(`Log/Meeting notes ${index}.md`), `Log/Plan ${index}.md`);
    expect(table.with('meeting')).toBe(numbers);
    const left = before.filter(number => table.notes[number]?.name.startsWith('Meeting') === true);
    expect(left).toHaveLength(count - 50);
    expect([...numbers]).toEqual(left);
  });
});

describe('the names and words that many links ask for', () => {
  it('are collected in steps of a few dozen', () => {
    const links = Array.from({ length: 2000 }, (_item, index) => `Folder/Garden plan ${index}`);
    const work = namesAsked(links);
    for (let steps = 1; ; steps += 1) {
      const { done, value } = work.next();
      if (done !== true) continue;
      expect(steps).toBeGreaterThan(links.length / 64);
      expect(value.names.size).toBe(2000);
      expect(value.words).toContain('garden');
      return;
    }
  });
});
