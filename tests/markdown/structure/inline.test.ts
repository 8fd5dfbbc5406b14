import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { blockIds, embeds, enclosures, items, links, tags } from './shown';

describe('a tag', () => {
  test.each([
    ['begins a line', '#a\n#b', ['#a', '#b']],
    ['stands behind white space', 'x #a\ty\t#b', ['#a', '#b']],
    ['not behind other text', 'x#a (#b) "#c"', []],
    ['begins behind an escape', String.raw`\[\[#a b\]\]`, ['#a']],
    ['begins behind code, a link and a tag of HTML', '`x`#a [[y]]#b <br>#c', ['#a', '#b', '#c']],
    ['not behind backticks that are no code', '``#a', []],
    ['is not escaped', String.raw`\#a`, []],
    [
      'holds letters of any script, digits, emoji, - _ /',
      '#größe-1_ä/ü #日本 #🎉x',
      ['#größe-1_ä/ü', '#日本', '#🎉x'],
    ],
    ['ends at other punctuation', '#a.b #c<br> #d, #e; #f* #g\\h', ['#a', '#c', '#d', '#e', '#f', '#g']],
    ['ends at general punctuation', '#a\u2014b #c\u200bd', ['#a', '#c']],
    ['needs one character that is no digit', '#1 #12 #1a #-', ['#1a', '#-']],
    ['is not two hashes', '##a', []],
    [
      'counts in headings, quotes, items and cells',
      '# #a\n> #b\n\n- #c\n\n|#d|\n|-|-|\n|x|#e|',
      ['#a', '#b', '#c', '#d', '#e'],
    ],
    ['counts behind the bracket of a task', '- [ ] #a', ['#a']],
    ['counts behind a comment', '%%\na\n%% #b\n#c', ['#b', '#c']],
    ['counts in comments', '%%\n#a\n\n- #b\n%%\nx %% #c %%', ['#a', '#b', '#c']],
    ['not in code', '`#a` `` ` #b `` \n\n    #c\n\n```\n#d\n```', []],
    ['not in code over two lines', '`x\n#a`', []],
    ['not in code over two lines of a quote', '> `x\n> #a`\n> #b', ['#b']],
    ['not in HTML', '<!-- #a -->\n\nx <!-- #b --> <a title=" #c">', []],
    ['not in formulas', '$$\n#a\n$$\n\n$x #b$', []],
    ['counts between prices', '$5 #a and $6', ['#a']],
    ['not in a target', '[x](a.md#b) [y](https://a.b/ #c)', ['#c']],
    ['not in frontmatter', '---\na: " #b"\n---\n', []],
  ])('%s', (_name, text, expected) => expect(tags(text)).toEqual(expected));
});

describe('a wikilink', () => {
  test.each([
    ['points at a note', '[[a b]]', ['a b']],
    [
      'shows its path to a heading',
      '[[a#b#c]] [[#d]] [[#^e]]',
      ['a#b#c as a > b > c', '#d as d', '#^e as ^e'],
    ],
    ['shows what stands behind the first pipe', '[[a|b]] [[c||d]]', ['a as b', 'c as |d']],
    ['does not part at a pipe at its start', '[[|]] [[|a]] [[|#a]]', ['|', '|a', '|#a as | > a']],
    ['is not empty', '[[]] [[]]]', []],
    ['ends at the first pair of brackets', '[[a]b]] [[c]]]', ['a]b', 'c']],
    ['of nested ones is the inner', '[[a [[b]] c]] [[[d]]]', ['b', 'd']],
    ['stays on its line', '[[a\nb]]', []],
    ['may look like an address', '[[https://a.b]]', ['https://a.b']],
    ['is not escaped', String.raw`\[[a]]`, []],
    ['counts in headings and comments', '# [[a]]\n\n%%\n[[b]]\n%%', ['a', 'b']],
    ['not in code', '`[[a]]`', []],
  ])('%s', (_name, text, expected) => expect(links(text)).toEqual(expected));

  test.each([
    ['with an exclamation mark', '![[a|b]] x![[c]]', ['a as b', 'c']],
    ['but not with an escaped one', String.raw`\![[a]]`, []],
  ])('is an embed %s', (_name, text, expected) => expect(embeds(text)).toEqual(expected));
});

describe('a Markdown link', () => {
  test.each([
    ['points at a file, decoded', '[a](b%20c.md#d)', ['b c.md#d as a']],
    ['keeps a target that cannot be decoded', '[a](b%zz.md)', ['b%zz.md as a']],
    ['may have its target in angles', '[a](<b c.md>)', ['b c.md as a']],
    [
      'may have a title',
      `[a](b.md "c") [d](e.md 'f') [g](h.md (i))`,
      ['b.md as a', 'e.md as d', 'h.md as g'],
    ],
    ['may nest brackets and parentheses', '[a [b] c](d(e).md)', ['d(e).md as a [b] c']],
    ['may have no text', '[](a.md)', ['a.md as ']],
    ['may stand in brackets', '[[a](b.md)]', ['b.md as a']],
    ['may go over two lines', '[a\nb](c.md)', ['c.md as a\nb']],
    ['not with a space in its target', '[a](b c.md)', []],
    ['not without a target', '[a]() []()', []],
    ['not out of the vault', '[a](https://b.c) [d](mailto:e) [f](obsidian://g)', []],
    ['not with a space before the target', '[a] (b.md)', []],
    ['not without an end', '[a](b.md [c](d.md "e)', []],
    ['not with an escaped bracket', String.raw`[a\](b.md)`, []],
    ['not with an escaped opening', String.raw`\[c](d.md)`, []],
  ])('%s', (_name, text, expected) => expect(links(text)).toEqual(expected));

  test('is an embed with an exclamation mark', () => {
    expect(embeds('![a|100](b.png) ![c](https://d.e/f.png)')).toEqual(['b.png as a|100']);
  });

  test('has its parts where a writer finds them', () => {
    const text = '> ![[a#b|c]] and\n> [d](<e f.md>)';
    const { embeds: found, links: others } = scanStructure(text);
    const parts = [...found, ...others].map(link => [
      text.slice(link.start, link.end),
      text.slice(link.targetStart, link.targetEnd),
      text.slice(link.textStart, link.textEnd),
    ]);
    expect(parts).toEqual([
      ['![[a#b|c]]', 'a#b', 'c'],
      ['[d](<e f.md>)', 'e f.md', 'd'],
    ]);
  });
});

describe('code in text', () => {
  test.each([
    ['ends at a run as long as its first', '``a ` b`` c', ['code ``a ` b``']],
    ['does not begin in the middle of a run', '``a`', []],
    ['may begin behind an escaped backtick', '\\``a`', ['code `a`']],
    ['may end with a backslash', '`a\\` b`', ['code `a\\`']],
    ['stays in its paragraph', '`a\n\nb`', []],
    ['stays in its cell', '|`a|b`|\n|-|-|', []],
  ])('%s', (_name, text, expected) => expect(enclosures(text)).toEqual(expected));
});

describe('HTML in text', () => {
  test.each([
    [
      'tags with attributes',
      `x <a href="b" c='d' e=f g> </a>`,
      [`html <a href="b" c='d' e=f g>`, 'html </a>'],
    ],
    ['comments', 'x <!-- a --> <!-- b -- c -->', ['html <!-- a -->']],
    [
      'instructions, declarations and data',
      'x <?a?> <!B c> <![CDATA[d]]>',
      ['html <?a?>', 'html <!B c>', 'html <![CDATA[d]]>'],
    ],
    ['no tags', 'x < a> <1> <a b="> <a =b>', []],
    ['no tags with more attributes than anybody writes', `x <a${' b'.repeat(65)}>`, []],
    ['tags over two lines', 'x <a\nb>', ['html <a\nb>']],
  ])('%s', (_name, text, expected) => expect(enclosures(text)).toEqual(expected));
});

describe('formulas in text', () => {
  test.each([
    ['within one line', '$a$ $$b$$', ['math $a$', 'math $$b$$']],
    ['not with space inside the marks', '$ a$ $b $', []],
    ['not before a digit', '$a$1', []],
    ['not over lines', '$a\nb$', []],
    ['not escaped', String.raw`\$a$`, []],
  ])('%s', (_name, text, expected) => expect(enclosures(text)).toEqual(expected));
});

describe('a block id', () => {
  test.each([
    ['names its paragraph', 'a ^b-1', ['^b-1 of section 0:0-0:6']],
    ['names a paragraph from a line of its own', 'a\n^b', ['^b of section 0:0-1:2']],
    ['names its item', '- a ^b\n  - c ^d', ['^b of item 0:0-0:6', '^d of item 1:2-1:8']],
    ['of a later paragraph names the item', '- a\n\n  b ^c', ['^c of item 0:0-2:6']],
    ['not without a space', 'a^b', []],
    ['not in the middle', 'a ^b c', []],
    ['not with other characters', 'a ^b_c', []],
    ['not in code', '```\na ^b\n```', []],
  ])('%s', (_name, text, expected) => expect(blockIds(text)).toEqual(expected));
});

test('footnotes, their references and definitions are found with their labels', () => {
  const text = 'a[^1] b[^no]\n\n[^1]: text\n\n[ref]: target.md';
  const found = scanStructure(text);
  const label = (it: { labelStart: number; labelEnd: number }): string =>
    text.slice(it.labelStart, it.labelEnd);
  expect(found.footnoteReferences.map(label)).toEqual(['1', 'no']);
  expect(found.footnotes.map(label)).toEqual(['1']);
  expect(found.definitions.map(it => [label(it), text.slice(it.targetStart, it.targetEnd)])).toEqual([
    ['ref', 'target.md'],
  ]);
});

test('items in footnotes and quotes are found', () => {
  expect(items('[^1]: a\n\n    - b')).toEqual(['2:4-2:7 -2']);
});

describe('a mark that is looked for', () => {
  it('is not found beyond its cell', () => {
    expect(scanStructure('| $a | b$ |\n| - | - |\n| $c | d$ |\n').enclosures).toEqual([]);
  });

  it.each([1, 61, 62, 63, 64, 65, 90, 200])(
    'is found behind %d characters, and no further than its text',
    length => {
      const formula = `$${'a'.repeat(length)}$`;
      expect(scanStructure(`b ${formula} c\n\n$`).enclosures).toEqual([
        { kind: 'math', start: 2, end: 2 + formula.length },
      ]);
      expect(scanStructure(`b ${formula.slice(0, -1)}\n\nd$`).enclosures).toEqual([]);
    },
  );
});

test('an item of two blocks with ids is named by the first', () => {
  const text = '- a ^one\n\n  b ^two\n';
  expect(scanStructure(text).blockIds).toEqual([{ start: 4, end: 8, names: 'item', index: 0 }]);
});
