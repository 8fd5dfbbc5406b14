import fc from 'fast-check';
import {
  AnchoredPhrase,
  type PhrasePlaces,
  StreamedPhrase,
} from '../../../src/search/query/finders/phrase-places';

function placesIn(phrase: PhrasePlaces, text: string, step: number): [number, number][] {
  const found: [number, number][] = [];
  if (!phrase.mayStandIn(text)) return found;
  phrase.open(text);
  for (let limit = step; ; limit += step) {
    while (phrase.next(limit)) found.push([phrase.start, phrase.end]);
    if (limit > text.length) return found;
  }
}

it('a phrase is found equally by its longest word and by reading the text once, in steps of any length', () => {
  const word = fc.constantFrom('a', 'b', 'ab', 'aab');
  const gap = fc.constantFrom(' ', '  ', '\n', ' \n ', '\n\n', '\t', '');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 5 }),
      fc.array(fc.tuple(word, gap), { maxLength: 60 }),
      fc.constantFrom(1, 7, 64, 10_000),
      (words, pieces, step) => {
        const text = pieces.flat().join('');
        const whole = placesIn(new StreamedPhrase(words), text, Infinity);
        expect(placesIn(new AnchoredPhrase(words), text, Infinity)).toEqual(whole);
        expect(placesIn(new StreamedPhrase(words), text, step)).toEqual(whole);
        expect(placesIn(new AnchoredPhrase(words), text, step)).toEqual(whole);
      },
    ),
    { seed: 6, numRuns: 1500 },
  );
});
