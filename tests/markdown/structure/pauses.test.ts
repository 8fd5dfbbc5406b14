/** A scan of a long text can pause often, whatever the text is made of. Counted in steps, so that no clock disturbs. */
import { scanBeginning, scanning, scanStructure } from '../../../src/markdown/structure/scan-structure';
import {
  MAX_LINES,
  MAX_MARKS,
  MAX_PARTS,
  STEPS_BETWEEN_PAUSES,
} from '../../../src/markdown/structure/limits';
import { finish } from '../../../src/utils/slicing/steps';

const size = 600_000;
/** Looking for the end of something may take one walk over the text, which is cheap for its steps. */
const maxBetween = size + 20 * STEPS_BETWEEN_PAUSES;

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

interface Pauses {
  readonly count: number;
  /** The most steps from one pause to the next. */
  readonly longest: number;
  readonly total: number;
}

function pausesOf(text: string): Pauses {
  const counter = { steps: 0 };
  let [count, longest, before] = [0, 0, 0];
  const scan = scanning(text, { counter });
  for (let step = scan.next(); step.done !== true; step = scan.next()) {
    // The lines are counted before they are read.
    if (count > 0) longest = Math.max(longest, counter.steps - before);
    before = counter.steps;
    count += 1;
  }
  return { count, longest, total: counter.steps };
}

test.each(Object.entries(texts))('a scan of %s pauses every few thousand steps', (_name, text) => {
  const { count, longest, total } = pausesOf(text);
  expect(longest).toBeLessThan(maxBetween);
  expect(count).toBeGreaterThan(total / STEPS_BETWEEN_PAUSES / 12);
});

test.each(Object.entries(texts))('a scan of %s finds the same with and without pauses', (_name, text) => {
  const short = text.slice(0, 40_000);
  const scan = scanning(short);
  let step = scan.next();
  while (step.done !== true) step = scan.next();
  expect(step.value).toEqual(scanStructure(short));
});

test('a note of more parts or lines than the limit is refused, and a scan without a limit is not', () => {
  const items = '- a\n'.repeat(MAX_PARTS + 20_000);
  expect(() => finish(scanning(items, { isLimited: true }))).toThrow('100000 headings');
  const lines = '\n'.repeat(MAX_LINES + STEPS_BETWEEN_PAUSES);
  expect(() => finish(scanning(lines, { isLimited: true }))).toThrow('1000000');
  expect(scanStructure(items).listItems).toHaveLength(MAX_PARTS + 20_000);
});

test.each([
  ['items in one list', '- a\n'],
  ['blocks with ids', 'a ^i\n\n'],
])('more %s than the limit are refused before the others are found', (_name, part) => {
  const counter = { steps: 0 };
  const text = part.repeat(4 * MAX_PARTS);
  expect(() => finish(scanning(text, { isLimited: true, counter }))).toThrow('100000 headings');
  // One for each character to find the lines; the rest is to find the parts.
  expect(counter.steps - text.length).toBeLessThan(7 * MAX_PARTS);
});

test.each([
  ['brackets', '['],
  ['pairs of brackets', '[]'],
  ['runs of backticks', '`a'],
])('a paragraph of more %s than the limit is refused before anything in it is found', (_name, mark) => {
  const counter = { steps: 0 };
  const text = mark.repeat(2 * MAX_MARKS);
  expect(() => finish(scanning(text, { isLimited: true, counter }))).toThrow(
    '1000000 brackets and backticks',
  );
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
