/** The kinds of change of one file or folder. */
export const changeKinds = ['create', 'edit', 'move', 'delete'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * What happens to one file or folder in a change. The journal, undo, recovery, approval and the pictures of
 * differences extend it; each has the contents in its own form: bytes, texts or hashes.
 */
export interface FileChange<Content> {
  readonly kind: ChangeKind;
  readonly path: string;
  /** Only for a move. */
  readonly newPath?: string | undefined;
  readonly isFolder?: boolean | undefined;
  /** Only targets of links change, because of a change elsewhere. */
  readonly isLinking?: boolean | undefined;
  /** The whole content; undefined if there is none, or if it is not known. */
  readonly before?: Content | undefined;
  readonly after?: Content | undefined;
}
