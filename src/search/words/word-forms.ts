/** The languages with known word forms, and which words of the notes are forms of a searched one. */

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
import { countUp, itemsOf, mapDefined } from '../../utils/collections';
import { lazily } from '../../utils/lazily';
import { contains } from '../../utils/text/text-search';
import { foldKeepingCase } from '../text/folded-text';
import { type CharacterKinds, forEachWord } from '../text/words';

type Script = 'latin' | 'cyrillic' | 'arabic';

export interface Language {
  readonly name: string;
  readonly script: Script;
  /** Folded words that are frequent in its texts and rare in those of similar languages. */
  readonly frequent: ReadonlySet<string>;
  /** Folded words that say nothing about the subject of a text. */
  readonly stopWords: () => ReadonlySet<string>;
  /** What may join the parts of a compound written without a space; undefined if the language has none. */
  readonly joints?: readonly string[] | undefined;
  /** Whether something, such as an article, is written before a word without a space. */
  readonly hasPrefixes: boolean;
  /** @param word folded: lower case without diacritics */
  stemOf(word: string): string;
}

/** Stop words that identify their language; the first of each script is used if texts do not identify one. */
const frequentWords = {
  English: 'the of and to in is that for it with was are this from what how i you my we',
  German:
    'der die und das ist nicht ein eine mit von zu den auf im fur wie ich wir wo wann wer wen wem warum wieso weshalb woher wohin beim',
  French: 'le la les des et est une dans que pour pas sur du au qui comment nous quand pourquoi combien quoi',
  Spanish: 'el la los de que y en una por con para las como cuando del se donde mi',
  Italian: 'il di che la e un per non una con sono del della gli come dove quando cosa quali',
  Portuguese: 'o de que e do da em um para nao com uma os dos na como quando onde quais quanto',
  Dutch: 'de het een van en dat op te niet voor met zijn ik wat hoe wanneer waarom waar welke',
  Swedish: 'och att det som en pa ar av med den till inte jag hur',
  Danish: 'og at det er en af pa til med som ikke den hvordan jeg blev hvem hvorfor hvilken',
  Norwegian: 'og det er en pa til med som ikke av jeg hvordan ble fra hvem hvorfor hvilken',
  Finnish: 'ja on ei se etta oli han mutta joka myos ovat kun tai milloin miten',
  Russian: 'и в не на что с по как это к но у из я мы где когда',
  Arabic: 'في من على ان الى عن هذا هذه ما مع كيف متى لا',
} as const;

type Rules = Partial<Pick<Language, 'script' | 'joints' | 'hasPrefixes'>>;

/** Not a single consonant, which is a name, as in `vitamina D`, even where a list has all letters. */
const isSaid = (word: string): boolean => !/^[b-df-hj-np-tv-xz]$/u.test(word);

function language(
  name: keyof typeof frequentWords,
  stemOf: (word: string) => string,
  stops: readonly string[],
  { script = 'latin', joints, hasPrefixes = false }: Rules = {},
): Language {
  const frequent = new Set(frequentWords[name].split(' '));
  const stopWords = lazily(() => new Set([...frequent, ...stops.filter(isSaid).map(foldKeepingCase)]));
  return { name, script, frequent, stopWords, joints, hasPrefixes, stemOf };
}

/** Vertices, Indizes; matrices, Matrizen: the stem of the singular. */
const latinPlurals = [
  [/(?<=cod|cort|ind|kod|simpl|vert|vort)i[cz]es$/u, 'ex'],
  [/(?<=append|directr|hel|matr)i[cz]e[ns]$/u, 'ix'],
] as const;

export const languages: readonly Language[] = [
  language('English', restoring(english, latinPlurals), englishStops),
  language('German', restoring(german, latinPlurals), germanStops, {
    joints: ['s', 'es', 'n', 'en', 'er', 'e', 'ens'],
  }),
  language('French', french, frenchStops),
  language('Spanish', restoring(spanish, [[/cion$/u, 'ción']]), spanishStops),
  language('Italian', italian, italianStops),
  language(
    'Portuguese',
    restoring(portuguese, [
      [/ao$/u, 'ão'],
      [/oes$/u, 'ões'],
    ]),
    portugueseStops,
  ),
  language('Dutch', dutch, dutchStops, { joints: ['s', 'en', 'n', 'er', 'e'] }),
  language('Swedish', swedish, swedishStops, { joints: ['s', 'e', 'o', 'u', 'a'] }),
  language('Danish', danish, danishStops, { joints: ['s', 'e', 'er'] }),
  language('Norwegian', norwegian, norwegianStops, { joints: ['s', 'e'] }),
  language('Finnish', finnish, finnishStops, { joints: ['n'] }),
  // A folded `й` is `и`.
  language('Russian', restoring(russian, [[/(?<=[аеоуыэюя])и$/u, 'й']]), russianStops, {
    script: 'cyrillic',
  }),
  language('Arabic', arabic, arabicStops, { script: 'arabic', hasPrefixes: true }),
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
/** The fewest frequent words that identify a language, and their least fraction of the words read. */
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
  const least = Math.max(minWords, words.length * minShare);
  const counts = new Map<Language, number>();
  for (const word of words) for (const language of itemsOf(languagesWith, word)) countUp(counts, language);
  const most = Math.max(...counts.values());
  const [language, ...others] = languages.filter(one => counts.get(one) === most);
  return most >= least && others.length === 0 ? language : undefined;
}

/**
 * The languages with the most stop words of a query, several if they have equally many; none if unclear.
 * @param words folded
 * @param least stop words
 */
export function languagesOfWords(words: readonly string[], least = minWords): readonly Language[] {
  const counts = languages.map(({ stopWords }) => words.filter(word => stopWords().has(word)).length);
  const most = Math.max(...counts);
  return languages.filter((_language, at) => most >= least && counts[at] === most);
}

function wordsOf(folded: string, kinds: CharacterKinds): string[] {
  const words: string[] = [];
  const add = (start: number, end: number): void => {
    if (kinds.isWordAt(folded, start)) words.push(folded.slice(start, end));
  };
  forEachWord(folded, kinds, add, [0, Math.min(folded.length, readLength)]);
  return words;
}

/** Shorter beginnings are shared by too many words. */
const minStartLength = 3;
/** A shorter part of a compound must itself be a word, and so must a stem: `pas` is no part of `password`. */
const minFormLength = 4;
const letters = /^[\p{L}\p{M}]+$/u;

export interface FormsOfWord {
  /** The beginning of all forms. */
  readonly start: string;
  /** Whether a form can begin within a word: the last part of a compound, or after an article. */
  readonly isInside: boolean;
  /** Whether a word in which it begins later is a compound, rather than the word with an article. */
  readonly hasCompounds: boolean;
  /** @param word a whole word, folded @param at the position of `start` in it */
  includes(word: string, at: number): boolean;
}

/** Whether a note in a language has a word. */
type LanguageTest = (word: string, language: Language) => Promise<boolean>;

/** A language with a cache of stems: each step of a search asks for the same ones. */
interface Stemming {
  readonly language: Language;
  readonly stemOf: (word: string) => string;
}

export class WordForms {
  readonly #stemming: readonly Stemming[];
  readonly #known = new Map<string, FormsOfWord | undefined>();

  constructor(private readonly languages: readonly Language[]) {
    this.#stemming = languages.map(stemming);
  }

  /** Undefined if a word has no other forms. @param word folded */
  of(word: string): FormsOfWord | undefined {
    if (!this.#known.has(word)) this.#known.set(word, this.#formsOf(word));
    return this.#known.get(word);
  }

  #formsOf(word: string): FormsOfWord | undefined {
    const script = scriptOf(word);
    const languages = this.#stemming.filter(({ language }) => language.script === script);
    if (languages.length === 0 || word.length < minStartLength || !letters.test(word)) return undefined;
    const stems = languages.map(({ language, stemOf }) => ({ language, stemOf, word, stem: stemOf(word) }));
    const starts = stems.map(({ language, stem }) => startOf(word, stem, language));
    const start = starts.reduce((a, b) => (a.length < b.length ? a : b));
    if (start.length < minStartLength) return undefined;
    const isForm = (found: string, at: number): boolean => stems.some(one => isFormIn(one, found, at));
    const hasCompounds = languages.some(({ language: { joints } }) => joints !== undefined);
    const isInside = hasCompounds || languages.some(({ language: { hasPrefixes } }) => hasPrefixes);
    return { start, isInside, hasCompounds, includes: isForm };
  }

  /** The parts of a compound, by the first language with notes that have all of them; none for another word. */
  async partsOf(word: string, isKnown: LanguageTest): Promise<readonly string[]> {
    for (const language of this.languages) {
      const { joints, script } = language;
      if (joints === undefined || script !== scriptOf(word) || !letters.test(word)) continue;
      const parts = await partsOfCompound(word, joints, part => isPartIn(language, part, isKnown));
      if (parts.length > 0) return parts;
    }
    return [];
  }
}

/** Whether a part of a compound is a word of the language, or has a form that is one. */
async function isPartIn(language: Language, part: string, isKnown: LanguageTest): Promise<boolean> {
  if (languagesWith.has(part)) return false;
  if (await isKnown(part, language)) return true;
  if (part.length < minFormLength) return false;
  const { joints = [] } = language;
  for (const form of [language.stemOf(part), ...joints.map(joint => part + joint)])
    if (form.length >= minFormLength && (await isKnown(form, language))) return true;
  return false;
}

/** Undefined for other scripts. */
function scriptOf(word: string): Language['script'] | undefined {
  if (/^[a-z]/u.test(word)) return 'latin';
  if (/^\p{Script=Cyrillic}/u.test(word)) return 'cyrillic';
  return /^\p{Script=Arabic}/u.test(word) ? 'arabic' : undefined;
}

/** The letters that all forms share. A stem can end in other letters than its forms: happy, happier, stem happi; vertex, vertices. */
function startOf(word: string, stem: string, { hasPrefixes }: Language): string {
  if (hasPrefixes) return stem.length < word.length && contains(word, stem) ? stem : word;
  let shared = 0;
  while (shared < stem.length && stem[shared] === word[shared]) shared += 1;
  const kept = stem.length - (stem.endsWith('ex') ? 2 : 1);
  return word.slice(0, Math.max(Math.min(shared, kept), Math.min(shared, minStartLength)));
}

interface Stemmed extends Stemming {
  readonly word: string;
  readonly stem: string;
}

/** A word may have a stem of its own and be the stem of another: Булгаков (булгак), Булгакова (булгаков). */
function isFormIn({ language, stem, stemOf, word: asked }: Stemmed, word: string, at: number): boolean {
  if (at === 0) return stemOf(word) === stem || stemOf(word) === asked || word === stem;
  if (language.hasPrefixes) return stemOf(word) === stem;
  return (
    language.joints !== undefined &&
    at >= minPartLength &&
    word.length - at >= minLastPartLength &&
    stemOf(word.slice(at)) === stem
  );
}

/** Limit for the stems of one language that a search remembers. */
const maxStems = 50_000;

function stemming(language: Language): Stemming {
  const known = new Map<string, string>();
  const stemOf = (word: string): string => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const stem = language.stemOf(word);
    if (known.size < maxStems) known.set(word, stem);
    return stem;
  };
  return { language, stemOf };
}

/** Compounds are words written together: `tageszeitung` is `tag`, `es`, `zeitung`. */

/** Least lengths of a compound's last part and of its others: shorter ones are in too many words. */
const [minLastPartLength, minPartLength] = [4, 3];
/** A longer word takes too long to split. */
const maxCompoundLength = 40;

/**
 * Splits a whole word, into the fewest parts, the last as long as possible.
 * @param word folded @param joints what may stand between two parts, such as `s`
 * @returns the parts without what joins them; none if there is no such split
 */
async function partsOfCompound(
  word: string,
  joints: readonly string[],
  isPart: (part: string) => Promise<boolean>,
): Promise<readonly string[]> {
  if (word.length > maxCompoundLength) return [];
  /** The best split of the rest of the word, by the place at which that begins. */
  const best = new Map<number, readonly string[]>();
  for (let start = word.length - minLastPartLength; start >= 0; start -= 1) {
    let fewest = start > 0 && (await isPart(word.slice(start))) ? [word.slice(start)] : [];
    for (let end = start + minPartLength; end <= word.length - minLastPartLength; end += 1) {
      const fitting = ['', ...joints].filter(joint => word.startsWith(joint, end));
      const rests = mapDefined(fitting, joint => best.get(end + joint.length));
      const [rest = []] = rests.sort((a, b) => a.length - b.length);
      const isFewer = rest.length > 0 && (fewest.length === 0 || rest.length + 1 < fewest.length);
      if (isFewer && (await isPart(word.slice(start, end)))) fewest = [word.slice(start, end), ...rest];
    }
    if (fewest.length > 0) best.set(start, fewest);
  }
  return itemsOf(best, 0);
}
