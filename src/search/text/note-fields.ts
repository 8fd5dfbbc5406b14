/** The part of a note that contains a match. */
export type Field = 'title' | 'alias' | 'heading' | 'tag' | 'frontmatter' | 'body';

/** Offsets of the folded text; `end` is exclusive. */
export interface FieldSpan {
  readonly field: Field;
  readonly start: number;
  readonly end: number;
}

/** How much more a word in these fields counts than in the body. */
export const fieldWeights: Readonly<Record<Field, number>> = {
  title: 17,
  alias: 9,
  heading: 5,
  tag: 3,
  frontmatter: 1,
  body: 1,
};
