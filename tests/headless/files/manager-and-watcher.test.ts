import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  existsSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Plugin, type TFile } from 'obsidian';
import { openVault } from '../../../pkg/headless/host';
import { VaultWatcher } from '../../../pkg/headless/vault-watcher';
import { eventuallyPasses } from '../../support/time/waiting';
import { recordEvents, temporaryVault, type TemporaryVault, writeFiles } from '../temporary-vault';

describe('outside changes', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault({ 'a.md': 'alpha', 'Folder/b.md': 'beta' }, undefined, { watch: true });
    await vault.host.becomeReady();
    await vault.host.settled();
  });

  afterEach(() => vault.close());

  test('cause events: new, changed, renamed and removed files', async () => {
    const events = recordEvents(vault.host);
    writeFileSync(vault.at('new.md'), 'new');
    await eventuallyPasses(() => expect(events).toEqual(['create new.md']));
    appendFileSync(vault.at('Folder/b.md'), '!');
    await eventuallyPasses(() => expect(events).toContain('modify Folder/b.md'));
    expect(vault.host.app.vault.getFileByPath('Folder/b.md')?.stat.size).toBe(5);
    renameSync(vault.at('a.md'), vault.at('Folder/a.md'));
    await eventuallyPasses(() => expect(events).toContain('create Folder/a.md'));
    await eventuallyPasses(() => expect(events).toContain('delete a.md'));
    rmSync(vault.at('Folder'), { recursive: true });
    await eventuallyPasses(() => expect(events).toContain('delete Folder'));
    expect(vault.host.app.vault.getAllLoadedFiles().map(file => file.path)).toEqual(['/', 'new.md']);
  });

  test('cause events in new folders, however deep', async () => {
    const events = recordEvents(vault.host);
    writeFiles(vault.root, { 'X/Y/Z/deep.md': 'deep', 'X/.git/config': 'hidden' });
    await eventuallyPasses(() => expect(events).toContain('create X/Y/Z/deep.md'));
    appendFileSync(vault.at('X/Y/Z/deep.md'), '!');
    await eventuallyPasses(() => expect(events).toContain('modify X/Y/Z/deep.md'));
    expect(events.filter(event => event.includes('.git'))).toEqual([]);
  });

  test.each(['removed and made again', 'replaced by another', 'swapped', 'replaced with many others'])(
    'in a folder that was %s are known, and so are later ones',
    async how => {
      const { host } = vault;
      const known = (): string[] => host.app.vault.getFiles().map(({ path }) => path);
      writeFiles(vault.root, { 'In/Other/c.md': 'c', 'In/Folder/deep/b.md': 'b' });
      await eventuallyPasses(() => expect(known()).toContain('In/Folder/deep/b.md'));
      await host.services.noticeChanges();
      const [folder, other, away] = [vault.at('In/Folder'), vault.at('In/Other'), vault.at('Away')];
      if (how === 'swapped') renameSync(folder, away);
      else rmSync(folder, { recursive: true });
      if (how === 'removed and made again') writeFiles(vault.root, { 'In/Folder/deep/c.md': 'c' });
      else renameSync(other, folder);
      if (how === 'swapped') renameSync(away, other);
      if (how === 'replaced with many others')
        for (let index = 0; index < 300; index += 1) writeFiles(vault.root, { [`In/${index}.md`]: '' });
      const found = how === 'removed and made again' ? 'In/Folder/deep/c.md' : 'In/Folder/c.md';
      await eventuallyPasses(() => expect(known()).toContain(found));
      expect(known()).not.toContain('In/Folder/deep/b.md');
      expect(known().includes('In/Other/deep/b.md')).toBe(how === 'swapped');
      for (const path of [found.replace('c.md', 'later.md'), 'In/Folder/later/still.md']) {
        writeFiles(vault.root, { [path]: '' });
        await eventuallyPasses(() => expect(known()).toContain(path));
      }
    },
  );

  test('behind a symbolic link are known under its name too', async () => {
    const { app } = vault.host;
    symlinkSync('a.md', vault.at('link.md'));
    symlinkSync('Folder', vault.at('linked'));
    const sizeOf = (path: string): number | undefined => app.vault.getFileByPath(path)?.stat.size;
    await eventuallyPasses(() => expect([sizeOf('link.md'), sizeOf('linked/b.md')]).toEqual([5, 4]));
    const target = app.vault.getFileByPath('a.md');
    if (target !== null) await app.vault.append(target, ' and beta');
    await eventuallyPasses(() => expect(sizeOf('link.md')).toBe(14));
    appendFileSync(vault.at('Folder/b.md'), '!');
    await eventuallyPasses(() => expect(sizeOf('linked/b.md')).toBe(5));
    rmSync(vault.at('a.md'));
    rmSync(vault.at('Folder'), { recursive: true });
    await eventuallyPasses(() => expect(app.vault.getFiles().map(({ path }) => path)).toEqual([]));
  });

  test('are known at once on request, if the system reports them at once', async () => {
    const { host } = vault;
    for (const path of ['new.md', 'Folder/new.md', 'Fresh/Deep/new.md']) {
      writeFiles(vault.root, { [path]: 'new' });
      const isUpToDate = await host.services.noticeChanges();
      const isKnown = host.app.vault.getFileByPath(path) !== null;
      expect([path, isUpToDate, isKnown || !isUpToDate]).toEqual([path, process.platform === 'linux', true]);
    }
  });

  test('are not reported as known before all folders are watched', async () => {
    const early = await temporaryVault({ 'a.md': '' }, undefined, { watch: true });
    await early.host.becomeReady();
    expect(await early.host.services.noticeChanges()).toBe(false);
    await early.close();
  });

  test('before the folders were watched are found, however long the first reading of the notes takes', async () => {
    const late = await temporaryVault({ 'a.md': '' });
    await late.host.becomeReady();
    writeFileSync(late.at('between.md'), 'between');
    const watcher = new VaultWatcher(late.host.internals, () => undefined);
    watcher.start(new Promise(() => undefined));
    await eventuallyPasses(() => expect(late.host.app.vault.getFileByPath('between.md')).not.toBeNull());
    watcher.close();
    await late.close();
  });

  test('cause no second event when the host itself wrote', async () => {
    const events = recordEvents(vault.host);
    const { vault: app } = vault.host.app;
    const made = await app.create('own.md', 'one');
    await app.modify(made, 'two');
    await app.rename(made, 'Folder/own.md');
    writeFileSync(vault.at('sign.md'), 'sign');
    await eventuallyPasses(() => expect(events).toContain('create sign.md'));
    await vault.host.settled();
    expect(events).toEqual([
      'create own.md',
      'modify own.md',
      'rename Folder/own.md from own.md',
      'create sign.md',
    ]);
  });

  test('cause one event for each file in bursts of thousands', async () => {
    const events = recordEvents(vault.host);
    const script = `
      const fs = require('fs');
      for (let folder = 0; folder < 30; folder++) {
        fs.mkdirSync('burst/' + folder, { recursive: true });
        for (let note = 0; note < 100; note++) fs.writeFileSync('burst/' + folder + '/' + note + '.md', 'x');
      }`;
    execFileSync(process.execPath, ['-e', script], { cwd: vault.root });
    await eventuallyPasses(() => {
      const created = events.filter(event => event.startsWith('create burst/') && event.endsWith('.md'));
      expect(created.length).toBe(3000);
    });
    expect(new Set(events.filter(event => event.startsWith('create'))).size).toBe(3031);
    rmSync(vault.at('burst'), { recursive: true });
    await eventuallyPasses(() => expect(vault.host.app.vault.getFiles().length).toBe(2));
  });

  test('cause no event after the host is closed', async () => {
    const events = recordEvents(vault.host);
    const other = await openVault(vault.root, { stateFolder: `${vault.state}-2`, quiet: true });
    await other.becomeReady();
    await other.settled();
    const eventsOfOther = recordEvents(other);
    await vault.host.close();
    writeFileSync(vault.at('late.md'), 'late');
    await eventuallyPasses(() => expect(eventsOfOther).toEqual(['create late.md']));
    await other.close();
    expect(events).toEqual([]);
  });

  const manifest = {
    id: 'sample',
    name: 'Sample',
    version: '1.0.0',
    minAppVersion: '1.0.0',
    author: '',
    description: '',
  };

  test('of its settings notify a plugin that has none yet, also when their folder is replaced', async () => {
    const told: unknown[] = [];
    class Sample extends Plugin {
      override async onExternalSettingsChange() {
        told.push(await this.loadData());
      }
    }
    await vault.host.loadPlugin(Sample, manifest);
    const folder = vault.at('.obsidian/plugins/sample');
    const write = (text: string): void => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'data.json'), text);
    };
    write('{"step":"first"}');
    await eventuallyPasses(() => expect(told).toEqual([{ step: 'first' }]));
    rmSync(vault.at('.obsidian'), { recursive: true });
    await eventuallyPasses(() => expect(told).toEqual([{ step: 'first' }, null]));
    write('{"step":"second"}');
    await eventuallyPasses(() => expect(told).toEqual([{ step: 'first' }, null, { step: 'second' }]));
  });

  test('of its settings notify a plugin, except its own writes', async () => {
    const told: unknown[] = [];
    class Sample extends Plugin {
      override async onload() {
        await this.saveData({ from: 'plugin' });
      }

      override async onExternalSettingsChange() {
        told.push(await this.loadData());
      }
    }
    const { instance } = await vault.host.loadPlugin(Sample, manifest);
    const folder = vault.at('.obsidian/plugins/sample');
    // What the watcher does when the system reports the write.
    await instance.noticeForeignData();
    expect(told).toEqual([]);
    writeFileSync(join(folder, 'data.json'), '{"from":"elsewhere"}');
    await eventuallyPasses(() => expect(told).toEqual([{ from: 'elsewhere' }]));
  });
});

describe('the manager', () => {
  const files = {
    'Note.md': '',
    'p/Twin.md': '',
    'q/Twin.md': '',
    'q/My Note (1).md': '',
    'img/a b.png': '',
    '.obsidian/app.json': '{}',
  };

  describe('the file manager', () => {
    let vault: TemporaryVault;

    beforeEach(async () => {
      vault = await temporaryVault(files);
    });

    afterEach(() => vault.close());

    const manager = () => vault.host.app.fileManager;

    const file = (path: string): TFile => {
      const found = vault.host.app.vault.getFileByPath(path);
      if (found === null) throw new Error(`no ${path}`);
      return found;
    };

    const settings = (value: object): void => {
      writeFileSync(vault.at('.obsidian/app.json'), JSON.stringify(value));
    };

    describe('writes links', () => {
      const link = (path: string, ...rest: string[]): string =>
        manager().generateMarkdownLink(file(path), 'p/Source.md', ...rest);

      test('by the shortest name that is the only one', () => {
        expect(link('Note.md')).toBe('[[Note]]');
        expect(link('q/Twin.md')).toBe('[[q/Twin]]');
        expect(link('q/My Note (1).md', '#Head', 'shown')).toBe('[[My Note (1)#Head|shown]]');
        expect(link('img/a b.png')).toBe('![[a b.png]]');
      });

      test('relative or absolute where the settings say so', () => {
        settings({ newLinkFormat: 'relative' });
        expect([link('Note.md'), link('p/Twin.md'), link('q/Twin.md')]).toEqual([
          '[[../Note]]',
          '[[Twin]]',
          '[[../q/Twin]]',
        ]);
        settings({ newLinkFormat: 'absolute' });
        expect(link('q/My Note (1).md')).toBe('[[q/My Note (1)]]');
      });

      test('in Markdown with only spaces encoded', () => {
        settings({ useMarkdownLinks: true, newLinkFormat: 'absolute' });
        expect(link('q/My Note (1).md')).toBe('[My Note (1)](q/My%20Note%20(1).md)');
        expect(link('img/a b.png', '', 'shown')).toBe('![shown](img/a%20b.png)');
        expect(link('Note.md', '#A b')).toBe('[Note](Note.md#A%20b)');
      });

      test('within one note by the subpath alone', () => {
        expect(manager().generateMarkdownLink(file('Note.md'), 'Note.md', '#^id')).toBe('[[#^id]]');
      });
    });

    describe('changes properties', () => {
      const change = async (
        text: string,
        fn: (frontmatter: Record<string, unknown>) => void,
      ): Promise<string> => {
        writeFileSync(vault.at('Note.md'), text);
        await manager().processFrontMatter(file('Note.md'), fn);
        return readFileSync(vault.at('Note.md'), 'utf8');
      };

      test('by writing the whole block again', async () => {
        const before = '---\n# gone\ndate: 2024-01-01\ntags: [a, b]\nquoted: "x"\nempty:\n---\nbody --- \n';
        expect(await change(before, properties => (properties['new'] = 'a: b'))).toBe(
          '---\ndate: 2024-01-01\ntags:\n  - a\n  - b\nquoted: x\nempty:\nnew: "a: b"\n---\nbody --- \n',
        );
      });

      test('keeps long strings on one line, and what looks like another type in quotes', async () => {
        const long = 'word '.repeat(50).trim();
        expect(
          await change('x', properties =>
            Object.assign(properties, { long, code: '007', yes: 'true', list: [] }),
          ),
        ).toBe(`---\nlong: ${long}\ncode: "007"\nyes: "true"\nlist: []\n---\nx`);
      });

      test('makes a missing block, behind a byte order mark and with the line breaks of the note', async () => {
        expect(await change('\ufeffa\r\nb\r\n', properties => (properties['x'] = 1))).toBe(
          '\ufeff---\r\nx: 1\r\n---\r\na\r\nb\r\n',
        );
      });

      test('removes a block that becomes empty, and makes none without properties', async () => {
        expect(await change('---\nx: 1\n---\nbody', properties => delete properties['x'])).toBe('body');
        expect(await change('body', () => undefined)).toBe('body');
      });

      test('passes the callback an object with the usual members', async () => {
        await change('---\nx: {y: 1}\n__proto__: 2\n---\n', properties => {
          expect(properties.hasOwnProperty('x')).toBe(true);
          expect(Object.keys(properties)).toEqual(['x', '__proto__']);
        });
      });

      test('changes nothing when the block cannot be read or the callback throws', async () => {
        const events = recordEvents(vault.host);
        const broken = '---\nx: [1\n---\nsecret';
        writeFileSync(vault.at('Note.md'), broken);
        await expect(manager().processFrontMatter(file('Note.md'), () => undefined)).rejects.toMatchObject({
          name: 'YAMLParseError',
        });
        expect(readFileSync(vault.at('Note.md'), 'utf8')).toBe(broken);
        const failing = change('---\nx: 1\n---\n', () => {
          throw new Error('no');
        });
        await expect(failing).rejects.toThrow('no');
        expect(readFileSync(vault.at('Note.md'), 'utf8')).toBe('---\nx: 1\n---\n');
        expect(events).toEqual([]);
      });

      test('loses no change of many at once', async () => {
        writeFileSync(vault.at('Note.md'), 'body');
        await Promise.all(
          Array.from({ length: 20 }, (_, number) =>
            manager().processFrontMatter(file('Note.md'), (properties: Record<string, unknown>) => {
              properties[`k${number}`] = number;
            }),
          ),
        );
        expect(readFileSync(vault.at('Note.md'), 'utf8').match(/^k\d+: \d+$/gm)).toHaveLength(20);
      });
    });

    describe('finds paths', () => {
      test('for new notes', () => {
        expect(manager().getNewFileParent('p/Twin.md').path).toBe('/');
        settings({ newFileLocation: 'current' });
        expect(manager().getNewFileParent('p/Twin.md').path).toBe('p');
        settings({ newFileLocation: 'folder', newFileFolderPath: 'q' });
        expect(manager().getNewFileParent('p/Twin.md').path).toBe('q');
        settings({ newFileLocation: 'folder', newFileFolderPath: 'none', attachmentFolderPath: 'img' });
        expect(manager().getNewFileParent('p/Twin.md').path).toBe('/');
        expect(manager().getNewFileParent('p/Twin.md', 'x.png').path).toBe('img');
      });

      test.each([
        ['/', 'c.png', 'c.png'],
        ['./', 'c.png', 'p/c.png'],
        ['./sub/deep', 'c.png', 'p/sub/deep/c.png'],
        ['files', 'c', 'files/c'],
        ['img', 'a b.png', 'img/a b 1.png'],
      ])('for attachments with the setting %j', async (attachmentFolderPath, name, expected) => {
        settings({ attachmentFolderPath });
        expect(await manager().getAvailablePathForAttachment(name, 'p/Twin.md')).toBe(expected);
        const folder = expected.slice(0, Math.max(0, expected.lastIndexOf('/')));
        expect(vault.host.app.vault.getFolderByPath(folder === '' ? '/' : folder)).not.toBeNull();
      });
    });

    describe('removes by the setting of the user', () => {
      const trash = (path: string): Promise<void> => {
        const found = vault.host.app.vault.getAbstractFileByPath(path);
        return found === null ? Promise.reject(new Error(`no ${path}`)) : manager().trashFile(found);
      };

      test.each([{}, { trashOption: 'local' }, { trashOption: 'system' }])(
        'to the trash with %j',
        async value => {
          settings(value);
          mkdirSync(vault.at('.trash/q'), { recursive: true });
          writeFileSync(vault.at('.trash/q/kept.md'), 'kept');
          await trash('q');
          expect(existsSync(vault.at('q'))).toBe(false);
          expect(existsSync(vault.at('.trash/q 1/Twin.md'))).toBe(true);
          expect(readFileSync(vault.at('.trash/q/kept.md'), 'utf8')).toBe('kept');
        },
      );

      test('for good where the setting says so', async () => {
        settings({ trashOption: 'none' });
        await trash('q');
        expect([existsSync(vault.at('q')), existsSync(vault.at('.trash'))]).toEqual([false, false]);
      });
    });

    test('reports that it does not ask the user', () => {
      expect(() => manager().promptForDeletion(file('Note.md'))).toThrow('FileManager.promptForDeletion');
    });
  });

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
});
