export interface CorpusNote {
  /** In the vault, without `.md`. */
  readonly path: string;
  /** Days since it was changed. */
  readonly age: number;
  readonly text: string;
}
