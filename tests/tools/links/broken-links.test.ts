import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { type Caller, pagesOf, vaultForAll } from '../../support/open-vault';

/** Links that lead nowhere, and what may be meant. */
describe('broken links', () => {
  describe('to notes', () => {
    const lecternToken = 'lct_test-token-for-broken-links';

    const vault = vaultForAll({
      files: {
        'Links.md': '[[Winter reading list]]\n[[The Centre]]\n[[Leaf onne]]\n[[Zzyzx]]\n[[Secret recipe]]\n',
        'More links.md':
          '[[Reading room]] [[Winter circle]] [[Winter]] [[Circle of readings]] [[ReadingCircle]] [[Bill 2022]] [[ail]] [[Search engine optimisation (SEO)]] [[Sailing (sport)]]\n',
        'Sailing.md': 'a\n',
        'Seo.md': 'a\n',
        'Reading circle.md': 'a\n',
        'Reading in winter.md': 'a\n',
        'Hub.md': '---\naliases: [the centre]\n---\na\n',
        'Old name.md': 'a\n',
        'Leaf one.md': 'a\n',
        'Hidden/Recipe.md': '---\naliases: [Secret recipe]\n---\na\n',
        'Fine/A.md': '[[Hub]]\n',
        'Empty/x.txt': 'a',
        'Files/Links.md': '![[Bill 2023.pdf]] [[Node.js]] [[Leaf one.png]] [[Secret plan.pdf]]\n',
        'Files/Bill 2024.pdf': 'a',
        'Files/Bill 2022.png': 'a',
        'Bill 2021.md': 'a\n',
        'Node js.md': 'a\n',
        'Hidden/Secret plans.pdf': 'a',
        'Properties/P.md':
          '---\nstatus: new\nup: "[[Nowhere]]"\nrelated:\n  - "[[Hub]]"\n  - "[[Nobody]]"\n---\n[[Nothing]]\n',
      },
      settings: {
        tokens: [
          { name: 'all', value: lecternToken, rights: 'full' },
          { name: 'narrow', value: 'lct_narrow-token-for-broken-links', rights: 'read', deny: ['Hidden/**'] },
        ],
      },
      asks: lecternToken,
    });
    const narrow = vault.as('lct_narrow-token-for-broken-links');
    beforeAll(async () => {
      await vault.call('move', { path: 'Old name', newPath: 'Other title' });
      await vault.call('create_note', { path: 'Later', content: 'see [[Old name]]\n' });
    });

    async function suggestions(asker: Caller, link: string): Promise<unknown> {
      const { items } = (await asker.call('check_links', {})).structured;
      return field(
        [items].flat().find(item => field(item, 'link') === link),
        'suggestions',
      );
    }

    test.each([
      ['Winter reading list', ['Reading in winter.md']],
      ['Reading room', []],
      ['Winter circle', []],
      ['Winter', ['Reading in winter.md']],
      ['Circle of readings', ['Reading circle.md']],
      ['ReadingCircle', ['Reading circle.md']],
      ['Bill 2022', []],
      ['ail', []],
      ['Search engine optimisation (SEO)', ['Seo.md']],
      ['Sailing (sport)', ['Sailing.md']],
      ['The Centre', ['Hub.md']],
      ['Leaf onne', ['Leaf one.md']],
      ['Old name', ['Other title.md']],
      ['Secret recipe', ['Hidden/Recipe.md']],
      ['Zzyzx', []],
      ['Bill 2023.pdf', ['Files/Bill 2024.pdf']],
      ['Leaf one.png', []],
      ['Node.js', ['Node js.md']],
      ['Secret plan.pdf', ['Hidden/Secret plans.pdf']],
    ])('a broken link [[%s]] has suggestions of notes', async (link, expected) => {
      expect(await suggestions(vault, link)).toEqual(expected);
    });

    test('a broken link in a property has its real line', async () => {
      for (const asker of [vault, narrow]) {
        const { items } = (await asker.call('check_links', { path: 'Properties' })).structured;
        expect([items].flat().map(item => [field(item, 'link'), field(item, 'line')])).toEqual([
          ['Nowhere', 3],
          ['Nobody', 6],
          ['Nothing', 8],
        ]);
      }
    });

    test('the pages of a check together are the complete list, each link once', async () => {
      const whole = await vault.ask('check_links', {});
      const pages = await pagesOf(vault, 'check_links', { limit: 2 });
      for (const { totalCount } of pages) expect(totalCount).toBe(whole['totalCount']);
      expect(pages.map(page => page['items']).flat()).toEqual(whole['items']);
    });

    test('hidden notes and files are never suggested', async () => {
      for (const link of ['Secret recipe', 'Secret plan.pdf'])
        expect(await suggestions(narrow, link)).toEqual([]);
    });

    test.each([
      [{ path: 'Fine' }, 'The note '],
      [{ path: 'Empty' }, 'There are no notes in this folder.'],
    ])('%j finds nothing and says so', async (args, hint) => {
      const { structured, text } = await vault.call('check_links', args);
      expect([structured['hints']].flat().join()).toContain(hint);
      expect(text).toContain(hint);
    });

    test('broken links of canvases and bases are found too, in the given folder', async () => {
      const own = await RunningLectern.start({
        files: {
          'a.md': '[[b]]',
          'F/board.canvas':
            '{"nodes":[{"type":"file","file":"gone.md"},\n{"type":"text","text":"[[a]] [[lost]]"},{"type":"file","file":"a.md"}]}',
          'F/table.base': 'filters:\n  file.hasLink("nobody")\n',
        },
      });
      const asked = await own.connect();
      const { structured } = await asked.call('check_links', { path: 'F' });
      expect(structured['items']).toMatchObject([
        { source: 'F/board.canvas', line: 1, link: 'gone.md' },
        { source: 'F/board.canvas', line: 2, link: 'lost' },
        { source: 'F/table.base', line: 2, link: 'nobody' },
      ]);
      await own.close();
    });
  });

  describe('with names of a letter or two', () => {
    const names = ['b', 'aa', 'A1', 'Alpha', 'KI notes', 'Kim', 'x/ok', '猫の本', '犬'].map(
      name => `${name}.md`,
    );
    const vault = vaultForAll({
      files: {
        ...Object.fromEntries([...names, 'b.png', 'ab.png', 'y/c.png'].map(path => [path, 'a\n'])),
        'Named.md': '---\naliases: [AI, Abbey]\n---\n',
        'Begun.md': '---\naliases: [KI papers, Notes on EU]\n---\n',
        'Links.md': '[[a]] [[KI]] [[EU]] [[AI]] [[z/ok]] [[猫]] ![[a.png]] ![[z/c.png]] ![[1.png]]\n',
      },
    });

    test('only the same name, and names that begin with it as a word, are suggested', async () => {
      const { items } = (await vault.call('check_links', { path: 'Links' })).structured;
      const suggested = [items].flat().map(item => [field(item, 'link'), field(item, 'suggestions')]);
      expect(suggested).toEqual([
        ['a', []],
        ['KI', ['KI notes.md', 'Begun.md']],
        ['EU', []],
        ['AI', ['Named.md']],
        ['z/ok', ['x/ok.md']],
        ['猫', ['猫の本.md']],
        ['a.png', []],
        ['z/c.png', ['y/c.png']],
        ['1.png', []],
      ]);
    });
  });

  describe('to parts of notes', () => {
    const canvas = {
      nodes: [
        { id: 'a', type: 'file', file: 'Plan.md', subpath: '#Gaols', x: 0, y: 0, width: 1, height: 1 },
        {
          id: 'b',
          type: 'text',
          text: 'see [[Plan#^gone]] and [[Plan#Goals]]',
          x: 0,
          y: 0,
          width: 1,
          height: 1,
        },
        { id: 'c', type: 'group', background: 'img/gone.png', x: 0, y: 0, width: 1, height: 1 },
        { id: 'd', type: 'group', background: 'img/there.png', x: 0, y: 0, width: 1, height: 1 },
      ],
    };

    const hidden = 'lct_narrow-token-for-missing-parts';
    const all = 'lct_full-token-for-missing-parts-of-notes';

    const vault = vaultForAll({
      files: {
        'Plan.md': '# Plan\n## Goals\ntext ^why\n### Of 2026: all\n## Steps\nA note[^1].\n\n[^1]: said\n',
        'Links.md': [
          '---\nup: "[[Plan#Golas]]"\n---',
          '[[Plan#Goals]] [[plan#goals]] [[Plan#Goals#Of 2026 all]] [[Plan#^why]] [[Plan#^WHY]] [[Plan#[^1]]]',
          '[[Plan#Steps#Of 2026 all]] [[Plan#^who]] ![[Plan#Aims]] [m](Plan.md#Nowhere%20at%20all)',
          '[[#Own]] [[Plan#]] [[Table.base#View]] [[Doc.pdf#page=3]] [[Plan#[^2]]]',
        ].join('\n'),
        'Good.md': '[[Plan#Goals]]\n',
        'Slugs.md': '[part](#arrays-and-strings)\n# Arrays\n# Strings\n# Arrays and Strings\n',
        'Doc.pdf': 'x',
        'img/there.png': 'x',
        'Table.base': 'views: []\nfilters: file.hasLink("Plan#Gaols")\n',
        'Board.canvas': JSON.stringify(canvas, null, 1),
        'Hidden/Secret.md': '# Secret\n',
        'Open/To hidden.md': '[[Secret#Secret]] [[Secret#Other]]\n',
      },
      settings: {
        tokens: [
          { name: 'all', value: all, rights: 'full' },
          { name: 'narrow', value: hidden, rights: 'read', deny: ['Hidden/**'] },
        ],
      },
      asks: all,
    });
    const narrow = vault.as(hidden);

    async function broken(asker: Caller, path?: string): Promise<string[]> {
      const { structured } = await asker.call('check_links', path === undefined ? {} : { path });
      return [structured['items']].flat().map(item => {
        const [source, line, link, missing] = ['source', 'line', 'link', 'missing'].map(name =>
          field(item, name),
        );
        return `${String(source)}:${String(line)} ${String(link)} (${String(missing)})`;
      });
    }

    test('links to headings, blocks and footnotes that are not there are broken, in notes, canvases and bases', async () => {
      for (const asker of [vault, narrow])
        expect((await broken(asker)).filter(row => !row.startsWith('Open/'))).toEqual([
          'Board.canvas:6 Plan.md#Gaols (heading)',
          'Board.canvas:16 Plan#^gone (block)',
          'Board.canvas:25 img/gone.png (file)',
          'Links.md:2 Plan#Golas (heading)',
          'Links.md:5 Plan#Steps#Of 2026 all (heading)',
          'Links.md:5 Plan#^who (block)',
          'Links.md:5 Plan#Aims (heading)',
          'Links.md:5 Plan.md#Nowhere at all (heading)',
          'Links.md:6 #Own (heading)',
          'Links.md:6 Plan#[^2 (footnote)',
          'Slugs.md:1 #arrays-and-strings (heading)',
          'Table.base:2 Plan#Gaols (heading)',
        ]);
    });

    test('the headings of a hidden note are not revealed', async () => {
      expect(await broken(vault, 'Open')).toEqual(['Open/To hidden.md:1 Secret#Other (heading)']);
      expect(await broken(narrow, 'Open')).toEqual([
        'Open/To hidden.md:1 Secret#Secret (file)',
        'Open/To hidden.md:1 Secret#Other (file)',
      ]);
    });

    test('similar headings and blocks are suggested as whole links', async () => {
      const { structured, text } = await vault.call('check_links', {});
      const suggested = Object.fromEntries(
        [structured['items']].flat().map(item => [String(field(item, 'link')), field(item, 'suggestions')]),
      );
      expect(suggested).toMatchObject({
        'Plan.md#Gaols': ['Plan.md#Goals'],
        'Plan#Golas': ['Plan#Goals'],
        'Plan#^who': ['Plan#^why'],
        '#arrays-and-strings': ['#Arrays and Strings', '#Arrays', '#Strings'],
        'Plan.md#Nowhere at all': [],
      });
      expect(text).toContain('2: Plan#Golas (no such heading) → Plan#Goals?');
    });

    test('a heading that is renamed, added or removed is known at the next call', async () => {
      expect(await broken(vault, 'Good.md')).toEqual([]);
      await vault.call('edit_note', {
        path: 'Plan.md',
        edits: [{ oldText: '## Goals', newText: '## Aims' }],
      });
      expect(await broken(vault, 'Good.md')).toEqual(['Good.md:1 Plan#Goals (heading)']);
      await vault.call('edit_note', { path: 'Good.md', edits: [{ oldText: '#Goals', newText: '#Aims' }] });
      expect(await broken(vault, 'Good.md')).toEqual([]);
      await vault.call('edit_note', { path: 'Good.md', edits: [{ oldText: '#Aims', newText: '' }] });
      expect(await broken(vault, 'Good.md')).toEqual([]);
    });

    test('a card of a part of a note and the picture of a group are among what links to a file', async () => {
      const structured = await vault.ask('get_links', { path: 'Plan', direction: 'in' });
      expect(structured['incoming']).toContainEqual({
        ...{ source: 'Board.canvas', link: 'Plan.md#Gaols', kind: 'canvas', line: 6, text: 'Plan.md' },
      });
      const { structured: ofPicture } = await vault.call('get_links', {
        path: 'img/there.png',
        direction: 'in',
      });
      expect(ofPicture['incoming']).toEqual([
        { source: 'Board.canvas', link: 'img/there.png', kind: 'canvas', line: 34, text: 'img/there.png' },
      ]);
    });

    test('the broken links of all pages equal those of one page', async () => {
      const linksIn = (page: Record<string, unknown>): unknown[] =>
        [page['items']].flat().map(item => field(item, 'link'));
      const pages = await pagesOf(vault, 'check_links', { limit: 2 });
      expect(pages.flatMap(linksIn)).toEqual(linksIn(await vault.ask('check_links')));
    });
  });

  describe('very many of them', () => {
    const number = (index: number): string => String(index).padStart(4, '0');
    const aliases = (note: number): string =>
      Array.from({ length: 1_000 }, (_item, index) => `${note}x${number(index)}`).join(',');

    const links = Array.from({ length: 300 }, (_item, index) => `[[Garden plan ${number(index)}]]`);
    const vault = vaultForAll({
      files: {
        'A links.md': `${links.join('\n')}\n[[Known alias]]\n[[Long lost namme]]\n`,
        'Garden plans.md': 'a\n',
        'Known.md': '---\naliases: [known alias]\n---\n',
        ...Object.fromEntries(
          Array.from({ length: 20 }, (_item, note) => [
            `Many/${note}.md`,
            `---\naliases: [${aliases(note)}]\n---\n`,
          ]),
        ),
        'Long.md': '---\naliases: [long lost name]\n---\n',
      },
    });

    async function suggested(args: Record<string, unknown>): Promise<Map<unknown, unknown>> {
      const { items } = await vault.ask('check_links', args);
      return new Map([items].flat().map(item => [field(item, 'link'), field(item, 'suggestions')]));
    }

    test('the first hundred names have near names, the others notes that have them as an alias', async () => {
      const found = await suggested({ limit: 1000 });
      expect(found.get('Garden plan 0099')).toEqual(['Garden plans.md']);
      expect(found.get('Garden plan 0100')).toEqual([]);
      expect(found.get('Known alias')).toEqual(['Known.md']);
    });

    test.each([
      [1000, true],
      [100, false],
    ])('a page of %i says so: %j', async (limit, says) => {
      const { hints } = await vault.ask('check_links', { limit });
      expect(hints !== undefined).toBe(says);
    });

    test('a near alias is found among very many others', async () => {
      const second = (await vault.ask('check_links', { limit: 250 }))['nextCursor'];
      const found = await suggested({ limit: 100, cursor: second });
      expect(found.get('Long lost namme')).toEqual(['Long.md']);
    });
  });
});
describe('the text of the links of a note', () => {
  const vault = vaultForAll({
    files: {
      'Long.md': '# Long\n## Part 2\nSee [[Home]], [[Home#Start|there]] and [[Away]].\n',
      'Home.md':
        '---\nparts:\n  - "[[Long#Part 2]]"\n  - "[[Long]]"\nup: "[[Long#Long]]"\n---\n# Start\n- [[Long#Part 2]]\n- [[Long|the note]]\n- [[Long]]\n[[Long]], [[Long#Part 2]] and [[Long|it]].\n',
      'Away.md': `${'word '.repeat(60)} [[Long#Part 2]] and [[Long]]\n[[Leaf]]\n`,
      'Leaf.md': 'Quiet.\n',
      'Only out.md': '[[Home]] [[Leaf]]\n',
    },
    isSettled: true,
  });
  const linesOf = async (args: Record<string, unknown>): Promise<string[]> =>
    (await vault.call('get_links', args)).text.split('\n');

  test('names the part or alias that is linked, and a line once', async () => {
    const incoming = await linesOf({ path: 'Long', direction: 'in' });
    expect(incoming.slice(1)).toEqual([
      'Links to it',
      `Away.md:1 #Part 2: ${'word '.repeat(40)}`,
      'Away.md:1',
      'Home.md:8: - [[Long#Part 2]]',
      'Home.md:9: - [[Long|the note]]',
      'Home.md:10',
      'Home.md:11: [[Long]], [[Long#Part 2]] and [[Long|it]].',
      'Home.md:11 #Part 2',
      'Home.md:11',
      'Links to it in properties',
      'Home.md:3: - "[[Long#Part 2]]"',
      'Home.md:4',
      'Home.md:5: up: "[[Long#Long]]"',
    ]);
    expect(await linesOf({ path: 'Long', direction: 'out' })).toEqual([
      'Long.md · 3 links',
      'Links in it',
      '3 → Home.md: See [[Home]], [[Home#Start|there]] and [[Away]].',
      '3 → Home.md#Start',
      '3 → Away.md',
    ]);
    expect(await linesOf({ path: 'Long', withContext: false })).toEqual([
      'Long.md · 14 links',
      ...['Links in it', '3 → Home.md', '3 → Home.md#Start', '3 → Away.md'],
      ...['Links to it', 'Away.md:1 #Part 2', 'Away.md:1', 'Home.md:8 #Part 2', 'Home.md:9', 'Home.md:10'],
      ...['Home.md:11', 'Home.md:11 #Part 2', 'Home.md:11'],
      ...['Links to it in properties', 'Home.md:3 #Part 2', 'Home.md:4', 'Home.md:5 #Long'],
    ]);
  });

  /** The texts of all pages, without what leads to the next. */
  const pagesOfText = async (args: Record<string, unknown>): Promise<string[][]> => {
    const texts: string[][] = [];
    const ask: Caller['ask'] = async (tool, given) => {
      const { structured, text } = await vault.call(tool, given);
      texts.push(text.split('\n').filter(line => !line.startsWith('More with cursor')));
      return structured;
    };
    await pagesOf({ ask }, 'get_links', args);
    return texts;
  };

  test('says that there are none only where that is true, on any page', async () => {
    const pages = await pagesOfText({ path: 'Long', limit: 3, includeUnlinked: true });
    expect(pages.map(lines => lines.filter(line => line.endsWith(': none')))).toEqual([
      ...[[], [], [], []],
      ['Unlinked mentions: none'],
    ]);
    expect(await pagesOfText({ path: 'Only out', limit: 1 })).toEqual([
      ['Only out.md · 2 links', 'Links in it', '1 → Home.md: [[Home]] [[Leaf]]'],
      ['Only out.md · 2 links', 'Links in it', '1 → Leaf.md: [[Home]] [[Leaf]]', 'Links to it: none'],
    ]);
    expect(await pagesOfText({ path: 'Leaf', limit: 1 })).toEqual([
      ['Leaf.md · 2 links', 'Links in it: none', 'Links to it', 'Away.md:2: [[Leaf]]'],
      ['Leaf.md · 2 links', 'Links to it', 'Only out.md:1: [[Home]] [[Leaf]]'],
    ]);
  });
});
