import type { SnippetContext } from '../../../src/search/show/note-describer';
import { pathsWith, searchIn, storeOf } from '../vaults';

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
