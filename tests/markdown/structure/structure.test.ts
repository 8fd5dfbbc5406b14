import fc from 'fast-check';
import { Occurrences } from '../../../src/markdown/structure/scan';
import { blockIds, headings, links, sections, tags, items, enclosures } from './shown';

describe('occurrences', () => {
  const settings = { seed: 20261122, numRuns: 500 } as const;
  const text = fc.array(fc.constantFrom('$', '-', '?', '>', 'a', '\n'), { maxLength: 60 });

  function naive(whole: string, wanted: string, at: number, to: number): number {
    return whole.slice(0, to).indexOf(wanted, at);
  }

  test('queries in any order give the same results as a fresh search', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('$', '$$', '--', '\n', '?>'),
        fc.array(fc.nat(60), { maxLength: 20 }),
        fc.nat(60),
        (units, wanted, places, to) => {
          const whole = units.join('');
          const end = Math.min(to, whole.length);
          const asked = places.filter(at => at <= end);
          const found = new Occurrences(whole, wanted, 0, end, { steps: 0 });
          expect(asked.map(at => found.next(at))).toEqual(asked.map(at => naive(whole, wanted, at, end)));
        },
      ),
      settings,
    );
  });

  test.each(['$', '$$', '?>'])('%s is found far away, also where portions of the text meet', wanted => {
    for (const distance of [65_534, 65_535, 65_536, 200_001]) {
      const counter = { steps: 0 };
      const whole = 'a'.repeat(distance) + wanted + 'a'.repeat(10);
      expect(new Occurrences(whole, wanted, 0, whole.length, counter).next(0)).toBe(distance);
      expect(counter.steps).toBe(distance + 1);
      expect(new Occurrences(whole, wanted, 0, distance, counter).next(0)).toBe(-1);
    }
  });
});

/**
 * How Markdown is read in cases where no recording says what Obsidian does: a guess each, which follows the block rules
 * of the legacy `remark-parse` if it has any, else what does least harm if it is wrong. That for the `---` lines is with
 * the tests of the frontmatter.
 */
describe('rules that are open', () => {
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
});

describe('structures of lists', () => {
  describe('lists', () => {
    test.each([
      ['a new one for each bullet', '- a\n* b\n+ c', ['list 0:0-0:3', 'list 1:0-1:3', 'list 2:0-2:3']],
      ['a new one for each delimiter', '1. a\n2) b', ['list 0:0-0:4', 'list 1:0-1:4']],
      ['one over blank lines', '- a\n\n\n- b', ['list 0:0-3:3']],
      ['one with marks indented differently', '- a\n - b\n  - c', ['list 0:0-2:5']],
      ['none without a space', '-a\n1.b', ['paragraph 0:0-1:3']],
      ['none of dashes', '- a\n- - -', ['list 0:0-0:3', 'thematicBreak 1:0-1:5']],
      ['below a paragraph', 'a\n- b', ['paragraph 0:0-0:1', 'list 1:0-1:3']],
      ['below a paragraph from 1', 'a\n1. b', ['paragraph 0:0-0:1', 'list 1:0-1:4']],
      ['not below a paragraph from 2', 'a\n2. b', ['paragraph 0:0-1:4']],
      ['not below a paragraph from 01', 'a\n01. b', ['paragraph 0:0-1:5']],
      ['with text that goes on', '- a\nb', ['list 0:0-1:1']],
      ['without text behind a blank line', '- a\n\nb', ['list 0:0-0:3', 'paragraph 2:0-2:1']],
      ['that a heading ends', '- a\n# b', ['list 0:0-0:3', 'heading 1:0-1:3']],
      ['that a fence ends', '- a\n```\n```', ['list 0:0-0:3', 'code 1:0-2:3']],
      ['below a definition', '[a]: b\n    - c', ['definition 0:0-0:6', 'code 1:0-1:7']],
      ['that a quote does not end', '- a\n> b', ['list 0:0-1:3']],
    ])('%s', (_name, text, expected) => expect(sections(text)).toEqual(expected));
  });

  describe('items', () => {
    test.each([
      ['of a list on the first line', '- a\n- b', ['0:0-0:3 -1', '1:0-1:3 -1']],
      ['of a list further down', '\n\n- a\n- b', ['2:0-2:3 -2', '3:0-3:3 -2']],
      ['that are empty', '-\n- ', ['0:0-0:1 -1', '1:0-1:2 -1']],
      [
        'that are tasks',
        '- [ ] a\n- [x] b\n- [/] c\n1. [-] d',
        ['0:0-0:7 -1 [ ]', '1:0-1:7 -1 [x]', '2:0-2:7 -1 [/]', '3:0-3:8 -3 [-]'],
      ],
      ['that are tasks without text', '- [ ]', ['0:0-0:5 -1 [ ]']],
      [
        'that are no tasks',
        '- [x]a\n- [xy] b\n- []\n- a [ ] b',
        ['0:0-0:6 -1', '1:0-1:8 -1', '2:0-2:4 -1', '3:0-3:9 -1'],
      ],
      ['with their marks indented', '   - a', ['0:0-0:6 -1']],
    ])('%s', (_name, text, expected) => expect(items(text)).toEqual(expected));
  });

  describe('nested items begin where the content of their parent does', () => {
    test.each([
      ['indented by two', '- a\n  - b', ['0:0-0:3 -1', '1:2-1:5 0']],
      ['indented by four: two columns are left to it', '- a\n    - b', ['0:0-0:3 -1', '1:2-1:7 0']],
      ['indented by a tab', '- a\n\t- b', ['0:0-0:3 -1', '1:1-1:4 0']],
      ['below a wider marker', '-  a\n    - b', ['0:0-0:4 -1', '1:3-1:7 0']],
      ['below 1. by one more column', '1. a\n    1. b', ['0:0-0:4 -1', '1:4-1:8 0']],
      ['below 1) not so', '1) a\n    1) b', ['0:0-0:4 -1', '1:3-1:8 0']],
      ['below 10. not so', '10. a\n     1. b', ['0:0-0:5 -1', '1:4-1:9 0']],
      ['below 10. not so, whatever the spaces', '10.  a\n      1. b', ['0:0-0:6 -1', '1:5-1:10 0']],
      ['three deep', '- a\n  - b\n    - c\n- d', ['0:0-0:3 -1', '1:2-1:5 0', '2:4-2:7 1', '3:0-3:3 -1']],
      ['on the same line', '- [ ] 1. a', ['0:0-0:10 -1 [ ]', '0:6-0:10 0']],
      ['in a quote', '> - a\n>   - b', ['0:2-0:5 -1', '1:4-1:7 0']],
      [
        'in a quote on the line below an item, which is a line of it',
        '- a\n> - b',
        ['0:0-1:5 -1', '1:2-1:5 0'],
      ],
      ['in a quote behind a blank line, not so', '- a\n\n> - b', ['0:0-0:3 -1', '2:2-2:5 -2']],
      ['in a quote in an item', '- a\n  > - b', ['0:0-1:7 -1', '1:4-1:7 0']],
      [
        'a sibling with a space before its mark',
        '- a\n  - b\n - c',
        ['0:0-0:3 -1', '1:2-1:5 0', '2:0-2:4 -1'],
      ],
      ['a line without indentation keeps that of the others', '- a\nb\n  - c', ['0:0-1:1 -1', '2:0-2:5 0']],
    ])('%s', (_name, text, expected) => expect(items(text)).toEqual(expected));
  });

  describe('an item ends', () => {
    test.each([
      ['with its own lines', '- a\n  b\nc\n- d', ['0:0-2:1 -1', '3:0-3:3 -1']],
      ['with its fence', '- a\n  ```\n  b\n  ```', ['0:0-3:5 -1']],
      ['at the blank line before the next one', '- a\n\n- b', ['0:0-1:0 -1', '2:0-2:3 -1']],
      ['at the first of several blank lines', '- a\n\n\n- b', ['0:0-1:0 -1', '3:0-3:3 -1']],
      ['behind the marks of a quote on that line', '> - a\n>\n> - b', ['0:2-1:1 -1', '2:2-2:5 -1']],
      ['before its nested list', '- a\n\n  b\n\n  - c\n\n- d', ['0:0-2:3 -1', '4:2-4:5 0', '6:0-6:3 -1']],
      ['with a list that is all it holds', '- - a\n  - b', ['0:0-1:5 -1', '0:2-0:5 0', '1:2-1:5 0']],
    ])('%s', (_name, text, expected) => expect(items(text)).toEqual(expected));
  });

  describe('a line belongs to the item above', () => {
    test.each([
      ['when it is indented as far as the content', '- a\n\n  b', ['0:0-2:3 -1']],
      ['when it is indented by more than four', '10000. a\n\n     b', ['0:0-2:6 -1']],
      ['when five spaces behind the mark count as one', '-      a\n\n  b', ['0:0-2:3 -1']],
      ['when a mark without a space fills the column', '- a\n\n *b', ['0:0-2:3 -1']],
    ])('%s', (_name, text, expected) => expect(items(text)).toEqual(expected));
  });

  test('no items are found in code, comments, formulas and HTML', () => {
    expect(items('```\n- a\n```\n\n%%\n- b\n%%\n\n$$\n- c\n$$\n\n<!--\n- d\n-->')).toEqual([]);
  });
});

describe('structures of blocks', () => {
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
});
