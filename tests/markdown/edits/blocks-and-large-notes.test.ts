import { mergedNote } from '../../../src/markdown/edits/merge/merged-note';
import type { TargetEdit } from '../../../src/markdown/edits/sections/given-text';
import { editTags, renameTag } from '../../../src/markdown/edits/tags/tag-edit';
import { linesWithText } from '../../../src/markdown/edits/sections/given-text';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { requireProperties } from '../../../src/vault/writing/notes/note-editor';
import { editBlock } from '../../../src/markdown/edits/sections/block-edit';
import { editSection } from '../../../src/markdown/edits/sections/section-edit';
import { placeText } from '../../../src/markdown/edits/sections/text-place';
import { refusalOf } from '../targets/support';

describe('large notes', () => {
  test('blank lines at both ends are left out', () => {
    const blank = '\n'.repeat(500_000);
    expect(linesWithText(`${blank}a\n${blank}`, 0, 2 * blank.length + 2)).toEqual({
      start: blank.length,
      end: blank.length + 2,
    });
  });

  test('more properties than a note can have are refused before any is looked at', () => {
    const set = Object.fromEntries(Array.from({ length: 10_001 }, (_item, index) => [`k${index}`, index]));
    expect(() => requireProperties({ set, replace: false })).toThrow('10000');
  });

  test('tags of a note that has very many are renamed and taken out', () => {
    const text = '#old '.repeat(90_000);
    const structure = scanStructure(text);
    expect(renameTag(text, structure, 'old', 'new')).toBe('#new '.repeat(90_000));
    const taken = editTags(text, structure, { remove: ['old'], location: 'both' });
    expect(taken.text).not.toContain('#old');
  });
});

/** Text that is put beside other text stays a block of its own, and takes nothing from its neighbours. */
describe('blocks of its own', () => {
  const append = (text: string, content: string): string => placeText(text, 'append', content);
  const prepend = (text: string, content: string): string => placeText(text, 'prepend', content);

  /** Each appended to a note, and below a heading. */
  const appended: readonly (readonly [string, string, string, string])[] = [
    ['a line under a paragraph', 'Some text\n', '---\nNext entry', 'Some text\n\n---\nNext entry\n'],
    ['an underline of equal signs', 'Some text\n', '===\nNext', 'Some text\n\n===\nNext\n'],
    ['a paragraph below a table', '| a |\n| - |\n| 1 |\n', 'New.', '| a |\n| - |\n| 1 |\n\nNew.\n'],
    ['a paragraph below an empty task', '- [ ] \n', 'New.', '- [ ] \n\nNew.\n'],
    ['a task below an empty task', '- [ ] \n', '- [ ] x', '- [ ] \n- [ ] x\n'],
    ['a row below a table', '| a |\n| - |\n| 1 |\n', '| 2 |\n| 3 |', '| a |\n| - |\n| 1 |\n| 2 |\n| 3 |\n'],
    ['a table below a table', '| a |\n| - |\n', '| b |\n| - |', '| a |\n| - |\n\n| b |\n| - |\n'],
    ['a paragraph below an item', '- a\n  - b ^nb\n', 'New.', '- a\n  - b ^nb\n\nNew.\n'],
    ['an item below an item', '- a\n  - b ^nb\n', '- c', '- a\n  - b ^nb\n- c\n'],
    ['a nested item', '- a\n', '  - c', '- a\n  - c\n'],
    ['a task below a numbered item', '1. a\n', '- [ ] c', '1. a\n- [ ] c\n'],
    ['a paragraph below a quote', '> a\n', 'New.', '> a\n\nNew.\n'],
    ['a quote below a quote', '> a\n', '> b', '> a\n> b\n'],
    ['a callout below a quote', '> a\n', '> [!note] b', '> a\n\n> [!note] b\n'],
    ['a paragraph below a callout', '> [!tip] a\n> b\n', 'New.', '> [!tip] a\n> b\n\nNew.\n'],
    ['a paragraph below a paragraph', 'a\n', 'b', 'a\nb\n'],
    ['a paragraph below one with an id', 'a ^x\n', 'b', 'a ^x\n\nb\n'],
    ['a paragraph below an id of its own', '| a |\n| - |\n\n^x\n', 'b', '| a |\n| - |\n\n^x\n\nb\n'],
    ['a table below a paragraph', 'a\n', '| h |\n| - |\n| 1 |', 'a\n\n| h |\n| - |\n| 1 |\n'],
    ['a heading below a paragraph', 'a\n', '## b', 'a\n## b\n'],
    ['indented code below a paragraph', 'a\n', '    code', 'a\n\n    code\n'],
    ['text below HTML', '<div>\nx\n', 'b', '<div>\nx\n\nb\n'],
    ['text below HTML and a line of spaces', '<div>\nx\n  \n', 'b', '<div>\nx\n  \n\nb\n'],
    ['text below a footnote', '[^1]: a\n', 'b', '[^1]: a\n\nb\n'],
    ['text below closed code', '```\na\n```\n', 'b', '```\na\n```\nb\n'],
    ['text below code that an item leaves open', '- a\n  ```\n  b\n', 'c', '- a\n  ```\n  b\n\nc\n'],
    ['text that brings its empty line', '- a\n', '\nb', '- a\n\nb\n'],
    ['text below an empty line', '- a\n\n', 'b', '- a\n\nb\n'],
    ['with the line breaks of the note', '- a\r\n', 'b', '- a\r\n\r\nb\r\n'],
  ];

  describe('appended is', () => {
    test.each(appended)('%s', (_name, text, content, expected) => {
      expect(append(text, content)).toBe(expected);
    });

    // A section ends with its last line of text, and the note's line breaks are those of its majority.
    const below = appended.filter(([, text]) => !/\n *\n$/u.test(text) && !text.includes('\r'));
    test.each(below)('%s, below a heading', (_name, text, content, expected) => {
      const note = `# H\n${text}\n# I\nz\n`;
      const edit = { operation: 'append', target: 'H', content } as const;
      expect(editSection(note, scanStructure(note), edit)).toBe(`# H\n${expected}\n# I\nz\n`);
    });

    test.each([
      ...['```\nopen\n', '~~~~\nopen\n~~~\n', '$$\nx\n', '%% a\n', '<!-- a\n'],
      ...[
        '<pre>\nx\n\ny\n',
        '<script>\nx',
        '<STYLE media="print">\nx</ style>\n',
        '<?php\nx\n',
        '<![CDATA[\nx\n',
      ],
    ])('refused where %j is left open', text => {
      const refusal = refusalOf(() => append(`a\n\n${text}`, 'New.'));
      expect([refusal.code, /line 3\b/u.test(refusal.message)]).toEqual(['invalid_argument', true]);
      const note = `# H\n${text}`;
      const edit = { operation: 'append', target: 'H', content: 'New.' } as const;
      expect(refusalOf(() => editSection(note, scanStructure(note), edit)).code).toBe('invalid_argument');
    });
  });

  test.each(['> q', '- q', '| q |\n| - |'])(
    '%j in a section leaves an underlined heading below alone',
    content => {
      const note = '## A\nB\n---\nx\n';
      for (const operation of ['append', 'prepend', 'replace'] as const)
        expect(editSection(note, scanStructure(note), { operation, target: 'A', content })).toBe(
          `## A\n${content}\n\nB\n---\nx\n`,
        );
    },
  );

  test.each(['\n', '\r\n'])('HTML above a line of spaces takes no heading below it, with %j', newline => {
    const note = ['# A', '\t', '# B', '  ', '- [ ] x ^id', ''].join(newline);
    for (const operation of ['append', 'prepend', 'replace'] as const)
      expect(
        editSection(note, scanStructure(note), { operation, target: 'A', content: '<div>y</div>' }),
      ).toBe(['# A', '<div>y</div>', '', '\t', '# B', '  ', '- [ ] x ^id', ''].join(newline));
    const body = `  ${newline}# B${newline}`;
    for (const content of ['<p>y', '<p>y\n', '<p>y\n \n'])
      expect(scanStructure(prepend(body, content)).headings).toHaveLength(1);
    expect(prepend(body, '<p>y')).toBe(`<p>y${newline}${newline}${body}`);
    expect(prepend(body, 'y')).toBe(`y${newline}${body}`);
  });

  /** Only HTML goes on below a line of spaces. */
  test.each(['\n', '\r\n'])('a line of spaces is gap enough below anything but HTML, with %j', newline => {
    const withBreaks = (text: string): string => text.split('\n').join(newline);
    for (const [content, below] of [
      ['- x\n \n', 'y\n'],
      ['x\n\t\n', 'T\n===\n'],
      ['<p>x</p>\n\n  \n', 'y\n'],
      ['| a |\n| - |', '  \ny\n'],
      ['- x', '  \nT\n===\n'],
    ] as const) {
      const made = withBreaks(content.endsWith('\n') ? content : `${content}\n`) + withBreaks(below);
      expect(prepend(withBreaks(below), content)).toBe(made);
      if (!below.endsWith('===\n')) continue;
      const note = withBreaks(`# A\n${below}`);
      for (const target of ['A', 'A::N']) {
        const edit = { operation: 'append', target, content, createTargetIfMissing: true } as const;
        const above = withBreaks(target === 'A' ? '# A\n' : '# A\n## N\n');
        expect(editSection(note, scanStructure(note), edit)).toBe(above + made);
      }
    }
    const [into, data] = ['x\n \n', '%% kanban:settings\n```\n{}\n```\n%%'].map(withBreaks);
    expect(append(`${data}`, `${into}`)).toBe(`${into}${data}`);
    expect(mergedNote({ into: `${into}`, from: 'y' }, { properties: 'keep' }).text).toBe(
      withBreaks('x\n \ny\n'),
    );
  });

  test.each([
    ['---\n\n# A\nx\n', '---'],
    ['\uFEFF---\nk: 1\n# A\n', 'x\n\n---\ny'],
  ])('a rule added to %j turns nothing into properties', (note, content) => {
    const edit = { operation: 'append', target: 'A', content } as const;
    expect(refusalOf(() => append(note, content)).code).toBe('invalid_argument');
    expect(refusalOf(() => editSection(note, scanStructure(note), edit)).code).toBe('invalid_argument');
    expect(refusalOf(() => prepend(`${content}\n`, note)).code).toBe('invalid_argument');
    expect(append(`\n${note}`, content)).toContain(`\n${note}`);
  });

  test.each([
    ['<div>y</div>', '# B\n', '<div>y</div>\n\n'],
    ['<div>y</div>', '  \n# B\n', '<div>y</div>\n\n'],
    ['y', 'B\n===\n', 'y\n\n'],
    ['^y', 'B\n===\n', '^y\n\n'],
    ['- y', 'B\n===\n', '- y\n\n'],
    ['y', '# B\n', 'y\n'],
  ])('a new heading with %j leaves %j below it alone', (content, below, made) => {
    const text = `# A\n${below}`;
    const create = (given: string): string =>
      editSection(text, scanStructure(text), {
        operation: 'append',
        target: 'A::N',
        content: given,
        createTargetIfMissing: true,
      });
    expect(create(content)).toBe(`# A\n## N\n${made}${below}`);
    expect(refusalOf(() => create('```')).code).toBe('invalid_argument');
  });

  test('a text whose properties are its own is added to an empty note', () => {
    const content = '---\nk: 1\n---\nx';
    expect([append('', content), append('\uFEFF', content)]).toEqual([content, `\uFEFF${content}`]);
    expect(prepend('y\n', content)).toBe(`${content}\ny\n`);
  });

  test('a table appended to one with an id is no row of it', () => {
    const note = '| a |\n| - |\n| 1 |\n\n^t\n';
    const content = '| b |\n| - |\n| 2 |';
    const edited = editBlock(note, scanStructure(note), { operation: 'append', target: 't', content });
    expect(scanStructure(edited).sections.filter(({ type }) => type === 'table')).toHaveLength(2);
  });

  describe('prepended is', () => {
    test.each([
      ['an item above a paragraph', 'a\n', '- b', '- b\n\na\n'],
      ['an item with a gap above a paragraph', 'a\n', '- b\n\n', '- b\n\na\n'],
      ['an item above an item', '- a\n', '- b', '- b\n- a\n'],
      ['a paragraph above a line', '---x\n', 'b', 'b\n---x\n'],
      ['a paragraph above an underline', '===\n', 'b', 'b\n\n===\n'],
      ['a paragraph above a table', '| a |\n| - |\n', 'b', 'b\n\n| a |\n| - |\n'],
      ['a row above a table', '| a |\n| - |\n', '| b |', '| b |\n\n| a |\n| - |\n'],
      ['a table above a table', '| a |\n| - |\n', '| b |\n| - |', '| b |\n| - |\n\n| a |\n| - |\n'],
      ['a quote above a paragraph', 'a\n', '> b', '> b\n\na\n'],
      ['a quote above an underlined heading', 'a\n---\n', '> b', '> b\n\na\n---\n'],
      ['an item above an underlined heading', 'a\n===\n', '- b', '- b\n\na\n===\n'],
      ['a quote above a callout', '> [!tip] a\n', '> b', '> b\n\n> [!tip] a\n'],
      ['a paragraph above a paragraph', 'a\n', 'b', 'b\na\n'],
      ['a paragraph with an id', 'a\n', 'b ^x', 'b ^x\n\na\n'],
      ['below the properties', '---\nx: 1\n---\na\n', '- b', '---\nx: 1\n---\n- b\n\na\n'],
    ])('%s', (_name, text, content, expected) => {
      expect(prepend(text, content)).toBe(expected);
    });

    test.each([
      ['an item above a list', '\n- [ ] A\n', '- [ ] B', '\n- [ ] B\n- [ ] A\n'],
      ['several items with text above them', '\n\n- a\n', 'x\n\n- b\n  - c\n', '\n\nx\n\n- b\n  - c\n- a\n'],
      ['a quote above a quote', '\n> a\n', '> b', '\n> b\n> a\n'],
      ['a number above a list of dashes', '\n- a\n', '1. b', '1. b\n\n- a\n'],
      ['a callout above a quote', '\n> a\n', '> [!tip] b', '> [!tip] b\n\n> a\n'],
      ['a line above a paragraph', '\na\n', 'b', 'b\n\na\n'],
      ['an item above a paragraph', '\na\n- c\n', '- b', '- b\n\na\n- c\n'],
    ])('%s, below the empty lines where it joins what is there', (_name, text, content, expected) => {
      for (const newline of ['\n', '\r\n']) {
        const written = (part: string): string => part.replaceAll('\n', () => newline);
        const note = written(`---\nx: 1\n---\n${text}`);
        expect(prepend(note, content)).toBe(written(`---\nx: 1\n---\n${expected}`));
        const section = written(`# H\n${text}\n# I\n`);
        const edit = { operation: 'prepend', target: 'H', content } as const;
        expect(editSection(section, scanStructure(section), edit)).toBe(written(`# H\n${expected}\n# I\n`));
      }
    });

    test('refused if it would take in the text below', () => {
      for (const content of ['```\nopen', '%% open', '$$\nx'])
        expect(refusalOf(() => prepend('a\n', content)).code).toBe('invalid_argument');
      expect(prepend('', '```\nopen')).toBe('```\nopen');
      expect(refusalOf(() => prepend('a\n\n---\nb\n', '---\nrule')).code).toBe('invalid_argument');
      expect(prepend('a\n\n---\nb\n', '\n---\nrule')).toBe('\n---\nrule\na\n\n---\nb\n');
      expect(prepend('a\n\n---\nb\n', '---\nx: 1\n---')).toBe('---\nx: 1\n---\na\n\n---\nb\n');
    });
  });

  describe('beside a block', () => {
    const edit = (text: string, operation: 'append' | 'prepend', target: string, content: string): string =>
      editBlock(text, scanStructure(text), { operation, target, content });
    const numbered = '1. one ^n1\n2. two ^n2\n3. three ^n3\n';

    test.each([
      ['text to an item', numbered, 'n1', 'added', '1. one ^n1\n\n   added\n2. two ^n2\n3. three ^n3\n'],
      ['an item to an item', numbered, 'n1', '2. added', '1. one ^n1\n2. added\n2. two ^n2\n3. three ^n3\n'],
      [
        'text to an item with nested ones',
        '- p ^p1\n  - q ^q1\n- r\n',
        'p1',
        'added',
        '- p ^p1\n  - q ^q1\n\n  added\n- r\n',
      ],
      [
        'text to a nested item',
        '- p ^p1\n  - q ^q1\n- r ^r\n',
        'q1',
        'added',
        '- p ^p1\n  - q ^q1\n\n    added\n- r ^r\n',
      ],
      [
        'text to a task',
        '- [ ] a ^t\n- [x] b ^u\n',
        't',
        'more\nlines',
        '- [ ] a ^t\n\n  more\n  lines\n- [x] b ^u\n',
      ],
      [
        'text to an item in a callout',
        '> [!todo] x\n> - a ^a\n> - b ^b\n',
        'a',
        'added',
        '> [!todo] x\n> - a ^a\n>\n>   added\n> - b ^b\n',
      ],
      [
        'an item to the last item in a callout',
        '> [!note] T\n> - a ^ca\n> - b ^cb\n\nafter\n',
        'cb',
        '- new',
        '> [!note] T\n> - a ^ca\n> - b ^cb\n> - new\n\nafter\n',
      ],
      [
        'a task to the only task in a quote',
        '> - [ ] a ^ca\n',
        'ca',
        '- [ ] new',
        '> - [ ] a ^ca\n> - [ ] new\n',
      ],
      [
        'an item behind nested ones in a quote',
        '> 1. a ^ca\n>    - b ^cb\n',
        'ca',
        '2. new',
        '> 1. a ^ca\n>    - b ^cb\n> 2. new\n',
      ],
      [
        'a nested item in a quote',
        '> 1. a ^ca\n>    - b ^cb\n',
        'cb',
        '- new',
        '> 1. a ^ca\n>    - b ^cb\n>    - new\n',
      ],
      ['an item to an item in a quote', '> - a ^a\n> - b ^b\n', 'a', '- c', '> - a ^a\n> - c\n> - b ^b\n'],
      ['text to an item in tabs', '-\ta ^a\n-\tb ^b\n', 'a', 'c', '-\ta ^a\n\n \tc\n-\tb ^b\n'],
      ['text in CRLF', '- a ^a\r\n- b ^b\r\n', 'a', 'c', '- a ^a\r\n\r\n  c\r\n- b ^b\r\n'],
      ['a row to a table', '| a |\n| - |\n\n^t\n', 't', '| 1 |', '| a |\n| - |\n| 1 |\n\n^t\n'],
      ['text to a table', '| a |\n| - |\n\n^t\n\nz ^z\n', 't', 'x', '| a |\n| - |\n\n^t\n\nx\n\nz ^z\n'],
      ['text to a paragraph above an item', 'x ^x\n- a ^a\n', 'x', 'y', 'x ^x\n\ny\n- a ^a\n'],
    ])('%s', (_name, text, target, content, expected) => {
      expect(edit(text, 'append', target, content)).toBe(expected);
    });

    test.each([
      ['text before an item', '- a ^a\n- b ^b\n', 'b', 'c', '- a ^a\n\nc\n- b ^b\n'],
      ['text before the first item', '- a ^a\n- b ^b\n', 'a', 'c', 'c\n- a ^a\n- b ^b\n'],
      ['text before a nested item', '- p ^p\n  - q ^q\n', 'q', 'c', '- p ^p\n\n  c\n  - q ^q\n'],
      ['a line before a nested item', '- p\n  - q ^q\n', 'q', '---', '- p\n\n  ---\n  - q ^q\n'],
      ['an underline in a quote', '> p\n> - q ^q\n', 'q', '===', '> p\n>\n> ===\n> - q ^q\n'],
      [
        'text below a parent without an id',
        '- p\r\n\t- q ^q\r\n',
        'q',
        'c',
        '- p\r\n\r\n\tc\r\n\t- q ^q\r\n',
      ],
      ['text below a task', '> - [ ] p\n>   - q ^q\n', 'q', 'c', '> - [ ] p\n>\n>   c\n>   - q ^q\n'],
      ['a number below a parent', '- p\n  - q ^q\n', 'q', '5. c', '- p\n\n  5. c\n  - q ^q\n'],
      ['text before an item in a quote', '> p\n> - q ^q\n', 'q', 'c', '> p\n>\n> c\n> - q ^q\n'],
      ['a quote below a parent', '- p\n  - q ^q\n', 'q', '> c', '- p\n  > c\n  - q ^q\n'],
      [
        'text below code of a parent',
        '- ```\n  p\n  ```\n  - q ^q\n',
        'q',
        'c',
        '- ```\n  p\n  ```\n  c\n  - q ^q\n',
      ],
      [
        'a table before a paragraph',
        'para ^p\n\nend\n',
        'p',
        '| a |\n| - |',
        '| a |\n| - |\n\npara ^p\n\nend\n',
      ],
      ['a paragraph before a paragraph', 'w ^w\n\nx ^x\n', 'x', 'y', 'w ^w\n\ny\n\nx ^x\n'],
    ])('%s', (_name, text, target, content, expected) => {
      expect(edit(text, 'prepend', target, content)).toBe(expected);
    });
  });
});

describe('a note that ends in the data of a plugin', () => {
  const settings = '%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%';
  const drawing = '%%\n## Drawing\n```compressed-json\nN4Kg#A\n\n%\n```\n%%';

  function edit(text: string, content: string, options: Partial<TargetEdit> = {}): string {
    const all = { target: 'B', operation: 'append' as const, content, ...options };
    return editSection(text, scanStructure(text), all);
  }

  it.each([
    ['a board', `# A\n\n# B\n\n- [ ] x\n\n\n${settings}`, `# A\n\n# B\n\n- [ ] x\n- [ ] y\n\n\n${settings}`],
    ['a board without a gap', `# B\n- [ ] x\n${settings}\n`, `# B\n- [ ] x\n- [ ] y\n\n${settings}\n`],
    ['an empty lane', `# B\n\n${settings}`, `# B\n- [ ] y\n\n${settings}`],
    ['an empty lane without a gap', `# B\n${settings}\n\n`, `# B\n- [ ] y\n\n${settings}\n\n`],
    ['a drawing', `# B\n\n- x\n\n${drawing}\n`, `# B\n\n- x\n- [ ] y\n\n${drawing}\n`],
    ['a remark', '# B\n\n- x\n\n%%\nremark\n%%\n', '# B\n\n- x\n\n%%\nremark\n%%\n- [ ] y\n'],
    ['text below', `# B\n\n${settings}\n\nx\n`, `# B\n\n${settings}\n\nx\n- [ ] y\n`],
  ])('keeps it at its end: %s', (_name, text, expected) => {
    expect(edit(text, '- [ ] y')).toBe(expected);
    const withBreaks = text.replaceAll('\n', '\r\n');
    expect(edit(withBreaks, '- [ ] y')).toBe(expected.replaceAll('\n', '\r\n'));
  });

  const archive = '***\n\n# Archive\n\n- [x] old\n';

  it.each([
    ['with cards', `---\nkanban-plugin: board\n---\n# B\n- [ ] x\n\n\n${archive}`, '- [ ] x\n- [ ] y\n\n\n'],
    ['without one', `---\nkanban-plugin: board\n---\n# B\n\n${archive}`, '# B\n- [ ] y\n\n'],
  ])('a card of a lane %s stays above the rule that begins the archive', (_name, text, expected) => {
    const edited = edit(text, '- [ ] y');
    expect(edited).toContain(expected + archive);
    expect(edited.replace('- [ ] y\n', () => '')).toBe(text);
  });

  it.each([
    ['with cards', '# B\n\n**Complete**\n- [x] x\n', '# B\n\n**Complete**\n- [ ] y\n- [x] x\n'],
    ['without one', '# B\n\n**Complete**\n\n\n# C\n', '# B\n\n**Complete**\n- [ ] y\n\n\n# C\n'],
  ])('a card put first in a complete lane %s stays below the mark of it', (_name, lane, expected) => {
    const head = '---\nkanban-plugin: board\n---\n';
    expect(edit(head + lane, '- [ ] y', { operation: 'prepend' })).toBe(head + expected);
    const withBreaks = (head + lane).replaceAll('\n', '\r\n');
    const edited = edit(withBreaks, '- [ ] y', { operation: 'prepend' });
    expect(edited).toBe((head + expected).replaceAll('\n', '\r\n'));
  });

  it('bold text of another note is text of its section', () => {
    const text = '# B\n\n**Complete**\n- [x] x\n';
    expect(edit(text, '- [ ] y', { operation: 'prepend' })).toBe('# B\n- [ ] y\n\n**Complete**\n- [x] x\n');
  });

  it('a rule of another note is text of its section', () => {
    expect(edit(`# B\n\n- x\n\n${archive}`, 'y')).toBe(`# B\n\n- x\n\n***\ny\n\n# Archive\n\n- [x] old\n`);
  });

  it('keeps it with every operation, and when a heading or a block is made', () => {
    const board = `# B\n\nx\n\n${settings}`;
    expect(edit(board, 'y', { operation: 'prepend' })).toBe(`# B\ny\n\nx\n\n${settings}`);
    expect(edit(board, 'y', { operation: 'replace' })).toBe(`# B\n\ny\n\n${settings}`);
    expect(edit(board, `y\n\n${settings}`, { operation: 'replace' })).toBe(`# B\n\ny\n\n${settings}`);
    expect(edit(board, 'y', { trimTargetWhitespace: true })).toBe(`# B\nx\ny\n\n${settings}`);
    const made = { createTargetIfMissing: true };
    expect(edit(board, 'y', { ...made, target: 'C' })).toBe(`# B\n\nx\n\n# C\ny\n\n${settings}`);
    const missing = { target: 'id', operation: 'append' as const, content: 'y', ...made };
    expect(editBlock(board, scanStructure(board), missing)).toBe(`# B\n\nx\n\ny ^id\n\n${settings}`);
  });

  it('keeps it when text is added to the whole note, or another note or a tag', () => {
    const board = `# B\n\n- [ ] x\n\n\n${settings}\n`;
    expect(placeText(board, 'append', '- [ ] y')).toBe(`# B\n\n- [ ] x\n- [ ] y\n\n\n${settings}\n`);
    const merged = mergedNote({ into: board, from: '# C\n\ny\n' }, { properties: 'keep' });
    expect(merged.text).toBe(`# B\n\n- [ ] x\n\n# C\n\ny\n\n\n${settings}\n`);
    const tagged = editTags(board, scanStructure(board), { add: ['t'], location: 'inline' });
    expect(tagged.text).toBe(`# B\n\n- [ ] x\n\n#t\n\n\n${settings}\n`);
  });

  it('refuses text that would take it in', () => {
    const board = `# B\n\n- [ ] x\n\n${settings}`;
    expect(refusalOf(() => edit(board, '%%\nopen')).code).toBe('invalid_argument');
    expect(refusalOf(() => placeText(board, 'append', '```\nopen')).code).toBe('invalid_argument');
  });
});
