import { signsOf } from '../../store/signature';
import type { FormsOfWord } from '../../words/word-forms';
import { longestWord } from './edit-distance';
import { FoldedFinder, type MatchRules } from './finder';
import { NeedlePlaces } from './needle';

/** A word where a word begins, as `LiteralFinder`, and the other forms of it as whole words. */
export class FormsFinder extends FoldedFinder {
  protected override readonly signs: readonly number[];
  readonly #places: NeedlePlaces;
  /** Whether a word is a form, by the word and where its beginning stands in it. */
  readonly #known = new Map<string, boolean>();
  /** Where the next match may begin. */
  #at = 0;

  /** @param word folded */
  constructor(
    private readonly word: string,
    private readonly forms: FormsOfWord,
    rules: MatchRules,
  ) {
    super(rules);
    this.#places = new NeedlePlaces(forms.start);
    this.signs = forms.isInside ? [] : signsOf(forms.start, rules.kinds);
  }

  get variant(): 'form' | undefined {
    return this.text.folded.startsWith(this.word, this.start) ? undefined : 'form';
  }

  mayMatch(folded: string): boolean {
    return this.#places.mayStandIn(folded);
  }

  protected begin(): void {
    this.#places.mayStandIn(this.text.folded);
    this.#at = 0;
  }

  next(limit: number): boolean {
    while (this.#at < limit) {
      const at = this.#places.next(this.#at, limit);
      if (at < 0) break;
      const end = this.#endOfMatch(at);
      this.#at = end ?? at + 1;
      if (end !== undefined) return true;
    }
    this.#at = Math.max(this.#at, limit);
    return false;
  }

  /** Undefined where the word that the place lies in is no form. Sets `start` and `end` else. */
  #endOfMatch(at: number): number | undefined {
    const { folded } = this.text;
    const { kinds } = this.rules;
    const startsWord = kinds.startsAt(folded, at);
    if (startsWord && folded.startsWith(this.word, at)) {
      [this.start, this.end] = [at, at + this.word.length];
      return this.end;
    }
    if (!startsWord && !this.forms.isInside) return undefined;
    const start = startsWord ? at : this.#startOfWord(at);
    const end = kinds.endOfWord(folded, at, longestWord);
    if (start < at - longestWord || !this.#isForm(folded.slice(start, end), at - start)) return undefined;
    [this.start, this.end] = [start, end];
    return end;
  }

  #startOfWord(at: number): number {
    let start = at;
    while (start > at - longestWord - 1 && !this.rules.kinds.startsAt(this.text.folded, start)) start -= 1;
    return start;
  }

  #isForm(word: string, at: number): boolean {
    const key = at === 0 ? word : `${at} ${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isForm = this.forms.includes(word, at);
    if (this.#known.size < mostKnown) this.#known.set(key, isForm);
    return isForm;
  }
}

/** Words that are remembered of one search. */
const mostKnown = 50_000;
