import fc from 'fast-check';
import type { WordTest } from '../../../src/search/match/matcher';
import { wordMatcher, phraseMatcher, wildcardMatcher } from '../../../src/search/match/text-matchers';
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

describe('phrases of long texts', () => {
  const rules = { kinds: new CharacterKinds(), caseSensitive: false, wholeWord: false };
  const folder = new TextFolder();

  function placesIn(phrase: string, text: string): [number, number][] {
    const matcher = phraseMatcher({ folded: phrase, cased: phrase }, rules);
    const note = new NoteText(text, folder);
    const matches = matcher.mayMatch(note) ? [...matcher.matches(note)] : [];
    return matches.flatMap(match => (match === undefined ? [] : [[match.start, match.end]]));
  }

  /** Each place where the words stand with one gap between them, none within the one before. */
  function plainPlaces(words: readonly string[], text: string): [number, number][] {
    const gap = /^(?=\s)[^\S\n]*\n?[^\S\n]*/u;
    const places: [number, number][] = [];
    let behind = 0;
    for (let start = 0; start < text.length; start += 1) {
      let end = start;
      for (const [index, word] of words.entries()) {
        const blanks = index === 0 ? '' : gap.exec(text.slice(end))?.[0];
        const at = blanks === undefined ? -1 : end + blanks.length;
        end = at >= 0 && text.startsWith(word, at) ? at + word.length : -1;
        if (end < 0) break;
      }
      if (end < 0 || start < behind) continue;
      places.push([start, end]);
      behind = end;
    }
    return places;
  }

  it.each([2, 5, 12])(
    'a phrase of up to %d words is found wherever its words stand one after the other',
    most => {
      const word = fc.constantFrom('a', 'b', 'ab', 'aab');
      const gap = fc.constantFrom(' ', '  ', '\n', ' \n ', '\n\n', '\t', '');
      fc.assert(
        fc.property(
          fc.array(word, { minLength: 2, maxLength: most }),
          fc.array(fc.tuple(word, gap), { maxLength: 60 }),
          (words, pieces) => {
            const text = pieces.flat().join('');
            const doubled = `${text} ${words.join(' ')} ${words.join('\n')}`;
            expect(placesIn(words.join(' '), doubled)).toEqual(plainPlaces(words, doubled));
          },
        ),
        { seed: 6, numRuns: 500 },
      );
    },
  );
});

describe('wildcards on long words', () => {
  /** Counts the characters that a matcher looks at. */
  class CountedKinds extends CharacterKinds {
    steps = 0;

    override isWordAt(text: string, at: number): boolean {
      this.steps += 1;
      return super.isWordAt(text, at);
    }

    override isLetterAt(text: string, at: number): boolean {
      this.steps += 1;
      return super.isLetterAt(text, at);
    }

    override startsAt(text: string, at: number): boolean {
      this.steps += 1;
      return super.startsAt(text, at);
    }

    override endsAt(text: string, at: number): boolean {
      this.steps += 1;
      return super.endsAt(text, at);
    }
  }

  it.each(['*', '?*', '*a'])('%s examines each letter of a very long word only a few times', query => {
    const length = 20_000;
    const kinds = new CountedKinds();
    const rules = { kinds, caseSensitive: false, wholeWord: false };
    const matcher = wildcardMatcher({ folded: query, cased: query }, rules);
    const matches = [...matcher.matches(new NoteText('a'.repeat(length), new TextFolder()))];
    expect(matches.length).toBeGreaterThan(0);
    // Fewer steps would mean that they are not counted any more.
    expect(kinds.steps).toBeGreaterThan(length / 2);
    expect(kinds.steps).toBeLessThan(8 * length);
  });
});
