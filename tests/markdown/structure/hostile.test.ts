/**
 * Texts made to be slow. The scanner counts the characters and lines it looks at; doubling a text may not do
 * more than double that count, and no text may cost more than a fixed number of steps a character.
 */
import { scanStructure } from '../../../src/markdown/structure/scan-structure';

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
