import { signsOf } from '../../store/signature';
import { longestWord } from '../../../utils/text/edit-distance';
import { FoldedFinder, type MatchRules, type Signed } from './finder';
import { NeedlePlaces } from './needle';

interface Candidate {
  readonly text: string;
  readonly places: NeedlePlaces;
  /** Else the beginning of a longer one. */
  readonly isWholeWord: boolean;
  readonly signs: readonly number[];
  /** Where it is next, as far as it was looked for. */
  at: number;
  /** Whether it is there. */
  isThere: boolean;
}

/** What `FuzzyFinder` finds, where the words that come into question are known: it looks for these. */
export class NearWordsFinder extends FoldedFinder {
  readonly #candidates: readonly Candidate[];
  #from = 0;

  /** @param words as near as the word asked for allows; that itself may be among them */
  constructor(
    private readonly asked: string,
    words: readonly string[],
    rules: MatchRules,
  ) {
    super(rules);
    const candidate = (text: string, isWholeWord: boolean): Candidate => ({
      ...{ text, isWholeWord, at: 0, isThere: false },
      places: new NeedlePlaces(text),
      signs: signsOf(text, rules.kinds),
    });
    // Of two at the same place the first counts: a whole word says more than its beginning.
    this.#candidates = [
      ...words.toSorted((a, b) => b.length - a.length).map(word => candidate(word, true)),
      ...(rules.wholeWord ? [] : [candidate(asked, false)]),
    ];
  }

  get variant(): 'near' | undefined {
    return this.text.folded.startsWith(this.asked, this.start) ? undefined : 'near';
  }

  override mayStandIn(note: Signed): boolean {
    return this.#candidates.some(({ signs }) => note.mayHave(signs));
  }

  mayMatch(folded: string): boolean {
    return this.#candidates.some(({ places }) => places.mayStandIn(folded));
  }

  protected begin(): void {
    this.#from = 0;
    for (const candidate of this.#candidates) {
      candidate.places.mayStandIn(this.text.folded);
      candidate.at = 0;
      candidate.isThere = false;
    }
  }

  next(limit: number): boolean {
    let nearest: Candidate | undefined;
    for (const candidate of this.#candidates) {
      this.#advance(candidate, limit);
      if (candidate.isThere && candidate.at < (nearest?.at ?? limit)) nearest = candidate;
    }
    if (nearest === undefined) return false;
    this.start = nearest.at;
    this.end = nearest.at + nearest.text.length;
    this.#from = this.end;
    return true;
  }

  /** To its next place that counts, if that comes before the limit. */
  #advance(candidate: Candidate, limit: number): void {
    while (candidate.at < limit) {
      if (candidate.isThere && candidate.at >= this.#from && this.#isMatch(candidate)) return;
      const from = candidate.isThere ? candidate.at + 1 : candidate.at;
      const at = candidate.places.next(from, limit);
      candidate.isThere = at >= 0;
      candidate.at = at < 0 ? limit : at;
    }
  }

  #isMatch({ text, isWholeWord, at }: Candidate): boolean {
    const { kinds } = this.rules;
    const { folded } = this.text;
    if (!kinds.startsAt(folded, at)) return false;
    return isWholeWord
      ? kinds.endsAt(folded, at + text.length)
      : kinds.endOfWord(folded, at, longestWord) - at < longestWord;
  }
}
