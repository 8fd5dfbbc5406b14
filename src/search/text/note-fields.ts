/** The part of a note that contains a match. */
export type Field = 'title' | 'alias' | 'heading' | 'tag' | 'frontmatter' | 'body';

/** Offsets of the folded text; `end` is exclusive. */
export interface FieldSpan {
  readonly field: Field;
  readonly start: number;
  readonly end: number;
}

/** The spans of a text, in its order. */
export interface FieldSpans {
  /** The start of the text after the frontmatter. */
  readonly bodyStart: number;
  /** Infinity after the last. */
  startOf(span: number): number;
  endOf(span: number): number;
  fieldOf(span: number): Field;
}

/** Tells the fields of ascending places in a text. */
export class FieldWalk {
  #span = -1;

  constructor(private readonly outline: FieldSpans) {}

  /** @param place not before that of the last call */
  fieldAt(place: number): Field {
    const { outline } = this;
    while (outline.startOf(this.#span + 1) <= place) this.#span += 1;
    if (this.#span >= 0 && place < outline.endOf(this.#span)) return outline.fieldOf(this.#span);
    return place < outline.bodyStart ? 'frontmatter' : 'body';
  }
}
