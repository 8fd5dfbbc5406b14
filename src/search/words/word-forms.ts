/** Which words of the notes are forms of a searched one. */

import { itemsOf } from '../../utils/collections';
import { type Language, languages } from './languages';
import { contains } from '../../utils/text/text-search';

/** Shorter beginnings are shared by too many words. */
const minStartLength = 3;
/** A shorter part of a compound must be a word itself, and the same holds for a stem: `pas` is no part of `password`. */
const minFormLength = 4;
const letters = /^[\p{L}\p{M}]+$/u;

/** The forms of one word. */
export interface FormsOfWord {
  /** The beginning of all forms. */
  readonly start: string;
  /** Whether a form can begin within a word: the last part of a compound, or after an article. */
  readonly isInside: boolean;
  /** Whether a word in which it begins later is a compound, not the word with an article. */
  readonly hasCompounds: boolean;
  /** @param word a whole word, folded @param at the position of `start` in it */
  includes(word: string, at: number): boolean;
}

/** Whether a note in a language has a word. */
type LanguageTest = (word: string, language: Language) => Promise<boolean>;

/** A language whose stems are remembered: each step of a search asks for the same ones. */
interface Stemming {
  readonly language: Language;
  readonly stemOf: (word: string) => string;
}

/** Word forms by the stemmers of some languages. */
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
    const isForm = (candidate: string, at: number): boolean =>
      stems.some(stemmed => isFormIn(stemmed, candidate, at));
    const hasCompounds = languages.some(({ language: { joints } }) => joints !== undefined);
    const isInside = hasCompounds || languages.some(({ language: { hasPrefixes } }) => hasPrefixes);
    return { start, isInside, hasCompounds, includes: isForm };
  }

  /**
   * The parts of a compound, by the first language in which all of them are words of notes in that language.
   * @param word folded @returns none for another word
   */
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

const frequentWords: ReadonlySet<string> = new Set(languages.flatMap(({ frequent }) => [...frequent]));

/** Whether a part of a compound is a word of the language, or has a form that is one. */
async function isPartIn(language: Language, part: string, isKnown: LanguageTest): Promise<boolean> {
  if (frequentWords.has(part)) return false;
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

/** The letters that all forms share. A stem can end in another letter than its forms: happy, happier, stem happi. */
function startOf(word: string, stem: string, { hasPrefixes }: Language): string {
  if (hasPrefixes) return stem.length < word.length && contains(word, stem) ? stem : word;
  let shared = 0;
  while (shared < stem.length && stem[shared] === word[shared]) shared += 1;
  return word.slice(0, Math.max(Math.min(shared, stem.length - 1), Math.min(shared, minStartLength)));
}

/** A searched word with its stem. */
interface Stemmed extends Stemming {
  readonly word: string;
  readonly stem: string;
}

function isFormIn(asked: Stemmed, word: string, at: number): boolean {
  const { language, stem, stemOf } = asked;
  if (at === 0) return isSame(asked, word);
  if (language.hasPrefixes) return stemOf(word) === stem;
  return (
    language.joints !== undefined &&
    at >= minPartLength &&
    word.length - at >= minLastPartLength &&
    stemOf(word.slice(at)) === stem
  );
}

/** A word may have a stem of its own and be the stem of another: Булгаков (булгак), Булгакова (булгаков). */
function isSame(asked: Stemmed, word: string): boolean {
  const stem = asked.stemOf(word);
  return stem === asked.stem || stem === asked.word || word === asked.stem;
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

/** The parts of compounds, words that are written together: `tageszeitung` is `tag`, `es`, `zeitung`. */

/** Least lengths of a compound's last part and of its others: shorter ones are in too many words. */
const [minLastPartLength, minPartLength] = [4, 3];
/** A longer word takes too long to split. */
const maxCompoundLength = 40;

/** Whether a part is a word. */
type PartTest = (part: string) => Promise<boolean>;

/**
 * Splits a whole word, into the fewest parts, the last as long as possible.
 * @param word folded @param joints what may stand between two parts, such as `s`
 * @returns the parts without what joins them; none if there is no such split
 */
async function partsOfCompound(
  word: string,
  joints: readonly string[],
  isPart: PartTest,
): Promise<readonly string[]> {
  if (word.length > maxCompoundLength) return [];
  /** By the place at which it begins: the best split of the rest of the word. */
  const best = new Map<number, readonly string[]>();
  for (let start = word.length - minLastPartLength; start >= 0; start -= 1) {
    const split = await splitFrom(word, start, { joints, isPart, best });
    if (split.length > 0) best.set(start, split);
  }
  return itemsOf(best, 0);
}

interface Splitting {
  readonly joints: readonly string[];
  readonly isPart: PartTest;
  readonly best: ReadonlyMap<number, readonly string[]>;
}

async function splitFrom(
  word: string,
  start: number,
  { joints, isPart, best }: Splitting,
): Promise<readonly string[]> {
  if (start > 0 && (await isPart(word.slice(start)))) return [word.slice(start)];
  let fewest: readonly string[] = [];
  for (let end = start + minPartLength; end <= word.length - minLastPartLength; end += 1) {
    const rest = splitOfRest(word, end, { joints, best });
    if (rest === undefined || (fewest.length > 0 && rest.length + 1 >= fewest.length)) continue;
    if (await isPart(word.slice(start, end))) fewest = [word.slice(start, end), ...rest];
  }
  return fewest;
}

/** The split with the fewest parts of what follows a part and what joins it; undefined if there is none. */
function splitOfRest(
  word: string,
  end: number,
  { joints, best }: Pick<Splitting, 'joints' | 'best'>,
): readonly string[] | undefined {
  let fewest: readonly string[] | undefined;
  for (const joint of ['', ...joints]) {
    const rest = word.startsWith(joint, end) ? best.get(end + joint.length) : undefined;
    if (rest !== undefined && (fewest === undefined || rest.length < fewest.length)) fewest = rest;
  }
  return fewest;
}
