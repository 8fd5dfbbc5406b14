/**
 * How Markdown is read in cases where no recording says what Obsidian does: a guess each, which follows the block rules
 * of the legacy `remark-parse` if it has any, else what does least harm if it is wrong. That for the `---` lines is with
 * the tests of the frontmatter.
 */
import { blockIds, headings, links, sections, tags } from './shown';

test.each([
  ['of CRLF, ends are before the carriage return', sections, 'a\r\nb\r\n', ['paragraph 0:0-1:1']],
  [
    '`%%` or `$$` that is never closed runs to the end of its container',
    sections,
    '%%\na\n\n# b\n\n',
    ['comment 0:0-3:3'],
  ],
  [
    'a comment with text behind it on its line is a paragraph',
    sections,
    '%% a %% text\n\nb',
    ['paragraph 0:0-0:12', 'paragraph 2:0-2:1'],
  ],
  [
    'code or HTML that is never closed ends with the last text in its container',
    sections,
    '```\na\n\n',
    ['code 0:0-1:1'],
  ],
  [
    'a line of tabs ends a paragraph, like a line of spaces',
    sections,
    'a\n\t\nb',
    ['paragraph 0:0-0:1', 'paragraph 2:0-2:1'],
  ],
  ["the underline of a heading's text is not indented", headings, 'a\n  ===', []],
  [
    'headings in quotes, lists and footnotes are no headings of the note',
    headings,
    '# a\n> # b\n\n- # c',
    ['1 a'],
  ],
  [
    '`^id` alone in a paragraph names the block before it',
    blockIds,
    '| a | b |\n|---|---|\n\n^c',
    ['^c of section 0:0-1:9'],
  ],
  [
    'a quote takes the id at the end of its last paragraph',
    blockIds,
    '> a\n> b ^c',
    ['^c of section 0:0-1:6'],
  ],
  [
    '`[label]: target` is a section of the type `definition`',
    sections,
    '[a]: b\nc',
    ['definition 0:0-0:6', 'paragraph 1:0-1:1'],
  ],
  [
    'a tag may begin after the marks of emphasis, strike-through and highlight',
    tags,
    '**#a** *#b* ==#c== ~~#d~~ _#e_ *#f x#g_h_ **#i',
    ['#a', '#b', '#c', '#d', '#e'],
  ],
  [
    'in a table, the pipe of an escaped wikilink separates target and text',
    links,
    '| [[a\\|b]] | c |\n|---|---|',
    ['a as b'],
  ],
])('%s', (_rule, show, text, expected) => {
  expect(show(text)).toEqual(expected);
});

test('a line of tabs and unclosed code can be read by the legacy rules', () => {
  expect(sections('```\na\n\n', { unclosedBlockEndsWithText: false })).toEqual(['code 0:0-3:0']);
  expect(sections('a\n\t\nb', { lineOfTabsEndsParagraph: false })).toEqual(['paragraph 0:0-2:1']);
});
