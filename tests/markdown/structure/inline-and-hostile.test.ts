import { scanBeginning } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { blockIds, embeds, enclosures, items, links, tags } from './shown';
import { ToolFailure } from '../../../src/errors';
import { MAX_LINES, MAX_MARKS, MAX_CONTAINERS, MAX_PARTS } from '../../../src/markdown/structure/limits';

describe('what is in a line', () => {
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
});

describe('hostile texts', () => {
  /**
   * Texts made to be slow. The scanner counts the characters and lines it looks at; doubling a text may not do
   * more than double that count, and no text may cost more than a fixed number of steps a character.
   */

  const SIZE = 20_000;
  const MAX_GROWTH = 2.2;
  /** Quotes and lists are looked at once a level, and levels are bounded. */
  const MAX_STEPS_PER_CHARACTER = 130;

  function repeated(unit: string): (size: number) => string {
    return size => unit.repeat(Math.ceil(size / unit.length));
  }

  /** Backtick runs of 1, 2, 3, … up to a length that the doubled text repeats. */
  const growingRuns = Array.from({ length: 200 }, (_, length) => '`'.repeat(length + 1)).join(' ');

  const deepList = Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(2 * depth)}- x\n`).join('');
  const deepTabs = Array.from({ length: 300 }, (_, depth) => `${'\t'.repeat(depth)}- x\n`).join('');

  const texts: Record<string, (size: number) => string> = {
    'quote marks': repeated('>'),
    'quote marks with spaces': repeated('> '),
    'items in items on one line': repeated('- '),
    'quotes in lists in quotes': repeated('> - 1. '),
    'many lines of quotes in lists': repeated(`${'> - '.repeat(40)}x\n`),
    'deep quotes that go on lazily': size => `${'>'.repeat(100)}a\n${'x\n'.repeat(size)}`,
    'deep items that go on lazily': size => `${'- '.repeat(100)}a\n${'x\n'.repeat(size)}`,
    'a deep list': size => deepList.repeat(size / SIZE),
    'a deep list of tabs': size => deepTabs.repeat(size / SIZE),
    'a list and many blank lines': size => `- a${'\n'.repeat(size)}b`,
    'lists in turn': repeated('- a\n\n* b\n\n'),
    'link openings': repeated('[a]('),
    'link openings with titles': repeated('[a](b "'),
    'titles that all end at one place': size => `${'[a](b ('.repeat(size)})${' '.repeat(size)}`,
    'targets that all end at one place': size => `${'[a](<'.repeat(size)}>${' '.repeat(size)}`,
    'brackets around links': size => `${'['.repeat(size)}${'](<b>'.repeat(size)}`,
    'brackets mixed with formulas': size => `${'[$'.repeat(size)}${'](<b>'.repeat(size)}`,
    'brackets mixed with tags': size => `${'[<!a>'.repeat(size)}${'](<b'.repeat(size)}${' '.repeat(size)}>`,
    'wikilink openings': repeated('[['),
    'wikilink openings with text': repeated('[[a '),
    'footnote openings': repeated('[^a'),
    'footnote definitions': repeated('[^a]: '),
    'backtick runs of growing length': size => `${growingRuns} `.repeat(size / SIZE),
    'escaped backticks': repeated('\\`` '),
    dollars: repeated('$a '),
    'dollars and pairs of dollars': repeated('a$$b$c '),
    'tags of HTML in values': repeated('<a b="'),
    'tags of HTML in values of two kinds': repeated(`<x a="' b='" `),
    'attributes without an end': repeated('<x a b c d '),
    'HTML comments without an end': repeated('a <!-- '),
    'HTML blocks without an end': repeated('<!--\n\n'),
    'raw elements without an end': repeated('<script>\n\n'),
    'addresses without an end': repeated('<a:'),
    'an unclosed comment': size => `%%\n${'a\n\n'.repeat(size)}`,
    'unclosed comments in quotes': repeated('> %%\n\n'),
    'comments in turn': repeated('%%\na\n'),
    'an unclosed formula': size => `$$\n${'- a\n\n'.repeat(size)}`,
    'unclosed formulas in quotes': repeated('> $$\nx\n\n'),
    fences: repeated('````\n```\n'),
    'fences in items': repeated('- ```\n'),
    'indented code and blank lines': size => `    a\n${'\n'.repeat(size)}`.repeat(2),
    hashes: repeated('#'),
    tags: repeated('#a'),
    'tags behind emphasis': repeated('**#a '),
    'tags behind underscores': repeated('_#a'),
    digits: repeated('1'),
    dashes: repeated('-'),
    underlines: repeated('a\n===\n'),
    tables: repeated('a|b\n-|-\n'),
    rows: repeated('a|b\n'),
    'frontmatter without an end': size => `---\n${'a\n'.repeat(size)}`,
    'line breaks': repeated('\r\n'),
    'one long line': repeated('x'),
    'one long line of words': repeated('word '),
  };

  function steps(text: string): number {
    const counter = { steps: 0 };
    scanStructure(text, { counter });
    return counter.steps;
  }

  test.each(Object.entries(texts))('%s cost in proportion to their length', (_name, make) => {
    const text = make(SIZE);
    const once = steps(text);
    expect(once).toBeGreaterThanOrEqual(text.length);
    expect(once).toBeLessThan(text.length * MAX_STEPS_PER_CHARACTER);
    expect(steps(make(2 * SIZE))).toBeLessThan(once * MAX_GROWTH);
  });

  test.each([
    ['20,000 quote marks', '>'.repeat(20_000)],
    ['30,000 link openings', '[a]('.repeat(30_000)],
    ['50,000 wikilink openings', '[['.repeat(50_000)],
    ['a line of a million characters', 'lorem #ipsum [[dolor]] '.repeat(43_500)],
    ['a list 1,000 deep', deepList],
  ])('%s cause neither a hang nor a stack overflow', (_name, text) => {
    expect(steps(text)).toBeLessThan(text.length * MAX_STEPS_PER_CHARACTER);
  });

  test('below the deepest level there is only text, and nothing is lost', () => {
    const { listItems, tags } = scanStructure(`${'- '.repeat(100)}#a`);
    expect(listItems).toHaveLength(65);
    expect(tags).toHaveLength(1);
  });
});

describe('the cost of a scan', () => {
  /** A scan costs little for each character, whatever the text is made of. Counted in steps, so that no clock disturbs. */

  const size = 200_000;
  const maxStepsPerCharacter = 8;

  function repeated(unit: string): string {
    return unit.repeat(Math.ceil(size / unit.length));
  }

  const texts: Readonly<Record<string, string>> = {
    headings: repeated('# a heading\n'),
    'items of one list': repeated('- item\n'),
    'items in items': repeated(`- a\n  - b\n    - c\n`),
    'tasks in a quote': repeated('> - [ ] task\n'),
    'one quote of many lines': repeated('> > text [[link]]\n'),
    'one paragraph of many lines': repeated('words with a #tag\n'),
    'one line of links': repeated('[[link]] '),
    'one line of brackets': repeated('['),
    'one line of pairs of brackets': repeated('[]'),
    'one line of code': repeated('`a` '),
    'one line of formulas': repeated('$a$ '),
    'one line of a letter': repeated('a'),
    'one heading': `# ${repeated('word ')}`,
    'one comment': `%%\n${repeated('words\n')}%%\n`,
    'one table': `| a |\n| - |\n${repeated('| [[x]] |\n')}`,
    'one footnote': `[^1]: a\n${repeated('    more\n\n')}`,
    'blank lines': repeated('\n'),
  };

  test.each(Object.entries(texts))('a scan of %s takes at most eight steps a character', (_name, text) => {
    const counter = { steps: 0 };
    scanStructure(text, { counter });
    expect(counter.steps).toBeLessThan(maxStepsPerCharacter * text.length);
  });

  test('a note of more parts or lines than the limit is refused, and a scan without a limit is not', () => {
    const items = '- a\n'.repeat(MAX_PARTS + 20_000);
    expect(() => scanStructure(items, { isLimited: true })).toThrow('100000 headings');
    const lines = '\n'.repeat(MAX_LINES + 1);
    expect(() => scanStructure(lines, { isLimited: true })).toThrow(String(MAX_LINES));
    expect(scanStructure(items).listItems).toHaveLength(MAX_PARTS + 20_000);
  });

  test('of many ids in one quote only the last names it, and no limit counts the others', () => {
    const text = '> a ^i\n>\n'.repeat(MAX_PARTS + 20_000);
    expect(scanStructure(text, { isLimited: true }).blockIds).toEqual([
      { start: text.length - 5, end: text.length - 3, names: 'section', index: 0 },
    ]);
  });

  test.each([
    ['items in one list', '- a\n'],
    ['blocks with ids', 'a ^i\n\n'],
  ])('more %s than the limit are refused before the others are found', (_name, part) => {
    const counter = { steps: 0 };
    const text = part.repeat(2 * MAX_PARTS);
    expect(() => scanStructure(text, { isLimited: true, counter })).toThrow('100000 headings');
    // One for each character to find the lines; the rest is to find the parts.
    expect(counter.steps - text.length).toBeLessThan(8 * MAX_PARTS);
  });

  test.each([
    ['brackets', '['],
    ['pairs of brackets', '[]'],
    ['runs of backticks', '`a'],
  ])('a paragraph of more %s than the limit is refused before anything in it is found', (_name, mark) => {
    const counter = { steps: 0 };
    const text = mark.repeat(2 * MAX_MARKS);
    expect(() => scanStructure(text, { isLimited: true, counter })).toThrow('100000 brackets and backticks');
    // Twice to find the lines, and once to read brackets and backticks each, up to the limit.
    expect(counter.steps).toBeLessThan(3.1 * text.length);
    expect(scanBeginning(text).length).toBeLessThanOrEqual(text.length / 2);
  });

  test('of a note of more parts or lines than the limit, its first lines have a structure', () => {
    const count = MAX_PARTS * 4;
    const { headings } = scanBeginning('# a\n'.repeat(count));
    expect(headings.length).toBeGreaterThan(count / 16);
    expect(headings.length).toBeLessThanOrEqual(MAX_PARTS);
    expect(headings.at(-1)).toMatchObject({ start: (headings.length - 1) * 4, level: 1 });
    expect(scanBeginning('# a\n- b\n')).toEqual(scanStructure('# a\n- b\n'));
  });

  test.each(['> > > a\n\n', '> - > a\n\n', '> a\n\n', '> > > > > > > > a\n\n'])(
    'very many containers of %j are refused, some are not',
    piece => {
      const most = Math.floor(MAX_CONTAINERS / (piece.match(/[>-]/gu)?.length ?? 1));
      expect(() => scanStructure(piece.repeat(most + 1), { isLimited: true })).toThrow(ToolFailure);
      expect(
        scanStructure(piece.repeat(Math.min(most, 10_000)), { isLimited: true }).sections,
      ).not.toHaveLength(0);
    },
  );
});
