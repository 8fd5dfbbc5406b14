import { steppingSlicer } from '../slicers';
import { searchIn, storeOf } from '../vaults';

const files = {
  'hyphen.md': 'Send an e-mail now.',
  'none.md': 'Send an email now.',
  'comma.md': 'It cost 1,234.56 in all.',
  'point.md': 'It cost 1234.56 in all.',
  'apostrophe.md': 'Ask O’Brien.',
  'together.md': 'Ask OBrien.',
  'bold.md': 'an im**por**tant thing',
  'plain.md': 'an important thing',
  'points.md': 'the U.S.A. today',
  'letters.md': 'the USA today',
  'dotted.md': 'set os.environment there',
  'code.md': 'call snake_case_name first',
  'sentence.md': 'The end.Next day',
};

describe.each([false, true])('a word with marks between its letters, counted: %p', isCounted => {
  it.each([
    ['e-mail', ['hyphen.md', 'none.md']],
    ['email', ['hyphen.md', 'none.md']],
    ['E-Mail', ['hyphen.md', 'none.md']],
    ['1,234.56', ['comma.md', 'point.md']],
    ['1234.56', ['comma.md', 'point.md']],
    ['O’Brien', ['apostrophe.md', 'together.md']],
    ['obrien', ['apostrophe.md', 'together.md']],
    ['important', ['bold.md', 'plain.md']],
    ['USA', ['letters.md', 'points.md']],
    ['U.S.A.', ['letters.md', 'points.md']],
    ['osenvironment', ['dotted.md']],
    ['snakecase', ['code.md']],
    ['ema', ['none.md']],
    ['nextday', []],
  ])('is found as %s in each spelling', async (query, expected) => {
    const store = storeOf(files);
    if (isCounted) await store.prepare({ slicer: steppingSlicer().slicer });
    const { paths, details } = await searchIn(store, { query, exact: true });
    expect(paths.toSorted()).toEqual(expected);
    for (const { matches } of details) expect(matches.length).toBeGreaterThan(0);
  });

  it('is shown as it is written', async () => {
    const store = storeOf(files);
    if (isCounted) await store.prepare({ slicer: steppingSlicer().slicer });
    const { details } = await searchIn(store, { query: 'email', exact: true });
    const shown = details.map(({ path, matches: [match] }) => [
      path,
      match?.ranges.map(([start, end]) => match.text.slice(start, end)),
    ]);
    expect(shown.toSorted()).toEqual([
      ['hyphen.md', ['e-mail']],
      ['none.md', ['email']],
    ]);
  });

  it('may have two hundred thousand parts', async () => {
    const store = storeOf({ 'dashes.md': `${'a-'.repeat(200_000)}last`, 'other.md': 'last' });
    if (isCounted) await store.prepare({ slicer: steppingSlicer().slicer });
    const { paths } = await searchIn(store, { query: 'alast', exact: true });
    expect(paths).toEqual(['dashes.md']);
  });
});
