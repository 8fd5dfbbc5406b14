import { ToolFailure } from '../../src/errors';
import { pathsWith, searchIn, storeOf } from './vaults';

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
