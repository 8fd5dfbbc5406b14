import { signsOf } from '../../store/signature';
import type { FormsOfWord } from '../../words/word-forms';
import { maxWordLength } from '../../../utils/text/edit-distance';
import type { MatchRules } from './finder';
import { NeedleFinder } from './needle-finder';

/** A word at the start of words, like `LiteralFinder`, and its other forms as whole words. */
export class FormsFinder extends NeedleFinder {
  protected override readonly signs: readonly number[];
  /** Whether a word is a form, by the word and the position of its beginning. */
  readonly #known = new Map<string, boolean>();

  /** @param word folded */
  constructor(
    private readonly word: string,
    private readonly forms: FormsOfWord,
    rules: MatchRules,
  ) {
    super(forms.start, rules);
    this.signs = forms.isInside ? [] : signsOf(forms.start, rules.kinds);
  }

  get variant(): 'form' | undefined {
    return this.text.folded.startsWith(this.word, this.start) ? undefined : 'form';
  }

  protected endOfMatch(at: number): number | undefined {
    const { folded } = this.text;
    const { kinds } = this.rules;
    const startsWord = kinds.startsAt(folded, at);
    if (startsWord && folded.startsWith(this.word, at)) {
      [this.start, this.end] = [at, at + this.word.length];
      return this.end;
    }
    if (!startsWord && !this.forms.isInside) return undefined;
    const start = startsWord ? at : this.#startOfWord(at);
    const end = kinds.endOfWord(folded, at, maxWordLength);
    if (start < at - maxWordLength || !this.#isForm(folded.slice(start, end), at - start)) return undefined;
    [this.start, this.end] = [start, end];
    return end;
  }

  #startOfWord(at: number): number {
    let start = at;
    while (start > at - maxWordLength - 1 && !this.rules.kinds.startsAt(this.text.folded, start)) start -= 1;
    return start;
  }

  #isForm(word: string, at: number): boolean {
    const key = at === 0 ? word : `${at} ${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const isForm = this.forms.includes(word, at);
    if (this.#known.size < maxKnown) this.#known.set(key, isForm);
    return isForm;
  }
}

/** Limit for the words that one search remembers. */
const maxKnown = 50_000;
