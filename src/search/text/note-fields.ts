/** The part of a note in which a match stands. */
export type Field = 'title' | 'alias' | 'heading' | 'tag' | 'frontmatter' | 'body';

/** Offsets of the folded text; `end` is exclusive. */
export interface FieldSpan {
  readonly field: Field;
  readonly start: number;
  readonly end: number;
}
