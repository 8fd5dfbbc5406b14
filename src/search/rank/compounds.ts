/** Compounds of a query that no note has, with their parts: `Tageszeitung` finds a note with `Zeitung`. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus } from '../index/corpus';
import type { MatchRules } from '../match/matcher';
import type { Term } from '../plan/compiled-query';
import { wordTerm } from '../plan/term';
import type { Language } from '../words/languages';
import type { WordForms } from '../words/word-forms';

/** Limit for words of a query that are split: the longest take a few milliseconds each. */
const maxSplit = 3;
/** What a part but the last counts. */
const otherPartTimes = 0.5;

export interface CompoundOptions {
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
      isPart: true,
      times: place === parts.length - 1 ? 1 : otherPartTimes,
    });
    if (parts.length > 0) compounds.set(word, parts.map(partTerm));
  }
  return compounds;
}
