import fc from 'fast-check';
import { NameFinder } from '../../../../src/utils/text/folding';
import { finish } from '../../../../src/utils/slicing/steps';

const runs = { numRuns: 150, seed: 1 };

/** Few letters, so that many names are similar; one is beyond the first 128 codes. */
const letter = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', ' ', '1');
const name = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(letter, { minLength: 1, maxLength }).map(letters => letters.join(''));

/** A name after some typing errors. */
const errors = fc.array(
  fc.tuple(fc.constantFrom('insert', 'delete', 'replace', 'swap'), fc.nat(200), letter),
  { maxLength: 4 },
);

function misspelt(text: string, edits: readonly (readonly [string, number, string])[]): string {
  const letters = Array.from(text);
  for (const [kind, place, other] of edits) {
    const at = place % Math.max(1, letters.length);
    const [first = '', second = ''] = letters.slice(at, at + 2);
    if (kind === 'insert') letters.splice(at, 0, other);
    else if (kind === 'delete') letters.splice(at, 1);
    else if (kind === 'replace') letters.splice(at, 1, other);
    else letters.splice(at, 2, second, first);
  }
  return letters.join('');
}

function indexed(names: readonly string[]): NameFinder {
  const finder = new NameFinder(names);
  finish(finder.index());
  return finder;
}

describe('an index of names', () => {
  it.each([12, 40, 140])('finds what reading all names of up to %d letters finds', maxLength => {
    const names = fc.array(name(maxLength), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(names, fc.nat(), errors, (all, which, edits) => {
        const wanted = misspelt(all[which % all.length] ?? '', edits);
        expect(indexed(all).nearest(wanted)).toEqual(new NameFinder(all).nearest(wanted));
      }),
      runs,
    );
  });

  it.each(['abcdefghijklm', 'abcdefghijklmnopqrstuvwx', 'abcdefghijklmnopqrstuvwxyzabcdefghijkl'])(
    'finds %s by any four swapped neighbours',
    text => {
      const finder = indexed([text, 'zzzzzzzzzzzzz']);
      for (let first = 0; first + 7 < text.length; first += 1) {
        const swaps = [0, 2, 4, 6].map(at => ['swap', first + at, ''] as const);
        expect(finder.nearest(misspelt(text, swaps))).toEqual([text]);
      }
    },
  );

  it('knows names that came later, before and after it is made again', () => {
    const finder = indexed(['Garden', 'Kitchen']);
    const later = Array.from({ length: 20 }, (_item, index) => `Bathroom ${index}`);
    for (const text of later) finder.add(text);
    expect(finder.nearest('bathrom 7', 1)).toEqual(['Bathroom 7']);
    finish(finder.index());
    expect(finder.nearest('bathrom 7', 1)).toEqual(['Bathroom 7']);
    expect(finder.nearest('gardne', 1)).toEqual(['Garden']);
  });
});
