import { scanStructure, scanBeginning } from '../../../src/markdown/structure/scan-structure';
import { ToolFailure } from '../../../src/errors';
import { MAX_LINES, MAX_MARKS, MAX_CONTAINERS, MAX_PARTS } from '../../../src/markdown/structure/limits';

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
