/** What a query asks for in the languages of the notes: without words that say nothing, with the parts of others. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus } from '../index/corpus';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import type { CharacterKinds } from '../text/character-kinds';
import type { TextFolder } from '../text/folded-text';
import { type Language, languageOfWords, languages } from '../words/languages';
import { WordForms } from '../words/word-forms';

/** Number of notes that are sampled for the languages of all. */
const sampleSize = 200;
/** The least fraction of the notes with a known language that must be in a language. */
const minShare = 0.03;
/** Stop words count where fewer other words remain. */
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
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const frequent = [...counts].filter(([, count]) => count >= known * minShare).map(([language]) => language);
  const scripts = new Set(frequent.map(({ script }) => script));
  // The first language of each script that no note uses.
  const others = languages.filter(({ script }) => !scripts.has(script) && scripts.add(script));
  return [...frequent, ...others];
}

interface AskedWords {
  /** The query without stop words. */
  readonly query: CompiledQuery;
  /** Undefined if no word has other forms. */
  readonly forms: WordForms | undefined;
}

/** @param query of which stop words take no part in the search if enough other words remain */
export async function askedWords(
  query: CompiledQuery,
  corpus: Corpus,
  { folder, kinds }: Spelling,
  turn: SliceTurn,
): Promise<AskedWords> {
  const words = query.terms.filter(({ hasForms = false }) => hasForms).map(({ word }) => word);
  if (words.length === 0) return { query, forms: undefined };
  const asked = await languagesAsked(words, corpus, kinds, turn);
  return { query: withoutStopWords(query, asked, folder), forms: new WordForms(asked) };
}

function withoutStopWords(
  query: CompiledQuery,
  asked: readonly Language[],
  folder: TextFolder,
): CompiledQuery {
  const stops = new Set(asked.flatMap(({ stopWords }) => stopWords.map(word => folder.fold(word).folded)));
  const says = ({ word, isLoose = false }: Term): boolean => !isLoose || !stops.has(word);
  const terms = query.terms.filter(says);
  if (terms.length < minContent || terms.length === query.terms.length) return query;
  const { below } = query;
  return {
    ...query,
    terms,
    ...(below === undefined ? {} : { below: { ...below, anywhere: below.anywhere.filter(says) } }),
  };
}

/** The query with the parts of hyphenated words, and of compounds that no note has, each once: they count, too. */
export function withParts(query: CompiledQuery, { compounds }: WordHelp): CompiledQuery {
  const known = new Set(query.terms.map(({ word }) => word));
  const parts = query.terms.flatMap(term => term.parts ?? compounds?.get(term.word) ?? []);
  const others = parts.filter(({ word }) => !known.has(word) && known.add(word));
  return others.length === 0 ? query : { ...query, terms: [...query.terms, ...others] };
}
