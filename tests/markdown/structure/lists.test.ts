import { items, sections } from './shown';

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
    ['a sibling with a space before its mark', '- a\n  - b\n - c', ['0:0-0:3 -1', '1:2-1:5 0', '2:0-2:4 -1']],
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
