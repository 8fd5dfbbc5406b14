import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { narrowToken, type Caller, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';

describe('links of every kind', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  const vault = vaultForAll({
    files: {
      'Hub.md':
        '---\nup: "[[Home]]"\naliases: [The Centre]\n---\n# Hub\n[[Leaf one]] and ![[pic.png]] and [two](Leaf%20two.md).\n`[[code]]`\n',
      'Home.md': 'Start at [[Hub]], then [[Missing note]] and [[Leaf onne]].\n',
      'Leaf one.md': 'Back to [[Hub#Hub|the hub]]. ^end\n',
      'sub/Leaf two.md': 'The hub is named here, also the centre, not hubris.\n',
      'Alone.md': '[[Alone]]\n',
      'pic.png': png,
      'table.csv': 'a,b\n',
      'Files/deep.csv': 'a\n',
      'doc.pdf': '%PDF',
    },
  });

  describe('get_links', () => {
    test('lists links of every kind both ways, with line and text', async () => {
      const text = '[[Leaf one]] and ![[pic.png]] and [two](Leaf%20two.md).';
      expect(await vault.ask('get_links', { path: 'Hub' })).toEqual({
        path: 'Hub.md',
        outgoing: [
          {
            target: 'Home.md',
            resolved: true,
            link: 'Home',
            kind: 'frontmatter',
            line: 2,
            text: 'up: "[[Home]]"',
          },
          { target: 'Leaf one.md', resolved: true, link: 'Leaf one', kind: 'link', line: 6, text },
          { target: 'pic.png', resolved: true, link: 'pic.png', kind: 'embed', line: 6, text },
          { target: 'sub/Leaf two.md', resolved: true, link: 'Leaf two.md', kind: 'markdown', line: 6, text },
        ],
        incoming: [
          {
            source: 'Home.md',
            link: 'Hub',
            kind: 'link',
            line: 1,
            text: 'Start at [[Hub]], then [[Missing note]] and [[Leaf onne]].',
          },
          {
            source: 'Leaf one.md',
            link: 'Hub#Hub',
            kind: 'link',
            line: 1,
            text: 'Back to [[Hub#Hub|the hub]]. ^end',
          },
        ],
        totalCount: 6,
        hasMore: false,
      });
    });
  });

  describe('resolve_link', () => {
    test('returns the file and the lines', async () => {
      expect(await vault.ask('resolve_link', { link: '[[leaf TWO]]' })).toEqual({
        link: '[[leaf TWO]]',
        path: 'sub/Leaf two.md',
      });
      expect(await vault.ask('resolve_link', { link: 'Hub#Hub' })).toEqual({
        link: 'Hub#Hub',
        path: 'Hub.md',
        startLine: 5,
        endLine: 7,
      });
      expect(await vault.ask('resolve_link', { link: '[[#^end]]', from: 'Leaf one' })).toMatchObject({
        path: 'Leaf one.md',
        startLine: 1,
        endLine: 1,
      });
    });
  });
});

describe('links to parts of any file', () => {
  const vault = vaultForAll({
    files: {
      'b.md': '# H\nText[^1]\n\n[^1]: note\n',
      'doc.pdf': '%PDF',
      'Stock.base': 'views:\n  - type: table\n    name: On loan\n',
      'C.canvas': '{"nodes":[],"edges":[]}',
      'pic.png': 'x',
      'l.md':
        '[[doc.pdf#page=2]] ![[Stock.base#On loan]] [[C.canvas#1]] [[pic.png#x]] [[b#]] [b](b.md#) [[b#[^1]]]\n',
    },
  });

  test('are resolved by resolve_link as by get_links', async () => {
    const { outgoing } = await vault.ask('get_links', { path: 'l', direction: 'out' });
    const links = [outgoing].flat();
    expect(links.map(link => field(link, 'resolved'))).toEqual(Array.from({ length: 7 }, () => true));
    for (const one of links) {
      const link = String(field(one, 'link'));
      for (const given of [link, `[[${link}]]`, `![[${link}]]`])
        expect(await vault.ask('resolve_link', { link: given })).toEqual({
          link: given,
          path: field(one, 'target'),
        });
    }
  });

  test.each(['[[b#]]', 'b#', 'b.md#'])('%s is the whole note for other tools', async path => {
    expect(await vault.ask('read_note', { path })).toMatchObject({ path: 'b.md', startLine: 1, endLine: 4 });
    expect(await vault.ask('get_outline', { path })).toMatchObject({ path: 'b.md' });
  });
});

describe('an outline', () => {
  const vault = vaultForAll({
    files: {
      'a.md':
        '---\nup: "[[b]]"\nsee: ["[[b#H|h]]", "[b](b.md)", "c"]\ndeep: {in: "[[b]]"}\n---\n[[b]] ![[b]]\n',
      'torn.md': '---\nup: "[[b]]\n---\n[[b]]\n',
      'b.md': '# H\n',
    },
  });

  test.each(['a', 'torn', 'b'])('counts the links that get_links lists in %s', async path => {
    const { links, embeds } = await vault.ask('get_outline', { path });
    const { outgoing } = await vault.ask('get_links', { path, direction: 'out' });
    const kinds = [outgoing].flat().map(link => field(link, 'kind'));
    const shown = kinds.filter(kind => kind === 'embed').length;
    expect([links, embeds]).toEqual([kinds.length - shown, shown]);
  });
});

describe('related notes', () => {
  const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const vault = vaultForAll({
    files: {
      ...Object.fromEntries(leaves.map(name => [`${name}.md`, 'See [[Settings]].\n'] as const)),
      'Settings.md': 'All of it.\n',
      'Rye.md': '---\ntags: [bread]\n---\n[[Settings]] [[Oven]] [[gone|x]]\n',
      'Oven.md': 'Hot.\n',
      'Spelt.md': '---\ntags: [bread]\n---\nText.\n',
      'AGENTS.md': '# Rules\n\nWrite "short" notes.\n',
    },
  });

  async function related(args: Record<string, unknown>): Promise<unknown[]> {
    const structured = await vault.ask('find_related', args);
    return [structured['related']].flat().map(row => field(row, 'path'));
  }

  test('a note that everything links to does not relate two notes', async () => {
    const found = await related({ path: 'Rye' });
    expect(found).toEqual(expect.arrayContaining(['Oven.md', 'Spelt.md']));
    expect(found).not.toContain('Settings.md');
    expect(found).not.toContain('a.md');
  });

  test('linked notes are left out on request, and an empty result gives a reason', async () => {
    expect(await related({ path: 'Rye', excludeLinked: true })).toEqual(['Spelt.md']);
    const { structured, text } = await vault.call('find_related', { path: 'AGENTS', excludeLinked: true });
    expect(structured).toMatchObject({ related: [], hints: [/by links alone/] });
    expect(text).toContain('by links alone');
  });

  test('links, broken links and the vault are returned as lines', async () => {
    const { text: links } = await vault.call('get_links', { path: 'Rye' });
    expect(links).toContain(
      '4 → Settings.md: [[Settings]] [[Oven]] [[gone|x]]\n4 → Oven.md\n4 → gone (broken)',
    );
    expect(links).toContain('Links to it: none');
    const { text: broken } = await vault.call('check_links', {});
    expect(broken).toContain('Rye.md\n4: gone');
    const { text: info } = await vault.call('get_vault_info', {});
    expect(info).toMatch(/^Vault .*: 12 notes, 0 other files, 0 folders, \d+ B\n/);
    expect(info).toContain('Tags: #bread 2');
    expect(info.endsWith('Guide of the owner (AGENTS.md):\n\n# Rules\n\nWrite "short" notes.\n')).toBe(true);
  });
});

describe('links that a text could have', () => {
  const files = {
    '.obsidian/templates.json': '{"folder":"Templates"}',
    'Templates/Day.md': '[[Mornin]]\n',
    'Templates/Morning.md': '',
    'Days/2026-11.md': '[[Mornin]] and [[2026-11-28]] and [[2026-10-28]]\n',
    'People/Mara Okafor.md': '---\naliases: [Mara]\n---\n',
    'Places/Lamp room.md': '# Lamp room\n',
    'Lamp.md': '',
    'Crete.md': '',
    'Islands/Crete.md': '',
    'Straße.md': '',
    '東京.md': '',
    'Meeting.md':
      '---\ntopic: Lamp room\n---\n# Lamp room\n\nMara met in the lamp room, see [[Mara Okafor]].\n`Lamp` #lamp [Lamp](https://a.b/Lamp) lamps\n\n| Who | Where |\n| --- | --- |\n| Mara Okafor | Crete |\n\nIn der STRASSE; 私は東京に. Meeting.\n',
  };

  const vault = vaultForEach({ files, isSettled: true });

  async function suggest(args: Record<string, unknown>): Promise<Record<string, unknown>> {
    return await vault.ask('suggest_links', args);
  }

  describe('suggest_links', () => {
    test('returns mentions with line and range, the longest first', async () => {
      const { structured, text } = await vault.call('suggest_links', { path: 'Meeting' });
      expect(structured['suggestions']).toEqual([
        {
          ...{ path: 'People/Mara Okafor.md', line: 11, range: [2, 13], text: 'Mara Okafor' },
          link: '[[Mara Okafor]]',
        },
        {
          ...{ path: 'Places/Lamp room.md', line: 6, range: [16, 25], text: 'lamp room' },
          link: '[[Lamp room|lamp room]]',
        },
        { path: 'Straße.md', line: 13, range: [7, 14], text: 'STRASSE', link: '[[Straße|STRASSE]]' },
        {
          ...{ path: 'Crete.md', others: ['Islands/Crete.md'], line: 11, range: [16, 21], text: 'Crete' },
          link: '[[Crete]]',
        },
        {
          ...{ path: 'People/Mara Okafor.md', line: 6, range: [0, 4], text: 'Mara' },
          link: '[[Mara Okafor|Mara]]',
        },
        { path: '東京.md', line: 13, range: [18, 20], text: '東京', link: '[[東京]]' },
      ]);
      expect(text).toContain('\n6:16-25 lamp room → [[Lamp room|lamp room]]\n');
      expect(text).toContain('\n11:16-21 Crete → [[Crete]] · also Islands/Crete.md\n');
    });

    test('offers no template, and no part of a date', async () => {
      const text = 'Day of 2026-11-28, v1.2026-11, in 2026-11. Mara';
      const { suggestions } = await suggest({ text });
      expect([suggestions].flat().map(one => field(one, 'link'))).toEqual([
        '[[2026-11]]',
        '[[Mara Okafor|Mara]]',
      ]);
      expect((await suggest({ path: 'Days/2026-11' }))['suggestions']).toEqual([]);
    });

    test('offers no link within the note’s own name', async () => {
      await vault.call('create_note', {
        path: 'Lamp of Crete',
        content: 'Lamp of Crete: a lamp from Crete.\n',
      });
      const { suggestions } = await suggest({ path: 'Lamp of Crete' });
      expect([suggestions].flat().map(one => field(one, 'range'))).toEqual([
        [27, 32],
        [17, 21],
      ]);
    });

    test('nor does a broken link mean a template or another day, but for a link in a template', async () => {
      const { items } = await vault.ask('check_links', {});
      const suggested = [items].flat().map(one => [field(one, 'source'), field(one, 'suggestions')]);
      expect(suggested.filter(([source]) => source === 'Days/2026-11.md')).toEqual([
        ['Days/2026-11.md', []],
        ['Days/2026-11.md', []],
        ['Days/2026-11.md', []],
      ]);
      expect(suggested).toContainEqual(['Templates/Day.md', ['Templates/Morning.md']]);
    });

    test('returns edits that edit_note accepts', async () => {
      const { edits, versionId } = await suggest({ path: 'Meeting' });
      const edited = await vault.call('edit_note', { path: 'Meeting', edits, ifMatch: versionId });
      expect(codeOf(edited)).toBe('ok');
      expect(readFileSync(join(vault.path, 'Meeting.md'), 'utf8')).toBe(
        files['Meeting.md']
          .replace('Mara met in the lamp room', 'Mara met in the [[Lamp room|lamp room]]')
          .replace('\nMara met', '\n[[Mara Okafor|Mara]] met')
          .replace('| Mara Okafor | Crete |', '| [[Mara Okafor]] | [[Crete]] |')
          .replace('STRASSE', '[[Straße|STRASSE]]')
          .replace('東京', '[[東京]]'),
      );
      expect((await suggest({ path: 'Meeting' }))['totalCount']).toBe(0);
    });

    test('leaves headings alone, to which links go by their text', async () => {
      const text = '# Trip to Crete\nMara\n\nOf the lamp room and Mara\n---\n';
      const { edits, totalCount } = await suggest({ text });
      expect(edits).toEqual([{ startLine: 2, endLine: 2, newText: '[[Mara Okafor|Mara]]' }]);
      expect(totalCount).toBe(1);
    });

    test('escapes the bar of a link in a table', async () => {
      const { edits } = await suggest({ text: '| a |\n| --- |\n| mara |\n' });
      expect(edits).toEqual([{ startLine: 3, endLine: 3, newText: '| [[Mara Okafor\\|mara]] |' }]);
    });

    test('counts the mentions beyond the limit', async () => {
      const { suggestions, totalCount } = await suggest({ text: 'Mara, Lamp and Crete', limit: 1 });
      expect([[suggestions].flat().length, totalCount]).toEqual([1, 3]);
    });

    test('takes either a note or a text', async () => {
      expect(codeOf(await vault.call('suggest_links', {}))).toBe('invalid_argument');
      expect(codeOf(await vault.call('suggest_links', { path: 'Lamp', text: 'x' }))).toBe('invalid_argument');
    });

    test('reports where it stopped in a text with very many mentions', async () => {
      const text = 'Lamp '.repeat(100).trimEnd() + '\n';
      const { structured, text: shown } = await vault.call('suggest_links', {
        text: text.repeat(201),
        limit: 1,
      });
      const hint =
        'Only the first 20000 mentions were checked, up to line 200. Ask again when these are links, or pass the rest as `text`.';
      expect([structured['totalCount'], structured['hints']]).toEqual([20_000, [hint]]);
      expect(shown).toContain(hint);
      expect(await suggest({ text: text.repeat(199), limit: 1 })).not.toHaveProperty('hints');
    });

    test('uses the current names', async () => {
      const paths = async (text: string): Promise<unknown[]> =>
        [(await suggest({ text }))['suggestions']].flat().map(found => field(found, 'path'));
      expect(await paths('Zuse and Mara')).toEqual(['People/Mara Okafor.md']);
      await vault.call('create_note', { path: 'Zuse', content: '---\naliases: [Konrad]\n---\n' });
      expect(await paths('Zuse or Konrad')).toEqual(['Zuse.md', 'Zuse.md']);
      await vault.call('move', { path: 'Zuse.md', newPath: 'People/Zuse Z3.md' });
      expect(await paths('Zuse, Zuse Z3, Konrad')).toEqual(['People/Zuse Z3.md', 'People/Zuse Z3.md']);
      await vault.call('update_frontmatter', {
        path: 'Zuse Z3',
        set: { aliases: ['K'] },
        replace: true,
      });
      expect(await paths('Konrad')).toEqual([]);
      await vault.call('delete', { path: 'People/Zuse Z3.md' });
      expect(await paths('Zuse Z3')).toEqual([]);
    });
  });
});

describe('notes of one name, which is decomposed', () => {
  const name = 'Ka\u0308fer';
  const files = { [`Bugs/${name}.md`]: '', [`Cars/${name}.md`]: '', 'Der Käfer.md': '' };
  const vault = vaultForAll({ files, isSettled: true });

  test('share the whole word with a note that is called so in composed letters', async () => {
    const { related } = await vault.ask('find_related', { path: `Bugs/${name}` });
    const composed = [related].flat().find(one => field(one, 'path') === 'Der Käfer.md');
    expect(field(composed, 'reasons')).toContain('shares the title word käfer');
  });

  test('are suggested by their paths', async () => {
    const { suggestions } = await vault.ask('suggest_links', { text: 'Käfer' });
    expect([suggestions].flat().map(found => field(found, 'link'))).toEqual([`[[Bugs/${name}|Käfer]]`]);
  });
});

describe('notes that nothing links to', () => {
  const onBoard = (node: object): string =>
    JSON.stringify({ nodes: [{ id: '1', x: 0, y: 0, width: 1, height: 1, ...node }], edges: [] });
  const vault = vaultForAll({
    files: {
      'Linked.md': '',
      'Linking.md': '[[Linked]]\n',
      'Self.md': '[[Self]] [[#Part]]\n# Part\n',
      'On a card.md': '',
      'In a card.md': '',
      'In a base.md': '',
      'On a hidden board.md': '',
      'Card.canvas': onBoard({ type: 'file', file: 'On a card.md' }),
      'Text.canvas': onBoard({ type: 'text', text: 'See [[In a card]].' }),
      'Rows.base': 'filters: list(up).contains(link("In a base"))\nviews:\n  - type: table\n    name: a\n',
      'Private/Hidden.canvas': onBoard({ type: 'file', file: 'On a hidden board.md' }),
    },
    ...withNarrow({ rights: 'read', deny: ['Private/**'] }),
  });
  const unlinked = ['Linking.md', 'Self.md'];
  const where = ['backlinks=0'];
  const pathsOf = (items: unknown): unknown[] => [items].flat().map(item => field(item, 'path'));

  const ways: Readonly<Record<string, (caller: Caller) => Promise<unknown>>> = {
    check_links: async caller => pathsOf((await caller.ask('check_links', { kind: 'orphans' }))['items']),
    list: async caller =>
      pathsOf((await caller.ask('list', { recursive: true, where, includes: ['*.md'] }))['items']),
    list_notes: async caller => pathsOf((await caller.ask('list_notes', { where, sort: 'path' }))['notes']),
    'query_notes by where': async caller =>
      pathsOf((await caller.ask('query_notes', { where, sort: 'path' }))['rows']),
    'query_notes by its field': async caller => {
      const { rows } = await caller.ask('query_notes', { select: ['backlinks'], sort: 'path' });
      return pathsOf([rows].flat().filter(row => field(row, 'backlinks', 'length') === 0));
    },
    read_note: async caller => {
      const { rows } = await caller.ask('query_notes', { sort: 'path' });
      const views = await Promise.all(
        pathsOf(rows).map(path => caller.ask('read_note', { path, format: 'json' })),
      );
      return pathsOf(views.filter(({ backlinkCount }) => backlinkCount === 0));
    },
  };

  test.each(Object.entries(ways))('%s counts links in canvases and bases too', async (_tool, found) => {
    expect(await found(vault)).toEqual(unlinked);
    expect(await found(vault.as(narrowToken))).toEqual(['Linking.md', 'On a hidden board.md', 'Self.md']);
  });

  test('names the files that link to a note', async () => {
    const { rows } = await vault.ask('query_notes', {
      select: ['backlinks'],
      where: ['backlinks=Card.canvas'],
    });
    expect(rows).toEqual([{ path: 'On a card.md', backlinks: ['Card.canvas'] }]);
  });
});

describe('a note that links to itself', () => {
  const vault = vaultForAll({
    files: {
      'Self.md': '[[Self]] [[#Part]] [[End]]\n# Part\n',
      'From.md': '[[Self]]\n',
      'End.md': '[[End]]\n',
    },
    isSettled: true,
  });

  test.each(['Self', 'From', 'End'])('is not what it shares with another: %s', async path => {
    const { related } = await vault.ask('find_related', { path });
    expect(related).not.toEqual([]);
    expect(String([related].flat().map(row => field(row, 'reasons')))).not.toContain('both');
  });
});
