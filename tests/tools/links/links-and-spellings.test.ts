import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RuledVault } from '../../rules/vault-with-rules';
import { codeOf, type Answer } from '../../support/clients';
import { field } from '../../support/json';
import { narrowToken, vaultForAll, withNarrow, type Caller, vaultForEach } from '../../support/open-vault';

/** What links to a file, and what it links to. */
describe('of notes, canvases, bases and images', () => {
  const canvas = {
    nodes: [
      { id: 'a', type: 'file', file: 'Hub.md', x: 0, y: 0, width: 1, height: 1 },
      {
        id: 'b',
        type: 'text',
        text: 'see [[Hub#Part|it]] and ![[pic.png]]',
        x: 0,
        y: 0,
        width: 1,
        height: 1,
      },
      { id: 'c', type: 'file', file: 'Hidden/Secret.md', x: 0, y: 0, width: 1, height: 1 },
    ],
    edges: [],
  };

  const vault = vaultForAll({
    files: {
      'Hub.md':
        '---\naliases: [Centre]\nrelated:\n  - "[[Home]]"\n  - "[[Gone|away]]"\nup: "[[Home]]"\n---\nHub [[Hub]]\n',
      'Home.md': 'A picture: ![[pic.png]]\n',
      'Said.md':
        'The hub.\n`hub` in code\n```\nhub\n```\n[hub](https://example.org) and https://example.org/hub\n[[Hub]] there\n',
      'img/pic.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      'img/lonely.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      'Board.canvas': `${JSON.stringify(canvas, null, 2)}\n`,
      'Table.base': 'filters:\n  and:\n    - file.hasLink("Hub")\n    - owner == link("Home")\n',
      'Hidden/Secret.md': 'text\n',
      'Hidden/Board.canvas': `${JSON.stringify(canvas)}\n`,
      'Torn.canvas': '{"nodes": [',
    },
    ...withNarrow({ rights: 'read', deny: ['Hidden/**'] }),
    asks: narrowToken,
  });

  async function links(args: Record<string, unknown>): Promise<Record<string, unknown>> {
    return await vault.ask('get_links', args);
  }

  test('canvases and bases are among what links to a note', async () => {
    const { incoming } = await links({ path: 'Hub', direction: 'in' });
    expect(incoming).toEqual([
      { source: 'Board.canvas', link: 'Hub.md', kind: 'canvas', line: 6, text: 'Hub.md' },
      {
        source: 'Board.canvas',
        link: 'Hub#Part',
        kind: 'canvas',
        line: 15,
        text: 'see [[Hub#Part|it]] and ![[pic.png]]',
      },
      { source: 'Hub.md', link: 'Hub', kind: 'link', line: 8, text: 'Hub [[Hub]]' },
      { source: 'Said.md', link: 'Hub', kind: 'link', line: 7, text: '[[Hub]] there' },
      { source: 'Table.base', link: 'Hub', kind: 'base', line: 3, text: '- file.hasLink("Hub")' },
    ]);
  });

  test.each(['img/pic.png', 'pic.png', '[[pic.png]]'])(
    'an image is found as %j with the notes that embed it',
    async path => {
      const answer = await links({ path, direction: 'in' });
      expect(answer['path']).toBe('img/pic.png');
      expect([answer['incoming']].flat().map(row => field(row, 'source'))).toEqual([
        'Board.canvas',
        'Home.md',
      ]);
    },
  );

  test('the links of a canvas and a base are listed, with hidden files as unresolved links', async () => {
    const board = await links({ path: 'Board.canvas', direction: 'out' });
    expect([board['outgoing']].flat().map(row => [field(row, 'target'), field(row, 'resolved')])).toEqual([
      ['Hub.md', true],
      ['Hub.md', true],
      ['img/pic.png', true],
      ['Hidden/Secret.md', false],
    ]);
    const base = await links({ path: 'Table.base', direction: 'out', withContext: false });
    expect(base['outgoing']).toEqual([
      { target: 'Hub.md', resolved: true, link: 'Hub', kind: 'base', line: 3 },
      { target: 'Home.md', resolved: true, link: 'Home', kind: 'base', line: 4 },
    ]);
  });

  test('a link in a property has its own line and text, also without the text', async () => {
    const { outgoing } = await links({ path: 'Hub', direction: 'out' });
    expect([outgoing].flat().slice(0, 3)).toMatchObject([
      { link: 'Home', line: 4, text: '- "[[Home]]"' },
      { link: 'Gone', line: 5, text: '- "[[Gone|away]]"' },
      { link: 'Home', line: 6, text: 'up: "[[Home]]"' },
    ]);
    const bare = await links({ path: 'Hub', direction: 'out', withContext: false });
    expect([bare['outgoing']].flat()[1]).toEqual({
      target: 'Gone',
      resolved: false,
      link: 'Gone',
      kind: 'frontmatter',
      line: 5,
    });
  });

  test('mentions leave out code, links and the text of the note itself', async () => {
    const { unlinked } = await links({ path: 'Hub', direction: 'in', includeUnlinked: true });
    expect(unlinked).toEqual([{ source: 'Said.md', line: 1, text: 'The hub.' }]);
  });

  test.each([
    [{ path: 'img/lonely.png' }, 'Nothing links to it, and it links to nothing. Search for its name'],
    [{ path: 'img/lonely.png', direction: 'out' }, 'ask for `direction: in`'],
    [{ path: 'Home', direction: 'in', includeUnlinked: true, limit: 1 }, ''],
    [{ path: 'Torn.canvas', direction: 'out' }, 'It links to nothing'],
  ])('%j is answered with a hint where it is empty', async (args, hint) => {
    const { structured, text } = await vault.call('get_links', args);
    expect([structured['hints']].flat().filter(one => one !== undefined)).toHaveLength(hint === '' ? 0 : 1);
    expect(text).toContain(hint);
  });
});

describe('of a file that many notes link to, only those are looked at that the page shows', () => {
  const notes = Array.from({ length: 40 }, (_, index): [string, string] => [
    `${index % 3 === 0 ? 'Ä' : 'b'}/note ${index}.md`,
    `---\nup: "[[Hub]]"\n---\n[[Hub]] ${index % 4 === 0 ? '![[Hub#H|x]] [h](../Hub.md)' : '[[note 1]]'}\n`,
  ]);
  const files = {
    ...Object.fromEntries(notes),
    'Hub.md': '# H\n[[note 1]] [[#H]]\n',
    'Board.canvas': '{"nodes":[{"id":"1","type":"file","file":"Hub.md"}]}',
    'Closed/c.md': 'nothing\n',
  };

  let vault: RuledVault;
  beforeAll(async () => {
    vault = await RuledVault.start(files, { narrowed: { deny: ['Closed'] } });
    await vault.lectern.host.metadataSettled();
  });
  afterAll(() => vault.close());

  type Rows = readonly unknown[];

  async function pages(
    as: string,
    args: Record<string, unknown>,
  ): Promise<{ rows: Rows; totals: Set<unknown> }> {
    const rows: unknown[] = [];
    const totals = new Set<unknown>();
    for (let cursor: unknown; ;) {
      const { structured } = await vault
        .as(as)
        .call('get_links', { path: 'Hub', ...args, ...(cursor === undefined ? {} : { cursor }) });
      rows.push(...[structured['outgoing'] ?? []].flat(), ...[structured['incoming'] ?? []].flat());
      totals.add(structured['totalCount']);
      cursor = structured['nextCursor'];
      if (structured['hasMore'] !== true) return { rows, totals };
    }
  }

  test.each([
    [1, 'in'],
    [2, 'in'],
    [7, 'in'],
    [7, 'both'],
    [1000, 'both'],
  ])('pages of %i links, direction %s, are the whole list, each link once', async (limit, direction) => {
    const whole = await pages('narrowed', { limit: 1000, direction });
    const paged = await pages('owner', { limit, direction });
    expect(paged.rows).toEqual(whole.rows);
    expect([...paged.totals]).toEqual([paged.rows.length]);
    expect(paged.rows.length).toBeGreaterThan(100);
  });

  test('a cursor holds when the notes before and behind it change', async () => {
    const owner = vault.as('owner');
    const query = { path: 'Hub', direction: 'in', limit: 20 };
    const first = (await owner.call('get_links', query)).structured;
    const whole = await pages('narrowed', { limit: 1000, direction: 'in' });
    const change = await owner.call('create_note', { path: 'Ä/note 00.md', content: '[[Hub]]\n' });
    await vault.lectern.host.metadataSettled();
    const next = (await owner.call('get_links', { ...query, cursor: first['nextCursor'] })).structured;
    expect(next['incoming']).toEqual(whole.rows.slice(20, 40));
    expect(next['totalCount']).toBe(whole.rows.length + 1);
    expect(codeOf(await owner.call('undo_change', { changeId: field(change.structured, 'changeId') }))).toBe(
      'ok',
    );
  });
});

/** Links that are written in several ways, and names that a link cannot hold. */
describe('in properties', () => {
  const vault = vaultForAll({
    files: {
      'A.md': '---\nowner: "[[Mara Okafor|Mara]]"\nteam: ["[[Ana]]", "[[People/Ana.md]]"]\n---\n',
      'B.md': '---\nowner: "[[People/Mara Okafor]]"\nteam: "[[ana]]"\n---\n',
      'C.md': '---\nowner: "[[Mara Okafor#Work]]"\n---\n',
      'D.md': '---\nowner: Mara Okafor\n---\n',
      'People/Mara Okafor.md': '# Work\n',
      'People/Ana.md': '',
    },
    ...withNarrow({ rights: 'read', deny: ['People'] }),
  });

  async function groups(field: string, caller: Caller = vault): Promise<unknown> {
    const { structured } = await caller.call('query_notes', { groupBy: field, where: [field] });
    return [structured['groups']].flat();
  }

  describe('links that are written in two ways to one place', () => {
    test('are one group', async () => {
      expect(await groups('frontmatter.owner')).toMatchObject([
        { key: '[[Mara Okafor#Work]]', count: 1 },
        { key: '[[Mara Okafor|Mara]]', count: 2 },
        { key: 'Mara Okafor', count: 1 },
      ]);
    });

    test('in the list of one note count once', async () => {
      expect(await groups('frontmatter.team')).toMatchObject([{ key: '[[Ana]]', count: 2 }]);
    });

    test('are one value of a property', async () => {
      const structured = await vault.ask('list_properties', { property: 'owner' });
      expect(structured['values']).toMatchObject([
        { value: '[[Mara Okafor|Mara]]', count: 2, files: ['A.md', 'B.md'] },
        { value: '[[Mara Okafor#Work]]', count: 1 },
        { value: 'Mara Okafor', count: 1 },
      ]);
    });

    test('do not reveal a note that the caller does not see', async () => {
      const other = vault.as(narrowToken);
      expect(await groups('frontmatter.owner', other)).toMatchObject([
        { key: '[[Mara Okafor#Work]]', count: 1 },
        { key: '[[Mara Okafor|Mara]]', count: 1 },
        { key: '[[People/Mara Okafor]]', count: 1 },
        { key: 'Mara Okafor', count: 1 },
      ]);
    });
  });
});

describe('blanks around a target mean nothing', () => {
  const narrow = 'lct_narrow-token-for-blanks-in-links';

  const before = [
    '---',
    'up: "[[ Target ]]"',
    '---',
    '[[ Target]]',
    '[[Target ]]',
    '[[Target | shown]]',
    '[[Target #H]]',
    '[[Target# H ]]',
    '[[Target#^b | block]]',
    '![[pic.png |600]]',
    '',
    '| [[ sub/Target \\| x]] |',
    '| - |',
    '',
    '[[\u00a0Target\u00a0]]',
    '',
  ].join('\n');

  const broken = '[[ ]] [[ Nowhere ]] [[Target #None ]]\n';

  const vault = vaultForEach({
    files: { 'sub/Target.md': '# H\n\ntext ^b\n', 'pic.png': 'x', 'l.md': before, 'broken.md': broken },
    settings: {
      tokens: [
        { name: 'all', value: 'lct_full-token-for-blanks-in-links', rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
      ],
    },
  });

  describe.each([
    ['that sees everything', 'lct_full-token-for-blanks-in-links'],
    ['with folder rules', narrow],
  ])('a token %s', (_name, token) => {
    test('finds the links resolved and not broken', async () => {
      const caller = vault.as(token);
      const out = await caller.call('get_links', { path: 'l.md', direction: 'out' });
      const resolved = [field(out.structured, 'outgoing')].flat().map(item => field(item, 'resolved'));
      expect(resolved).toEqual(Array(10).fill(true));
      const wrong = await caller.call('check_links', { path: 'l.md' });
      expect(wrong.structured['items']).toEqual([]);
      const incoming = await caller.call('get_links', { path: 'Target', direction: 'in' });
      const sources = [field(incoming.structured, 'incoming')].flat().map(item => field(item, 'source'));
      expect(sources).toEqual(['broken.md'].concat(Array<string>(9).fill('l.md')));
    });

    test('still finds broken what leads nowhere', async () => {
      const caller = vault.as(token);
      const wrong = await caller.call('check_links', { path: 'broken.md' });
      const missing = [field(wrong.structured, 'items')].flat().map(item => field(item, 'missing'));
      expect(missing).toEqual(['file', 'file', 'heading']);
    });

    test('moves the target with its links, which keep their blanks', async () => {
      const caller = vault.as(token);
      const answer = await caller.call('move', { path: 'sub/Target.md', newPath: 'sub/New.md' });
      expect(answer.isError).toBe(false);
      const after = readFileSync(join(vault.path, 'l.md'), 'utf8');
      // With folder rules the whole path is written, since whether a name is unique may depend on hidden files.
      const bare = token === narrow ? 'sub/New' : 'New';
      expect(after).toBe(before.replaceAll('sub/Target', 'sub/New').replaceAll('Target', () => bare));
    });
  });

  test('a property with blanks in its link is found by its target', async () => {
    const found = await vault.call('query_notes', { where: ['up=Target'] });
    expect(found.structured['totalCount']).toBe(1);
    const base = await vault.call('query_base', {
      source: 'filters: file.hasLink("Target")\nviews:\n  - type: table\n    name: All\n',
    });
    expect(base.structured['totalCount']).toBe(2);
  });
});

describe('a move to a name that wikilinks cannot hold', () => {
  const before = [
    '---',
    'up: "[[plan]]"',
    '---',
    '[[plan]] [[plan|x]] ![[plan]] [m](plan.md) [[plan#Part one|there]] [[plan#Part one]]',
    '',
    '| [[plan\\|a [1] b]] |',
    '| --- |',
    '`[[plan]]`',
    '',
  ].join('\n');
  const canvas = JSON.stringify({
    nodes: [
      { id: 'a', type: 'file', file: 'plan.md', x: 0, y: 0, width: 1, height: 1 },
      { id: 'b', type: 'text', text: 'see [[plan]]', x: 0, y: 0, width: 1, height: 1 },
    ],
    edges: [],
  });

  const vault = vaultForEach({
    files: {
      'plan.md': '# Part one\n',
      'l.md': before,
      'c.canvas': canvas,
      'pic.png': 'x',
      'p.md': '![[pic.png|60]]\n',
    },
  });
  const { text: read } = vault;

  /** The number of links that the answer says lead nowhere. */
  function lost({ structured }: Answer): number {
    const hints = z.array(z.string()).parse(structured['hints'] ?? []);
    const counts = hints.map(hint => /^(\d+) links? cannot be written/u.exec(hint)?.[1]);
    return Number(counts.find(count => count !== undefined) ?? 0);
  }

  async function brokenCount(): Promise<unknown> {
    return (await vault.ask('check_links', {}))['totalCount'];
  }

  test('brackets: wikilinks become Markdown links that resolve', async () => {
    const preview = await vault.call('move', { path: 'plan.md', newPath: 'a[b].md', dryRun: true });
    expect(lost(preview)).toBe(1);
    expect(read('l.md')).toBe(before);
    const answer = await vault.call('move', { path: 'plan.md', newPath: 'a[b].md' });
    expect(lost(answer)).toBe(1);
    expect(read('l.md')).toBe(
      [
        '---',
        'up: "[[plan]]"',
        '---',
        '[a\\[b\\]](a[b].md) [x](a[b].md) ![](a[b].md) [m](a[b].md) [there](a[b].md#Part%20one) [a\\[b\\] > Part one](a[b].md#Part%20one)',
        '',
        '| [a \\[1\\] b](a[b].md) |',
        '| --- |',
        '`[[plan]]`',
        '',
      ].join('\n'),
    );
    expect(read('c.canvas')).toBe(
      canvas.replace('"plan.md"', '"a[b].md"').replace('[[plan]]', '[a\\\\[b\\\\]](a[b].md)'),
    );
    expect(await brokenCount()).toBe(1);
    const undone = await vault.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(undone.isError).toBe(false);
    expect(read('l.md')).toBe(before);
    expect(read('c.canvas')).toBe(canvas);
  });

  test.each([
    ['[Draft] plan.md', 1],
    ['a]]b.md', 1],
    ['Work [old]/plan.md', 0],
  ])('brackets in %s: nothing is lost but what only a wikilink could hold', async (newPath, expected) => {
    const answer = await vault.call('move', { path: 'plan.md', newPath });
    expect(lost(answer)).toBe(expected);
    expect(await brokenCount()).toBe(expected);
  });

  test('a picture keeps its size', async () => {
    await vault.call('move', { path: 'pic.png', newPath: 'p[1].png' });
    expect(read('p.md')).toBe('![60](p[1].png)\n');
    expect(await brokenCount()).toBe(0);
  });

  test('a hash: no link can hold it, all stay and are counted', async () => {
    const preview = await vault.call('move', { path: 'plan.md', newPath: 'C# basics.md', dryRun: true });
    const answer = await vault.call('move', { path: 'plan.md', newPath: 'C# basics.md' });
    expect([lost(preview), lost(answer)]).toEqual([9, 9]);
    expect(read('l.md')).toBe(before);
    expect(await brokenCount()).toBe(9);
    expect((await vault.call('undo_change', { changeId: answer.structured['changeId'] })).isError).toBe(
      false,
    );
    expect(await brokenCount()).toBe(0);
  });

  test('a caret is no trouble', async () => {
    const answer = await vault.call('move', { path: 'plan.md', newPath: 'x^2.md' });
    expect(lost(answer)).toBe(0);
    expect(await brokenCount()).toBe(0);
  });

  test('a new note of such a name comes with the hint', async () => {
    for (const path of ['C# notes.md', 'a[b] two.md'])
      expect((await vault.ask('create_note', { path, content: 'x' }))['hints']).toHaveLength(1);
    expect((await vault.ask('create_note', { path: 'y^2.md', content: 'x' }))['hints']).toBeUndefined();
  });
});
