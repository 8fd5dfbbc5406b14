import type { Field } from './note-fields';

/** How much more a word counts in these fields than in the body. */
export const fieldWeights: Readonly<Record<Field, number>> = {
  title: 17,
  alias: 9,
  heading: 5,
  tag: 3,
  frontmatter: 1,
  body: 1,
};
