import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizePath } from 'obsidian';
import { recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

describe('names that differ in Unicode form or letter case', () => {
  let vault: TemporaryVault;
  /** On some systems two such names are one file. */
  let isExact: boolean;

  beforeEach(async () => {
    vault = await temporaryVault({ 'note.md': 'small', [`${decomposed}/Deep/${decomposed}.md`]: 'apart' });
    isExact = !existsSync(vault.at('NOTE.md')) && !existsSync(vault.at(composed));
  });

  afterEach(() => vault.close());

  const app = () => vault.host.app.vault;
  const path = `${composed}/Deep/${composed}.md`;
  const onDisk = `${decomposed}/Deep/${decomposed}.md`;

  test('are listed as on the disk, and found in the form that plugins use', async () => {
    if (!isExact) return;
    expect(
      app()
        .getMarkdownFiles()
        .map(file => file.path),
    ).toContain(onDisk);
    const file = app().getFileByPath(normalizePath(onDisk));
    expect(file?.path).toBe(onDisk);
    expect(app().getFileByPath(onDisk)).toBe(file);
    expect(app().getFolderByPath(composed)?.path).toBe(decomposed);
    expect(await app().adapter.read(path)).toBe('apart');
    expect(await app().adapter.exists(path)).toBe(true);
  });

  test('are changed in place, not duplicated', async () => {
    if (!isExact) return;
    const events = recordEvents(vault.host);
    await app().adapter.write(path, 'changed');
    await expect(app().create(path, 'other')).rejects.toThrow('File already exists.');
    await expect(app().createFolder(composed)).rejects.toThrow('Folder already exists.');
    await app().create(`${composed}/new.md`, 'new');
    expect(events).toEqual([`modify ${onDisk}`, `create ${decomposed}/new.md`]);
    expect(readdirSync(vault.root).sort()).toEqual([decomposed, 'note.md'].sort());
    expect(readFileSync(vault.at(onDisk), 'utf8')).toBe('changed');
  });

  test('can be renamed to the other Unicode form', async () => {
    if (!isExact) return;
    const events = recordEvents(vault.host);
    const file = app().getFileByPath(path);
    if (file === null) throw new Error('no file');
    await app().rename(file, path);
    expect(file.path).toBe(`${decomposed}/Deep/${composed}.md`);
    expect(readdirSync(vault.at(`${decomposed}/Deep`))).toEqual([`${composed}.md`]);
    expect(events).toEqual([`rename ${decomposed}/Deep/${composed}.md from ${onDisk}`]);
  });

  test('are two files if the disk has two', async () => {
    if (!isExact) return;
    await app().create('NOTE.md', 'large');
    mkdirSync(vault.at(composed));
    writeFileSync(join(vault.at(composed), 'a.md'), 'composed');
    await vault.host.settled();
    const read = async (name: string): Promise<string> => {
      const file = app().getFileByPath(name);
      return file === null ? 'nothing' : app().read(file);
    };
    expect([await read('note.md'), await read('NOTE.md')]).toEqual(['small', 'large']);
    expect([await read(`${composed}/a.md`), await read(onDisk)]).toEqual(['composed', 'apart']);
    expect(app().getFolderByPath(composed)?.path).toBe(composed);
  });

  test('are found in any form and letter case on request', async () => {
    const ask = (name: string) => vault.host.internals.vault.getAbstractFileByPathInsensitive(name)?.path;
    expect(ask('NOTE.MD')).toBe('note.md');
    expect(ask(path.toUpperCase())).toBe(onDisk);
    expect(ask('other.md')).toBeUndefined();
    const note = app().getFileByPath('note.md');
    if (note !== null) await app().rename(note, 'Other.md');
    expect([ask('note.md'), ask('OTHER.md')]).toEqual([undefined, 'Other.md']);
    await app().create('third.md', '');
    expect(ask('THIRD.md')).toBe('third.md');
  });

  test('may differ in case only after a rename', async () => {
    const note = app().getFileByPath('note.md');
    if (note !== null) await app().rename(note, 'Note.md');
    expect(readdirSync(vault.root)).toContain('Note.md');
    expect(app().getFileByPath('Note.md')).toBe(note);
  });
});
