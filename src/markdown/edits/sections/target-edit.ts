export type Operation = 'append' | 'prepend' | 'replace';

/** A change of one part of a note; the names are those of `patch_note`'s arguments. */
export interface TargetEdit {
  readonly operation: Operation;
  /** A heading's text or path (see `findHeading`), or a block id. */
  readonly target: string;
  readonly content: string;
  /** Which of equal headings, from 1. */
  readonly occurrence?: number | undefined;
  /** Separates the headings of a path; `::` by default. */
  readonly targetDelimiter?: string | undefined;
  /** Removes the blank lines at both ends of a section's content. */
  readonly trimTargetWhitespace?: boolean | undefined;
  readonly createTargetIfMissing?: boolean | undefined;
}
