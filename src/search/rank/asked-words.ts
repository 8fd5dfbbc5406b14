/** What the words of a query stand for in the notes: without words that say nothing, with parts of others, and near words in place of unknown ones. */

import { countUp } from '../../utils/collections';
import type { Corpus, NearWord } from '../index/corpus';
import type { MatchRules } from '../match/matcher';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import { wordTerm } from '../plan/terms';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import { type Language, languageOfWords, languages } from '../words/languages';
import { WordForms } from '../words/word-forms';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

/** Number of notes that are sampled for the languages of all. */
const sampleSize = 200;
/** The least fraction of the notes with a known language that must be in a language. */
const minShare = 0.03;
/** Stop words still tell notes apart where fewer other words remain. */
const minContent = 2;

/** How texts are folded and divided into words. */
interface Spelling {
  readonly folder: TextFolder;
  readonly kinds: CharacterKinds;
}

/**
 * The languages whose word forms a query uses: its own if its words identify them, else those of the notes,
 * else the first of each script.
 * @param words of the query, folded
 */
async function languagesAsked(
  words: readonly string[],
  { notes, size }: Corpus,
  kinds: CharacterKinds,
  turn: SliceTurn,
): Promise<readonly Language[]> {
  const own = languageOfWords(words);
  if (own !== undefined) return [own];
  const stride = Math.max(1, Math.floor(size / sampleSize));
  const counts = new Map<Language, number>();
  let [passed, known] = [0, 0];
  for (const note of notes) {
    if (note === undefined) continue;
    passed += 1;
    if (passed % stride !== 0) continue;
    if (turn.due()) await turn.pause();
    const language = note.languageBy(kinds);
    if (language === undefined) continue;
    known += 1;
    countUp(counts, language);
  }
  const frequent = [...counts].filter(([, count]) => count >= known * minShare).map(([language]) => language);
  const scripts = new Set(frequent.map(({ script }) => script));
  // The first language of each script that no note uses.
  const others = languages.filter(({ script }) => !scripts.has(script) && scripts.add(script));
  return [...frequent, ...others];
}

interface AskedWords {
  /** The query without stop words, or with only what they lift. */
  readonly query: CompiledQuery;
  /** Undefined if no word has other forms. */
  readonly forms: WordForms | undefined;
  /** Of the languages of the query. */
  readonly stopWords: ReadonlySet<string>;
}

/** @param query of which stop words take no part in the search if enough other words remain, and only lift notes beside one */
export async function askedWords(
  query: CompiledQuery,
  corpus: Corpus,
  { folder, kinds }: Spelling,
  turn: SliceTurn,
): Promise<AskedWords> {
  const words = query.terms.filter(({ hasForms = false }) => hasForms).map(({ word }) => word);
  if (words.length === 0) return { query, forms: undefined, stopWords: new Set() };
  const asked = await languagesAsked(words, corpus, kinds, turn);
  const stopWords = new Set(
    asked.flatMap(language => language.stopWords.map(word => folder.fold(word).folded)),
  );
  return { query: withoutStopWords(query, stopWords), forms: new WordForms(asked), stopWords };
}

function withoutStopWords(query: CompiledQuery, stops: ReadonlySet<string>): CompiledQuery {
  const says = ({ word, isLoose = false }: Term): boolean => !isLoose || !stops.has(word);
  const content = query.terms.filter(says);
  if (content.length === 0 || content.length === query.terms.length) return query;
  const others = content.length < minContent ? query.terms.filter(term => !says(term)) : [];
  return { ...query, terms: [...content, ...others.map(term => ({ ...term, role: 'stopWord' as const }))] };
}

/** The query with the parts of hyphenated words, and of compounds that no note has, each once: they count, too. */
export function withParts(query: CompiledQuery, { compounds }: WordHelp): CompiledQuery {
  const known = new Set(query.terms.map(({ word }) => word));
  const parts = query.terms.flatMap(term => term.parts ?? compounds?.get(term.word) ?? []);
  const others = parts.filter(({ word }) => !known.has(word) && known.add(word));
  return others.length === 0 ? query : { ...query, terms: [...query.terms, ...others] };
}

/** Limit for words that are replaced, and for the words in place of each. */
const [maxReplaced, maxWords] = [3, 3];
/** In a shorter word, two errors leave too little. */
const twoErrorsFrom = 8;
const maxSuggestions = 5;
/** A longer word may be cut in the index. */
const maxAskedLength = 40;
const minAskedLength = 3;

interface NearOptions {
  /** The notes that are searched, and all notes of the caller, which are as many if nothing narrows them. */
  readonly searched: Corpus;
  readonly visible: Corpus;
  /** They stand in for no word. */
  readonly stopWords: ReadonlySet<string>;
  readonly turn: SliceTurn;
}

/** @param unknown words that no note of the caller has @returns those in place of each; none where notes outside the search have nearer ones */
export async function nearestWords(
  unknown: readonly Term[],
  { searched, visible, stopWords, turn }: NearOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const near = new Map<string, readonly string[]>();
  for (const { word } of unknown.slice(0, maxReplaced)) {
    const nearIn = async (corpus: Corpus): Promise<NearWord[]> =>
      (await within(word, twoErrorsFrom, corpus, turn)).filter(one => !stopWords.has(one.word));
    const anywhere = await nearIn(visible);
    const found = searched === visible ? anywhere : await nearIn(searched);
    const words = found.filter(({ edits }) => edits === anywhere[0]?.edits).slice(0, maxWords);
    if (words.length > 0)
      near.set(
        word,
        words.map(one => one.word),
      );
  }
  return near;
}

/** What to ask for instead of words that found nothing: the most similar first. */
export async function suggestedWords(
  terms: readonly Term[],
  searched: Corpus,
  turn: SliceTurn,
): Promise<readonly string[]> {
  const asked = new Set(terms.filter(({ isWord }) => isWord).map(({ word }) => word.replaceAll('"', '')));
  const near: NearWord[] = [];
  for (const word of asked) near.push(...(await within(word, suggestedFrom, searched, turn)));
  const words = near.sort((a, b) => a.edits - b.edits || b.notes - a.notes).map(({ word }) => word);
  return [...new Set(words)].filter(word => !asked.has(word)).slice(0, maxSuggestions);
}

/** A suggestion is only read: it may have two errors in a shorter word. */
const suggestedFrom = 6;

/** @param twoErrors the length from which a word may have two of them */
async function within(
  word: string,
  twoErrors: number,
  corpus: Corpus,
  turn: SliceTurn,
): Promise<readonly NearWord[]> {
  if (word.length < minAskedLength || word.length > maxAskedLength) return [];
  return corpus.near(word, word.length >= twoErrors ? 2 : 1, turn);
}

/** Limit for words of a query that are split: the longest take a few milliseconds each. */
const maxSplit = 3;
/** What a part but the last counts. */
const otherPartTimes = 0.5;

interface CompoundOptions {
  readonly forms: WordForms;
  readonly rules: MatchRules;
  readonly turn: SliceTurn;
}

/**
 * Only words of searched notes count, since others may be hidden, and only of those in the word index.
 * @param unknown words that no searched note has
 * @returns the terms of the parts for each word
 */
export async function compoundsOf(
  unknown: readonly Term[],
  corpus: Corpus,
  { forms, rules, turn }: CompoundOptions,
): Promise<ReadonlyMap<string, readonly Term[]>> {
  const compounds = new Map<string, readonly Term[]>();
  const known = new Map<string, boolean>();
  const isKnown = async (word: string, language: Language): Promise<boolean> => {
    if (turn.due()) await turn.pause();
    const key = `${language.name} ${word}`;
    const number = corpus.numberOf(word);
    const isThere =
      known.get(key) ??
      (number !== undefined && corpus.someWith(number, note => note.languageBy(rules.kinds) === language));
    known.set(key, isThere);
    return isThere;
  };
  for (const { word } of unknown.slice(0, maxSplit)) {
    const parts = await forms.partsOf(word, isKnown);
    // The last part says what it is, the others of which kind.
    const partTerm = (part: string, place: number): Term => ({
      ...wordTerm({ folded: part, cased: part }, true, rules),
      role: 'part',
      times: place === parts.length - 1 ? 1 : otherPartTimes,
    });
    if (parts.length > 0) compounds.set(word, parts.map(partTerm));
  }
  return compounds;
}
