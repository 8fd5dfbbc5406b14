/**
 * Two rules for cases in which we have not seen what Obsidian does. The legacy `remark-parse`, which random documents
 * are compared with, decides both the other way. `tests/markdown/structure/structure.test.ts` has all such rules.
 */
export interface OpenRules {
  /** Code or HTML that is never closed ends with the last text in its container; otherwise with the container. */
  readonly unclosedBlockEndsWithText: boolean;
  /** A line of tabs ends a paragraph, like a line of spaces; otherwise the paragraph continues after it. */
  readonly lineOfTabsEndsParagraph: boolean;
}

export const openRules: OpenRules = { unclosedBlockEndsWithText: true, lineOfTabsEndsParagraph: true };
