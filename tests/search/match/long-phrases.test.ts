import fc from 'fast-check';
import { NoteText } from '../../../src/search/text/search-text';
import { phraseMatcher } from '../../../src/search/match/text-matchers';
import { CharacterKinds } from '../../../src/search/text/words';
import { TextFolder } from '../../../src/search/text/folded-text';

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
