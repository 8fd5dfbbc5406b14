import fc from 'fast-check';

import { ToolFailure } from '../../../../src/errors';
import { editBlock } from '../../../../src/markdown/edits/sections/block-edit';
import type { TargetEdit } from '../../../../src/markdown/edits/sections/given-text';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';
import { findBlock } from '../../../../src/markdown/targets/block-target';
import { refusalOf } from '../../targets/support';

function edit(
  text: string,
  operation: TargetEdit['operation'],
  content: string,
  options: Partial<TargetEdit> = {},
): string {
  return editBlock(text, scanStructure(text), { target: 'id', operation, content, ...options });
}

describe('text behind a block', () => {
  it.each([
    ['a paragraph', 'x ^id\n\nz\n', 'y', 'x ^id\n\ny\n\nz\n'],
    ['a paragraph above a list', 'x ^id\n- z\n', 'y', 'x ^id\n\ny\n- z\n'],
    ['a paragraph at the end', 'x ^id', 'y', 'x ^id\n\ny'],
    ['a paragraph, as a list', 'x ^id\n', '- y', 'x ^id\n- y\n'],
    ['a table with its id below', '| a |\n| - |\n\n^id\n', 'y', '| a |\n| - |\n\n^id\n\ny\n'],
    ['a quote', '> x ^id\n', 'y', '> x ^id\n\ny\n'],
    ['an item', '- a\n- b ^id\n- c\n', '- y', '- a\n- b ^id\n- y\n- c\n'],
    ['an item with nested ones', '- b ^id\n  - n\n- c\n', '- y', '- b ^id\n  - n\n- y\n- c\n'],
    ['a nested item', '- a\n  - b ^id\n  - c\n', '- y', '- a\n  - b ^id\n  - y\n  - c\n'],
    ['a nested item, with its margin', '- a\n  - b ^id\n  - c\n', '  - y', '- a\n  - b ^id\n  - y\n  - c\n'],
    ['an item in tabs', '- a\n\t- b ^id\n', '- y\n- z\n', '- a\n\t- b ^id\n\t- y\n\t- z\n'],
    ['an item in a quote', '> - a ^id\n> - b\n', '- y', '> - a ^id\n> - y\n> - b\n'],
    ['an item of a loose list', '- a ^id\n\n- b\n', '- y', '- a ^id\n- y\n\n- b\n'],
    ['in CRLF', 'x ^id\r\n\r\nz\r\n', 'y\nw', 'x ^id\r\n\r\ny\r\nw\r\n\r\nz\r\n'],
    ['with nothing', 'x ^id\n', '', 'x ^id\n'],
  ])('that is %s', (_name, text, content, expected) => {
    expect(edit(text, 'append', content)).toBe(expected);
  });
});

describe('text before a block', () => {
  it.each([
    ['a paragraph', 'w\n\nx ^id\n', 'y', 'w\n\ny\n\nx ^id\n'],
    ['the first one', '\uFEFFx ^id\n', 'y', '\uFEFFy\n\nx ^id\n'],
    ['a table', '| a |\n| - |\n\n^id\n', 'y', 'y\n\n| a |\n| - |\n\n^id\n'],
    ['an item', '- a\n- b ^id\n', '- y', '- a\n- y\n- b ^id\n'],
    ['a nested item', '- a\n  - b ^id\n', '- y', '- a\n  - y\n  - b ^id\n'],
    ['a paragraph below a heading', '# A\nx ^id\n', '$& $1', '# A\n$& $1\n\nx ^id\n'],
  ])('that is %s', (_name, text, content, expected) => {
    expect(edit(text, 'prepend', content)).toBe(expected);
  });
});

describe("text in a block's place keeps the id", () => {
  it.each([
    ['of a paragraph', 'a\n\nx\nx ^id\n\nb', 'y', 'a\n\ny ^id\n\nb'],
    ['as it was written', 'x ^Id\n', 'y\n', 'y ^Id\n'],
    ['and has it once', 'x ^id\n', 'y ^ID', 'y ^id\n'],
    ['below a table', '| a |\n| - |\n\n^id\n', '| b |\n| - |', '| b |\n| - |\n\n^id\n'],
    ['below what cannot carry it', 'x ^id\n', '```\ny\n```', '```\ny\n```\n\n^id\n'],
    ['below a new table', 'x ^id\n', '| b |\n| - |\n| c |', '| b |\n| - |\n| c |\n\n^id\n'],
    ['of a quote', '> x ^id\n', '> y', '> y ^id\n'],
    ['of an item', '- a\n- [ ] b ^id\n- c\n', 'y', '- a\n- [ ] y ^id\n- c\n'],
    ['of an item with its own mark', '- a\n- [ ] b ^id\n- c\n', '- [x] y', '- a\n- [x] y ^id\n- c\n'],
    ['of a numbered item', '1. a\n10. b ^id\n', 'y\nz', '1. a\n10. y\n    z ^id\n'],
    ['of an item with nested ones', '- b ^id\n  - n\n', '- y', '- y ^id\n  - n\n'],
    ['of a nested item', '- a\n\t- b ^id\n\t- c\n', '- y', '- a\n\t- y ^id\n\t- c\n'],
    ['of an item in a quote', '> - a ^id\n> - b\n', 'y', '> - y ^id\n> - b\n'],
    ['in CRLF', 'x ^id\r\n', 'y\nz', 'y\r\nz ^id\r\n'],
    ['with dollars', 'x ^id', '$& $1', '$& $1 ^id'],
  ])('%s', (_name, text, content, expected) => {
    expect(edit(text, 'replace', content)).toBe(expected);
  });

  it('and is refused if it is empty or includes the id', () => {
    expect(refusalOf(() => edit('a\n\nx ^id\n', 'replace', ' \n')).code).toBe('invalid_argument');
    expect(refusalOf(() => edit('x ^id\n', 'replace', '```\ny')).code).toBe('invalid_argument');
    expect(refusalOf(() => edit('x ^id\n', 'prepend', '```\ny')).code).toBe('invalid_argument');
  });
});

describe('a missing block that may be made', () => {
  it.each([
    ['', 'y', 'y ^id'],
    ['x\n', 'y', 'x\n\ny ^id\n'],
    ['x', 'y\n', 'x\n\ny ^id'],
    ['x\r\n\r\n', 'y', 'x\r\n\r\ny ^id\r\n\r\n'],
    ['x\n', '```\ny\n```', 'x\n\n```\ny\n```\n\n^id\n'],
    ['---\na: 1\n---\n', 'y', '---\na: 1\n---\ny ^id\n'],
  ])('in %p', (text, content, expected) => {
    expect(edit(text, 'append', content, { createTargetIfMissing: true, target: '^id' })).toBe(expected);
  });

  it('is refused where it cannot be made', () => {
    const refused = (text: string, target: string, content: string): string =>
      refusalOf(() => edit(text, 'append', content, { createTargetIfMissing: true, target })).code;
    expect(refused('x\n', 'two words', 'y')).toBe('invalid_argument');
    expect(refused('x\n', '', 'y')).toBe('invalid_argument');
    expect(refused('x\n', 'id', '')).toBe('invalid_argument');
    expect(refused('```\nx\n', 'id', 'y')).toBe('invalid_argument');
    expect(refused('a ^id\n\nb ^id\n', 'id', 'y')).toBe('target_ambiguous');
    expect(refusalOf(() => edit('x\n', 'append', 'y')).code).toBe('target_not_found');
  });
});

describe('a block edit', () => {
  const line = fc.constantFrom(
    'x',
    'x ^id',
    '- a',
    '- b ^id',
    '  - c ^id',
    '',
    '| a |',
    '| - |',
    '^id',
    '> q ^id',
    '# H',
    '1. n',
  );

  it('leaves every byte around the block, and the block or its id', () => {
    let made = 0;
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('append', 'prepend', 'replace'),
        fc.constantFrom('y', '- y', 'y\n\nz', '> y', '# y', '| y |\n| - |'),
        (lines, newline, operation, content) => {
          const text = lines.join(newline);
          const structure = scanStructure(text);
          if (structure.blockIds.length !== 1) return;
          const block = findBlock(text, structure, 'id');
          const after = editOrNothing(text, operation, content);
          if (after === undefined) return;
          made += 1;
          const now = findBlock(after, scanStructure(after), 'id');
          const lineStart = text.lastIndexOf('\n', block.start - 1) + 1;
          const kept = { append: block.end, prepend: lineStart, replace: block.start }[operation];
          expect(after.startsWith(text.slice(0, kept))).toBe(true);
          expect(after.endsWith(text.slice(operation === 'prepend' ? block.start : block.wholeEnd))).toBe(
            true,
          );
          expect(now.id).toBe(block.id);
          if (operation !== 'replace') {
            // Text behind an item becomes part of it, and rows part of a table.
            const own = after.slice(now.start, now.end);
            const was = text.slice(block.start, block.end);
            const mayGrow = operation === 'append' && ['item', 'table'].includes(block.type);
            expect(mayGrow ? own.slice(0, was.length) : own).toBe(was);
          }
        },
      ),
      { seed: 20_261_121, numRuns: 2_000 },
    );
    expect(made).toBeGreaterThan(500);
  });

  function editOrNothing(
    text: string,
    operation: TargetEdit['operation'],
    content: string,
  ): string | undefined {
    try {
      return edit(text, operation, content);
    } catch (error) {
      if (error instanceof ToolFailure && error.code === 'invalid_argument') return undefined;
      throw error;
    }
  }
});
