import { signsOf } from '../../store/signature';
import { maxWordLength } from '../../../utils/text/edit-distance';
import { FoldedFinder, type MatchRules, type Signed } from './finder';
import { NeedlePlaces } from './needle';

interface Candidate {
  readonly text: string;
  readonly places: NeedlePlaces;
  /** Otherwise, the beginning of a longer word. */
  readonly isWholeWord: boolean;
  readonly signs: readonly number[];
  /** Its next position, as far as it was searched. */
  at: number;
  /** Whether it was found. */
  isThere: boolean;
}

/** Finds the same as `FuzzyFinder` if the possible words are known: it searches for these. */
export class NearWordsFinder extends FoldedFinder {
  readonly #candidates: readonly Candidate[];
  #from = 0;

  /** @param words within the tolerance of the searched word, which may be among them */
  constructor(
    private readonly asked: string,
    words: readonly string[],
    rules: MatchRules,
  ) {
    super(rules);
    const candidate = (text: string, isWholeWord: boolean): Candidate => ({
      text,
      isWholeWord,
      at: 0,
      isThere: false,
      places: new NeedlePlaces(text),
      signs: signsOf(text, rules.kinds),
    });
    // Of two at the same position the first counts: a whole word is better than a beginning.
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

  /** Goes to its next position that counts, if that is before the limit. */
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
      : kinds.endOfWord(folded, at, maxWordLength) - at < maxWordLength;
  }
}
