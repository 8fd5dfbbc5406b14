import fc from 'fast-check';
import { ToolFailure } from '../../../../src/errors';
import { editBlock } from '../../../../src/markdown/edits/sections/block-edit';
import type { TargetEdit } from '../../../../src/markdown/edits/sections/given-text';
import { scanStructure } from '../../../../src/markdown/structure/scan-structure';
import { textWith } from '../../../support/matchers';
import { findBlock } from '../../../../src/markdown/targets/block-target';
import { refusalOf } from '../../targets/support';
import { editSection } from '../../../../src/markdown/edits/sections/section-edit';
import { findHeading } from '../../../../src/markdown/targets/heading-target';

describe('edits of blocks', () => {
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
      [
        'a nested item, with its margin',
        '- a\n  - b ^id\n  - c\n',
        '  - y',
        '- a\n  - b ^id\n  - y\n  - c\n',
      ],
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
      ['the first one, with its own mark', '\uFEFFx ^id\n', '\uFEFFy', '\uFEFFy\n\nx ^id\n'],
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
      ['below a new table without rows', 'x ^id\n', '| b |\n| - |', '| b |\n| - |\n\n^id\n'],
      ['of a quote', '> x ^id\n', '> y', '> y ^id\n'],
      ['of an item', '- a\n- [ ] b ^id\n- c\n', 'y', '- a\n- [ ] y ^id\n- c\n'],
      ['of an item with its own mark', '- a\n- [ ] b ^id\n- c\n', '- [x] y', '- a\n- [x] y ^id\n- c\n'],
      ['of a numbered item', '1. a\n10. b ^id\n', 'y\nz', '1. a\n10. y\n    z ^id\n'],
      ['of an item with nested ones', '- b ^id\n  - n\n', '- y', '- y ^id\n  - n\n'],
      ['of a nested item', '- a\n\t- b ^id\n\t- c\n', '- y', '- a\n\t- y ^id\n\t- c\n'],
      ['of an item in a quote', '> - a ^id\n> - b\n', 'y', '> - y ^id\n> - b\n'],
      ['of an item, below a table', '- a ^id\n- b\n', '| y |\n| - |', '- | y |\n  | - |\n\n  ^id\n- b\n'],
      [
        'of an item in a quote, below a table',
        '> - a ^id\n',
        '| y |\n| - |',
        '> - | y |\n>   | - |\n>\n>   ^id\n',
      ],
      ['of an item, not of one nested in it', '- a ^id\n- b\n', '- y\n  - z', '- y ^id\n  - z\n- b\n'],
      ['of an item, not of the next', '- a\n  - b ^id\n- c\n', '- y\n- z', '- a\n  - y ^id\n  - z\n- c\n'],
      ['of an item whose text goes on', '- a ^id\n  - n\n', 'y\nz\n\n- w', '- y\n  z ^id\n\n  - w\n  - n\n'],
      ['of an item, given with it', '> - a ^id\n', '- y ^id\n  - z', '> - y ^id\n>   - z\n'],
      [
        'of an item, below its code',
        '- a ^id\n',
        '- ```\n  y\n  ```\n- z',
        '- ```\n  y\n  ```\n\n  ^id\n- z\n',
      ],
      ['of the first item with text', '- a ^id\n', '-\n  - z', '-\n  - z ^id\n'],
      ['below a new list of several items', 'x ^id\n', '- y\n  - z', '- y\n  - z\n\n^id\n'],
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
      for (const text of ['x\n', 'x ^other\n'])
        expect(refusalOf(() => edit(text, 'append', 'y'))).toMatchObject({
          code: 'target_not_found',
          hint: textWith('createTargetIfMissing'),
        });
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
});

describe('edits of sections', () => {
  type Options = Partial<Omit<TargetEdit, 'operation' | 'content'>>;

  function edit(
    text: string,
    operation: TargetEdit['operation'],
    content: string,
    options: Options = {},
  ): string {
    return editSection(text, scanStructure(text), { target: 'A', operation, content, ...options });
  }

  describe('text appended to a section', () => {
    it.each([
      ['# A\nx\n\n# B\n', 'y', '# A\nx\ny\n\n# B\n'],
      ['# A\nx\n\n\n# B\n', 'y\n', '# A\nx\ny\n\n\n# B\n'],
      ['# A\n# B\n', 'y', '# A\ny\n# B\n'],
      ['# A\n\n# B\n', 'y', '# A\ny\n\n# B\n'],
      ['# A\nx', 'y', '# A\nx\ny'],
      ['# A\nx\n', 'y', '# A\nx\ny\n'],
      ['# A', 'y', '# A\ny'],
      ['# A\nx\n \t\n', 'y', '# A\nx\ny\n \t\n'],
      ['# A\n## S\nx\n\n# B', 'y', '# A\n## S\nx\ny\n\n# B'],
      ['# A\n- a\n- b\n\n# B', '- c', '# A\n- a\n- b\n- c\n\n# B'],
      ['A\n===\nx\n\nB\n===\n', 'y', 'A\n===\nx\ny\n\nB\n===\n'],
      ['# A\r\nx\r\n\r\n# B\r\n', 'y\nz', '# A\r\nx\r\ny\r\nz\r\n\r\n# B\r\n'],
      ['\uFEFF# A\n', 'y', '\uFEFF# A\ny\n'],
      ['\uFEFF# A\n', '\uFEFFy', '\uFEFF# A\ny\n'],
      ['# A\n```\n# B\n```\n', 'y', '# A\n```\n# B\n```\ny\n'],
      ['# A\nx\n', '', '# A\nx\n'],
      ['# A\nx\n', "$& $' $` $$ $1 $<n> \\n \u2028", "# A\nx\n$& $' $` $$ $1 $<n> \\n \u2028\n"],
    ])('%p gets %p', (text, content, expected) => {
      expect(edit(text, 'append', content)).toBe(expected);
    });

    it('is separated from a heading that it would join', () => {
      expect(edit('# A\nB\n===\n', 'append', 'y')).toBe('# A\ny\n\nB\n===\n');
      expect(edit('# A\n# B | c\n', 'append', '| a | b |\n| - | - |')).toBe(
        '# A\n| a | b |\n| - | - |\n\n# B | c\n',
      );
    });
  });

  describe('text put at the start of a section', () => {
    it.each([
      ['# A\n\nx\n', 'y', '# A\ny\n\nx\n'],
      ['# A\nx\n', 'y\n\n', '# A\ny\n\nx\n'],
      ['# A', 'y', '# A\ny'],
      ['A\n---\nx', 'y', 'A\n---\ny\nx'],
      ['# A ##\r\nx\r\n', 'y', '# A ##\r\ny\r\nx\r\n'],
      ['# A\n```\nx', 'y', '# A\ny\n```\nx'],
    ])('%p gets %p', (text, content, expected) => {
      expect(edit(text, 'prepend', content)).toBe(expected);
    });
  });

  describe("text in place of a section's", () => {
    it.each([
      ['# A\n\nx\n\n# B\n', 'y', '# A\n\ny\n\n# B\n'],
      ['# A\n\nx\n\n# B\n', 'y\n', '# A\n\ny\n\n# B\n'],
      ['# A\n\nx\n\n# B\n', '\ny\n\n', '# A\n\ny\n\n# B\n'],
      ['# A\n\nx\n\n# B\n', '\n\ny\n\n\n', '# A\n\n\ny\n\n\n# B\n'],
      ['# A\nx\n## S\nz\n# B\n', 'y', '# A\ny\n# B\n'],
      ['# A\nx', 'y', '# A\ny'],
      ['# A\nx\n', 'y', '# A\ny\n'],
      ['# A\n# B', 'y', '# A\ny\n# B'],
      ['# A\n\nx\n\n# B\n', '', '# A\n\n# B\n'],
      ['# A\nx\n# B\n', '', '# A\n# B\n'],
      ['# A\r\n\r\nx\r\n\r\n# B', 'y\nz\n', '# A\r\n\r\ny\r\nz\r\n\r\n# B'],
    ])('%p gets %p', (text, content, expected) => {
      expect(edit(text, 'replace', content)).toBe(expected);
    });
  });

  describe('a text that begins with the heading of its section', () => {
    it.each([
      ['replace', '# T\n## A\n\nx\n\n## B\n', '## A\n\ny\n', '# T\n## A\n\ny\n\n## B\n'],
      ['replace', '## A ##\r\nx\r\n', '\n## A\ny', '## A ##\r\ny\r\n'],
      ['replace', '# A\nx\n', '# A', '# A\n'],
      ['replace', '# A\nx\n', '## A\ny', '# A\n## A\ny\n'],
      ['replace', '# T\n### A\nx\n', '## A\ny', '# T\n### A\ny\n'],
      ['append', '# T\n### A\nx\n', '# A\ny', '# T\n### A\nx\ny\n'],
      ['replace', '# A\nx\n', '    # A\n    y', '# A\n    # A\n    y\n'],
      ['append', '# A\nx\n', '# A\ny', '# A\nx\ny\n'],
      ['prepend', '# A\nx\n', '# A\ny', '# A\ny\nx\n'],
    ] as const)('on %s, %p gets %p without it', (operation, text, content, expected) => {
      expect(edit(text, operation, content, { createTargetIfMissing: false })).toBe(expected);
    });

    it('keeps all of its lines in a merge', () => {
      expect(edit('# A\nx\n', 'append', '# A\ny')).toBe('# A\nx\n# A\ny\n');
    });
  });

  describe('a section whose white space is trimmed', () => {
    it.each([
      ['append', '# A\n\nx\n\n\n# B\n', '# A\nx\ny\n# B\n'],
      ['prepend', '# A\n\nx\n\n\n# B\n', '# A\ny\nx\n# B\n'],
      ['replace', '# A\n\nx\n\n\n# B\n', '# A\ny\n# B\n'],
      ['append', '# A\n\n  x\n\nB\n===\n', '# A\n  x\ny\n\nB\n===\n'],
      ['append', '# A\n\n\n', '# A\ny\n'],
      ['append', '# A\n\nx\n--- \n  \n', '# A\nx\n--- \ny\n'],
      ['prepend', '# A\r\n\r\nx  \r\n \r\n# B\r\n', '# A\r\ny\r\nx  \r\n# B\r\n'],
    ] as const)('on %s, %p', (operation, text, expected) => {
      expect(edit(text, operation, 'y', { trimTargetWhitespace: true })).toBe(expected);
    });
  });

  describe('a missing section that may be made', () => {
    const create = (text: string, target: string, content = 'y', options: Options = {}): string =>
      edit(text, 'append', content, { target, createTargetIfMissing: true, ...options });

    it.each([
      ['', 'N', '# N\ny'],
      ['x\n', 'N', 'x\n\n# N\ny\n'],
      ['x', 'N', 'x\n\n# N\ny'],
      ['---\na: 1\n---\n', 'N', '---\na: 1\n---\n# N\ny\n'],
      ['## A\nx\n', 'N', '## A\nx\n\n## N\ny\n'],
      ['# A\nx\n\n# B\nz\n', 'A::N', '# A\nx\n\n## N\ny\n\n# B\nz\n'],
      ['# A\nx\n\n# B\nz\n', 'A::N::M', '# A\nx\n\n## N\n### M\ny\n\n# B\nz\n'],
      ['# A\n## S\nx\n# B\n', 'A#S', '# A\n## S\nx\ny\n# B\n'],
      ['# A\n## S\nx\n# B\n', 'A > S', '# A\n## S\nx\ny\n# B\n'],
      ['# A\n## S\nx\n# B\n', 'A::S::N', '# A\n## S\nx\n\n### N\ny\n# B\n'],
      ['# A\n## S\nx\n# B\n', 'A > S > N', '# A\n## S\nx\n\n### N\ny\n# B\n'],
      ['# A\nx\n# B\n', 'A#N', '# A\nx\n\n## N\ny\n# B\n'],
      ['# A\n', 'A #1', '# A\n\n# A #1\ny\n'],
      ['# A\n', 'N > 1', '# A\n\n# N > 1\ny\n'],
      ['# A\n', 'N::M', '# A\n\n# N\n## M\ny\n'],
      ['# A\r\nx\r\n', 'A::N', '# A\r\nx\r\n\r\n## N\r\ny\r\n'],
      ['# A\n', '**bold** [[x]] 🗓️', '# A\n\n# **bold** [[x]] 🗓️\ny\n'],
    ])('in %p as %p', (text, heading, expected) => {
      expect(create(text, heading)).toBe(expected);
    });

    it.each([
      ['# T\n## A\nx\n', 'N', 'y', '# T\n## A\nx\n\n## N\ny\n'],
      ['# T\n### A\n## B\n', 'N::M', 'y', '# T\n### A\n## B\n\n## N\n### M\ny\n'],
      ['# T\n## A\n# U\n', 'N', 'y', '# T\n## A\n# U\n\n# N\ny\n'],
      ['## A\n# T\n', 'N', 'y', '## A\n# T\n\n# N\ny\n'],
      ['# T\nx\n', '## N', 'y', '# T\nx\n\n## N\ny\n'],
      ['', '### N ###', 'y', '### N\ny'],
      ['# T\n', 'T::### N', 'y', '# T\n### N\ny\n'],
      ['# T\n', '## N::M', 'y', '# T\n\n## N\n### M\ny\n'],
      ['# T\n', 'N', '## N\n- y\n', '# T\n\n## N\n- y\n'],
      ['# T\r\n', '## N', '\n# N #\ny', '# T\r\n\r\n## N\r\ny\r\n'],
      ['# T\n', 'T::N', '## N', '# T\n## N\n'],
      ['# T\n## A\n', 'N', '## Other\ny', '# T\n## A\n\n## N\n## Other\ny\n'],
    ])('in %p as %p with %p has the level of the sections, or that it is given with', (...args) => {
      const [text, heading, content, expected] = args;
      expect(create(text, heading, content)).toBe(expected);
    });

    it('is refused at a level that is not below its parent', () => {
      expect(refusalOf(() => create('## A\n', 'A::## N')).code).toBe('invalid_argument');
    });

    it('is the one that is there, if it is there', () => {
      expect(create('# A\nx\n', 'A')).toBe('# A\nx\ny\n');
      expect(create('# A\nx\n', 'a')).toBe('# A\nx\ny\n');
      expect(create('# A, what?\n', 'A what')).toBe('# A, what?\ny\n');
      expect(create('# A, what?\n', 'A what::N')).toBe('# A, what?\n## N\ny\n');
      expect(refusalOf(() => create('# A\n# A\n', 'A')).code).toBe('target_ambiguous');
      expect(refusalOf(() => create('# A\n# A\n', 'A::B')).code).toBe('target_ambiguous');
      expect(refusalOf(() => create('# A\n', 'B', 'y', { occurrence: 2 })).code).toBe('target_not_found');
    });

    it('is refused where no heading can be made', () => {
      for (const heading of ['a\nb', '## a\nb', 'a ##', 'A::', '::A', ' ', 'a\r\nb']) {
        expect([heading, refusalOf(() => create('# X\n', heading)).code]).toEqual([
          heading,
          'invalid_argument',
        ]);
      }
      expect(refusalOf(() => create('###### A\n', 'A::B')).code).toBe('invalid_argument');
      expect(refusalOf(() => create('# A\n', 'B\ud800')).code).toBe('invalid_argument');
      expect(refusalOf(() => create('# A\n```\n', 'B')).code).toBe('invalid_argument');
    });

    it('is given with the delimiter of the note’s paths', () => {
      expect(create('# A\n', 'A/N', 'y', { targetDelimiter: '/' })).toBe('# A\n## N\ny\n');
    });
  });

  describe('a section edit', () => {
    it('is refused without its target, or with two', () => {
      expect(refusalOf(() => edit('# B\n', 'append', 'y')).code).toBe('target_not_found');
      expect(refusalOf(() => edit('# A\n# A\n', 'append', 'y')).code).toBe('target_ambiguous');
      expect(edit('# A\n# A\n', 'append', 'y', { occurrence: 2 })).toBe('# A\n# A\ny\n');
    });

    it.each(['```\nx', '~~~~\nx\n~~~', '%%\nx', '$$\nx', '<!--\nx', '    x\n```', '<pre>\nx'])(
      'is refused where %p is never closed',
      open => {
        const text = `# A\n${open}\n# B\n`;
        for (const operation of ['append', 'replace'] as const) {
          const { code, message } = refusalOf(() => edit(text, operation, 'y'));
          expect([code, message.includes('line')]).toEqual(['invalid_argument', true]);
        }
        expect(refusalOf(() => edit(`# A\n${open}`, 'append', 'y')).code).toBe('invalid_argument');
        expect(edit(`# A\nx\n# C\n${open}`, 'append', 'y')).toBe(`# A\nx\ny\n# C\n${open}`);
        for (const operation of ['append', 'prepend', 'replace'] as const)
          for (const above of ['# A\n', '# A\nx\n\n'])
            expect(refusalOf(() => edit(`${above}# B\nx\n`, operation, open)).code).toBe('invalid_argument');
      },
    );

    it.each(['```\nx\n```', '```\nx\n`````  ', '%%\nx\n%%', '%% x %%', '$$\nx\n$$', '$$x$$', '<!-- x -->'])(
      'is made where %p is closed',
      closed => {
        expect(edit(`# A\n${closed}\n`, 'append', 'y')).toBe(`# A\n${closed}\ny\n`);
      },
    );

    const line = fc.constantFrom(
      '# A',
      '## B',
      '# C',
      'B',
      '===',
      '',
      ' ',
      'x',
      '- y',
      '```',
      '> # A',
      'é𝒳',
      '| a |',
    );
    const note = fc
      .tuple(
        fc.constantFrom('', '\uFEFF', '---\na: 1\n---\n'),
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 14 }),
        fc.constantFrom('', 'end'),
      )
      .map(([head, lines, tail]) => head + lines.flat().join('') + tail);

    it('leaves every byte outside the section, and what is written back as read', () => {
      fc.assert(
        fc.property(
          note,
          fc.constantFrom('append', 'prepend', 'replace'),
          fc.array(line, { maxLength: 3 }).map(lines => lines.join('\n')),
          (text, operation, content) => {
            const structure = scanStructure(text);
            structure.headings.forEach((heading, index) => {
              const name = text.slice(heading.textStart, heading.textEnd);
              if (name === '') return;
              const occurrence = structure.headings
                .slice(0, index + 1)
                .filter(({ textStart, textEnd }) => text.slice(textStart, textEnd) === name).length;
              const section = findHeading(text, structure, name, { occurrence });
              const within = text.slice(section.contentStart, section.contentEnd);
              const again = editOrNothing(text, {
                operation: 'replace',
                target: name,
                occurrence,
                content: within,
              });
              if (again !== undefined) {
                expect(again).toBe(text);
              }
              const after = editOrNothing(text, { operation, target: name, occurrence, content });
              if (after === undefined) return;
              expect(after.startsWith(text.slice(0, section.headingSpan.end))).toBe(true);
              expect(after.endsWith(text.slice(section.contentEnd))).toBe(true);
              if (operation === 'replace') return;
              const lengths = after.length - text.length;
              expect(lengths).toBeGreaterThanOrEqual(content === '' ? 0 : content.length);
            });
          },
        ),
        { seed: 20_261_121, numRuns: 500 },
      );
    });

    function editOrNothing(text: string, wanted: TargetEdit): string | undefined {
      try {
        return editSection(text, scanStructure(text), wanted);
      } catch {
        return undefined;
      }
    }
  });

  describe('a heading given with marks in its path', () => {
    it.each(['A::### S', '# A::### S', '## S', '# A::S'])('is created once by %j', target => {
      const create = (text: string, content: string): string =>
        edit(text, 'append', content, { target, createTargetIfMissing: true });
      const once = create('# A\n', 'one');
      expect(create(once, 'two')).toBe(`${once}two\n`);
    });
  });
});
