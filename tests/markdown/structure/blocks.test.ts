import { enclosures, headings, sections } from './shown';

function lines(...all: string[]): string {
  return all.join('\n');
}

describe('a note', () => {
  test.each([
    ['nothing', '', []],
    ['white space only', ' \n\t\n\n', []],
    ['one line', 'text', ['paragraph 0:0-0:4']],
    ['a final line break', 'text\n', ['paragraph 0:0-0:4']],
    ['two lines of one paragraph', 'one\ntwo\n', ['paragraph 0:0-1:3']],
    ['a line of spaces between paragraphs', 'one\n   \ntwo', ['paragraph 0:0-0:3', 'paragraph 2:0-2:3']],
    ['leading white space', '  text', ['paragraph 0:0-0:6']],
    ['a byte order mark', '\ufeff# Title', ['heading 0:1-0:8']],
    ['CRLF', 'one\r\ntwo\r\n\r\n# h\r\n', ['paragraph 0:0-1:3', 'heading 3:0-3:3']],
  ])('of %s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('frontmatter', () => {
  test.each([
    ['is the block between the dashes', '---\na: 1\n---\ntext', ['yaml 0:0-2:3', 'paragraph 3:0-3:4']],
    ['may be empty', '---\n---\n', ['yaml 0:0-1:3']],
    ['only begins on the first line', '\n---\na: 1\n---\n', ['thematicBreak 1:0-1:3', 'heading 2:0-3:3']],
    ['must be closed', '---\na: 1\n', ['thematicBreak 0:0-0:3', 'paragraph 1:0-1:4']],
    ['has exactly three dashes', '----\na: 1\n---\n', ['thematicBreak 0:0-0:4', 'heading 1:0-2:3']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('headings', () => {
  test.each([
    ['of each level', '# a\n###### b', ['1 a', '6 b']],
    ['not with seven hashes', '####### a', []],
    ['not without a space: a tag', '#tag', []],
    ['of hashes alone', '#\n##', ['1 ', '2 ']],
    ['without closing hashes', '## a ##  ', ['2 a']],
    ['with hashes that belong to the text', '# C#', ['1 C#']],
    ['of closing hashes only', '## ##', ['2 ']],
    ['raw', '# See [[Note]] `x`', ['1 See [[Note]] `x`']],
    ['underlined', 'a\n===\n\nb\n-', ['1 a', '2 b']],
    ['not underlined under two lines', 'a\nb\n===', []],
    ['not underlined with a space behind', 'a\n=== ', []],
    ['indented by three', '   # a', ['1 a']],
    ['not indented by four', '    # a', []],
    ['below a paragraph', 'text\n# a', ['1 a']],
    ['not in code', '```\n# a\n```', []],
    ['not in a comment', '%%\n# a\n%%', []],
  ])('%s', (_name, text, expected) => expect(headings(text)).toEqual(expected));

  test('cover their whole line, or both lines when underlined', () => {
    expect(sections('# a  \n\n  b\n===')).toEqual(['heading 0:0-0:5', 'heading 2:0-3:3']);
  });

  test('a paragraph over dashes is no heading but a paragraph and a break', () => {
    expect(sections('a\nb\n---')).toEqual(['paragraph 0:0-1:1', 'thematicBreak 2:0-2:3']);
  });
});

describe('thematic breaks', () => {
  test.each([
    ['- - -', ['thematicBreak 0:0-0:5']],
    ['***', ['thematicBreak 0:0-0:3']],
    ['___  ', ['thematicBreak 0:0-0:5']],
    ['--', ['paragraph 0:0-0:2']],
    ['***\t', ['paragraph 0:0-0:4']],
    ['**-', ['paragraph 0:0-0:3']],
  ])('%j', (text, expected) => expect(sections(text)).toEqual(expected));
});

describe('code', () => {
  test.each([
    ['fenced', '```js\na\n\n# b\n```\ntext', ['code 0:0-4:3', 'paragraph 5:0-5:4']],
    ['fenced with tildes', '~~~\n```\n~~~~', ['code 0:0-2:4']],
    ['not closed by fewer marks', '````\n```\n````', ['code 0:0-2:4']],
    ['not closed with text behind', '```\n``` x\n```', ['code 0:0-2:3']],
    ['not closed when indented by four', '```\n    ```\n```', ['code 0:0-2:3']],
    ['not opened with a backtick in its info', '``` a`b\ntext', ['paragraph 0:0-1:4']],
    ['opened below a paragraph', 'text\n```\na\n```', ['paragraph 0:0-0:4', 'code 1:0-3:3']],
    ['indented', '    a\n\n    b\n\ntext', ['code 0:0-2:5', 'paragraph 4:0-4:4']],
    ['indented by a tab', '\ta', ['code 0:0-0:2']],
    ['not indented below a paragraph', 'text\n    a', ['paragraph 0:0-1:5']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('quotes', () => {
  test.each([
    ['of several lines', '> a\n> b\n\ntext', ['blockquote 0:0-1:3', 'paragraph 3:0-3:4']],
    ['that go on without a mark', '> a\nb', ['blockquote 0:0-1:1']],
    ['that a heading ends', '> a\n# b', ['blockquote 0:0-0:3', 'heading 1:0-1:3']],
    ['that a list ends', '> a\n- b', ['blockquote 0:0-0:3', 'list 1:0-1:3']],
    ['that a comment ends', '> a\n%%\nb\n%%', ['blockquote 0:0-0:3', 'comment 1:0-3:2']],
    ['that an underlined heading ends', '> a\nb\n===', ['blockquote 0:0-0:3', 'heading 1:0-2:3']],
    ['that are callouts', '> [!note]+ Title\n> a', ['callout 0:0-1:3']],
    ['that are callouts behind a space', ' > [!note]\n > a', ['callout 0:0-1:4']],
    ['whose callout type is on the second line', '> a\n> [!note]', ['blockquote 0:0-1:9']],
    ['with an empty callout type', '> [!]', ['blockquote 0:0-0:5']],
    ['below a paragraph', 'a\n> b', ['paragraph 0:0-0:1', 'blockquote 1:0-1:3']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('comments and formulas', () => {
  test.each([
    ['comment', '%%\na\n\n- b\n%%', ['comment 0:0-4:2']],
    ['comment on one line', '%% a %%', ['comment 0:0-0:7']],
    ['comment over fences', '%% settings\n```\n%%\n', ['comment 0:0-2:2']],
    [
      'comment below a paragraph',
      'a\n%%\nb\n%%\nc',
      ['paragraph 0:0-0:1', 'comment 1:0-3:2', 'paragraph 4:0-4:1'],
    ],
    ['comment below a list', '- a\n%%\nb\n%%', ['list 0:0-0:3', 'comment 1:0-3:2']],
    ['no comment within a line', 'a %%\nb\n%%', ['paragraph 0:0-1:1', 'comment 2:0-2:2']],
    ['formula', '$$\nx\n$$', ['math 0:0-2:2']],
    ['formula on one line', '$$x$$', ['math 0:0-0:5']],
    ['no formula with text behind', '$$x$$ is', ['paragraph 0:0-0:8']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('HTML', () => {
  test.each([
    ['comment', '<!--\n- a\n\n-->\ntext', ['html 0:0-3:3', 'paragraph 4:0-4:4']],
    ['element up to an empty line', '<div>\na\n\ntext', ['html 0:0-1:1', 'paragraph 3:0-3:4']],
    ['closing tag', '</div> x', ['html 0:0-0:8']],
    ['lone tag of any name', '<my-tag a="b">\nx', ['html 0:0-1:1']],
    ['not a tag with text around it', '<b>x</b>', ['paragraph 0:0-0:8']],
    ['raw element over blank lines', '<script>\n\n</SCRIPT>\ntext', ['html 0:0-2:9', 'paragraph 3:0-3:4']],
    ['instruction', '<?a\n\nb?>', ['html 0:0-2:3']],
    ['declaration', '<!DOCTYPE\n\nhtml>', ['html 0:0-2:5']],
    ['character data', '<![CDATA[\n\n]]>', ['html 0:0-2:3']],
    ['element below a paragraph', 'a\n<div>', ['paragraph 0:0-0:1', 'html 1:0-1:5']],
    ['no lone tag below a paragraph', 'a\n<b>', ['paragraph 0:0-1:3']],
    ['comment that is never closed', '<!--\na\n\nb\n\n', ['html 0:0-3:1']],
    ['raw element that is never closed', '<pre>\n</prex>\n', ['html 0:0-1:7']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('tables', () => {
  test.each([
    ['with outer pipes', '| a | b |\n|---|---|\n| 1 | 2 |\ntext', ['table 0:0-2:9', 'paragraph 3:0-3:4']],
    ['without', 'a | b\n:-: | -', ['table 0:0-1:7']],
    ['not with one row', '| a | b |', ['paragraph 0:0-0:9']],
    ['not with text between the dashes', '| a |\n|-x-|', ['paragraph 0:0-1:5']],
    ['not with an empty column', '| a | b |\n|-||-|', ['paragraph 0:0-1:6']],
    ['not without dashes', '| a |\n| | |', ['paragraph 0:0-1:5']],
    ['not below a paragraph', 'text\n| a | b |\n|---|---|', ['paragraph 0:0-2:9']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

describe('footnotes and definitions', () => {
  test.each([
    ['footnote', '[^1]: a\nb\n\ntext', ['footnoteDefinition 0:0-1:1', 'paragraph 3:0-3:4']],
    ['footnote of several blocks', '[^1]: a\n\n    - b\n', ['footnoteDefinition 0:0-2:7']],
    ['two footnotes', '[^1]: a\n[^2]: b', ['footnoteDefinition 0:0-0:7', 'footnoteDefinition 1:0-1:7']],
    ['no footnote without a label', '[^]: a', ['paragraph 0:0-0:6']],
    ['no footnote with a space in its label', '[^a b]: c', ['paragraph 0:0-0:9']],
    ['definition', '[a]: b "c"\ntext', ['definition 0:0-0:10', 'paragraph 1:0-1:4']],
    ['definition in angles', '[a]: <b c>', ['definition 0:0-0:10']],
    ['definition over lines', '[a]:\n  b\n  (c)\nd', ['definition 0:0-2:5', 'paragraph 3:0-3:1']],
    ['definition with brackets that are escaped', String.raw`[\]a\]b\\]: c`, ['definition 0:0-0:13']],
    ['no definition with an escaped bracket at the end', String.raw`[a\]: b`, ['paragraph 0:0-0:7']],
    ['no definition with an empty label', '[]: b', ['paragraph 0:0-0:5']],
    ['no definition with text below that begins like a title', '[a]: b\n"c" d', ['paragraph 0:0-1:5']],
    ['no definition with text behind', '[a]: b c', ['paragraph 0:0-0:8']],
    ['no definition without a target', '[a]:', ['paragraph 0:0-0:4']],
  ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
});

test('blocks that writers must keep out of are distinguished', () => {
  const text = lines(
    '`a` $b$ <i>',
    '',
    '```',
    'c',
    '```',
    '',
    '%%',
    '`d`',
    '%%',
    '',
    '$$e$$',
    '',
    '<!-- f -->',
  );
  expect(enclosures(text)).toEqual([
    'code `a`',
    'math $b$',
    'html <i>',
    'code ```\nc\n```',
    'comment %%\n`d`\n%%',
    'code `d`',
    'math $$e$$',
    'html <!-- f -->',
  ]);
});
