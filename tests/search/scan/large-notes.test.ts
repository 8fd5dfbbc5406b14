import fc from 'fast-check';
import { CharacterKinds } from '../../../src/search/text/character-kinds';
import { TextFolder } from '../../../src/search/text/folded-text';
import { Signature, wholeWordSigns } from '../../../src/search/store/signature';
import { TextStore } from '../../../src/search/store/text-store';
import { countBodyWords, countWords } from '../../../src/markdown/text/word-count';
import { splitFrontmatter } from '../../../src/markdown/frontmatter/frontmatter';
import { steppingSlicer } from '../slicers';
import { modified, searchIn } from '../vaults';

/** Goes to the end of some work. */
function finished<T>(steps: Generator<void, T>): { readonly value: T; readonly count: number } {
  for (let count = 0; ; count += 1) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, count };
  }
}

/** A signature whose words are added in one go: those of a title are. */
function signedAtOnce(folded: string, kinds: CharacterKinds, title = ''): Signature {
  const blank = finished(Signature.inSteps(' '.repeat(folded.length), kinds, title)).value;
  return blank.withTitle(folded, kinds);
}

const piece = fc.constantFrom(
  'a',
  'Straße ',
  'é',
  'e\u0301',
  'ﬁ',
  '\u0301\u0302',
  '😀',
  '東京',
  "don't ",
  '\n',
  '1,5',
);
const largeText = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1000, max: 4000 }))
  .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 200_000));

describe('a large note', () => {
  it('gets the same fold, signature and counts in steps as at once', () => {
    const kinds = new CharacterKinds();
    fc.assert(
      fc.property(largeText, fc.array(fc.nat(200_000), { maxLength: 20 }), (text, places) => {
        const whole = new TextFolder().fold(text);
        const { value: folded } = finished(new TextFolder().foldInSteps(text));
        expect(folded.folded).toBe(whole.folded);
        for (const place of places) {
          expect(folded.map?.startOf(place) ?? place).toBe(whole.map?.startOf(place) ?? place);
          expect(folded.map?.endOf(place) ?? place).toBe(whole.map?.endOf(place) ?? place);
          expect(folded.map?.foldedStart(place) ?? place).toBe(whole.map?.foldedStart(place) ?? place);
          expect(folded.map?.foldedEnd(place) ?? place).toBe(whole.map?.foldedEnd(place) ?? place);
        }
        expect(countBodyWords(text)).toBe(countWords(text, splitFrontmatter(text).bodyOffset));
        const signature = finished(Signature.inSteps(folded.folded, kinds, 'title')).value;
        expect(signature).toEqual(signedAtOnce(folded.folded, kinds, 'title'));
      }),
      { seed: 8, numRuns: 40 },
    );
  });

  it.each([0, 1, 5, 9, 10])(
    'has the words around the end of a step in its signature: the first begins %d characters before it',
    before => {
      const kinds = new CharacterKinds();
      const filler = '. '.repeat(65_536 / 2);
      const text = `${filler.slice(before)}crossroads lanterns and harbour ${filler}`;
      const signature = finished(Signature.inSteps(text, kinds)).value;
      expect(signature).toEqual(signedAtOnce(text, kinds));
      for (const word of ['crossroads', 'lanterns', 'harbour'])
        expect(signature.mayHave(wholeWordSigns(word, kinds))).toBe(true);
    },
  );

  it('is read for its first search with pauses', async () => {
    const text = 'Lamp and lantern, line by line.\n'.repeat(100_000);
    const store = new TextStore({ readText: () => Promise.resolve(text), maxBytes: () => Infinity });
    store.expect('large.md', { modified });
    const { slicer, pauses } = steppingSlicer();
    await store.fill({ slicer });
    // Folding and signing go in steps of 65,536 characters each.
    expect(pauses()).toBeGreaterThan(5);
    expect((await searchIn(store, 'lantern')).totalCount).toBe(1);
  });
});
