/** Which notes and lines the words of a question find. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Answer } from '../../../support/clients';
import { RunningLectern } from '../../../support/lectern';
import { pagesOf, vaultForAll } from '../../../support/open-vault';

describe('lines that say the most of what was asked', () => {
  const found = z.object({
    totalMatches: z.number(),
    results: z.array(
      z.object({
        path: z.string(),
        moreMatches: z.number().optional(),
        matches: z.array(z.object({ line: z.number(), field: z.string(), text: z.string() })),
      }),
    ),
  });

  type Found = z.output<typeof found>;

  const filler = (name: string, text: string): readonly [string, string] => [
    `Filler/${name}.md`,
    `${text}\n`,
  ];

  const files = {
    'Whales.md': [
      ...['---', 'title: "Whales; or, The Sea"', 'aliases: [About whales]', 'kind: whales', '---'],
      ...['# Whales', '', 'A first line of whales.', '', '## More of whales', '', 'Whales again.', ''],
      ...['Once in Nantucket the harpooner sold a whale.', '', '#whales'],
    ].join('\n'),
    'Boots.md': '# Boots\n\nThe the the shelf is at the door.\n\nIt holds the boots and it is a good one.\n',
    'The door.md': 'The door is at the back, and it is what it is.\n',
    'Templates/Whales.md': '# Whales\n\nWhales, whales, whales: harpooner of whales in Nantucket.\n',
    'Tagged.md': '---\ntags: [sea/deep]\nstatus: lent\n---\n# One\n\nNothing here.\n',
    'Inline.md': '# Two\n\nFirst line, the sea.\n\nAnother with a #Sea tag.\n',
    'Heading.md': '# Three #sea\n\nText.\n',
    'List.md': '---\nstatus: shelved\ntags:\n  - other\n  - sea\n---\nText.\n',
    'Words.md': 'kelp\n\nkelp and more\n\nkelp, again kelp\n\nan otter\n\nan urchin\n',
    'Knots.md':
      '## Sailing\n\nA splice to sail with.\n\n## Climbing\n\nNo splice.\n\n## Mooring\n\nA splice to moor with.\n\n## Mooring alone\n\nNone.\n\n## Rest\n\nOne splice more.\n',
    'Only.md': '---\nmood: wistful\n---\n# Only\n\nText.\n\n## Barometer\n\nMore.\n',
    'Beacon.md':
      '---\ntags: [beacon, reef]\nabout: the beacon\n---\nA beacon on the reef.\n\nOther.\n\n#reef\n',
    'Vitamin c.md': 'One.\n',
    'Vitamin i.md': 'One.\n',
    'Petrels.md': 'A petrel and a tern.\n',
    'Terns.md': 'A tern.\n',
    'Gulls.md': 'A gull and a tern.\n',
    '.obsidian/templates.json': '{"folder":"Templates"}',
    ...Object.fromEntries([
      filler('a', 'A whale of a time'),
      filler('b', 'Other whales'),
      filler('c', 'Nothing'),
      filler('d', 'Whales and whales'),
    ]),
  };

  const vault = vaultForAll({ files });

  async function searched(
    query: string,
    args: Record<string, unknown> = {},
  ): Promise<Found & Pick<Answer, 'text'>> {
    const { structured, text } = await vault.call('search', { query, ...args });
    return { ...found.parse(structured), text };
  }

  function shownOf({ results }: Found, path: string): string[] {
    return results.find(one => one.path === path)?.matches.map(({ text }) => text) ?? [];
  }

  describe('the lines of a note', () => {
    test.each([1, 2, 3])('begin with the one of the rarest words, with %i of them', async matchesPerNote => {
      const answer = await searched('whales harpooner Nantucket', { matchesPerNote });
      expect(shownOf(answer, 'Whales.md')).toContain('Once in Nantucket the harpooner sold a whale.');
    });

    test('show each of the words before one of them twice', async () => {
      const answer = await searched('kelp otter urchin');
      expect(shownOf(answer, 'Words.md')).toEqual(['kelp', 'an otter', 'an urchin']);
    });

    test('are those of the text before the name, the headings and the properties that only repeat it', async () => {
      const answer = await searched('whales');
      expect(shownOf(answer, 'Whales.md').slice(0, 3)).toEqual([
        'A first line of whales.',
        'Whales again.',
        'Once in Nantucket the harpooner sold a whale.',
      ]);
    });

    test.each([
      ['sailing splice', 'A splice to sail with.'],
      ['climbing splice', 'No splice.'],
      ['mooring splice', 'A splice to moor with.'],
    ])('for %s are below a heading that has the other word, where it is', async (query, line) => {
      expect(shownOf(await searched(query, { matchesPerNote: 2 }), 'Knots.md')).toContain(line);
    });

    test('are the heading or the property where only they have the word', async () => {
      expect(shownOf(await searched('barometer'), 'Only.md')).toEqual(['## Barometer']);
      expect(shownOf(await searched('wistful'), 'Only.md')).toEqual(['mood: wistful']);
    });
  });

  test.each(['beacon', 'beacon reef', 'what about the beacon of the reef'])(
    'properties and tags that only repeat what the text says are no line of %j',
    async query => {
      const shown = shownOf(await searched(query), 'Beacon.md');
      expect(shown.find(text => text !== 'Beacon')).toBe('A beacon on the reef.');
      expect(shown.join('\n')).not.toMatch(/tags:|about:/u);
    },
  );

  describe('little words', () => {
    test.each(['the boots', 'what is at the boots', 'boots it is', 'where did the boots'])(
      'of %j are no match and no line',
      async query => {
        const plain = await searched('boots');
        const answer = await searched(query);
        expect(answer.results.map(({ path }) => path)).toEqual(['Boots.md']);
        expect(answer.totalMatches).toBe(plain.totalMatches);
        expect(shownOf(answer, 'Boots.md')).toEqual(shownOf(plain, 'Boots.md'));
      },
    );

    test('are searched where nothing else is asked for', async () => {
      expect((await searched('the')).results.map(({ path }) => path)).toContain('The door.md');
      expect((await searched('what it is')).results.map(({ path }) => path)).toContain('The door.md');
    });

    test('still tell which of equal notes comes first', async () => {
      expect((await searched('vitamin i')).results.map(({ path }) => path)).toEqual([
        'Vitamin i.md',
        'Vitamin c.md',
      ]);
    });
  });

  describe('templates', () => {
    test.each(['whales', 'whales harpooner Nantucket', 'harpooner'])(
      'come last of what %j finds',
      async query => {
        const { results } = await searched(query);
        expect(results.length).toBeGreaterThan(1);
        expect(results.at(-1)?.path).toBe('Templates/Whales.md');
      },
    );

    test('come last on pages, too', async () => {
      const pages = await pagesOf(vault, 'search', { query: 'whales', limit: 2 });
      const paths = pages.flatMap(page => found.parse(page).results.map(({ path }) => path));
      expect(paths.at(-1)).toBe('Templates/Whales.md');
      expect(new Set(paths).size).toBe(paths.length);
    });

    test('are found in their own folder', async () => {
      const { results } = await searched('whales', { path: 'Templates' });
      expect(results.map(({ path }) => path)).toEqual(['Templates/Whales.md']);
    });
  });

  describe('a search by conditions alone', () => {
    test.each([
      ['Tagged.md', 'tag:sea', 'tags: [sea/deep]'],
      ['Inline.md', 'tag:#sea', 'Another with a #Sea tag.'],
      ['Heading.md', 'tag:sea', '# Three #sea'],
      ['List.md', 'tag:"sea"', '- sea'],
      ['Tagged.md', 'tag:sea OR tag:nowhere', 'tags: [sea/deep]'],
      ['Tagged.md', 'tag:sea/deep', 'tags: [sea/deep]'],
      ['Tagged.md', '[status:lent]', 'status: lent'],
      ['List.md', '[Status]', 'status: shelved'],
    ])('shows in %s by %s the line %j', async (path, query, line) => {
      const answer = await searched(query);
      expect(shownOf(answer, path).map(text => text.trim())).toEqual([line]);
      expect(answer.results.find(one => one.path === path)?.moreMatches).toBeUndefined();
    });

    test('shows no line of what is left out', async () => {
      const { results } = await searched('-tag:sea path:Filler');
      expect(results.flatMap(({ matches }) => matches)).toEqual([]);
    });
  });

  test('each partial note says itself what it lacks', async () => {
    const { text } = await searched('petrel tern');
    for (const name of ['Terns.md', 'Gulls.md'])
      expect(text.split('\n').find(line => line.startsWith(name))).toContain('petrel');
    expect(text.split('\n').find(line => line.startsWith('Petrels.md'))).not.toContain('petrel');
  });

  test('a note that lacks a word beside AND is not found', async () => {
    for (const query of [
      'petrel AND tern',
      'tern AND (petrel)',
      'petrel AND tern AND "tern"',
      'tern AND (a petrel)',
    ])
      expect((await searched(query)).results.map(({ path }) => path)).toEqual(['Petrels.md']);
    expect((await searched('tern AND (petrel gull)')).results).toEqual([]);
  });

  test('the question about the London edition is answered', async () => {
    const example = await RunningLectern.start({
      prepare: folder => {
        cpSync(join(__dirname, '..', '..', '..', '..', 'examples', 'vault'), folder.path, {
          recursive: true,
        });
      },
    });
    const asker = await example.connect();
    const { structured } = await asker.call('search', {
      query: 'What did the London edition of Moby-Dick leave out?',
    });
    const [first] = found.parse(structured).results;
    expect(first?.path).toBe('Library/Books/Moby-Dick.md');
    expect(first?.matches.map(({ text }) => text).join('\n')).toContain('left out the epilogue');
    await example.close();
  });
});

describe('the name of whom something belongs to', () => {
  const found = z.object({
    totalCount: z.number(),
    results: z.array(z.object({ path: z.string(), missing: z.array(z.string()).optional() })),
  });

  const files = {
    'Chieko.md': 'Chieko sends paper.\n',
    'Tam.md': 'A boat that Tam has.\n',
    'Brief.md': 'James has a letter.\n',
    'Author.md': "Euan's book about O'Brien.\n",
    'Other.md': 'The sea.\n',
  };

  const vault = vaultForAll({ files });

  test.each([
    ["Chieko's", 'Chieko.md'],
    ['Chieko’s paper', 'Chieko.md'],
    ["Tam's boat", 'Tam.md'],
    ['TAM’S boat?', 'Tam.md'],
    ["James' letter", 'Brief.md'],
    ["James's letter", 'Brief.md'],
    ["Euan's book", 'Author.md'],
    ['Euan book', 'Author.md'],
    ["O'Brien", 'Author.md'],
    ["O'Brien's book", 'Author.md'],
  ])('%j finds %s whole', async (query, path) => {
    const { results } = found.parse(await vault.ask('search', { query }));
    expect(results[0]).toMatchObject({ path });
    expect(results[0]?.missing).toBeUndefined();
  });

  test('a word as it is written is searched as that', async () => {
    const structured = await vault.ask('search', { query: "Chieko's", exact: true });
    expect(found.parse(structured).totalCount).toBe(0);
  });
});

describe('what stands in for a word that no note has', () => {
  const found = z.object({
    totalCount: z.number(),
    hints: z.array(z.string()).default([]),
    results: z.array(
      z.object({
        path: z.string(),
        partial: z.boolean().optional(),
        missing: z.array(z.string()).optional(),
      }),
    ),
  });

  const files = {
    'Tower.md': 'The tower stands on the rock, and it is grey.\n',
    'Calls.md': 'All the calls: call the tower keeper, call all of them, at the tower.\n',
    'Borrowers.md': 'Who owns a fine boat has to pay no fines.\n',
    'Owners.md': 'Morag owns it.\n',
    'Quiet.md': 'A meadow by the room.\n',
    'Lighthouse.md': 'The lighthouse and its keeper.\n',
    'Kestrel.md': 'A kestrel.\n',
    'ベイズ推論.md': '---\naliases: [ベイズ統計]\n---\n事後分布を求める。\n',
  };

  const vault = vaultForAll({ files });

  const searched = async (query: string): Promise<z.output<typeof found>> =>
    found.parse(await vault.ask('search', { query }));

  test.each([
    ['How tall is the tower?', 'tall'],
    ['who owes fines', 'owes'],
    ['fell tower', 'fell'],
    ['tower cals', 'cals'],
    ['rook tower', 'rook'],
    ['broom tower', 'broom'],
  ])('of %j no other word stands in for `%s`', async (query, word) => {
    const { totalCount, results } = await searched(query);
    expect(totalCount).toBe(0);
    expect(results.length).toBeGreaterThan(0);
    for (const { missing } of results) expect(missing).toContain(word);
  });

  test.each([
    ['lighthuose keeper', 'Lighthouse.md'],
    ['kestrle', 'Kestrel.md'],
    ['cals', 'Calls.md'],
    ['meadwo', 'Quiet.md'],
  ])('%j still finds %s by a near word', async (query, path) => {
    const { results } = await searched(query);
    expect(results.map(one => one.path)).toContain(path);
  });

  test('a sentence without blanks is not missing where its words are found, but where none is', async () => {
    const { results, hints } = await searched('ベイズ統計とは何ですか');
    expect(results).toEqual([{ path: 'ベイズ推論.md', partial: true, missing: [] }]);
    expect(hints).toEqual([]);
    expect((await searched('洗濯機のエラー')).hints.join()).toContain('洗濯機のエラー');
  });

  test.each(['lighthuose fines', 'kestrle keeper', 'meadwo fines', 'who owes fines'])(
    '%j is told one reason, not two that exclude each other',
    async query => {
      const { hints } = await searched(query);
      expect(hints).toHaveLength(1);
      expect(hints[0]).toContain('No note has');
    },
  );
});
