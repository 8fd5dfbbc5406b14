import type { Finder } from '../query/finders/finder';
import type { Term, WordHelp } from '../query/compiled-query';
import { likeness } from '../query/word-test';
import type { CharacterKinds } from '../text/character-kinds';
import { fieldWeights } from '../text/note-fields';
import type { NoteOutline } from '../text/note-outline';
import type { NoteText } from '../store/note-text';
import type { TextWeights } from '../score/note-matches';
import { Occurrences } from './occurrences';

const noWeights: TextWeights = { fields: 0, body: 0 };

/** One term of a query, and its occurrences in the current note. */
export class TermScan {
  readonly inTitle = new Occurrences();
  readonly inText = new Occurrences();
  readonly finder: Finder;
  /** Length of the searched term: long ones are likely to be rare. */
  readonly length: number;
  /** Number of sampled notes with the term. */
  sampled = 0;
  /** The searched word, if similar words match too. */
  readonly #tolerated: string | undefined;

  constructor(
    readonly term: Term,
    private readonly kinds: CharacterKinds,
    help: WordHelp,
  ) {
    this.finder = term.makeFinder(help);
    this.length = term.word.length;
    this.#tolerated = term.tolerance === undefined ? undefined : term.word;
  }

  get isOptional(): boolean {
    return this.term.isOptional === true;
  }

  get isFound(): boolean {
    return this.inText.count + this.inTitle.count > 0;
  }

  /** Whether an exact match was found, or the term has no variants. */
  get hasExact(): boolean {
    return this.isOptional || this.#tolerated !== undefined || this.inText.hasExact || this.inTitle.hasExact;
  }

  clear(): void {
    this.inTitle.clear();
    this.inText.clear();
  }

  /** In the note's name, each occurrence once. @param title folded */
  titleWeight(title: string): number {
    return this.inTitle.count === 0 ? 0 : this.#weigh(this.inTitle, title).body;
  }

  textWeights({ folded, outline }: NoteText): TextWeights {
    return this.inText.count === 0 ? noWeights : this.#weigh(this.inText, folded, outline);
  }

  /** @param outline of a text with fields; without it each occurrence counts as one. */
  #weigh(occurrences: Occurrences, text: string, outline?: NoteOutline): TextWeights {
    let [fields, body] = [0, 0];
    let span = -1;
    for (let index = 0; index < occurrences.count; index += 1) {
      const start = occurrences.startOf(index);
      while (outline !== undefined && outline.startOf(span + 1) <= start) span += 1;
      const isInSpan = outline !== undefined && span >= 0 && start < outline.endOf(span);
      const weight = isInSpan ? fieldWeights[outline.fieldOf(span)] : fieldWeights.body;
      const like = this.#likeness(text, occurrences, index);
      if (weight > fieldWeights.body) fields = Math.max(fields, weight * like);
      body += like;
    }
    return { fields, body };
  }

  /** The fraction of its field's weight that a match gets. */
  #likeness(text: string, occurrences: Occurrences, index: number): number {
    const variant = occurrences.variantOf(index);
    if (variant !== undefined) return likeness[variant];
    const [start, end] = [occurrences.startOf(index), occurrences.endOf(index)];
    const isLonger = this.#tolerated !== undefined && end - start > this.#tolerated.length;
    return isLonger || !this.kinds.endsAt(text, end) ? likeness.beginning : likeness.exact;
  }
}
