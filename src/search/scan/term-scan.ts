import type { Finder } from '../query/finders/finder';
import type { Term, WordHelp } from '../query/compiled-query';
import { fieldWeights, likeness } from '../score/constants';
import type { NoteText } from '../store/note-text';
import type { CharacterKinds } from '../text/character-kinds';
import { FieldWalk } from '../text/note-fields';
import type { FormsOfWord } from '../words/word-forms';
import { Occurrences } from './occurrences';

/** One term of a query, and its occurrences in the current note. */
export class TermScan {
  readonly inTitle = new Occurrences();
  readonly inText = new Occurrences();
  readonly finder: Finder;
  readonly #forms: FormsOfWord | undefined;

  /** @param index of the term in the query @param isRequired whether no note is found without it */
  constructor(
    readonly term: Term,
    readonly index: number,
    readonly isRequired: boolean,
    private readonly kinds: CharacterKinds,
    help: WordHelp,
  ) {
    this.finder = term.makeFinder(help);
    this.#forms = help.near?.has(term.word) === true ? undefined : help.forms?.of(term.word);
  }

  get isFound(): boolean {
    return this.inText.count + this.inTitle.count > 0;
  }

  /** As `weightOf` of the formula. @param title folded @param divisor of the text */
  weightIn(title: string, text: NoteText, divisor: number): number {
    let weight = 0;
    for (let index = 0; index < this.inTitle.count; index += 1)
      weight += fieldWeights.title * this.#likeness(title, this.inTitle, index);
    if (this.inText.count === 0) return weight;
    const fields = new FieldWalk(text.outline);
    for (let index = 0; index < this.inText.count; index += 1) {
      const field = fields.fieldAt(this.inText.startOf(index));
      const isNamed = field === 'title' || field === 'alias';
      const like = this.#likeness(text.folded, this.inText, index);
      weight += (fieldWeights[field] * like) / (isNamed ? 1 : divisor);
    }
    return weight;
  }

  /** Whether it is in the file's name, or in the property `title`. */
  isInName({ outline }: NoteText): boolean {
    if (this.inTitle.count > 0) return true;
    const fields = new FieldWalk(outline);
    for (let index = 0; index < this.inText.count; index += 1) {
      const start = this.inText.startOf(index);
      if (start >= outline.bodyStart) return false;
      if (fields.fieldAt(start) === 'title') return true;
    }
    return false;
  }

  /** How much a match counts beside one of the searched word. */
  #likeness(text: string, occurrences: Occurrences, index: number): number {
    const variant = occurrences.variantOf(index);
    if (variant === 'form' && this.#isCompound(text, occurrences.startOf(index))) return likeness.compound;
    if (variant !== undefined) return likeness[variant];
    const [start, end] = [occurrences.startOf(index), occurrences.endOf(index)];
    const { word, tolerance } = this.term;
    const more = end - start - word.length;
    if (tolerance !== undefined && more > 0) return more > tolerance ? likeness.beginning : likeness.form;
    return this.kinds.endsAt(text, end) ? likeness.exact : likeness.beginning;
  }

  /** Whether another form of the word is only the last part of the word that begins there. */
  #isCompound(text: string, start: number): boolean {
    return this.#forms?.hasCompounds === true && !text.startsWith(this.#forms.start, start);
  }
}
