import fc from 'fast-check';
import { Needle } from '../../../src/search/match/needle';

describe('a needle', () => {
  it('is found where `indexOf` finds it', () => {
    const text = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'q', 'z', 'é', '東', ' ', '😀'), minLength: 1, maxLength });
    fc.assert(
      fc.property(text(80), text(40), fc.nat(80), (folded, needle, from) => {
        expect(new Needle(needle).indexIn(folded, from)).toBe(folded.indexOf(needle, from));
      }),
      { seed: 4, numRuns: 2000 },
    );
  });

  it.each(['harbour', 'quiz', 'ab', 'zzzzzzzza', 'windvane', 'aaaaaaaq'])('finds every %s', word => {
    const text = `${word}${word} x${word.slice(1)} ${word.slice(0, -1)} ${word}`;
    const needle = new Needle(word);
    const places: number[] = [];
    const expected: number[] = [];
    for (let at = needle.indexIn(text); at >= 0; at = needle.indexIn(text, at + 1)) places.push(at);
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) expected.push(at);
    expect(places).toEqual(expected);
  });
});
