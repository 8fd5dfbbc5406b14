import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { findBlock, type NoteBlock } from '../../../src/markdown/targets/block-target';
import { refusalOf } from './support';

function find(text: string, id: string): NoteBlock {
  return findBlock(text, scanStructure(text), id);
}

/** The block's own text, and what is between its end and that of everything belonging to it. */
function found(text: string, id = 'id'): [string, string] {
  const { start, end, wholeEnd } = find(text, id);
  return [text.slice(start, end), text.slice(end, wholeEnd)];
}

describe('a block', () => {
  it.each([
    ['a paragraph', 'x\n\none\ntwo ^id\n\ny', 'one\ntwo ^id', ''],
    ['a paragraph with its id below', 'one\ntwo\n^id\n', 'one\ntwo\n^id', ''],
    ['a table', '| a |\n| - |\n| b |\n\n^id\n', '| a |\n| - |\n| b |', '\n\n^id'],
    ['a quote', '> one\n> two\n\n^id\n', '> one\n> two', '\n\n^id'],
    ['a quote with its id inside', '> one\n> two ^id\n', '> one\n> two ^id', ''],
    ['a callout', '> [!note] t\n> x\n\n^id', '> [!note] t\n> x', '\n\n^id'],
    ['code', '```\nx\n```\n^id', '```\nx\n```', '\n^id'],
    ['a list', '- a\n- b\n\n^id', '- a\n- b', '\n\n^id'],
    ['an item', '- a\n- b ^id\n- c', '- b ^id', ''],
    ['an item of a loose list', '- a ^id\n\n- b\n', '- a ^id', ''],
    ['an item in a loose quoted list', '> - a ^id\n>\n> - b\n', '- a ^id', ''],
    ['an item with items in it', '- a ^id\n  - b\n    - c\n  - d\n- e', '- a ^id', '\n  - b\n    - c\n  - d'],
    ['an item in an item', '- a\n  - b ^id\n    - c\n  - d\n- e', '- b ^id', '\n    - c'],
    ['an item with several lines', '- a\n  b ^id\n- c', '- a\n  b ^id', ''],
    ['an item with CRLF', '- a\r\n- b ^id\r\n- c\r\n', '- b ^id', ''],
    ['a task', '- [ ] a ^id\n', '- [ ] a ^id', ''],
  ])('is %s', (_name, text, own, rest) => {
    expect(found(text)).toEqual([own, rest]);
  });

  it('is found with or without the caret, in any letter case, with the place of its id', () => {
    const text = 'x\n\nsome ^My-1d\n';
    for (const id of ['My-1d', '^My-1d', '^my-1D']) {
      expect(find(text, id)).toEqual({
        id: 'My-1d',
        type: 'paragraph',
        start: 3,
        end: 14,
        idSpan: { start: 8, end: 14 },
        wholeEnd: 14,
        startLine: 3,
        endLine: 3,
      });
    }
    expect(find('- a\n\n- b ^id\n\n- c', 'id')).toMatchObject({ type: 'item', startLine: 3, endLine: 3 });
  });

  it.each(['```\nx ^id\n```', '`x ^id`y', '# x ^id', 'x^id', 'x ^id y', '%%\nx ^id\n%%', '$$\nx ^id\n$$'])(
    'is none in %p',
    text => {
      expect(refusalOf(() => find(text, 'id')).code).toBe('target_not_found');
    },
  );

  it('that is not there is refused with those that are', () => {
    const { code, details, message } = refusalOf(() => find('a ^one\n\nb ^two\n', 'three'));
    expect(code).toBe('target_not_found');
    expect(details.candidates).toEqual(['^one', '^two']);
    expect(message).not.toContain('one');
    expect(refusalOf(() => find('a\n', 'id')).details.candidates).toBeUndefined();
    expect(refusalOf(() => find('a\n', '')).code).toBe('target_not_found');
  });

  it('that is there twice is refused with the line of each', () => {
    const { code, details } = refusalOf(() => find('a ^id\n\nb ^ID\n', 'id'));
    expect(code).toBe('target_ambiguous');
    expect(details.candidates).toEqual(['^id (line 1)', '^ID (line 3)']);
  });
});
