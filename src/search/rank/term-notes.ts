import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Corpus, MatchingWord } from '../index/corpus';
import type { Term, WordHelp } from '../plan/compiled-query';

/** What the word index says of a term. */
export interface TermNotes {
  /** The words that match it; undefined if the texts decide. */
  readonly words: readonly MatchingWord[] | undefined;
  /** By number, 0 for each counted note that lacks it; undefined if that is not known of any. Where words decide, the others have it. */
  readonly possible: Uint8Array | undefined;
}

export async function notesWith(
  term: Term,
  corpus: Corpus,
  help: WordHelp,
  turn: SliceTurn,
): Promise<TermNotes> {
  const { wordTests, needs } = term.sought(help);
  if (wordTests === undefined) return { words: undefined, possible: await corpus.meeting(needs, turn) };
  const words = await corpus.wordsOf(wordTests, turn);
  const numbers = words.map(({ word }) => word);
  return { words, possible: await corpus.having(numbers, turn) };
}
