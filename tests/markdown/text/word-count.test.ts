import fc from 'fast-check';

import { bodyWordsInTurns, countBodyWords, countWords } from '../../../src/markdown/text/word-count';
import { anyCharacter } from '../../support/text/any-character';
import { busyTurn } from '../../support/time/busy-turn';

describe('counting words', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['one', 1],
    ['one two\nthree', 3],
    ["don't re-do it’s", 3],
    ['3.14 1,000 a.b a,b', 6],
    ['# Head\n\n- item | cell -- end.', 4],
    ['snake_case', 1],
    ['Größe naïve Москва', 3],
    ['e\u0301te\u0301 नमस्ते', 2],
    ['日本語', 3],
    ['日本語とEnglish words', 6],
    ['ｶﾅ カタカナー', 7],
    ['한국어 문장', 2],
    ['𠮷野', 2],
    ['😀 🎉 ok 👨‍👩‍👧', 1],
    ['“quoted” … – x', 2],
    ['a\u2028b\u00a0c\u3000d', 4],
    ['a- -b a-', 3],
    ['\ud800 x', 1],
    ['[[Note|text]] #tag', 3],
  ])('%j has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('leaves the frontmatter out', () => {
    expect(countBodyWords('---\ntitle: not these words\n---\nbut these\n')).toBe(2);
    expect(countBodyWords('\uFEFF---\na: b\n---\nx')).toBe(1);
    expect(countBodyWords('---\nunclosed two')).toBe(2);
  });

  it('gives the sum for two parts with a blank between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (one, other) => {
        expect(countWords(`${one} ${other}`)).toBe(countWords(one) + countWords(other));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });

  it('gives the same number for a text that is counted in portions, with a pause after each', async () => {
    const text = `---\na: b c\n---\n${"a𠮷😀don't 1.5 漢字 ".repeat(120_000)}`;
    const { turn, pauses } = busyTurn();
    expect(await bodyWordsInTurns(text, turn)).toBe(countBodyWords(text));
    expect(pauses()).toBeGreaterThanOrEqual(Math.floor(text.length / 300_000));
  });
});
