import { editFrontmatter } from '../../../src/markdown/frontmatter-edit';
import { readFrontmatter } from '../../../src/markdown/frontmatter/frontmatter';
import { append, edited, remove, set } from './support';

describe('setting a property', () => {
  it.each([
    ['a: 1 # why\nb: 2\n', set('a', 5), 'a: 5 # why\nb: 2\n'],
    ['a:   old   # why\n', set('a', 'new'), 'a:   new   # why\n'],
    ['a: "old"\n', set('a', 'new'), 'a: new\n'],
    ["a: 'it''s'\nb: 'x'\n", set('a', 'x'), "a: x\nb: 'x'\n"],
    ['a: one\n  two\n\n  three # c\nb: 1\n', set('a', 2), 'a: 2 # c\nb: 1\n'],
    ['a: "one\n  two" # c\n', set('a', 2), 'a: 2 # c\n'],
    ['a:\n  text\nb: 1\n', set('a', 2), 'a:\n  2\nb: 1\n'],
    ['a: |\n  text\n  more\n\n# on b\nb: 1\n', set('a', 'x'), 'a: x\n\n# on b\nb: 1\n'],
    ['a: >- # c\n  text\nb: 1\n', set('a', 'x'), 'a: x\nb: 1\n'],
    ['a: |+\n  text\n\n\nb: 1\n', set('a', 'x'), 'a: x\n\n\nb: 1\n'],
    ['a:\nb: 1\n', set('a', 'x'), 'a: x\nb: 1\n'],
    ['a: \nb: 1\n', set('a', 'x'), 'a: x\nb: 1\n'],
    ['a: # c\nb: 1\n', set('a', 'x'), 'a: x # c\nb: 1\n'],
    ['a: # c\n  - 1\n  - 2 # two\n  # end\nb: 1\n', set('a', 'x'), 'a: x # c\n  # end\nb: 1\n'],
    ['a:\n  k: 1\n  l:\n    - 2\n# on b\nb: 1\n', set('a', 'x'), 'a: x\n# on b\nb: 1\n'],
    ['a: {k: 1, l: [2]} # c\n', set('a', true), 'a: true # c\n'],
    ['a: 1\n', set('b', 2), 'a: 1\nb: 2\n'],
    ['a: 1\n\n', set('b', 2), 'a: 1\n\nb: 2\n'],
    ['# head\n', set('b', 2), '# head\nb: 2\n'],
    ['', set('b', 2), 'b: 2\n'],
    ['  a: 1\n', set('b', [2]), '  a: 1\n  b:\n    - 2\n'],
    ['a: 1\nb: 2\na: 3 # last\n', set('a', 4), 'a: 1\nb: 2\na: 4 # last\n'],
    ['a: &x 1\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['a: &x\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['a: !!str 1\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['a: &x 1\nb: *x\n', set('b', 3), 'a: &x 1\nb: 3\n'],
    ['? a\n: 1\nb: 2\n', set('a', 3), '? a\n: 3\nb: 2\n'],
    ['? a\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['"a" : 1\n', set('a', 3), '"a" : 3\n'],
    [
      'date: 2024-07-21\nid: 007\nbig: 12345678901234567890\n',
      set('x', 1),
      'date: 2024-07-21\nid: 007\nbig: 12345678901234567890\nx: 1\n',
    ],
  ])('in %j by %j gives %j', (before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each([
    ['a: 1 # c\n', set('a', null), 'a: # c\n'],
    ['a: [1]\nb: 1\n', set('a', null), 'a:\nb: 1\n'],
    ['a:\n  - 1\nb: 1\n', set('a', null), 'a:\nb: 1\n'],
    ['a: |\n  t\nb: 1\n', set('a', null), 'a:\nb: 1\n'],
    ['b: 1\n', set('a', null), 'b: 1\na:\n'],
    ['a: ~\n', set('a', null), 'a: ~\n'],
  ])('to nothing in %j by %j gives %j', (before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each(['a: "1"\n', "a: '1'\n", 'a: !!str 1\n', 'a: |-\n  1\n'])(
    'leaves %j as it is when it is so already',
    yaml => {
      expect(edited(yaml, set('a', '1'))).toBe(yaml);
    },
  );

  it('keeps CRLF, mixed breaks and a byte order mark', () => {
    const text = '\uFEFF---\r\na: 1\r\nb:\n  - x\r\n---\r\nbody\n';
    expect(editFrontmatter(text, [set('a', 2), set('c', ['y', 'z'])])).toBe(
      '\uFEFF---\r\na: 2\r\nb:\n  - x\r\nc:\r\n  - y\r\n  - z\r\n---\r\nbody\n',
    );
  });

  it('takes $& and the like literally', () => {
    expect(edited('a: 1\n', set('a', '$& $1 \\n'))).toBe('a: $& $1 \\n\n');
  });
});

describe('removing a property', () => {
  it.each([
    ['a: 1 # c\nb: 2\n', 'b: 2\n'],
    ['b: 2\na:\n  - 1\n  - x: |\n      y\n\n# on c\nc: 3\n', 'b: 2\n\n# on c\nc: 3\n'],
    ['# on a\na: 1\nb: 2\n', '# on a\nb: 2\n'],
    ['a: 1\nb: 2\na: 3\n', 'b: 2\n'],
    ['b: 2\n', 'b: 2\n'],
    ['? a\n: 1\nb: 2\n', 'b: 2\n'],
    ['a: 1\n# note\n', '# note\n'],
    ['z: |\n  t\na: 1\n  # note\nb: 2\n', 'z: |\n  t\nb: 2\n'],
    ['z: |+\n  t\na: 1\n\nb: 2\n', 'z: |+\n  t\nb: 2\n'],
  ])('in %j leaves %j', (before, after) => {
    expect(edited(before, remove('a'))).toBe(after);
  });

  it('takes an emptied block away', () => {
    expect(editFrontmatter('\uFEFF---\na: 1\n\n---\nbody', [remove('a')])).toBe('\uFEFFbody');
    expect(editFrontmatter('---\na: 1\n---', [remove('a')])).toBe('');
  });

  it('keeps an empty block where the next block would become the frontmatter', () => {
    expect(editFrontmatter('---\na: 1\n---\n---\nb: 2\n---\n', [remove('a')])).toBe(
      '---\n---\n---\nb: 2\n---\n',
    );
  });

  it('does not change an empty block and a note without one', () => {
    for (const text of ['---\n---\n', '', 'text', '---\nunclosed'])
      expect(editFrontmatter(text, [remove('a')])).toBe(text);
  });
});

describe('a missing block', () => {
  it.each([
    ['', '---\na: 1\n---\n'],
    ['text', '---\na: 1\n---\ntext'],
    ['x\r\ny\r\n', '---\r\na: 1\r\n---\r\nx\r\ny\r\n'],
    ['\uFEFFtext', '\uFEFF---\na: 1\n---\ntext'],
    ['---\nopen: 1\n', '---\na: 1\n---\n---\nopen: 1\n'],
    ['\n---\nb: 1\n---\n', '---\na: 1\n---\n\n---\nb: 1\n---\n'],
    ['---\n---\ntext', '---\na: 1\n---\ntext'],
  ])('is made on top of %j', (before, after) => {
    expect(editFrontmatter(before, [set('a', 1)])).toBe(after);
  });
});

describe('several edits at once', () => {
  it('are applied in their order', () => {
    expect(
      edited('a: 1\n', set('b', 1), append('t', 'x'), append('t', ['y']), remove('b'), set('a', 2)),
    ).toBe('a: 2\nt:\n  - x\n  - y\n');
    expect(edited('a: 1\n', remove('a'), set('a', 2), set('b', 3))).toBe('a: 2\nb: 3\n');
  });
});

describe('a note', () => {
  it('of every unusual form keeps all other bytes', () => {
    const text =
      '---\n# head\ntitle:   "Q: what?"   # why\naliases: [ "x, y", z ]\ndates:\n- 2026-11-21\n- 007\n\nlong: >-\n  folded\n  text\n\nmap: {a: &m 1, b: [[Link]]}\nref: *m\n__proto__: {x: 1}\n? odd\n: 1\nlast: ~\n---\n\u2028 $& ---\n';
    const result = editFrontmatter(text, [set('new', 'v'), append('dates', '2027-01-01'), remove('long')]);
    expect(result).toBe(
      text
        .split('- 007\n')
        .join('- 007\n- 2027-01-01\n')
        .split('long: >-\n  folded\n  text\n')
        .join('')
        .split('last: ~\n')
        .join('last: ~\nnew: v\n'),
    );
    expect(readFrontmatter(result)?.dates).toEqual(['2026-11-21', 7, '2027-01-01']);
  });
});
