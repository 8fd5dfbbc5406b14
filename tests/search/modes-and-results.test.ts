import { ToolFailure } from '../../src/errors';
import { pathsWith, searchIn, storeOf, modified } from './vaults';
import { compareRanked } from '../../src/search/rank/formula';
import { steppingSlicer } from './slicers';

describe('words', () => {
  it.each([
    ['art', ['a.md', 'b.md']],
    ['ART', ['a.md', 'b.md']],
    ['art house', ['b.md']],
    ['house art', ['b.md']],
    ['"art house"', ['b.md']],
    ['art -house', ['a.md']],
    ['art -"art house"', ['a.md']],
    ['-art', ['c.md', 'Garden/Über uns.md', 'e.md'].sort()],
    ['uber', ['Garden/Über uns.md']],
    ['uber kräuter', ['Garden/Über uns.md']],
    ['path:garden', ['Garden/Über uns.md']],
    ['-path:garden art', ['a.md', 'b.md']],
    ['file:über', ['Garden/Über uns.md']],
    ['path:"garden/über uns"', ['Garden/Über uns.md']],
    ['tag:plant', ['Garden/Über uns.md']],
    ['tag:#plant/herb', ['Garden/Über uns.md']],
    ['tag:plant/', ['Garden/Über uns.md']],
    ['tag:herb', []],
    ['tag:Project', ['c.md']],
    ['-tag:plant -art', ['c.md', 'e.md']],
    ['foo-bar', ['e.md']],
    ['#project', ['c.md']],
    ['bar', ['e.md']],
    ['京', ['e.md']],
    ['don’t', ['e.md']],
    ["don't", ['e.md']],
    ['😀', ['e.md']],
    ['“art house”', ['b.md']],
    ['«art house»', ['b.md']],
    ['»art house«', ['b.md']],
    ['art»', ['a.md', 'b.md']],
    ['house؟', ['b.md']],
    ['cart، Artist؛', ['a.md']],
    ['house।', ['b.md']],
    ['東京。', ['e.md']],
    ['art art ART', ['a.md', 'b.md']],
  ])('finds %j', async (query, paths) => {
    const files = {
      'a.md': 'An artist and a cart. Art!',
      'b.md': 'The art house is closed.',
      'c.md': 'A start. #Project is here, and `part`.',
      'Garden/Über uns.md': '---\ntags: [plant/herb]\n---\nKrauter im Garten',
      'e.md': 'foo-bar _bar_ don’t 東京 😀',
    };
    expect(await pathsWith(files, { query, allWords: true })).toEqual(paths);
  });

  it.each(['"shown «art house» again"', '"«art house»"', '[title:"«Faust»"]'])(
    'treats guillemets in straight quotes as text: %s',
    async query => {
      const files = { 'd.md': '---\ntitle: «Faust»\n---\nIt was shown «art house» again.' };
      expect(await pathsWith(files, { query, allWords: true })).toEqual(['d.md']);
    },
  );

  it('ends at a boundary too when whole words are asked for', async () => {
    const files = { 'a.md': 'artist', 'b.md': 'the art', 'c.md': '東京都' };
    expect(await pathsWith(files, { query: 'art', wholeWord: true })).toEqual(['b.md']);
    expect(await pathsWith(files, { query: '東京', wholeWord: true })).toEqual(['c.md']);
  });

  it('respects letter case only on request, and never diacritics', async () => {
    const files = { 'a.md': 'École', 'b.md': 'école', 'c.md': 'ecole', 'Ecole d.md': '' };
    expect(await pathsWith(files, 'ECOLE')).toEqual(['Ecole d.md', 'a.md', 'b.md', 'c.md']);
    expect(await pathsWith(files, { query: 'Ecole', caseSensitive: true })).toEqual(['Ecole d.md', 'a.md']);
  });

  it.each(['', '   ', '""', '\u200B'])('refuses the empty query %j', async query => {
    await expect(searchIn(storeOf({}), query)).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it.each(['/', '&', '>', '→', '-', '$', '_', '+', '|', '++'])('looks for no %s beside words', async sign => {
    const store = storeOf({
      'a.md': 'Müller writes about Löhne.',
      'b.md': `and ${sign} or ${sign}`,
      'c.md': 'Müller.',
    });
    const { notes } = await searchIn(store, `Müller ${sign} Löhne`);
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['a.md', undefined],
      ['c.md', ['Löhne']],
    ]);
  });

  it.each([
    ['30%', 'Discount of 30 %.'],
    ['7.500€', 'Fee: 7.500 €'],
    ['230°C', 'Bake at 230 °C'],
    ['20.5.2021', 'On 2021-05-20 we met.'],
    ['20.05.2021', 'On 2021-05-20 we met.'],
    ['2021/05/20', 'On 2021-05-20 we met.'],
  ])('%s finds %j', async (query, text) => {
    const store = storeOf({ 'a.md': text, 'b.md': '130 %, 17.500 €, 1230 °C, 12021-05-20' });
    expect((await searchIn(store, query)).paths).toEqual(['a.md']);
  });
});

describe('a phrase', () => {
  const files = {
    'a.md': 'the quick brown fox',
    'b.md': 'the quick\nbrown fox',
    'c.md': 'the quick\n\nbrown fox',
    'd.md': 'the Quick   Brown foxes',
    'e.md': 'quick, brown',
  };

  it('is found across blanks and a line break, not across paragraphs', async () => {
    expect(await pathsWith(files, { query: 'quick brown fox', mode: 'phrase' })).toEqual([
      'a.md',
      'b.md',
      'd.md',
    ]);
  });

  it('can respect letter case and ends of words', async () => {
    const query = 'quick brown fox';
    expect(await pathsWith(files, { query, mode: 'phrase', wholeWord: true })).toEqual(['a.md', 'b.md']);
    expect(await pathsWith(files, { query: 'Quick Brown', mode: 'phrase', caseSensitive: true })).toEqual([
      'd.md',
    ]);
  });
});

describe('wildcards and typing errors', () => {
  const files = {
    'a.md': 'projects',
    'b.md': 'project',
    'c.md': 'prospect object',
    'd.md': 'form',
    'e.md': 'from',
    'f.md': 'prjoect',
  };

  it.each([
    ['pro*ct', ['a.md', 'b.md', 'c.md']],
    ['p?oject', ['a.md', 'b.md']],
    ['*ject', ['a.md', 'b.md', 'c.md']],
    ['f?rm', ['d.md']],
    ['pro??ct', ['a.md', 'b.md']],
    ['????', Object.keys(files)],
  ])('takes the wildcards in %j', async (query, paths) => {
    expect(await pathsWith(files, { query, mode: 'wildcard' })).toEqual(paths);
  });

  it('lets a wildcard match letters of one word only', async () => {
    const text = { 'a.md': 'pro ject', 'b.md': 'pro-ject', 'c.md': 'proXject' };
    expect(await pathsWith(text, { query: 'pro*ject', mode: 'wildcard' })).toEqual(['c.md']);
    expect(await pathsWith(text, { query: 'pro*', mode: 'wildcard', wholeWord: true })).toHaveLength(3);
  });

  it.each([
    ['project', ['a.md', 'b.md', 'c.md', 'f.md']],
    ['from', ['d.md', 'e.md']],
    ['prospekt', ['c.md']],
    ['fro', ['e.md']],
    ['xyz', []],
  ])('forgives errors in %j', async (query, paths) => {
    expect(await pathsWith(files, { query, mode: 'fuzzy' })).toEqual(paths);
  });
});

describe('a regular expression', () => {
  const files = {
    'a.md': 'TICKET-12 and\nticket-9\n',
    'b.md': 'foo\r\nbar\r\n',
    'c.md': 'x'.repeat(10),
    'Ticket-7.md': 'Grüße\n',
  };
  const found = (query: string, more = {}): Promise<string[]> =>
    pathsWith(files, { query, mode: 'regex', ...more });

  it.each([
    ['ticket-\\d+', ['Ticket-7.md', 'a.md']],
    ['^ticket-\\d$', ['Ticket-7.md', 'a.md']],
    ['^foo$', ['b.md']],
    ['\\Abar\\z', ['b.md']],
    ['foo\\s+bar', []],
    ['(?:foo|zzz)', ['b.md']],
    ['GRÜ', ['Ticket-7.md']],
    ['\\bx{10}\\b', ['c.md']],
    ['[^\\n]+bar', []],
    ['\\p{Lu}{3}', ['Ticket-7.md', 'a.md', 'b.md', 'c.md']],
  ])('finds %j on single lines', async (query, paths) => {
    expect(await found(query)).toEqual(paths);
  });

  it('respects letter case on request', async () => {
    expect(await found('ticket', { caseSensitive: true })).toEqual(['a.md']);
    expect(await found('\\p{Lu}{3}', { caseSensitive: true })).toEqual(['a.md']);
  });

  it('matches the empty text at most once per line', async () => {
    const { totalMatches } = await searchIn(storeOf({ 'a.md': 'aa\nbb\n\ncc' }), {
      query: 'x*',
      mode: 'regex',
    });
    expect(totalMatches).toBe(4 + 1);
  });

  it.each([
    ['a(?=b)', /look-around at character 2/],
    ['(?<!x)y', /look-around at character 1/],
    ['(a)\\1', /back-reference at character 4/],
    ['ab(c', /missing closing/],
    ['a{2,1}', /regular expression/],
    ['((((a{100}){100}){100}){100})', /regular expression|too large/],
    ['[\\x{0}-\\x{10FFFF}]{1000}'.repeat(2), /too/],
    ['('.repeat(500), /nests|longer/],
    ['a'.repeat(1500), /longer/],
  ])('refuses %j, saying where', async (query, message) => {
    const failure: unknown = await searchIn(storeOf(files), { query, mode: 'regex' }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(failure).toMatchObject({ code: 'invalid_query' });
    expect(String(failure)).toMatch(message);
  });
});

describe('results', () => {
  describe('the part of a note in a result', () => {
    const note = [
      '---',
      'title: Kettle',
      'aliases:',
      '- stitch one',
      'tags: [stitch]',
      'status: stitched',
      '---',
      'Intro stitch.',
      '# Sewing the *stitch*',
      'text',
      '## Thread',
      'A stitch #stitch/kettle here',
      '```',
      'stitch()',
      '```',
      '',
    ].join('\n');

    it('names line, field and headings of each match, and its place in the text', async () => {
      const { details, totalMatches } = await searchIn(storeOf({ 'Book/Stitch.md': note }), 'stitch');
      const [shown] = details;
      expect(totalMatches).toBe(9);
      expect(shown).toMatchObject({ path: 'Book/Stitch.md', title: 'Kettle', modified });
      expect(shown).not.toHaveProperty('moreMatches');
      expect(shown?.matches).toEqual([
        { line: 1, field: 'title', text: 'Stitch', ranges: [[0, 6]] },
        { line: 4, field: 'alias', text: '- stitch one', ranges: [[2, 8]] },
        { line: 5, field: 'tag', text: 'tags: [stitch]', ranges: [[7, 13]] },
        { line: 6, field: 'frontmatter', text: 'status: stitched', ranges: [[8, 14]] },
        { line: 8, field: 'body', text: 'Intro stitch.', ranges: [[6, 12]] },
        {
          line: 9,
          field: 'heading',
          heading: 'Sewing the *stitch*',
          text: '# Sewing the *stitch*',
          ranges: [[14, 20]],
        },
        {
          line: 12,
          field: 'body',
          heading: 'Sewing the *stitch*::Thread',
          text: 'A stitch #stitch/kettle here',
          ranges: [
            [2, 8],
            [10, 16],
          ],
        },
        {
          line: 14,
          field: 'body',
          heading: 'Sewing the *stitch*::Thread',
          text: 'stitch()',
          ranges: [[0, 6]],
          inCode: true,
        },
      ]);
    });

    it('reports how many matches are left out', async () => {
      const store = storeOf({ 'a.md': 'stitch\n'.repeat(10) });
      const { details, totalMatches } = await searchIn(store, 'stitch', { matchesPerNote: 3 });
      expect(totalMatches).toBe(10);
      expect(details[0]?.matches.map(({ line }) => line)).toEqual([1, 2, 3]);
      expect(details[0]?.moreMatches).toBe(7);
    });

    it('prefers places with more of the words', async () => {
      const store = storeOf({ 'a.md': 'red\nred\nred and blue\nblue' });
      const { details } = await searchIn(store, 'red blue', { matchesPerNote: 1 });
      expect(details[0]?.matches[0]).toMatchObject({
        line: 3,
        ranges: [
          [0, 3],
          [8, 12],
        ],
      });
    });

    it('counts what overlaps once', async () => {
      const { totalMatches, details } = await searchIn(storeOf({ 'a.md': 'project pro' }), 'pro project');
      expect(totalMatches).toBe(2);
      expect(details[0]?.matches[0]?.ranges).toEqual([
        [0, 7],
        [8, 11],
      ]);
    });

    it('maps matches in folded text back to the original', async () => {
      const text = 'Die “Straße” im Cafe\u0301 … und ﬁnden';
      const { details } = await searchIn(storeOf({ 'a.md': text }), 'strasse cafe finden');
      const shown = details[0]?.matches[0];
      expect(shown?.ranges.map(([start, end]) => shown.text.slice(start, end))).toEqual([
        'Straße',
        'Cafe\u0301',
        'ﬁnden',
      ]);
    });
  });

  describe('the order of results', () => {
    it.each([
      ['Hemingway archive', undefined],
      ['Hemingway letters archive', undefined],
      ['What do I know about Hemingway and the archive?', ['know']],
    ])('begins with a long note that alone has the rarest word: %s', async (query, missing) => {
      const part = `${'The wind was cold and the river high that morning. '.repeat(40)}\n\n`;
      const long = `${part}## Endings\n\nHemingway found his letters in the archive.\n\n${part}`;
      const shortText = (n: number): string =>
        n < 12 ? 'Went to the archive with letters.' : 'A cold wind.';
      const short = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.md`, shortText(n)]));
      const { notes } = await searchIn(storeOf({ ...short, 'long.md': long }), query);
      expect(notes.slice(0, 2).map(note => note.path)).toEqual(['long.md', '0.md']);
      expect(notes[0]?.missing).toEqual(missing);
    });

    const filler = 'word '.repeat(40);

    it('puts names before aliases, headings and tags, and these before text', async () => {
      const store = storeOf({
        'body.md': `${filler}\nlantern ${filler}`,
        'heading.md': `${filler}\n# lantern\n${filler}`,
        'alias.md': `---\naliases: [lantern]\n---\n${filler}${filler}`,
        'tag.md': `${filler} #lantern ${filler}`,
        'Lantern.md': filler + filler,
      });
      const { paths } = await searchIn(store, 'lantern');
      expect(paths[0]).toBe('Lantern.md');
      expect(paths.slice(1, 4).sort()).toEqual(['alias.md', 'heading.md', 'tag.md']);
    });

    it('puts rare words, more of them, and shorter notes first', async () => {
      const store = storeOf({
        'a.md': `rare common ${filler}`,
        'b.md': `common common ${filler}`,
        'c.md': `common ${filler}${filler}${filler}`,
        'd.md': `common ${filler}`,
      });
      expect((await searchIn(store, 'common')).paths).toEqual(['b.md', 'd.md', 'a.md', 'c.md']);
      const whole = storeOf({ 'a.md': `artistry ${filler}`, 'b.md': `art ${filler}    ` });
      expect((await searchIn(whole, 'art')).paths).toEqual(['b.md', 'a.md']);
    });

    it('slightly prefers recently changed notes', async () => {
      const store = storeOf({ 'a.md': 'lantern one', 'b.md': 'lantern two' });
      store.put('c.md', 'lantern six', { modified: modified - 400 * 86_400_000 });
      store.put('b.md', 'lantern two', { modified: modified - 100 * 86_400_000 });
      expect((await searchIn(store, 'lantern')).paths).toEqual(['a.md', 'b.md', 'c.md']);
    });

    it('follows scores, and paths for equal ones', async () => {
      const store = storeOf({ 'b.md': 'lantern', 'a.md': 'lantern', 'c.md': 'lantern lantern' });
      const { notes } = await searchIn(store, 'lantern');
      expect(notes.map(({ path }) => path)).toEqual(['c.md', 'a.md', 'b.md']);
      expect(notes.toSorted(compareRanked)).toEqual(notes);
    });
  });

  describe('notes that the caller may not see', () => {
    it('leave no trace in results, counts, scores and suggestions', async () => {
      const seen = { 'a.md': 'lantern and lamp', 'b.md': 'a lamp' };
      const hidden = { 'Secret/a.md': 'lantern lamp', 'Secret/Lanterna.md': 'lampe lampo' };
      const accepts = (path: string): boolean => !path.startsWith('Secret/');
      for (const query of ['lantern', 'lamp', 'lampa', 'lantarn', '-lamp']) {
        const whole = await searchIn(storeOf({ ...hidden, ...seen }), query, { accepts });
        expect(whole).toEqual(await searchIn(storeOf(seen), query));
      }
    });
  });

  describe('suggestions', () => {
    it('list similar words when nothing is found, the most similar and most frequent first', async () => {
      const store = storeOf({ 'a.md': 'lantern lantern lanterns', 'b.md': 'lanterne' });
      expect((await searchIn(store, { query: 'lantarn', exact: true })).suggestions).toEqual([
        'lantern',
        'lanterne',
        'lanterns',
      ]);
      expect(await searchIn(store, 'lantern')).not.toHaveProperty('suggestions');
      expect(await searchIn(store, 'zzzzzz')).not.toHaveProperty('suggestions');
    });

    it('leave out words that occur', async () => {
      const store = storeOf({ 'a.md': 'red', 'b.md': 'blue green' });
      expect((await searchIn(store, { query: 'red gren', exact: true, allWords: true })).suggestions).toEqual(
        ['green'],
      );
    });
  });

  describe('the work of a search', () => {
    it('waits for missing notes, and reads those without a text in memory', async () => {
      const store = storeOf({ 'a.md': 'lantern' });
      store.expect('a.md', { modified });
      expect((await searchIn(store, 'lantern')).paths).toEqual(['a.md']);
      const cold = storeOf({ 'a.md': 'lantern', 'b.md': 'lantern lamp' }, 1);
      const { paths, details } = await searchIn(cold, 'lamp');
      expect(paths).toEqual(['b.md']);
      expect(details[0]?.matches).toHaveLength(1);
    });

    it('finds what was written a moment ago, renamed or removed', async () => {
      const store = storeOf({ 'a.md': 'lantern', 'b.md': 'lamp' });
      store.put('b.md', 'lantern now', { modified });
      store.rename('a.md', 'c/Lantern.md');
      expect((await searchIn(store, 'lantern')).paths).toEqual(['c/Lantern.md', 'b.md']);
      store.remove('b.md');
      expect((await searchIn(store, 'lantern')).paths).toEqual(['c/Lantern.md']);
    });

    it('is done in slices, ends at its deadline, and when the call is aborted', async () => {
      const store = storeOf(
        Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.md`, 'lantern'])),
      );
      const { slicer, pauses } = steppingSlicer();
      await searchIn(store, 'lantern', { slicer });
      expect(pauses()).toBeGreaterThan(5);
      const late = searchIn(store, 'lantern', { slicer, deadline: slicer.deadlineIn(5) });
      await expect(late).rejects.toMatchObject({ code: 'budget_exceeded' });
      const signal = AbortSignal.abort(new Error('closed'));
      await expect(searchIn(store, 'lantern', { slicer, signal })).rejects.toThrow('closed');
    });

    it('is done in slices within one large note', async () => {
      const store = storeOf({ 'a.md': 'lamp lantern\n'.repeat(40_000) });
      for (const [mode, query] of [
        ['words', 'lantern'],
        ['words', 'antern'],
        ['phrase', 'lamp lamp'],
        ['regex', 'l[ab]nter?n'],
        ['fuzzy', 'lantarn'],
        ['wildcard', 'lant*x'],
      ] as const) {
        const { slicer, pauses } = steppingSlicer(undefined, 5);
        await searchIn(store, { query, mode }, { slicer });
        expect(pauses()).toBeGreaterThan(0);
      }
    });

    it('is done in slices over all words that have the letters of a misspelled one', async () => {
      const words = Array.from({ length: 2000 }, (_, n) => `lan${n.toString(6).padStart(6, '0')}`);
      const store = storeOf({
        'a.md': words.join(' ').replace(/\d/gu, digit => 'abcdef'.charAt(Number(digit))),
      });
      await searchIn(store, 'first');
      const { slicer, pauses } = steppingSlicer();
      await searchIn(store, { query: 'fedcbanal', mode: 'fuzzy' }, { slicer });
      expect(pauses()).toBeGreaterThan(10);
    });
  });

  test('a note that is deleted during the search gives its place on the page to the next', async () => {
    const store = storeOf({ 'a.md': 'fern', 'b.md': 'fern', 'c.md': 'fern' });
    const isLast = (path: string): boolean => {
      if (path === 'a.md') store.remove(path);
      return false;
    };
    const { paths } = await searchIn(store, 'fern', { isLast, page: { most: 2 } });
    expect(paths).toEqual(['b.md', 'c.md']);
  });
});
