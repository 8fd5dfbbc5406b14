import type { CharacterKinds } from '../text/character-kinds';
import { type Language, languages } from './languages';

/** Characters that are read to detect a text's language. */
const readLength = 1500;
const maxWordLength = 20;
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
  for (const word of words)
    for (const language of languagesWith.get(word) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  for (const language of languages) {
    const count = counts.get(language) ?? 0;
    if (count > most) [best, most] = [language, count];
    else if (count === most) best = undefined;
  }
  return most >= least ? best : undefined;
}

function wordsOf(folded: string, kinds: CharacterKinds): string[] {
  const words: string[] = [];
  const last = Math.min(folded.length, readLength);
  for (let start = kinds.startOfWord(folded, 0, last); start < last;) {
    const end = kinds.endOfWord(folded, start, maxWordLength);
    words.push(folded.slice(start, end));
    start = kinds.startOfWord(folded, Math.max(end, start + 1), last);
  }
  return words;
}
