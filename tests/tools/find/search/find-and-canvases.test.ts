import type { Answer } from '../../../support/clients';
import { field } from '../../../support/json';
import { vaultForAll } from '../../../support/open-vault';
import { listWith } from '../../../support/matchers';

/** Canvases are searched as the app searches them: by name and by what their cards say. */
describe('canvases', () => {
  const canvas = (...texts: string[]): string =>
    JSON.stringify({ nodes: texts.map((text, index) => ({ id: `card${index}`, type: 'text', text })) });

  const files = {
    'Notes/Harbour.md': '# Harbour\nThe pilot waits at the quay. #ship\n',
    'Boards/Quayside.canvas': JSON.stringify({
      nodes: [
        { id: 'a1', type: 'text', text: '# Crew\nThe pilot asks\nfor a lamp #ship' },
        { id: 'b2', type: 'file', file: 'Notes/Harbour.md' },
        { id: 'c3', type: 'group', label: 'Moorings' },
        { id: 'd4', type: 'text', text: '- [ ] oil the winch\n- [x] paint it' },
        { id: 'g7', type: 'text', text: '---\nstatus: draft\n---' },
      ],
      edges: [{ id: 'e5', fromNode: 'a1', toNode: 'b2', label: 'sails with' }],
    }),
    'Secret/Hidden.canvas': canvas('The pilot is a spy'),
    'Boards/Broken.canvas': '{"nodes":[',
    'Notes/Lists.md': '##  Things  to\tbuy ##\ntallow\n',
    'photo of a lamp.jpg': 'x',
    'Secret/photo of a spy.jpg': 'x',
  };

  const vault = vaultForAll({ files, settings: { hidden: ['Secret/**'] }, isSettled: true });
  const call = (args: Record<string, unknown>): Promise<Answer> => vault.call('search', args);

  async function paths(query: string, args: Record<string, unknown> = {}): Promise<string[]> {
    const { structured } = await call({ query, exact: true, allWords: true, ...args });
    const results = [structured['results']].flat();
    expect(structured).toMatchObject({ totalCount: results.length });
    return results.map(hit => String(field(hit, 'path'))).sort();
  }

  const board = 'Boards/Quayside.canvas';
  const note = 'Notes/Harbour.md';
  const photo = 'photo of a lamp.jpg';

  test.each([
    ['pilot', [board, note]],
    ['quayside', [board]],
    ['canvas', []],
    ['harbour', [board, note]],
    ['moorings', [board]],
    ['sails', [board]],
    ['pilot lamp', [board]],
    ['"asks lamp"', []],
    ['line:(pilot lamp)', []],
    ['block:(pilot lamp)', [board]],
    ['block:(lamp moorings)', []],
    ['section:(pilot lamp)', [board]],
    ['section:(crew winch)', []],
    ['task-todo:winch', [board]],
    ['task-done:winch', []],
    ['task-done:paint', [board]],
    ['tag:ship', [note]],
    ['[status]', []],
    ['-[status] winch', [board]],
    ['content:quayside', []],
    ['file:quayside', [board]],
    ['file:.canvas', ['Boards/Broken.canvas', board]],
    ['path:boards pilot', [board]],
    ['pilot -path:boards', [note]],
    ['broken', ['Boards/Broken.canvas']],
  ])('`search` looks into canvases: %s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });

  test.each([
    ['file:.jpg', [photo]],
    ['path:photo', [photo]],
    ['file:/^photo.*jpg$/', [photo]],
    ['file:photo OR pilot', [board, note, photo]],
    ['file:photo pilot', []],
    ['file:photo -pilot', [photo]],
    ['photo', []],
    ['-file:.md -file:.canvas', [photo]],
  ])('`file:` and `path:` find any file: %s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });

  test('the filters of a call hold for canvases and files', async () => {
    expect(await paths('pilot', { path: 'Boards' })).toEqual([board]);
    expect(await paths('pilot', { excludes: ['**/*.canvas'] })).toEqual([note]);
    expect(await paths('pilot', { tag: 'ship' })).toEqual([note]);
    expect(await paths('file:.jpg', { path: 'Boards' })).toEqual([]);
    expect(await paths('pilot', { heading: 'Crew' })).toEqual([board]);
  });

  test.each(['Things to buy', ' ## Things   to buy', 'THINGS TO BUY ##'])(
    'headings match in any spacing: %s',
    async heading => {
      expect(await paths('tallow', { heading })).toEqual(['Notes/Lists.md']);
    },
  );

  test('a match names the card and the line in it', async () => {
    const { structured, text } = await call({ query: 'lamp' });
    expect(structured['results']).toEqual([
      expect.objectContaining({
        path: board,
        title: 'Quayside',
        matches: [
          {
            ...{ line: 3, card: 'a1', field: 'body', heading: 'Crew' },
            ...{ text: 'for a lamp #ship', ranges: [[6, 10]] },
          },
        ],
      }),
    ]);
    expect(text).toContain(`${board} · `);
    expect(text).toContain('card a1 3: (Crew) for a lamp #ship');
    expect((await call({ query: 'moorings' })).text).toContain('card c3 1: Moorings');
  });

  test('changes of a canvas are searched at once', async () => {
    const { vault: app } = vault.lectern.host.app;
    const file = await app.create('New.canvas', canvas('an anchor'));
    expect(await paths('anchor')).toEqual(['New.canvas']);
    await app.modify(file, canvas('first', 'a chain'));
    expect(await paths('anchor')).toEqual([]);
    expect((await call({ query: 'chain' })).text).toContain('card card1 1: a chain');
    await app.rename(file, 'Moved.canvas');
    expect((await call({ query: 'chain' })).text).toContain('card card1 1: a chain');
    await app.rename(file, 'Moved.txt');
    expect(await paths('chain')).toEqual([]);
    await app.rename(file, 'Moved.canvas');
    expect(await paths('chain')).toEqual(['Moved.canvas']);
    await app.delete(file);
    expect(await paths('chain')).toEqual([]);
  });
});

describe('search, query_notes and list_properties', () => {
  const vault = vaultForAll({
    files: {
      'Bread.md':
        '---\ntags: [food/baking]\nstatus: open\nrating: 4\naliases: [Loaf]\n---\n# Sourdough\nFlour, water and a café crème.\n- [ ] feed starter\n- [x] buy flour\n',
      'work/Plan.md':
        '---\nstatus: done\nrating: 2\ndue: 2026-03-01\n---\nThe plan mentions flour once. Ticket ABC-123.\n',
      'work/Idea.md': 'No properties. [[Bread]] 東京の地図 straße\n',
      'broken.md': '---\nstatus: [\n---\nflour flour flour\n',
    },
  });

  async function found(args: Record<string, unknown>): Promise<unknown[]> {
    return [(await vault.ask('search', args))['results']].flat().map(result => field(result, 'path'));
  }

  describe('search', () => {
    test('finds all words in any order and field, best first', async () => {
      expect(await found({ query: 'flour sourdough', allWords: true })).toEqual(['Bread.md']);
      expect(await found({ query: 'flour -plan -starter' })).toEqual(['broken.md']);
      expect(await found({ query: 'loaf' })).toEqual(['Bread.md']);
      expect((await found({ query: 'flour' }))[0]).toBe('broken.md');
    });

    test('ignores case and diacritics, and finds words in any script', async () => {
      expect(await found({ query: 'CAFE creme' })).toEqual(['Bread.md']);
      expect(await found({ query: '東京' })).toEqual(['work/Idea.md']);
      expect(await found({ query: 'strasse' })).toEqual(['work/Idea.md']);
    });

    test('shows lines with field, heading and ranges', async () => {
      const { results } = await vault.ask('search', { query: 'café' });
      expect(field(results, 0)).toMatchObject({
        path: 'Bread.md',
        title: 'Bread',
        matches: [{ line: 8, field: 'body', heading: 'Sourdough' }],
      });
      const text = String(field(results, 0, 'matches', 0, 'text'));
      const [start, end] = [
        field(results, 0, 'matches', 0, 'ranges', 0, 0),
        field(results, 0, 'matches', 0, 'ranges', 0, 1),
      ];
      expect(text.slice(Number(start), Number(end))).toBe('café');
    });

    test('supports phrases, patterns, wildcards and typing errors', async () => {
      expect(await found({ query: 'mentions flour', mode: 'phrase' })).toEqual(['work/Plan.md']);
      expect(await found({ query: '[A-Z]{3}-\\d+', mode: 'regex', caseSensitive: true })).toEqual([
        'work/Plan.md',
      ]);
      expect(await found({ query: 'sour*gh', mode: 'wildcard' })).toEqual(['Bread.md']);
      expect(await found({ query: 'suordough', mode: 'fuzzy' })).toEqual(['Bread.md']);
    });

    test('filters in the query and beside it', async () => {
      expect(await found({ query: 'flour tag:food' })).toEqual(['Bread.md']);
      expect(await found({ query: 'flour path:work' })).toEqual(['work/Plan.md']);
      expect(await found({ query: 'flour', path: 'work' })).toEqual(['work/Plan.md']);
      expect(await found({ query: 'flour', tag: '#FOOD', excludes: ['*.tmp'] })).toEqual(['Bread.md']);
    });

    test('returns similar words when nothing is found', async () => {
      const answer = await vault.ask('search', { query: 'sourdogh', exact: true });
      expect(answer).toMatchObject({
        totalCount: 0,
        results: [],
        suggestions: listWith(['Sourdough']),
      });
    });

    test.each([
      [{ query: '' }, 'invalid_argument'],
      [{ query: '(a', mode: 'regex' }, 'invalid_query'],
      [{ query: '(a)\\1', mode: 'regex' }, 'invalid_query'],
      [{ query: 'x', path: 'nowhere' }, 'not_found'],
    ])('refuses %j', async (args, code) => {
      expect(field(await vault.ask('search', args), 'error', 'code')).toBe(code);
    });

    test('sees a note that another program wrote', async () => {
      vault.lectern.folder.write('fresh.md', 'quicksilver');
      await vault.lectern.host.settled();
      expect(await found({ query: 'quicksilver' })).toEqual(['fresh.md']);
    });
  });

  describe('query_notes', () => {
    const paths = async (args: Record<string, unknown>): Promise<unknown[]> =>
      [(await vault.ask('query_notes', args))['rows']].flat().map(row => field(row, 'path'));

    test('selects, sorts and filters by JsonLogic', async () => {
      expect(
        await vault.ask('query_notes', {
          filter: { '>': [{ var: 'frontmatter.rating' }, 1] },
          select: ['title', 'frontmatter.rating', 'tasks.open'],
          sort: 'frontmatter.rating',
        }),
      ).toMatchObject({
        totalCount: 2,
        rows: [
          { path: 'work/Plan.md', title: 'Plan', 'frontmatter.rating': 2, 'tasks.open': 0 },
          { path: 'Bread.md', title: 'Bread', 'frontmatter.rating': 4, 'tasks.open': 1 },
        ],
      });
      expect(await paths({ filter: { in: ['food/baking', { var: 'tags' }] } })).toEqual(['Bread.md']);
      expect(
        await paths({ filter: { '<': [{ var: 'frontmatter.due' }, { date: ['2026-04-01'] }] } }),
      ).toEqual(['work/Plan.md']);
      expect(await paths({ filter: { glob: ['work/**', { var: 'path' }] } })).toEqual([
        'work/Idea.md',
        'work/Plan.md',
      ]);
      expect(await paths({ where: ['status=done'] })).toEqual(['work/Plan.md']);
      expect(
        await vault.ask('query_notes', {
          path: 'work',
          where: ['!status'],
          select: ['links', 'wordCount', 'folder', 'name'],
        }),
      ).toMatchObject({
        rows: [{ path: 'work/Idea.md', links: ['Bread.md'], folder: 'work', name: 'Idea' }],
      });
    });

    test('groups by a field', async () => {
      const { groups, totalCount } = await vault.ask('query_notes', {
        groupBy: 'frontmatter.status',
        excludes: ['fresh.md'],
      });
      expect(totalCount).toBe(3);
      expect([groups].flat().map(group => [field(group, 'key'), field(group, 'count')])).toEqual([
        ['done', 1],
        ['open', 1],
        [null, 2],
      ]);
    });

    test('pages in the order of the sort', async () => {
      const query = { sort: 'frontmatter.rating', order: 'desc', limit: 1, select: [], where: ['rating'] };
      const first = await vault.ask('query_notes', query);
      const second = await vault.ask('query_notes', { ...query, cursor: first['nextCursor'] });
      expect([field(first, 'rows', 0, 'path'), field(second, 'rows', 0, 'path'), second['hasMore']]).toEqual([
        'Bread.md',
        'work/Plan.md',
        false,
      ]);
    });

    test.each([
      [{ filter: { nonsense: [] } }, 'invalid_query'],
      [{ filter: { method: ['', 'constructor'] } }, 'invalid_query'],
      [{ select: ['size.colour'] }, 'invalid_argument'],
      [{ where: ['=x'] }, 'invalid_query'],
    ])('refuses %j', async (args, code) => {
      expect(field(await vault.ask('query_notes', args), 'error', 'code')).toBe(code);
    });

    test('has access to nothing but data', async () => {
      for (const path of ['constructor.constructor', '__proto__', 'toString', 'frontmatter.constructor'])
        expect(await paths({ filter: { var: path } })).toEqual([]);
    });
  });

  describe('list_properties', () => {
    test('lists properties with their types, or the values of one', async () => {
      expect(await vault.ask('list_properties')).toMatchObject({
        properties: listWith([
          { name: 'rating', types: ['number'], count: 2 },
          { name: 'due', types: ['date'], count: 1 },
          { name: 'tags', types: ['list'], count: 1 },
        ]),
      });
      expect(await vault.ask('list_properties', { property: 'status' })).toMatchObject({
        values: [
          { value: 'done', count: 1, files: ['work/Plan.md'] },
          { value: 'open', count: 1, files: ['Bread.md'] },
        ],
      });
    });
  });
});

describe('operators', () => {
  const vault = vaultForAll({
    files: {
      'Bread.md': 'theme and crust #published\n',
      'Idea.md': 'four\n',
      'People/Mara Okafor.md': 'Mara likes a snippet.\n',
      'Pictures/Lamp.png': '\u0000',
      'Pictures/Plan.pdf': '\u0000',
    },
  });

  async function paths(query: string): Promise<string[]> {
    const { results } = await vault.ask('search', { query });
    return [results]
      .flat()
      .map(hit => String(field(hit, 'path')))
      .sort();
  }

  const otherFiles: readonly (readonly [query: string, paths: readonly string[]])[] = [
    ['file:lamp', ['Pictures/Lamp.png']],
    ['path:Pictures -file:lamp', ['Pictures/Plan.pdf']],
    ['-file:.md', ['Pictures/Lamp.png', 'Pictures/Plan.pdf']],
    ['-path:People -file:png', ['Bread.md', 'Idea.md', 'Pictures/Plan.pdf']],
    ['-(path:Pictures OR file:Idea)', ['Bread.md', 'People/Mara Okafor.md']],
    ['-(path:Pictures file:lamp)', ['Bread.md', 'Idea.md', 'People/Mara Okafor.md', 'Pictures/Plan.pdf']],
    ['theme -path:People', ['Bread.md']],
    ['-theme -path:People', ['Idea.md', 'Pictures/Lamp.png', 'Pictures/Plan.pdf']],
    ['four OR -file:.md', ['Idea.md', 'Pictures/Lamp.png', 'Pictures/Plan.pdf']],
    ['-four', ['Bread.md', 'People/Mara Okafor.md']],
  ];

  describe('a search', () => {
    test.each(otherFiles)('by names of files finds other files, too: %s', async (query, found) => {
      expect(await paths(query)).toEqual(found);
    });

    test('finds either of two words', async () => {
      const found = await vault.ask('search', { query: 'theme OR snippet' });
      expect(
        [found['results']]
          .flat()
          .map(hit => field(hit, 'path'))
          .sort(),
      ).toEqual(['Bread.md', 'People/Mara Okafor.md']);
      expect(await vault.ask('search', { query: 'crust theme OR snippet' })).toMatchObject({ totalCount: 2 });
      expect(await vault.ask('search', { query: 'crust (theme OR snippet)' })).toMatchObject({
        totalCount: 1,
      });
      expect(await vault.ask('search', { query: '"theme and" OR four' })).toMatchObject({ totalCount: 2 });
    });

    test.each([
      ['theme title:bread', '"title:" at character 7 of `query` is not an operator.', '`file:`'],
      ['status:done', '"status:" at character 1 of `query` is not an operator.', '"[status:done]"'],
      ['[[Sync]]', '"[[Sync]]" at character 1 of `query` is a link, not an operator.', '`get_links`'],
      ['theme (crust OR', '"OR" at character 14 of `query` needs something on both sides.', 'quotes'],
      ['theme OR (crust', '"(" at character 10 of `query` is not closed.', 'quotes'],
      ['theme OR crust)', '")" at character 15 of `query` closes nothing.', 'quotes'],
      ['line:(theme path:x)', '"path:x" at character 13 of `query` is about the whole note', '`line:`'],
      ['a /x(?=y)/', 'At character 3 of `query`: "x(?=y)" uses look-around at character 2', 'RE2'],
    ])('that cannot be read says where: %s', async (query, message, way) => {
      const { error } = await vault.ask('search', { query });
      expect(error).toMatchObject({ code: 'invalid_query' });
      expect(String(field(error, 'message'))).toContain(message);
      expect(String(field(error, 'hint'))).toContain(way);
    });

    test.each([
      '"[status]"',
      '"/a.*b/"',
      '- [ ] task',
      'and/or',
      '/usr/local/bin',
      'note: theme',
      '"OR"',
      'a -> b',
    ])('for %s looks for the text', async query => {
      expect(await vault.ask('search', { query })).not.toHaveProperty('error');
    });
  });
});

describe('properties that are too long for a pattern', () => {
  const long = `${'word '.repeat(1_000)}needle`;
  const files = {
    'long.md': `---\nsummary: ${long}\n---\nText.\n`,
    'list.md': `---\nsummary:\n  - short\n  - ${long}\n---\nText.\n`,
    'lines.md': `---\nsummary: |\n${'  word\n'.repeat(1_000)}  needle\n---\nText.\n`,
    'short.md': '---\nsummary: a needle\n---\nText.\n',
  };

  const vault = vaultForAll({ files });

  const search = (query: string): Promise<Answer> => vault.call('search', { query });
  const hintsOf = ({ structured }: Answer): string => JSON.stringify(structured['hints'] ?? []);

  test.each([
    '[summary:/(needle|thread|pin){1,20}/]',
    'text [summary:/(needle|thread|pin){1,20}/]',
    '-[summary:/(needle|thread|pin){1,20}/]',
    '[summary:/(needle|thread|pin){1,20}/] OR needle',
    '[summary:(/(needle|thread|pin){1,20}/ OR none)]',
  ])('the answer to %s names the notes whose values were searched only in part', async query => {
    const hints = hintsOf(await search(query));
    expect(hints).toContain('long.md');
    expect(hints).toContain('list.md');
    expect(hints).toContain('lines.md');
    expect(hints).not.toContain('short.md');
  });

  test('the answer names none where no pattern asks for the values', async () => {
    expect(hintsOf(await search('[summary:needle]'))).not.toContain('.md');
  });
});
