import { contains } from '../../utils/text/text-search';
import { joinedWords } from '../text/joined-words';
import type { SearchText } from '../text/search-text';
import { editsWithin } from '../../utils/text/edit-distance';
import {
  casedText,
  type Likeness,
  type Match,
  type Matcher,
  type Matches,
  type MatchRules,
  stretchLength,
} from './matcher';
import { Needle } from './needle';
import { isInEachSpelling, type WordTest } from './word-test';

/** Letters of a longer word that are compared, plus one, which shows that it was cut; as the word index keeps them. */
export const maxComparedLength = 100;
const cutLength = maxComparedLength + 1;
/** Limit for words that are remembered. */
const maxKnown = 50_000;

/** Words of a text that pass a test. */
export class WordMatcher implements Matcher {
  readonly #needle: Needle | undefined;
  readonly #known = new Map<string, Likeness | undefined>();

  /** @param cased the word as it was written, if letter case counts, and the errors that it may have */
  constructor(
    private readonly test: WordTest,
    private readonly rules: MatchRules,
    private readonly cased?: { readonly text: string; readonly tolerance: number },
  ) {
    const part = test.start === '' ? test.part : test.start;
    this.#needle = part === '' ? undefined : new Needle(part);
  }

  mayMatch(text: SearchText): boolean {
    if (this.#needle === undefined || this.#needle.mayStandIn(text.folded)) return true;
    return this.#mayBeJoined(text, this.#needle);
  }

  *matches(text: SearchText): Matches {
    const joined = this.#joined(text);
    for (const match of this.#written(text)) {
      while (match !== undefined && (joined[0]?.start ?? Infinity) < match.end) {
        const next = joined.shift();
        if (next !== undefined && next.end <= match.start) yield next;
      }
      yield match;
    }
    yield* joined;
  }

  /** Matches of words as they stand in the text. */
  *#written(text: SearchText): Matches {
    const { folded } = text;
    const starts = this.#needle === undefined ? this.#words(folded) : this.#wordsWith(this.#needle, folded);
    for (const start of starts) {
      if (start === undefined) {
        yield undefined;
        continue;
      }
      const end = this.rules.kinds.endOfWord(folded, start, cutLength);
      const like = this.#likenessOf(folded.slice(start, end));
      if (like === undefined || !this.#isCased(text, start, end)) continue;
      yield { start, end: like === 'beginning' ? start + this.test.asked.length : end, like };
    }
  }

  /** Matches of words that have marks between their letters; none where letter case counts. */
  #joined(text: SearchText): Match[] {
    if (this.cased !== undefined || (this.#needle !== undefined && !this.#mayBeJoined(text, this.#needle)))
      return [];
    let behind = 0;
    return joinedWords(text.folded, this.rules.kinds).flatMap(({ word, start, end }) => {
      const like = start < behind ? undefined : this.#likenessOf(word);
      if (like === undefined || !isInEachSpelling(like)) return [];
      behind = end;
      return [{ start, end, like }];
    });
  }

  #mayBeJoined(text: SearchText, { text: part }: Needle): boolean {
    return contains(text.joinedBy(this.rules.kinds), part);
  }

  /** Where the words of a text begin. */
  *#words(folded: string): Generator<number | undefined, void> {
    const { kinds } = this.rules;
    let pause = stretchLength;
    for (let at = kinds.startOfWord(folded, 0, folded.length); at < folded.length;) {
      yield at;
      at = kinds.startOfWord(folded, kinds.endOfWord(folded, at, folded.length), folded.length);
      if (at < pause) continue;
      pause = at + stretchLength;
      yield undefined;
    }
  }

  /** Where the words begin that have a part; in the middle of a word only where it may stand there. */
  *#wordsWith(needle: Needle, folded: string): Generator<number | undefined, void> {
    const { kinds } = this.rules;
    let behind = 0;
    for (const at of needle.placesIn(folded)) {
      if (at === undefined) yield undefined;
      else if (at >= behind) {
        const start = kinds.startsAt(folded, at)
          ? at
          : this.test.start === ''
            ? this.#startOfWord(folded, at)
            : -1;
        if (start < 0) continue;
        behind = kinds.endOfWord(folded, at, folded.length);
        yield start;
      }
    }
  }

  /** -1 in a word that is too long. */
  #startOfWord(folded: string, at: number): number {
    for (let start = at; start >= at - maxComparedLength; start -= 1)
      if (this.rules.kinds.startsAt(folded, start)) return start;
    return -1;
  }

  #likenessOf(word: string): Likeness | undefined {
    if (this.#known.has(word)) return this.#known.get(word);
    const like = this.test.match(word);
    if (this.#known.size < maxKnown) this.#known.set(word, like);
    return like;
  }

  #isCased(text: SearchText, start: number, end: number): boolean {
    if (this.cased === undefined) return true;
    const { text: asked, tolerance } = this.cased;
    const written = casedText(text, start, end);
    return written.startsWith(asked) || editsWithin(written, asked, tolerance) !== undefined;
  }
}
