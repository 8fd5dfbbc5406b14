import fc from 'fast-check';
import { areWithin, letterSet } from '../../../src/utils/text/letter-sets';

const letters = (word: string): number => letterSet(word, 0, word.length);

/** One letter inserted, deleted or replaced. */
function edited(word: string, { at, kind, letter }: { at: number; kind: number; letter: string }): string {
  const place = at % (word.length + 1);
  return word.slice(0, place) + (kind === 1 ? '' : letter) + word.slice(kind === 0 ? place : place + 1);
}

it('never rules out a word that is so many edits away', () => {
  const letter = fc.constantFrom('a', 'b', 'z', 'é', '東', '1');
  const edit = fc.record({ at: fc.nat(20), kind: fc.nat(2), letter });
  const word = fc.string({ unit: letter, maxLength: 12 });
  fc.assert(
    fc.property(word, fc.array(edit, { maxLength: 3 }), (from, edits) => {
      const to = edits.reduce(edited, from);
      expect(areWithin(letters(to), letters(from), edits.length)).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});

it('rules out a word with more other letters than edits', () => {
  expect(areWithin(letters('lamp'), letters('lxyz'), 2)).toBe(false);
});
