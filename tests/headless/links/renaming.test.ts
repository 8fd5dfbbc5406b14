import { readFileSync } from 'node:fs';
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
