/** A scan costs little for each character, whatever the text is made of. Counted in steps, so that no clock disturbs. */
import { ToolFailure } from '../../../src/errors';
import { scanBeginning, scanStructure } from '../../../src/markdown/structure/scan-structure';
import { MAX_LINES, MAX_MARKS, MAX_CONTAINERS, MAX_PARTS } from '../../../src/markdown/structure/limits';

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
