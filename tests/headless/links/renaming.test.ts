import { readFileSync, existsSync, unlinkSync, writeFileSync } from 'node:fs';
import type { TAbstractFile } from 'obsidian';
import { type Files, recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';

interface Case {
  readonly says: string;
  readonly files: Files;
  readonly move: readonly [string, string];
  /** The texts that are different afterwards, by new path. */
  readonly changed: Files;
}

const forms: readonly Case[] = [
  {
    says: 'wikilinks, embeds, aliases, headings and blocks follow a new name',
    files: {
      'Old.md': '# H\n\ntext ^b\n',
      'a.md': 'See [[Old]], ![[Old]], [[Old|shown]], [[Old#H]], [[Old#^b|block]], ![[Old#H|x]].\n',
    },
    move: ['Old.md', 'New name.md'],
    changed: {
      'a.md':
        'See [[New name]], ![[New name]], [[New name|shown]], [[New name#H]], [[New name#^b|block]], ![[New name#H|x]].\n',
    },
  },
  {
    says: 'Markdown links keep their encoding, brackets, texts and titles',
    files: {
      'My Note.md': '',
      'a.md': '[x](My%20Note.md) [y](<My Note.md>) ![z](My%20Note.md#Head "title") [w](My%20Note)\n',
    },
    move: ['My Note.md', 'Your Note.md'],
    changed: {
      'a.md': '[x](Your%20Note.md) [y](<Your Note.md>) ![z](Your%20Note.md#Head "title") [w](Your%20Note)\n',
    },
  },
  {
    says: 'links in the frontmatter keep their quotes and everything else of it',
    files: {
      'Old.md': '',
      'a.md': `---\n# comment\nup: "[[Old]]"\nrelated:\n  - '[[Old|it''s]]'\n  - "[[Other]]"\ndate: 2024-01-01\n---\nbody\n`,
    },
    move: ['Old.md', 'New.md'],
    changed: {
      'a.md': `---\n# comment\nup: "[[New]]"\nrelated:\n  - '[[New|it''s]]'\n  - "[[Other]]"\ndate: 2024-01-01\n---\nbody\n`,
    },
  },
  {
    says: 'code, mathematics and outside addresses are left alone',
    files: {
      'Old.md': '',
      'a.md':
        '`[[Old]]` [[Old]]\n\n```\n[[Old]]\n```\n\n    [[Old]]\n\n$[[Old]]$ [o](https://x.org/Old.md) %%[[Old]]%%\n',
    },
    move: ['Old.md', 'New.md'],
    changed: {
      'a.md':
        '`[[Old]]` [[New]]\n\n```\n[[Old]]\n```\n\n    [[Old]]\n\n$[[Old]]$ [o](https://x.org/Old.md) %%[[New]]%%\n',
    },
  },
  {
    says: 'line breaks and a byte order mark stay as they are',
    files: { 'Old.md': '', 'a.md': '\ufeffone\r\n[[Old]]\r\ntwo\n[[old]]' },
    move: ['Old.md', 'New.md'],
    changed: { 'a.md': '\ufeffone\r\n[[New]]\r\ntwo\n[[New]]' },
  },
  {
    says: 'canvases follow in file nodes and in the text of cards',
    files: {
      'f/Old.md': '',
      'b.canvas':
        '{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"f/Old.md","subpath":"#H"},\n\t\t{"id":"2","type":"text","text":"see [[Old]]\\n`[[Old]]`"}\n\t],\n\t"edges":[]\n}',
    },
    move: ['f/Old.md', 'f/New.md'],
    changed: {
      'b.canvas':
        '{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"f/New.md","subpath":"#H"},\n\t\t{"id":"2","type":"text","text":"see [[New]]\\n`[[Old]]`"}\n\t],\n\t"edges":[]\n}',
    },
  },
  {
    says: 'attachments keep their endings',
    files: { 'img/a b.png': '', 'a.md': '![[a b.png]] ![[img/a b.png|100]] ![](img/a%20b.png)' },
    move: ['img/a b.png', 'pics/c.png'],
    changed: { 'a.md': '![[c.png]] ![[pics/c.png|100]] ![](pics/c.png)' },
  },
];

const styles: readonly Case[] = [
  {
    says: 'a bare name stays while it leads to the note',
    files: { 'x/Note.md': '', 'a.md': '[[Note]] [n](Note.md)', 'y/k.md': '' },
    move: ['x/Note.md', 'y/Note.md'],
    changed: {},
  },
  {
    says: 'a path stays a path, with its slash or without',
    files: { 'x/Note.md': '', 'a.md': '[[x/Note]] [[x/Note.md]] [n](/x/Note.md)', 'y/k.md': '' },
    move: ['x/Note.md', 'y/Note.md'],
    changed: { 'a.md': '[[y/Note]] [[y/Note.md]] [n](/y/Note.md)' },
  },
  {
    says: 'a bare name becomes a path where the new name is taken elsewhere',
    files: { 'x/Old.md': '', 'y/Taken.md': '', 'a.md': '[[Old]] [o](Old.md)' },
    move: ['x/Old.md', 'x/Taken.md'],
    changed: { 'a.md': '[[x/Taken]] [o](x/Taken.md)' },
  },
  {
    says: 'a link to another note of that name keeps leading there',
    files: { 'deep/er/Name.md': '', 'Old.md': '', 'a.md': '[[Name]] [[Old]]' },
    move: ['Old.md', 'Name.md'],
    changed: { 'a.md': '[[deep/er/Name]] [[Name]]' },
  },
  {
    says: 'relative links stay relative',
    files: {
      'p/Note.md': '',
      'p/q/a.md': '[n](../Note.md) [[../Note]]',
      'p/b.md': '[n](./Note.md)',
      'z/k.md': '',
    },
    move: ['p/Note.md', 'z/Note.md'],
    changed: { 'p/q/a.md': '[n](../../z/Note.md) [[../../z/Note]]', 'p/b.md': '[n](../z/Note.md)' },
  },
  {
    says: 'a path that went from the folder of the note still does',
    files: { 'p/q/Note.md': '', 'p/a.md': '[n](q/Note.md)' },
    move: ['p/q/Note.md', 'p/q/Other.md'],
    changed: { 'p/a.md': '[n](q/Other.md)' },
  },
  {
    says: 'the relative links inside a moved note lead where they led',
    files: {
      'p/Note.md': '[o](../Other.md) [[./Near]] [[Near]] [[#Own]] [f](https://x.org)',
      'Other.md': '',
      'p/Near.md': '',
      'q/r/k.md': '',
    },
    move: ['p/Note.md', 'q/r/Note.md'],
    changed: { 'q/r/Note.md': '[o](../../Other.md) [[../../p/Near]] [[Near]] [[#Own]] [f](https://x.org)' },
  },
  {
    says: 'a note in its old folder no longer wins for a moved note',
    files: { 'p/Note.md': '[[Near]]', 'p/Near.md': '', 'Near.md': '', 'q/k.md': '' },
    move: ['p/Near.md', 'q/Near.md'],
    changed: {},
  },
  {
    says: 'a name that differs only in case is written in the new case',
    files: { 'note.md': '', 'a.md': '[[note]] [[NOTE]] [n](note.md)' },
    move: ['note.md', 'Note.md'],
    changed: { 'a.md': '[[Note]] [[NOTE]] [n](Note.md)' },
  },
  {
    says: 'a moved folder takes its links along, and those inside that still lead home stay',
    files: {
      'p/One.md': '[[Two]] [t](Two.md) [[p/Two]] [o](../Out.md)',
      'p/Two.md': '',
      'Out.md': '[[p/One]] [[One]] ![[p/One#H]]',
      'k/k.md': '',
    },
    move: ['p', 'k/new p'],
    changed: {
      'k/new p/One.md': '[[Two]] [t](Two.md) [[k/new p/Two]] [o](../../Out.md)',
      'Out.md': '[[k/new p/One]] [[One]] ![[k/new p/One#H]]',
    },
  },
  {
    says: 'links that led nowhere stay',
    files: { 'Old.md': '', 'a.md': '[[New]] [[x/Old]] [[Old]]' },
    move: ['Old.md', 'Else.md'],
    changed: { 'a.md': '[[New]] [[x/Old]] [[Else]]' },
  },
  {
    says: 'characters that would end the link are encoded where they can be',
    files: { 'Old.md': '', 'a.md': '[o](Old.md) [p](<Old.md>)' },
    move: ['Old.md', 'a (b % c.md'],
    changed: { 'a.md': '[o](a%20%28b%20%25%20c.md) [p](<a (b %25 c.md>)' },
  },
];

describe.each([['before the metadata is read'], ['with the metadata complete']])('renaming, %s', when => {
  let vault: TemporaryVault | undefined;

  afterEach(() => vault?.close());

  test.each([...forms, ...styles].map(one => [one.says, one] as const))('%s', async (_says, one) => {
    vault = await temporaryVault(one.files, undefined, { metadataDelay: 0 });
    const { host } = vault;
    if (when.startsWith('with')) {
      await host.becomeReady();
      await host.metadataSettled();
    }
    const [from, to] = one.move;
    const file = host.app.vault.getAbstractFileByPath(from);
    if (file === null) throw new Error(`no ${from}`);
    if (to.includes('/')) {
      const folder = to.slice(0, to.lastIndexOf('/'));
      if (host.app.vault.getFolderByPath(folder) === null) await host.app.vault.createFolder(folder);
    }
    const events = recordEvents(host);
    await host.app.fileManager.renameFile(file, to);
    const root = vault;
    const place = (path: string): string =>
      path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
    for (const [path, text] of Object.entries(one.files)) {
      const now = place(path);
      expect([now, readFileSync(root.at(now), 'utf8')]).toEqual([now, one.changed[now] ?? text]);
    }
    expect(events.filter(event => event.startsWith('modify')).sort()).toEqual(
      Object.keys(one.changed)
        .map(path => `modify ${path}`)
        .sort(),
    );
    expect(events[0]).toBe(`rename ${to} from ${from}`);
  });
});

describe('moving with links', () => {
  let vault: TemporaryVault | undefined;

  afterEach(() => vault?.close());

  const open = async (files: Files): Promise<TemporaryVault> => {
    vault = await temporaryVault(files, undefined, { metadataDelay: 0 });
    return vault;
  };

  const at = ({ host }: TemporaryVault, path: string): TAbstractFile => {
    const found = host.app.vault.getAbstractFileByPath(path);
    if (found === null) throw new Error(`no ${path}`);
    return found;
  };

  const rename = (place: TemporaryVault, from: string, to: string): Promise<void> =>
    place.host.app.fileManager.renameFile(at(place, from), to);

  const text = (place: TemporaryVault, path: string): string => readFileSync(place.at(path), 'utf8');

  test('changes nothing when the move is not possible, and says why in the words of the app', async () => {
    const place = await open({ 'a.md': '[[Old]]', 'Old.md': '', 'Taken.md': '', 'Folder/x.md': '[[Old]]' });
    const events = recordEvents(place.host);
    await expect(rename(place, 'Old.md', 'Taken.md')).rejects.toThrow('Destination file already exists!');
    await expect(rename(place, 'Old.md', 'Old.md')).rejects.toThrow('Destination file already exists!');
    await expect(rename(place, 'Old.md', 'Missing/Old.md')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(rename(place, 'Folder', 'Folder/Inner')).rejects.toMatchObject({ code: 'EINVAL' });
    await expect(rename(place, 'Old.md', '../Old.md')).rejects.toThrow('leads out of the vault');
    expect(events).toEqual([]);
    expect(text(place, 'a.md')).toBe('[[Old]]');
  });

  test('reports the move first and each changed note once', async () => {
    const place = await open({
      'a.md': '[[Old]]',
      'b.md': '[[Old]] [[Old]]',
      'c.md': 'none',
      'Old.md': '[[a]]',
    });
    const events = recordEvents(place.host);
    await rename(place, 'Old.md', 'New.md');
    expect(events[0]).toBe('rename New.md from Old.md');
    expect(events.slice(1).sort()).toEqual(['modify a.md', 'modify b.md']);
  });

  test('reports a folder, then its files, in order', async () => {
    const place = await open({ 'p/a.md': '', 'p/q/b.md': '', 'p/q/c.md': '', 'z.md': '[[p/q/b]]' });
    const one = at(place, 'p/q/b.md');
    const events = recordEvents(place.host);
    await rename(place, 'p', 'n');
    expect(events[0]).toBe('rename n from p');
    expect(events.indexOf('rename n/q from p/q')).toBeLessThan(
      events.indexOf('rename n/q/b.md from p/q/b.md'),
    );
    expect(events.slice(1, 5).sort()).toEqual([
      'rename n/a.md from p/a.md',
      'rename n/q from p/q',
      'rename n/q/b.md from p/q/b.md',
      'rename n/q/c.md from p/q/c.md',
    ]);
    expect(events.slice(5)).toEqual(['modify z.md']);
    expect(at(place, 'n/q/b.md')).toBe(one);
  });

  test('lets each move find the links that the previous one changed', async () => {
    const place = await open({ 'a.md': '[[One]] [[p/Two]]', 'One.md': '', 'p/Two.md': '' });
    await place.host.becomeReady();
    await place.host.metadataSettled();
    const one = at(place, 'One.md');
    const { fileManager } = place.host.app;
    await Promise.all([
      fileManager.renameFile(one, 'Three.md'),
      rename(place, 'p', 'q'),
      fileManager.renameFile(one, 'q/Four.md'),
    ]);
    await fileManager.renameFile(one, 'q/Five.md');
    expect(text(place, 'a.md')).toBe('[[Five]] [[q/Two]]');
  });

  test('swaps two names together with their links', async () => {
    const place = await open({ 'A.md': 'a', 'B.md': 'b', 'n.md': '[[A|a]] [[B|b]]' });
    const [a, b] = [at(place, 'A.md'), at(place, 'B.md')];
    const { fileManager } = place.host.app;
    await Promise.all([
      fileManager.renameFile(a, 'C.md'),
      fileManager.renameFile(b, 'A.md'),
      fileManager.renameFile(a, 'B.md'),
    ]);
    expect(text(place, 'n.md')).toBe('[[B|a]] [[A|b]]');
    expect([text(place, 'A.md'), text(place, 'B.md')]).toEqual(['b', 'a']);
  });

  test('finds links that were written a moment ago', async () => {
    const place = await open({ 'Old.md': '', 'a.md': 'nothing' });
    await place.host.becomeReady();
    await place.host.metadataSettled();
    writeFileSync(place.at('outside.md'), '[[Old]]');
    const note = place.host.app.vault.getFileByPath('a.md');
    if (note === null) throw new Error('no note');
    await place.host.app.vault.modify(note, '[[Old]]');
    await place.host.app.vault.create('new.md', '![[Old]]');
    await place.host.settled();
    await rename(place, 'Old.md', 'New.md');
    expect(['a.md', 'new.md', 'outside.md'].map(path => text(place, path))).toEqual([
      '[[New]]',
      '![[New]]',
      '[[New]]',
    ]);
  });

  test('does not change text that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('[[Old]] '), Buffer.from([0xff, 0xe9])]);
    const place = await open({ 'Old.md': '', 'good.md': '[[Old]]' });
    writeFileSync(place.at('bad.md'), bytes);
    await place.host.settled();
    await rename(place, 'Old.md', 'New.md');
    expect(readFileSync(place.at('bad.md'))).toEqual(bytes);
    expect(text(place, 'good.md')).toBe('[[New]]');
  });

  test('updates the links that can be updated and reports the rest', async () => {
    const place = await open({ 'Old.md': '', 'a.md': '[[Old]]', 'b.md': '[[Old]]', 'c.md': '[[Old]]' });
    // Somebody takes a note away in the moment of the move.
    place.host.app.vault.on('rename', () => unlinkSync(place.at('b.md')));
    await expect(rename(place, 'Old.md', 'New.md')).rejects.toMatchObject({
      code: 'ENOENT',
      message: 'The links in b.md could not be changed.',
    });
    expect(existsSync(place.at('New.md'))).toBe(true);
    expect([text(place, 'a.md'), text(place, 'c.md')]).toEqual(['[[New]]', '[[New]]']);
  });

  test('reads only the notes that link to the file according to the cache', async () => {
    const files: Record<string, string> = { 'Old.md': '' };
    for (let number = 0; number < 300; number++) {
      files[`n/${number}.md`] = number % 3 === 0 ? 'see [[Old]]' : 'see [[Other]]';
    }
    const place = await open(files);
    await place.host.becomeReady();
    await place.host.metadataSettled();
    // Nobody tells the host of these links, so that only a reading could find them.
    writeFileSync(place.at('n/1.md'), 'see [[Old]]');
    await rename(place, 'Old.md', 'New.md');
    expect(text(place, 'n/0.md')).toBe('see [[New]]');
    expect(text(place, 'n/299.md')).toBe('see [[Other]]');
    expect(text(place, 'n/1.md')).toBe('see [[Old]]');
  });
});
