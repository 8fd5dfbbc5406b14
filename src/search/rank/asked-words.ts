/** Adapts the words of a query to the notes: drops stop words, adds parts of compounds, and replaces unknown words by similar ones. */

import { countUp } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus } from '../index/corpus';
import type { WordIndex } from '../index/word-index';
import type { MatchRules } from '../match/matcher';
import { phraseMatcher } from '../match/text-matchers';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import { textTerm, wordTerm } from '../plan/terms';
import type { CharacterKinds } from '../text/words';
import { type Language, languages, languagesOfWords, WordForms } from '../words/word-forms';

/** Number of notes that are sampled for the languages of all. */
const sampleSize = 200;
/** A language counts if at least this fraction of the notes with a known language are in it. */
const minShare = 0.03;
/** How many stop words a query needs to count as one in a language that no note has. */
const minForeign = 3;

/**
 * The languages whose word forms a query uses: its own, if notes have them or many of its words say so, otherwise those
 * of the notes, otherwise the first of each script.
 * @param words of the query, folded
 */
async function languagesAsked(
  words: readonly string[],
  { notes, size }: Corpus,
  kinds: CharacterKinds,
  turn: SliceTurn,
): Promise<readonly Language[]> {
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
  const own = languagesOfWords(words);
  const shared = own.filter(language => frequent.includes(language));
  if (shared.length > 0) return shared;
  // `usr bin dir` is not German, although two of the words are.
  const foreign = languagesOfWords(words, minForeign);
  if (foreign.length === 1) return foreign;
  const scripts = new Set(frequent.map(({ script }) => script));
  // The first language of each script that no note uses.
  const others = languages.filter(({ script }) => !scripts.has(script) && scripts.add(script));
  return [...frequent, ...others];
}

type NearWord = Awaited<ReturnType<Corpus['near']>>[number];

/** Words of notes in place of each word of a query. */
type NearWords = NonNullable<WordHelp['near']>;

/** Stop words take no part in the search if another word remains. */
function withoutStopWords(query: CompiledQuery, stops: ReadonlySet<string>): CompiledQuery {
  const isStop = ({ word, isLoose = false }: Term): boolean => isLoose && stops.has(word);
  const terms = query.terms.filter(term => !isStop(term));
  if (terms.length === 0 || terms.length === query.terms.length) return query;
  return { ...query, terms, ignored: new Set(query.terms.filter(isStop).map(({ word }) => word)) };
}

/** Limits for replaced words, and for the words in place of each. */
const [maxReplaced, maxWords] = [3, 3];
/** A shorter word is not replaced next to others: `all` and `call` do not stand for `tall`; nor is `lock` of `lock-out`. */
const minReplaced = 5;
/** From here on a word may have two errors, or one in its first letter (`bread` is not `read`); as a suggestion, which is only shown, earlier. */
const [twoErrorsFrom, suggestedFrom] = [8, 6];
const maxSuggestions = 5;
/** Longer words may be cut in the index. */
const maxAskedLength = 40;
const minAskedLength = 3;
/** Searching more forms of near words takes longer than it helps. */
const maxForms = 48;
/** Limit for words of a query that are split: the longest take a few milliseconds each. */
const maxSplit = 3;
/** The least length of each of two words that the query writes as one. */
const minApart = 2;
/** Weight of every part of a compound but the last. */
const otherPartTimes = 0.5;

/** The searched notes, and all notes of the caller; the same if nothing narrows the search. */
interface Corpora {
  readonly searched: Corpus;
  readonly visible: Corpus;
}

export class AskedWords {
  private constructor(
    /** Without stop words, unless it has no others. */
    readonly query: CompiledQuery,
    /** Undefined if no word has other forms. */
    readonly forms: WordForms | undefined,
    private readonly stopWords: ReadonlySet<string>,
    private readonly turn: SliceTurn,
  ) {}

  static async of(
    query: CompiledQuery,
    corpus: Corpus,
    kinds: CharacterKinds,
    turn: SliceTurn,
  ): Promise<AskedWords> {
    const words = query.terms.filter(({ hasForms = false }) => hasForms).map(({ word }) => word);
    if (query.asked.exact === true || words.length === 0)
      return new AskedWords(query, undefined, new Set(), turn);
    const asked = await languagesAsked(words, corpus, kinds, turn);
    const stopWords = new Set(asked.flatMap(language => [...language.stopWords()]));
    return new AskedWords(withoutStopWords(query, stopWords), new WordForms(asked), stopWords, turn);
  }

  /** For each term, the words within the typing errors that it tolerates. */
  async tolerated(corpus: Corpus): Promise<NearWords> {
    const near = new Map<string, readonly string[]>();
    for (const { word, tolerance } of this.query.terms)
      if (tolerance !== undefined) near.set(word, textsOf(await corpus.near(word, tolerance, this.turn)));
    return near;
  }

  /** The unknown terms that may be replaced by other words. */
  replaceable(unknown: readonly Term[]): readonly Term[] {
    if (this.query.asked.exact === true) return [];
    return unknown.filter(
      ({ hasForms = false, role, word }) => hasForms && word.length >= (role === 'part' ? minReplaced : 0),
    );
  }

  /**
   * Words to search instead of unknown ones. Short words resemble words of any meaning, so they are replaced only if no
   * other word finds a note.
   * @param unknown words that no note of the caller has @param isAlone whether no note has another word of the query
   * @returns the words in place of each; none if notes outside the search have nearer ones
   */
  async nearest(unknown: readonly Term[], isAlone: boolean, corpora: Corpora): Promise<NearWords> {
    const long = unknown.filter(({ word }) => word.length >= minReplaced);
    const near = await this.#nearest(long, corpora);
    return isAlone && near.size === 0 ? this.#nearest(unknown, corpora) : near;
  }

  async #nearest(unknown: readonly Term[], { searched, visible }: Corpora): Promise<NearWords> {
    const near = new Map<string, readonly string[]>();
    for (const { word } of unknown.slice(0, maxReplaced)) {
      const nearIn = async (corpus: Corpus): Promise<NearWord[]> =>
        (await this.#within(word, twoErrorsFrom, corpus)).filter(
          one => !this.stopWords.has(one.word) && (word.length >= twoErrorsFrom || one.word[0] === word[0]),
        );
      const anywhere = await nearIn(visible);
      const found = searched === visible ? anywhere : await nearIn(searched);
      const words = found.filter(({ edits }) => edits === anywhere[0]?.edits).slice(0, maxWords);
      if (words.length > 0) near.set(word, textsOf(words));
    }
    return near;
  }

  /** Similar words with their other forms in the notes. */
  async withForms(near: NearWords, corpus: Corpus, { words }: WordIndex): Promise<NearWords> {
    const all = new Map<string, readonly string[]>();
    for (const [asked, found] of near) {
      const known = new Set(found);
      for (const word of found) {
        const forms = this.forms?.of(word);
        if (forms === undefined) continue;
        const { start } = forms;
        const match = (form: string): 'form' | undefined => (forms.includes(form, 0) ? 'form' : undefined);
        const others = await corpus.wordsOf([{ asked: word, start, part: start, match }], this.turn);
        for (const number of others.keys()) known.add(words.wordAt(number));
      }
      all.set(asked, [...known].slice(0, maxForms));
    }
    return all;
  }

  /** Words to search for instead of those that found nothing, the most similar first. */
  async suggested(terms: readonly Term[], corpus: Corpus): Promise<readonly string[]> {
    const asked = new Set(terms.filter(({ isWord }) => isWord).map(({ word }) => word.replaceAll('"', '')));
    const near: NearWord[] = [];
    for (const word of asked) near.push(...(await this.#within(word, suggestedFrom, corpus)));
    const words = textsOf(near.sort((a, b) => a.edits - b.edits || b.notes - a.notes));
    return [...new Set(words)].filter(word => !asked.has(word)).slice(0, maxSuggestions);
  }

  /** @param twoErrors the length from which a word may have two errors */
  async #within(word: string, twoErrors: number, corpus: Corpus): Promise<readonly NearWord[]> {
    if (word.length < minAskedLength || word.length > maxAskedLength) return [];
    return corpus.near(word, word.length >= twoErrors ? 2 : 1, this.turn);
  }

  /**
   * Only words of searched notes in the word index count, since others may be hidden.
   * @param unknown words that no searched note has
   * @returns the terms of the parts for each word that is a compound, or that notes may write as two words
   */
  async compounds(unknown: readonly Term[], corpus: Corpus): Promise<ReadonlyMap<string, readonly Term[]>> {
    const { rules } = this.query;
    const compounds = new Map<string, readonly Term[]>();
    const known = new Map<string, boolean>();
    const isKnown = async (word: string, language: Language): Promise<boolean> => {
      if (this.turn.due()) await this.turn.pause();
      const key = `${language.name} ${word}`;
      const isThere =
        known.get(key) ??
        corpus.firstWith(word, note => note.languageBy(rules.kinds) === language) !== undefined;
      known.set(key, isThere);
      return isThere;
    };
    for (const { word } of unknown.slice(0, maxSplit)) {
      const parts = (await this.forms?.partsOf(word, isKnown)) ?? [];
      // The last part says what it is, the others what kind.
      const partTerm = (part: string, place: number): Term => ({
        ...wordTerm({ folded: part, cased: part }, true, rules),
        role: 'part',
        times: place === parts.length - 1 ? 1 : otherPartTimes,
      });
      const terms = parts.length > 0 ? parts.map(partTerm) : writtenApart(word, corpus, rules);
      if (terms.length > 0) compounds.set(word, terms);
    }
    return compounds;
  }
}

/** Phrases that notes may write instead of one word: `heat pump` for `heatpump`. */
function writtenApart(word: string, corpus: Corpus, rules: MatchRules): Term[] {
  const terms: Term[] = [];
  for (let at = minApart; at <= word.length - minApart; at += 1) {
    const words = [word.slice(0, at), word.slice(at)];
    if (words.some(one => corpus.firstWith(one) === undefined)) continue;
    const apart = words.join(' ');
    const matcher = phraseMatcher({ folded: apart, cased: apart }, rules);
    terms.push({ ...textTerm(apart, matcher, false), role: 'part' });
  }
  return terms;
}

function textsOf(words: readonly NearWord[]): string[] {
  return words.map(({ word }) => word);
}
