/** The languages with known word forms: a stemmer for each, and the words that identify the language. */

import { countOf, countUp, itemsOf } from '../../utils/collections';
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';

type Script = 'latin' | 'cyrillic' | 'arabic';

export interface Language {
  readonly name: string;
  readonly script: Script;
  /** Folded words that are frequent in its texts and rare in those of similar languages. */
  readonly frequent: ReadonlySet<string>;
  /** Words that say nothing of what a text is about, as they are written. */
  readonly stopWords: readonly string[];
  /** What may join the parts of a compound written without a blank; undefined if the language has none. */
  readonly joints?: readonly string[] | undefined;
  /** Whether something is written before a word without a blank, such as an article. */
  readonly hasPrefixes: boolean;
  /** @param word folded: lower case without diacritics */
  stemOf(word: string): string;
}

interface Rules {
  readonly script?: Script;
  readonly joints?: readonly string[];
  readonly hasPrefixes?: boolean;
}

function language(
  name: string,
  stemOf: (word: string) => string,
  stopWords: readonly string[],
  frequent: string,
  { script = 'latin', joints, hasPrefixes = false }: Rules = {},
): Language {
  return { name, script, frequent: new Set(frequent.split(' ')), stopWords, joints, hasPrefixes, stemOf };
}

/** The first of each script is used if texts do not identify one. */
export const languages: readonly Language[] = [
  language(
    'English',
    english,
    englishStops,
    'the of and to in is that for it with was are this from what how i you my we',
  ),
  language(
    'German',
    german,
    germanStops,
    'der die und das ist nicht ein eine mit von zu den auf im fur wie ich wir wo wann',
    { joints: ['s', 'es', 'n', 'en', 'er', 'e', 'ens'] },
  ),
  language(
    'French',
    french,
    frenchStops,
    'le la les des et est une dans que pour pas sur du au qui comment nous',
  ),
  language(
    'Spanish',
    restoring(spanish, [[/cion$/u, 'ción']]),
    spanishStops,
    'el la los de que y en una por con para las como cuando del se donde mi',
  ),
  language(
    'Italian',
    italian,
    italianStops,
    'il di che la e un per non una con sono del della gli come dove',
  ),
  language(
    'Portuguese',
    restoring(portuguese, [
      [/ao$/u, 'ão'],
      [/oes$/u, 'ões'],
    ]),
    portugueseStops,
    'o de que e do da em um para nao com uma os dos na como quando',
  ),
  language('Dutch', dutch, dutchStops, 'de het een van en dat op te niet voor met zijn ik wat hoe', {
    joints: ['s', 'en', 'n', 'er', 'e'],
  }),
  language('Swedish', swedish, swedishStops, 'och att det som en pa ar av med den till inte jag hur', {
    joints: ['s', 'e', 'o', 'u', 'a'],
  }),
  language('Danish', danish, danishStops, 'og at det er en af pa til med som ikke den hvordan jeg blev', {
    joints: ['s', 'e', 'er'],
  }),
  language(
    'Norwegian',
    norwegian,
    norwegianStops,
    'og det er en pa til med som ikke av jeg hvordan ble fra',
    {
      joints: ['s', 'e'],
    },
  ),
  language('Finnish', finnish, finnishStops, 'ja on ei se etta oli han mutta joka myos ovat kun tai', {
    joints: ['n'],
  }),
  // A folded `й` is `и`.
  language(
    'Russian',
    restoring(russian, [[/([аеоуыэюя])и$/u, '$1й']]),
    russianStops,
    'и в не на что с по как это к но у из я мы где когда',
    {
      script: 'cyrillic',
    },
  ),
  language('Arabic', arabic, arabicStops, 'في من على ان الى عن هذا هذه ما مع كيف متى لا', {
    script: 'arabic',
    hasPrefixes: true,
  }),
];

/** Restores the diacritics of endings, which the rules of the language need. */
function restoring(
  stemOf: (word: string) => string,
  endings: readonly (readonly [folded: RegExp, written: string])[],
): (word: string) => string {
  return word =>
    stemOf(endings.reduce((text, [folded, written]) => text.replace(folded, () => written), word));
}

/** Characters that are read to detect a text's language. */
const readLength = 1500;
/** The fewest frequent words of a language, and their least fraction of the words read. */
const minWords = 2;
const minShare = 0.06;
/** The languages in which a word is frequent. */
const languagesWith: ReadonlyMap<string, readonly Language[]> = new Map(
  languages.flatMap(({ frequent }) =>
    [...frequent].map(word => [word, languages.filter(other => other.frequent.has(word))] as const),
  ),
);

/** The language with the most frequent words in a text; undefined if unclear. @param folded as it is searched */
export function languageOf(folded: string, kinds: CharacterKinds): Language | undefined {
  const words = wordsOf(folded, kinds);
  return mostOf(words, Math.max(minWords, words.length * minShare));
}

/** The languages of a query; none if its words do not identify one. @param words folded */
export function languageOfWords(words: readonly string[]): Language | undefined {
  return mostOf(words, minWords);
}

function mostOf(words: readonly string[], least: number): Language | undefined {
  let [best, most]: [Language | undefined, number] = [undefined, least - 1];
  const counts = new Map<Language, number>();
  for (const word of words) for (const language of itemsOf(languagesWith, word)) countUp(counts, language);
  for (const language of languages) {
    const count = countOf(counts, language);
    if (count > most) [best, most] = [language, count];
    else if (count === most) best = undefined;
  }
  return most >= least ? best : undefined;
}

function wordsOf(folded: string, kinds: CharacterKinds): string[] {
  const words: string[] = [];
  const add = (start: number, end: number): void => {
    if (kinds.isWordAt(folded, start)) words.push(folded.slice(start, end));
  };
  forEachWord(folded, kinds, add, [0, Math.min(folded.length, readLength)]);
  return words;
}
