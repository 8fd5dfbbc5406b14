import fc from 'fast-check';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { findBlock, type NoteBlock } from '../../../src/markdown/targets/block-target';
import { refusalOf } from './support';
import {
  findHeading,
  type HeadingQuery,
  type NoteSection,
} from '../../../src/markdown/targets/heading-target';
import { ToolFailure } from '../../../src/errors';
import { named } from '../../../src/utils/near';
import { rulesWithoutPlugin } from '../../../src/markdown/tasks/task-rules';
import { countTasks, type Outline, outline } from '../../../src/markdown/targets/outline';

describe('targets of blocks', () => {
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
      [
        'an item with items in it',
        '- a ^id\n  - b\n    - c\n  - d\n- e',
        '- a ^id',
        '\n  - b\n    - c\n  - d',
      ],
      ['an item in an item', '- a\n  - b ^id\n    - c\n  - d\n- e', '- b ^id', '\n    - c'],
      ['an item with several lines', '- a\n  b ^id\n- c', '- a\n  b ^id', ''],
      ['an item with CRLF', '- a\r\n- b ^id\r\n- c\r\n', '- b ^id', ''],
      ['a task', '- [ ] a ^id\n', '- [ ] a ^id', ''],
    ])('is %s', (_name, text, own, rest) => {
      expect(found(text)).toEqual([own, rest]);
    });

    it('is found with or without the caret, in any letter case, with the place of its id', () => {
      const text = 'x\n\nsome ^My-1d\n';
      for (const id of ['My-1d', '^My-1d', '^my-1D', '#^my-1d']) {
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
});

describe('headings', () => {
  function find(text: string, name: string, query?: HeadingQuery): NoteSection {
    return findHeading(text, scanStructure(text), name, query);
  }

  /** The line of the heading, and its section's content. */
  function found(text: string, name: string, query?: HeadingQuery): [number, string] {
    const section = find(text, name, query);
    return [section.startLine, text.slice(section.contentStart, section.contentEnd)];
  }

  const nested = '# Plan\n\n## Tasks\na\n\n## Notes\nb\n# Archive\n## Tasks\nc\n';

  describe('a heading', () => {
    it('is found by its text, with its section to the next heading of its level or above', () => {
      expect(found(nested, 'Plan')).toEqual([1, '\n## Tasks\na\n\n## Notes\nb\n']);
      expect(found(nested, 'Notes')).toEqual([6, 'b\n']);
      expect(found(nested, 'Archive')).toEqual([8, '## Tasks\nc\n']);
    });

    it('is found by the last parts of its path', () => {
      expect(found(nested, 'Plan::Tasks')).toEqual([3, 'a\n\n']);
      expect(found(nested, 'Archive::Tasks')).toEqual([9, 'c\n']);
      expect(found('# A\n## B\n### C\nx', 'B::C')).toEqual([3, 'x']);
      expect(found(nested, 'Archive/Tasks', { delimiter: '/' })).toEqual([9, 'c\n']);
    });

    it('is found with the headings above it as in a link, or as a link shows them', () => {
      for (const name of ['Archive#Tasks', '#Archive#tasks', 'Archive > Tasks', '# Archive > Tasks'])
        expect(found(nested, name)).toEqual([9, 'c\n']);
      const own = '# A\n## C# > D\nx\n# C\n## D\ny\n';
      for (const name of ['C# > D', 'c# > d']) expect(found(own, name)).toEqual([2, 'x\n']);
      expect(found(own, 'C > D')).toEqual([5, 'y\n']);
      expect(refusalOf(() => found(nested, 'Notes#Tasks')).code).toBe('target_not_found');
    });

    it('is found with the # marks before it, which give its level', () => {
      expect(found(nested, '## Notes')).toEqual([6, 'b\n']);
      expect(found(nested, '### notes')).toEqual([6, 'b\n']);
      expect(found(nested, '#Notes')).toEqual([6, 'b\n']);
      expect(found(nested, '###Notes')).toEqual([6, 'b\n']);
      expect(found('# #Notes\n## Notes', '#Notes')[0]).toBe(1);
      expect(refusalOf(() => find('# Log\nx\n## Log\ny', '#Log')).code).toBe('target_ambiguous');
      expect(found(nested, '# Archive::Tasks')).toEqual([9, 'c\n']);
      expect(found('# Log\n### Log\nx\n## Log\ny', '## Log')).toEqual([4, 'y']);
      expect(found('# \\# marked\n# marked', '# marked')[0]).toBe(1);
      expect(refusalOf(() => find(nested, '## Nothing')).code).toBe('target_not_found');
      expect(refusalOf(() => find(nested, '## ')).code).toBe('target_not_found');
    });

    it('returns its lines, level, path and positions', () => {
      const text = '\uFEFF# A\r\n## B ##\r\nx\r\n\r\n# C\r\n';
      expect(find(text, 'B')).toEqual({
        heading: 'B',
        level: 2,
        path: ['A', 'B'],
        headingSpan: { start: 6, end: 13 },
        contentStart: 15,
        contentEnd: 20,
        startLine: 2,
        endLine: 4,
      });
      expect(find('# A', 'A')).toMatchObject({ contentStart: 3, contentEnd: 3, startLine: 1, endLine: 1 });
      expect(find('A\n===\nx', 'A')).toMatchObject({ contentStart: 6, startLine: 1, endLine: 3 });
    });

    it.each([
      ['# See [[Other|that]] *now*', 'See [[Other|that]] *now*'],
      ['# See [[Other|that]] *now*', 'See that now'],
      ['# **Bold** and `code`', 'Bold and code'],
      ['# ~~gone~~ ==marked== __strong__', 'gone marked strong'],
      ['# 2*3*4 snake_case', '234 snake_case'],
      ['# [shown](Note.md) and ![[pic.png]]', 'shown and pic.png'],
      ['# [site](https://example.org/a_(b)) <br>x', 'site x'],
      ['# \\#hash', '#hash'],
      ['# Ends ##', 'Ends'],
      ['# C#', 'C#'],
      ['# 🗓️ Plan', '🗓️ Plan'],
      ['# A::B', 'A::B'],
      ['# x/y', 'x/y'],
      ['# Tasks', ' tasks '],
      ['# ÉTÉ', 'e\u0301te\u0301'],
      ['Under\n-----', 'Under'],
      ['# constructor', 'constructor'],
    ])('%p is found as %p', (text, name) => {
      expect(find(text, name).startLine).toBe(1);
    });

    it('is matched by its source before its displayed text', () => {
      expect(find('# **A**\n# A\n', 'A').startLine).toBe(2);
      expect(find('# a\n# A\n', 'A').startLine).toBe(2);
      expect(find('# **A**\n# a\n', 'A').startLine).toBe(1);
    });

    it.each([
      ['```\n# A\n```'],
      ['```\n# A'],
      ['~~~~\n# A\n~~~\n# A\n'],
      ['    # A'],
      ['%%\n# A\n%%'],
      ['$$\n# A\n$$'],
      ['<!--\n# A\n-->'],
      ['<pre>\n# A\n</pre>'],
      ['> # A'],
      ['> [!note]\n> # A'],
      ['- # A'],
      ['---\n# A\n---\n'],
      ['####### A'],
      ['#A'],
      ['\\# A'],
    ])('is none in %p', text => {
      expect(refusalOf(() => find(text, 'A')).code).toBe('target_not_found');
    });
  });

  describe('a name that fits several headings', () => {
    it('is refused with the path and line of each', () => {
      const { code, details, message } = refusalOf(() => find(nested, 'Tasks'));
      expect(code).toBe('target_ambiguous');
      expect(details.candidates).toEqual(['Plan::Tasks (line 3)', 'Archive::Tasks (line 9)']);
      expect(message).not.toContain('Tasks');
      expect(refusalOf(() => find('# A\n## X\n## X\n', 'A::X')).details.candidates).toEqual([
        'A::X (line 2)',
        'A::X (line 3)',
      ]);
      expect(refusalOf(() => find('# a\n# A\n', ' A')).code).toBe('target_ambiguous');
    });

    it('means the one with the number in `occurrence`', () => {
      expect(find(nested, 'Tasks', { occurrence: 2 }).startLine).toBe(9);
      expect(find('# A\n## X\n## X\n', 'A::X', { occurrence: 1 }).startLine).toBe(2);
      expect(find(nested, 'Notes', { occurrence: 1 }).startLine).toBe(6);
      const refusal = refusalOf(() => find(nested, 'Tasks', { occurrence: 3 }));
      expect(refusal.code).toBe('target_not_found');
      expect(refusal.details.candidates).toHaveLength(2);
    });

    it('means the one with exactly that path, if it is a path', () => {
      const text = '# A\n## B\n# X\n## A\n### B\n';
      expect(find(text, 'A::B').startLine).toBe(2);
      expect(find(text, 'X::A::B').startLine).toBe(5);
      expect(refusalOf(() => find(text, 'A')).code).toBe('target_ambiguous');
    });
  });

  describe('a heading that is not there', () => {
    it('is refused with the paths of those that are, near ones first', () => {
      const { code, details } = refusalOf(() => find(nested, 'Archiv'));
      expect(code).toBe('target_not_found');
      expect(details.candidates).toEqual(['Archive', 'Archive::Tasks', 'Plan', 'Plan::Tasks', 'Plan::Notes']);
    });

    it('is reported with at most fifty headings, and long ones are cut', () => {
      const many = Array.from({ length: 80 }, (_, index) => `# Heading ${index}\n`).join('');
      expect(refusalOf(() => find(many, 'none')).details.candidates).toHaveLength(50);
      const [long] = refusalOf(() => find(`# ${'x'.repeat(10_000)}\n`, 'none')).details.candidates ?? [];
      expect(long).toHaveLength(200);
    });

    it.each([
      ['# A\n', 'B::A'],
      ['# x::A\n', 'A'],
      ['# A\n## B\n', 'A::'],
      ['# A\n', 'A::B'],
    ])('in %p is %p', (text, name) => {
      expect(refusalOf(() => find(text, name)).code).toBe('target_not_found');
    });

    it('needs a name and a delimiter', () => {
      expect(refusalOf(() => find('# A\n', '')).code).toBe('invalid_argument');
      expect(refusalOf(() => find('# A\n', 'A', { delimiter: '' })).code).toBe('invalid_argument');
    });
  });

  describe('sections', () => {
    const line = fc.constantFrom(
      '# A',
      '## B',
      '### A',
      'B',
      '---',
      '===',
      '',
      'x',
      '```',
      '> # A',
      '- y',
      '%%',
    );
    const note = fc
      .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
      .map(([lines, newline, ends]) => lines.join(newline) + (ends ? newline : ''));

    it('are found by path and occurrence, each within the text and around its own heading', () => {
      fc.assert(
        fc.property(note, text => {
          const structure = scanStructure(text);
          const seen = new Map<string, number>();
          for (const heading of structure.headings) {
            const name = text.slice(heading.textStart, heading.textEnd);
            if (name === '') continue;
            const occurrence = (seen.get(name) ?? 0) + 1;
            seen.set(name, occurrence);
            const section = findHeading(text, structure, name, { occurrence });
            expect(section.headingSpan).toEqual({ start: heading.start, end: heading.end });
            expect(section.path.at(-1)).toBe(name);
            expect(section.contentStart).toBeLessThanOrEqual(section.contentEnd);
            const inside = structure.headings.filter(
              ({ start }) => start >= section.contentStart && start < section.contentEnd,
            );
            expect(inside.every(({ level }) => level > heading.level)).toBe(true);
          }
        }),
        { seed: 20_261_121, numRuns: 400 },
      );
    });

    it('cost no more than their note is long', () => {
      const text = `# ${'x'.repeat(300_000)}\n${'## a\n'.repeat(60_000)}`;
      expect(find(text, 'a', { occurrence: 60_000 }).startLine).toBe(60_001);
      expect(refusalOf(() => find(text, 'y::a')).code).toBe('target_not_found');
      const marks = `# ${'*a_[b]('.repeat(40_000)}\n`;
      expect(refusalOf(() => find(marks, 'none')).code).toBe('target_not_found');
    });
  });
});

describe('long names', () => {
  const marked = '*ä_'.repeat(30_000);

  function found(text: string, name: string): string {
    try {
      return findHeading(text, scanStructure(text), name).heading;
    } catch (error) {
      return error instanceof ToolFailure ? error.code : String(error);
    }
  }

  describe('headings much longer than names', () => {
    test('are not found by other names', () => {
      expect(found(`# ${marked}\n\n`.repeat(20), 'ab'.repeat(24_500))).toBe('target_not_found');
    });

    test('are found as they are written', () => {
      expect(found(`# ${marked}\n`, marked)).toBe(marked);
      expect(found(`# A\n\n## ${marked}\n`, `A::${marked}`)).toBe(marked);
    });

    test('of ten thousand units are found as they are shown, in any case', () => {
      const long = 'Ab'.repeat(4990);
      expect(found(`# *${long}*\n`, long.toUpperCase())).toBe(`*${long}*`);
    });

    test('and other names are compared up to 128 units to find near ones', () => {
      const long = `Folder/${'Ä'.repeat(90_000)}`;
      expect(named(long).name).toBe('ä'.repeat(128));
      expect(named(`${'Folder/'.repeat(100)}Note.md`).name).toBe('note');
    });
  });
});

describe('an outline', () => {
  function outlineOf(text: string): Outline {
    const structure = scanStructure(text);
    return outline(text, structure, countTasks(text, structure, rulesWithoutPlugin));
  }

  it('holds headings, blocks, tasks and the number of links', () => {
    const text =
      '---\na: "[[X]]"\n---\n# Top\n\nSee [[A]], [b](B.md) and [c](https://e.org).\n\n## Sub *x*\n' +
      '- [ ] one ^t1\n- [x] two\n- [/] three\n- four\n\n![[pic.png]] ^p\n# Next';
    expect(outlineOf(text)).toEqual({
      headings: [
        { heading: 'Top', level: 1, path: 'Top', startLine: 4, endLine: 14, chars: 124 },
        { heading: 'Sub *x*', level: 2, path: 'Top::Sub *x*', startLine: 8, endLine: 14, chars: 71 },
        { heading: 'Next', level: 1, path: 'Next', startLine: 15, endLine: 15, chars: 6 },
      ],
      blocks: [
        { id: 't1', startLine: 9, endLine: 9 },
        { id: 'p', startLine: 14, endLine: 14 },
      ],
      tasks: { open: 1, done: 1 },
      links: 2,
      embeds: 1,
    });
  });

  it('of an empty note is empty', () => {
    expect(outlineOf('')).toEqual({
      headings: [],
      blocks: [],
      tasks: { open: 0, done: 0 },
      links: 0,
      embeds: 0,
    });
  });
});
