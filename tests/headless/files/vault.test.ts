import {
  chmodSync,
  existsSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  mkdirSync,
  readdirSync,
} from 'node:fs';
import { join } from 'node:path';
import { TFile, TFolder, Vault, normalizePath } from 'obsidian';
import { recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';

const files = {
  'a.md': 'alpha',
  'Folder/b.md': 'beta',
  'Folder/Deep/c.md': 'gamma',
  'Folder/picture.png': 'png',
  '.obsidian/app.json': '{"newLinkFormat":"relative"}',
  '.hidden.md': 'hidden',
  'Folder/.secret/d.md': 'secret',
};

describe('the vault', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault(files);
  });

  afterEach(() => vault.close());

  const app = () => vault.host.app.vault;

  const file = (path: string): TFile => vault.file(path);

  describe('looking', () => {
    test('lists visible files and folders only', () => {
      const paths = app()
        .getAllLoadedFiles()
        .map(one => one.path)
        .sort();
      expect(paths).toEqual([
        '/',
        'Folder',
        'Folder/Deep',
        'Folder/Deep/c.md',
        'Folder/b.md',
        'Folder/picture.png',
        'a.md',
      ]);
    });

    test('distinguishes notes from other files and the root from other folders', () => {
      expect(
        app()
          .getMarkdownFiles()
          .map(one => one.path)
          .sort(),
      ).toEqual(['Folder/Deep/c.md', 'Folder/b.md', 'a.md']);
      expect(
        app()
          .getAllFolders()
          .map(one => one.path)
          .sort(),
      ).toEqual(['Folder', 'Folder/Deep']);
      expect(app().getAllFolders(true)).toHaveLength(3);
      expect(app().getRoot().isRoot()).toBe(true);
      expect(app().getName()).toBe('Vault');
    });

    test('gives a file its names, its parent and whole milliseconds', () => {
      utimesSync(vault.at('Folder/b.md'), 1000, 1000.5);
      const found = file('Folder/b.md');
      expect(found).toBeInstanceOf(TFile);
      expect([found.name, found.basename, found.extension]).toEqual(['b.md', 'b', 'md']);
      expect(found.parent).toBe(app().getFolderByPath('Folder'));
      expect(found.stat.size).toBe(4);
      expect(Number.isInteger(found.stat.mtime)).toBe(true);
    });

    test('finds by exact path and kind', () => {
      expect(app().getFileByPath('A.md')).toBeNull();
      expect(app().getFileByPath('Folder')).toBeNull();
      expect(app().getFolderByPath('a.md')).toBeNull();
      expect(app().getAbstractFileByPath('Folder')).toBeInstanceOf(TFolder);
      expect(app().getAbstractFileByPath('.obsidian')).toBeNull();
    });

    test('walks a folder with everything below it', () => {
      const seen: string[] = [];
      Vault.recurseChildren(app().getRoot(), one => seen.push(one.path));
      expect(seen.sort()).toEqual(
        app()
          .getAllLoadedFiles()
          .map(one => one.path)
          .sort(),
      );
    });

    test('reads the settings of the app, stored ones before defaults', () => {
      expect(vault.host.internals.vault.getConfig('newLinkFormat')).toBe('relative');
      expect(vault.host.internals.vault.getConfig('trashOption')).toBe('system');
      expect(vault.host.internals.vault.getConfig('__proto__')).toBeUndefined();
    });
  });

  describe('creating', () => {
    test('makes a file, sends an event, and returns the file', async () => {
      const events = recordEvents(vault.host);
      const made = await app().create('Folder/new.md', 'text');
      expect(made).toBe(file('Folder/new.md'));
      expect(readFileSync(vault.at('Folder/new.md'), 'utf8')).toBe('text');
      expect(events).toEqual(['create Folder/new.md']);
    });

    test('refuses what exists, in the words of the app', async () => {
      await expect(app().create('a.md', 'other')).rejects.toThrow('File already exists.');
      await expect(app().create('Folder', 'other')).rejects.toThrow('File already exists.');
      await expect(app().createBinary('a.md', new ArrayBuffer(1))).rejects.toThrow('File already exists.');
      await expect(app().createFolder('Folder')).rejects.toThrow('Folder already exists.');
      expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('alpha');
    });

    test('does not make missing folders for a file', async () => {
      await expect(app().create('Missing/new.md', 'text')).rejects.toThrow(
        'ENOENT: no such file or directory',
      );
    });

    test('makes the folders above a folder', async () => {
      const events = recordEvents(vault.host);
      const made = await app().createFolder('X/Y/Z');
      expect(made.path).toBe('X/Y/Z');
      expect(events).toEqual(['create X', 'create X/Y', 'create X/Y/Z']);
    });

    test('succeeds for only one of many calls at once on one path', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, number) => app().create('one.md', String(number))),
      );
      expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1);
      expect(readFileSync(vault.at('one.md'), 'utf8')).toBe('0');
    });
  });

  describe('changing', () => {
    test('sends one event for each change and keeps the file mode', async () => {
      chmodSync(vault.at('a.md'), 0o640);
      const events = recordEvents(vault.host);
      await app().modify(file('a.md'), 'changed');
      await app().append(file('a.md'), '!');
      expect(await app().read(file('a.md'))).toBe('changed!');
      expect(file('a.md').stat.size).toBe(8);
      expect(statSync(vault.at('a.md')).mode & 0o777).toBe(0o640);
      expect(events).toEqual(['modify a.md', 'modify a.md']);
    });

    test('keeps bytes as they are', async () => {
      const bytes = Uint8Array.from([0, 255, 254, 13, 10, 239, 187, 191]);
      const made = await app().createBinary('raw.bin', bytes.buffer);
      expect(new Uint8Array(await app().readBinary(made))).toEqual(bytes);
      await app().modifyBinary(made, bytes.slice(2).buffer);
      await app().appendBinary(made, bytes.slice(0, 2).buffer);
      expect(Uint8Array.from(readFileSync(vault.at('raw.bin')))).toEqual(
        Uint8Array.from([254, 13, 10, 239, 187, 191, 0, 255]),
      );
    });

    test('processes one after the other, so that no change is lost', async () => {
      const one = file('a.md');
      await Promise.all(Array.from({ length: 50 }, () => app().process(one, text => `${text}.`)));
      expect(readFileSync(vault.at('a.md'), 'utf8')).toBe(`alpha${'.'.repeat(50)}`);
    });

    test('does not write a file whose text is unchanged, whatever its encoding', async () => {
      writeFileSync(vault.at('a.md'), Uint8Array.from([239, 187, 191, 104, 255]));
      const before = statSync(vault.at('a.md'));
      const events = recordEvents(vault.host);
      await app().process(file('a.md'), text => text);
      expect(statSync(vault.at('a.md')).mtimeMs).toBe(before.mtimeMs);
      expect(events).toEqual([]);
    });

    test('starts over when another program changed the file meanwhile', async () => {
      const seen: string[] = [];
      await app().process(file('a.md'), text => {
        seen.push(text);
        if (seen.length === 1) writeFileSync(vault.at('a.md'), 'foreign');
        return `${text} and ours`;
      });
      expect(seen).toEqual(['alpha', 'foreign']);
      expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('foreign and ours');
    });

    test('gives up when the file keeps changing, and keeps the other program’s text', async () => {
      let count = 0;
      const endless = app().process(file('a.md'), text => {
        count += 1;
        writeFileSync(vault.at('a.md'), `foreign ${String(count)}`);
        return `${text} ours`;
      });
      await expect(endless).rejects.toThrow('changed by another program');
      expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('foreign 5');
    });

    test('changes nothing when the callback throws', async () => {
      const failing = app().process(file('a.md'), () => {
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('alpha');
      await app().process(file('a.md'), text => `${text}!`);
      expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('alpha!');
    });

    test('leaves no temporary file behind', async () => {
      await app().modify(file('a.md'), 'x'.repeat(3 << 20));
      await app().process(file('a.md'), () => 'short');
      const { files: left } = await app().adapter.list('');
      expect(left.sort()).toEqual(['.hidden.md', 'a.md']);
    });

    test('can set the time of a change', async () => {
      await app().modify(file('a.md'), 'old', { mtime: 1_600_000_000_000 });
      expect(file('a.md').stat.mtime).toBe(1_600_000_000_000);
    });
  });

  describe('moving', () => {
    test('keeps the object and reports the old path', async () => {
      const one = file('a.md');
      const events = recordEvents(vault.host);
      await app().rename(one, 'Folder/z.txt');
      expect([one.path, one.name, one.basename, one.extension]).toEqual([
        'Folder/z.txt',
        'z.txt',
        'z',
        'txt',
      ]);
      expect(one.parent?.path).toBe('Folder');
      expect(file('Folder/z.txt')).toBe(one);
      expect(events).toEqual(['rename Folder/z.txt from a.md']);
    });

    test('moves everything in a folder', async () => {
      const deep = file('Folder/Deep/c.md');
      const events = recordEvents(vault.host);
      const folder = app().getFolderByPath('Folder');
      if (folder !== null) await app().rename(folder, 'Moved');
      expect(deep.path).toBe('Moved/Deep/c.md');
      expect(app().getAbstractFileByPath('Folder')).toBeNull();
      expect(events[0]).toBe('rename Moved from Folder');
      expect(events).toHaveLength(5);
      expect(existsSync(vault.at('Moved/.secret/d.md'))).toBe(true);
    });

    test('never replaces an existing file', async () => {
      await expect(app().rename(file('a.md'), 'Folder/b.md')).rejects.toThrow(
        'Destination file already exists!',
      );
      await expect(app().copy(file('a.md'), 'Folder/b.md')).rejects.toThrow(
        'Destination file already exists!',
      );
      await expect(app().rename(file('a.md'), 'Folder')).rejects.toThrow('Destination file already exists!');
      expect(readFileSync(vault.at('Folder/b.md'), 'utf8')).toBe('beta');
    });

    test('can change only the letter case of a name', async () => {
      await app().rename(file('a.md'), 'A.md');
      expect(file('A.md').path).toBe('A.md');
    });

    test('into a hidden folder removes the file from the vault’s list', async () => {
      const events = recordEvents(vault.host);
      await app().rename(file('a.md'), '.hidden-too.md');
      expect(events).toEqual(['delete a.md']);
      expect(readFileSync(vault.at('.hidden-too.md'), 'utf8')).toBe('alpha');
    });

    test('copies files and folders', async () => {
      const copy = await app().copy(file('a.md'), 'copy.md');
      expect(copy).toBe(file('copy.md'));
      const folder = app().getFolderByPath('Folder');
      if (folder !== null) await app().copy(folder, 'Twin');
      expect(readFileSync(vault.at('Twin/Deep/c.md'), 'utf8')).toBe('gamma');
      expect(existsSync(vault.at('Twin/.secret'))).toBe(false);
    });
  });

  test('names unsupported members', () => {
    const { workspace } = vault.host.app;
    const members: [object, string][] = [
      [vault.host.app.vault, 'setConfig'],
      [vault.host.app, 'embedRegistry'],
      [workspace, 'leftRibbon'],
      [vault.host.app.metadataCache, 'getLinkSuggestions'],
    ];
    for (const [object, member] of members) {
      const read = (): unknown => Reflect.get(object, member);
      expect(read).toThrow(`.${member}.`);
    }
    expect(workspace.getActiveFile()).toBeNull();
  });
});

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
