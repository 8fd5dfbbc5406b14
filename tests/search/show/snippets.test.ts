import fc from 'fast-check';
import { cutSnippet, groupMatches } from '../../../src/search/show/snippets';
import { CharacterKinds } from '../../../src/search/text/words';
import type { SnippetContext } from '../../../src/search/show/note-describer';
import { pathsWith, searchIn, storeOf } from '../vaults';
import { Query } from '../../../src/search/query/query';
import { type NearNote, Search } from '../../../src/search/search';
import { steppingSlicer } from '../slicers';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const boundsOf = (text: string): ReadonlySet<number> =>
  new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));

const character = fc.constantFrom(
  ...[
    'a',
    'b',
    ' ',
    'é',
    'e\u0301',
    'n\u0303\u0323',
    '日',
    '本',
    '한',
    '😀',
    '👩‍💻',
    '👨‍👩‍👧‍👦',
    '❤️',
    '🇩🇪',
    '👍🏽',
    '𠮷',
    'क्षि',
  ],
);

const kinds = new CharacterKinds();

describe('snippets', () => {
  it('are cut between characters, no longer than requested, and contain the match', () => {
    const sides = fc.array(character, { maxLength: 60 });
    fc.assert(
      fc.property(sides, sides, fc.integer({ min: 20, max: 80 }), (before, after, length) => {
        const text = `${before.join('')} match ${after.join('')}`;
        const start = before.join('').length + 1;
        const [group] = groupMatches(text, [[start, start + 5]], length);
        const snippet = cutSnippet(text, group?.spans ?? [], { length, kinds });
        const [from = 0, to = 0] = snippet.ranges[0] ?? [];
        expect(snippet.text.slice(from, to)).toBe('match');
        expect(snippet.text.length).toBeLessThanOrEqual(length);
        const bounds = boundsOf(text);
        const shown = snippet.text.replaceAll('…', '');
        const begin = start - from + (snippet.text.startsWith('…') ? 1 : 0);
        expect(bounds).toContain(begin);
        expect(bounds).toContain(begin + shown.length);
        expect(text.slice(begin, begin + shown.length)).toBe(shown);
        expect(snippet.text.startsWith('…')).toBe(text.slice(0, begin).trim() !== '');
        expect(snippet.text.endsWith('…')).toBe(text.slice(begin + shown.length).trim() !== '');
      }),
      { seed: 5, numRuns: 400 },
    );
  });

  const shown = (text: string, match: string, length: number): string => {
    const start = text.indexOf(match);
    const [group] = groupMatches(text, [[start, start + match.length]], length);
    return group === undefined ? '' : cutSnippet(text, group.spans, { length, kinds }).text;
  };

  it.each([
    ['one line only', 'above\nthe match here\nbelow', 'match', 100, 'the match here'],
    ['without the carriage return', 'above\r\nthe match\r\nbelow', 'match', 100, 'the match'],
    ['without blanks around', '   match   \n', 'match', 100, 'match'],
    [
      'room that one side leaves for the other',
      `match ${'word '.repeat(20)}`,
      'match',
      30,
      'match word word word word…',
    ],
    [
      'whole words where they are near',
      'alpha beta gamma match delta epsilon',
      'match',
      21,
      '…gamma match delta…',
    ],
    ['no part of a word', `incomprehensibilities match counterrevolutionaries`, 'match', 30, '…match…'],
    [
      'no part of an address',
      'at https://example.org/notes/archive match x',
      'match',
      30,
      '…org/notes/archive match x',
    ],
    ['a part of a match that is too long', `x${'m'.repeat(50)}x`, 'm'.repeat(50), 20, `…${'m'.repeat(18)}…`],
    ['a match over a line break', 'one quick\nbrown two\nthree', 'quick\nbrown', 100, 'one quick\nbrown two'],
  ])('show %s', (_name, text, match, length, expected) => {
    expect(shown(text, match, length)).toBe(expected);
  });

  it('end between words where the last of several matches does not fit with its mark', () => {
    const text = 'essays: translation. Deadline for "Salt Roads" is the third of October.';
    const spans = ['translation', 'Deadline', 'Roads'].map((word): [number, number] => {
      const at = text.indexOf(word);
      return [at, at + word.length];
    });
    const { text: cut, ranges } = cutSnippet(text, spans, { length: 38, kinds });
    expect(cut).toBe('…translation. Deadline for "Salt…');
    expect(ranges.map(([from, to]) => cut.slice(from, to))).toEqual(['translation', 'Deadline']);
  });

  it('show a part of a word that is longer than they are', () => {
    const word = 'Donaudampfschifffahrtsgesellschaft';
    for (const before of ['', 'the '])
      expect(shown(`${before}${word} here`, word, 20)).toMatch(/^…?Donaudampfschi\p{L}*…$/u);
  });

  it('never split an emoji of several code points when a match is too long', () => {
    expect(shown('👨‍👩‍👧‍👦'.repeat(10), '👨‍👩‍👧‍👦'.repeat(10), 25)).toBe(`${'👨‍👩‍👧‍👦'.repeat(2)}…`);
  });

  it('join matches that are near on one line, and keep those that are far apart', () => {
    const text = `red ${'.'.repeat(10)} red ${'.'.repeat(100)} red\nred`;
    const spans = [...text.matchAll(/red/gu)].map(({ index }): [number, number] => [index, index + 3]);
    const groups = groupMatches(text, spans, 40);
    expect(groups.map(group => [group.line, group.spans.length])).toEqual([
      [1, 2],
      [1, 1],
      [2, 1],
    ]);
  });

  it('count lines by line feeds', () => {
    const text = 'a\r\n\r\n\nb\u2028c\n';
    const at = text.indexOf('c');
    const [group] = groupMatches(text, [[at, at + 1]], 20);
    expect(group?.line).toBe(4);
  });
});

const note = [
  '---',
  'title: Yard',
  '---',
  'Before everything.',
  '# Spring',
  'Sow the beans',
  'in rows of ten.',
  '',
  'Water them.',
  '- rake',
  '- beans in pots',
  '  near the wall',
  '## Tools',
  'A rake for beans, and `beans()` in code.',
  '# Autumn',
  'Beans are dried.',
].join('\n');

async function shown(query: string, context: SnippetContext, contextLength = 500): Promise<string[]> {
  const { details } = await searchIn(storeOf({ 'Plot.md': note }), query, { context, contextLength });
  return details.flatMap(({ matches }) => matches.map(({ line, text }) => `${line}: ${text}`));
}

describe('what a snippet shows', () => {
  it('is the line of the match', async () => {
    expect(await shown('sow', 'line')).toEqual(['6: Sow the beans']);
  });

  it('is the paragraph or list item around it, with all its matches', async () => {
    expect(await shown('beans', 'paragraph')).toEqual([
      '6: Sow the beans\nin rows of ten.',
      '11: - beans in pots\n  near the wall',
      '14: A rake for beans, and `beans()` in code.',
      '16: Beans are dried.',
    ]);
  });

  it('is the text up to the next heading', async () => {
    expect(await shown('sow', 'section')).toEqual([
      `6: ${note.slice(note.indexOf('# Spring'), note.indexOf('\n## Tools'))}`,
    ]);
    expect(await shown('everything', 'section')).toEqual(['4: Before everything.']);
  });

  it('is cut between words if it is longer than requested, and says so', async () => {
    expect(await shown('rows', 'paragraph', 20)).toEqual(['7: …in rows of ten.']);
    expect(await shown('water', 'section', 30)).toEqual(['9: …of ten.\n\nWater them.\n- rake…']);
  });

  it('is the frontmatter for a match in properties', async () => {
    expect(await shown('yard', 'section')).toEqual(['2: ---\ntitle: Yard\n---']);
  });

  it('says whether the match is in code', async () => {
    const files = {
      'Code.md':
        'plain word\n\n```\nword in a fence\n```\n\n- item\n\n      word indented\n\nand `word` inline\n',
    };
    const { details } = await searchIn(storeOf(files), 'word');
    expect(details[0]?.matches.map(({ line, inCode }) => [line, inCode])).toEqual([
      [1, undefined],
      [4, true],
      [9, true],
      [11, true],
    ]);
  });
});

describe('the matches of a note beyond those shown', () => {
  it.each([5, 999, 1000, 1001, 30_000])('are counted exactly: %d', async count => {
    const files = { 'Many.md': 'word and '.repeat(count), 'word.md': 'wordy word\n'.repeat(count) };
    const { details } = await searchIn(storeOf(files), 'word', { matchesPerNote: 1 });
    const rest = details.map(
      ({ matches, moreMatches = 0 }) => moreMatches + (matches[0]?.ranges.length ?? 0),
    );
    expect(rest).toEqual([2 * count + 1, count]);
  });
});

describe('a search below a heading', () => {
  const files = {
    'a.md': '# Plan\nrye\n## Later\nspelt\n# Done\noats\n',
    'b.md': 'rye\n# Other\nspelt\n## Plan\noats\n### Deep\nbarley\n## Next\nwheat\n',
    'Plan.md': 'rye, spelt\n',
    'c.md': '# *Plan* B\nrye\n',
  };

  it.each([
    ['rye', 'Plan', ['a.md']],
    ['spelt', 'plan', ['a.md']],
    ['oats', '## Plan', ['b.md']],
    ['barley', 'Plan', ['b.md']],
    ['wheat', 'Plan', []],
    ['rye OR oats', 'Plan', ['a.md', 'b.md']],
    ['rye spelt', 'Plan', ['a.md']],
    ['rye -spelt', 'Plan', []],
    ['"spelt"', 'Plan::Later', ['a.md']],
    ['oats', 'Other::Plan', ['b.md']],
    ['rye', 'Other::Plan', []],
    ['/r[xy]e/', 'Plan', ['a.md']],
    ['line:(rye)', 'Plan', ['a.md']],
    ['path:a', 'Plan', ['a.md']],
    ['-rye', 'Plan', ['b.md']],
    ['plan', 'Plan', []],
    ['rye', 'Nowhere', []],
  ])('for %s below %s', async (query, heading, paths) => {
    expect(await pathsWith(files, { query, heading })).toEqual(paths);
  });

  it.each(['regex', 'phrase', 'wildcard', 'fuzzy'] as const)('takes the mode %s', async mode => {
    expect(await pathsWith(files, { query: 'oats', heading: 'Plan', mode })).toEqual(['b.md']);
  });

  it('refuses a heading without text', async () => {
    await expect(pathsWith(files, { query: 'x', heading: '# ' })).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });
});

async function titleOf(text: string, known?: string): Promise<string | undefined> {
  const store = storeOf({ 'Folder/Note.md': text });
  const { notes } = await searchIn(store, 'lantern');
  const search = new Search(store, Query.parse({ query: 'lantern', exact: true }));
  const { slicer } = steppingSlicer();
  const [details] = await search.describe(notes, { slicer, matchesPerNote: 1, titleOf: () => known });
  return details?.title;
}

describe('the title of a found note', () => {
  test.each([
    ['is that of its frontmatter', '---\ntitle: The keeper\n---\nlantern', 'The keeper'],
    ['keeps blanks, as in the metadata', '---\ntitle: " The keeper"\n---\nlantern', ' The keeper'],
    ['is its name without frontmatter', 'lantern', 'Note'],
    ['is its name where the title is no text', '---\ntitle: [a]\n---\nlantern', 'Note'],
    ['is its name where the title is empty', '---\ntitle: " "\n---\nlantern', 'Note'],
    [
      'is its name behind very long frontmatter',
      `---\ntitle: The keeper\nx: ${'y'.repeat(5000)}\n---\nlantern`,
      'Note',
    ],
  ])('%s, while its metadata is not read', async (_what, text, title) => {
    expect(await titleOf(text)).toBe(title);
  });

  test('is that of its metadata, once it is read', async () => {
    expect(await titleOf('---\ntitle: The keeper\n---\nlantern', 'Another')).toBe('Another');
  });
});

describe('the line of a note that is near in meaning and has no word of the query', () => {
  const properties = '---\nkind: hut\n---\n';

  test.each([
    ['its first', '\n\nA hut by the sea.\nIt is lit.', { line: 3, text: 'A hut by the sea.' }],
    [
      'its first below headings',
      `${properties}# Hut\n\n## Old\nBy the sea.`,
      { line: 7, text: 'By the sea.' },
    ],
    ['a heading where it has nothing else', `${properties}\n# Hut\n`, { line: 5, text: '# Hut' }],
    ['none where it has no text', `${properties}\n \n`, undefined],
  ])('is %s', async (_what, text, line) => {
    const similar = (): Promise<NearNote[]> => Promise.resolve([{ path: 'Hut.md', nearness: 1 }]);
    const { details } = await searchIn(storeOf({ 'Hut.md': text }), 'lantern', { similar });
    const shown = details.flatMap(({ matches }) => matches);
    expect(shown).toEqual(line === undefined ? [] : [expect.objectContaining({ ...line, ranges: [] })]);
    expect(details).toHaveLength(1);
  });
});
