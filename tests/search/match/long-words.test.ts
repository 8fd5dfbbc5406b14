import type { WordTest } from '../../../src/search/match/matcher';
import { wordMatcher } from '../../../src/search/match/text-matchers';
import { NoteText, SearchText } from '../../../src/search/text/search-text';
import { CharacterKinds, joinedWords } from '../../../src/search/text/words';
import { TextFolder } from '../../../src/search/text/folded-text';
import { steppingSlicer } from '../slicers';

const kinds = new CharacterKinds();
const rules = { kinds, caseSensitive: false, wholeWord: false };
const textOf = (original: string): NoteText => new NoteText(original, new TextFolder());

function matcherOf(asked: string): ReturnType<typeof wordMatcher> {
  const test: WordTest = {
    ...{ asked, start: asked, part: asked },
    match: word => (word === asked ? 'exact' : undefined),
  };
  return wordMatcher(test, rules);
}

/** Characters that a step may read, and some more behind the last place. */
const mostInStep = 140_000;

describe('words of long texts', () => {
  it.each([
    ['one long word', 'a'.repeat(400_000)],
    ['words that are joined by marks', 'a-'.repeat(200_000)],
    ['words beside marks that join nothing', '*ä_'.repeat(130_000)],
    ['words in short lines', 'an a\n'.repeat(80_000)],
  ])('are looked for in steps in %s', (_name, original) => {
    const text = textOf(original);
    let pauses = 0;
    for (const match of matcherOf('a').matches(text)) if (match === undefined) pauses += 1;
    // Words as they stand, and those that have marks between their letters.
    expect(pauses).toBeGreaterThanOrEqual((text.folded.length / mostInStep - 1) * 2);
  });

  it('are not looked into before the first step', () => {
    let read = 0;
    const text = textOf('mail e-post\n'.repeat(20_000));
    const watched = new SearchText(text.original, text.folded, text);
    watched.joinedIn = (start, end) => ((read += end - start), text.joinedIn(start, end, kinds));
    expect(matcherOf('epost').mayMatch(watched)).toBe(true);
    expect(read).toBe(0);
  });

  it('are found with the marks between their letters wherever a step ends', () => {
    const original = Array.from({ length: 30_000 }, (_item, index) => `e-mail ${'x'.repeat(index % 7)}`).join(
      ' ',
    );
    const found = [...matcherOf('email').matches(textOf(original))].filter(match => match !== undefined);
    expect(found).toHaveLength(30_000);
    const [first] = joinedWords(original, kinds);
    expect(first).toMatchObject({ word: 'email', start: 0, end: 6 });
  });

  it('fold to the same text where nothing changes, which is not kept twice', async () => {
    const original = 'lower case, all of it\n'.repeat(20_000);
    const { folded } = await new TextFolder().foldLong(original, steppingSlicer().slicer.slice());
    expect(folded).toBe(original);
    expect(textOf(`${original}A`).folded).toBe(`${original}a`);
  });
});
