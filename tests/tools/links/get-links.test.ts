/** What links to a file, and what it links to. */
import { RuledVault } from '../../rules/vault-with-rules';
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { narrowToken, vaultForAll, withNarrow } from '../../support/open-vault';

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
