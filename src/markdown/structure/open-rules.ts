/**
 * How Markdown is read in cases where we have not seen what Obsidian does. Each rule is a guess with a name, a
 * default and a test; correct it here. The defaults follow the block rules of the legacy `remark-parse` if it has
 * any, else what does least harm if it is wrong. The rule for the `---` lines is in the frontmatter code.
 */
export interface OpenRules {
  /** CRLF: ends are before the carriage return. */
  readonly endsBeforeCarriageReturn: boolean;
  /** `%%` or `$$` that is never closed runs to the end of its container; otherwise it is plain text. */
  readonly unclosedDelimiterRunsToEnd: boolean;
  /** `%% a %% text`, all on one line, is a paragraph; otherwise a comment with the rest of the line. */
  readonly textBehindCommentMakesParagraph: boolean;
  /** Code or HTML that is never closed ends with the last text in its container; otherwise with the container. */
  readonly unclosedBlockEndsWithText: boolean;
  /** A line of tabs ends a paragraph, like a line of spaces; otherwise the paragraph continues after it. */
  readonly lineOfTabsEndsParagraph: boolean;
  /** `===` or `---` under a heading's text may be indented by up to three columns. */
  readonly underlineMayBeIndented: boolean;
  /** Headings in quotes, lists and footnotes count as headings of the note. */
  readonly headingsInContainersCount: boolean;
  /** `^id` alone in a paragraph names the block before it; otherwise its own paragraph. */
  readonly loneIdNamesBlockBefore: boolean;
  /** A quote takes the id at the end of its last paragraph. */
  readonly quoteTakesIdOfLastParagraph: boolean;
  /** `[label]: target` is a section of the type `definition`; otherwise paragraph text. */
  readonly definitionsAreBlocks: boolean;
  /** `**#tag**`: a tag may begin after the marks of emphasis, strike-through and highlight. */
  readonly tagsBeginBehindEmphasis: boolean;
  /** In a table the pipe of `[[note\|shown]]` separates target and text; the backslash belongs to neither. */
  readonly escapedPipeSplitsInTable: boolean;
}

export const openRules: OpenRules = {
  endsBeforeCarriageReturn: true,
  unclosedDelimiterRunsToEnd: true,
  textBehindCommentMakesParagraph: true,
  unclosedBlockEndsWithText: true,
  lineOfTabsEndsParagraph: true,
  underlineMayBeIndented: false,
  headingsInContainersCount: false,
  loneIdNamesBlockBefore: true,
  quoteTakesIdOfLastParagraph: true,
  definitionsAreBlocks: true,
  tagsBeginBehindEmphasis: true,
  escapedPipeSplitsInTable: true,
};
