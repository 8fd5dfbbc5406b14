import LZString from 'lz-string';
import {
  drawingBlock,
  drawingTexts,
  maxDrawingTexts,
  searchedDrawing,
} from '../../../src/markdown/drawing/drawing-texts';

const head = '---\nexcalidraw-plugin: parsed\n---\n';

function drawing(scene: string): string {
  return `${head}## Drawing\n\`\`\`json\n${scene}\n\`\`\`\n`;
}

/** What came of the work, and its processor time in milliseconds: the least of three, since a collection may come in between. */
function costOf<Result>(work: () => Result): { result: Result; spent: number } {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    return { result: work(), spent: process.cpuUsage(before).user / 1000 };
  });
  return runs.reduce((best, run) => (run.spent < best.spent ? run : best));
}

function elements(count: number): string {
  const rows = Array.from({ length: count }, (_item, index) => `{"type":"text","text":"t${index}"}`);
  return `{"elements":[${rows.join(',')}]}`;
}

test('of a million openings the last one counts, without looking at the others', () => {
  const opening = '## Drawing\n```json\n';
  const text = `${head}${opening.repeat(1_000_000)}{}\n\`\`\`\n`;
  const { result: block, spent } = costOf(() => drawingBlock(text));
  // All of them took 600 ms.
  expect(spent).toBeLessThan(200);
  expect(block && text.slice(block.start, block.end)).toBe('{}');
});

test.each([
  ['a title without a drawing after the drawing', '## Drawing\nnone\n', '{}'],
  ['a title that does not begin a line', 'See ## Drawing\n```json\n[]\n```\n', '{}'],
  ['a title of the first level', '# Drawing\n```json\n[]\n```\n', '[]'],
])('%s', (_name, after, scene) => {
  const text = `${drawing('{}')}${after}`;
  const block = drawingBlock(text);
  expect(block && text.slice(block.start, block.end)).toBe(scene);
});

test('a text of escaped quotes or slashes is read in little time', () => {
  for (const part of ['\\"', '\\\\']) {
    const text = `{"elements":[{"type":"text","text":"${part.repeat(500_000)}"},{"type":"text","text":"a"}]}`;
    const { result, spent } = costOf(() => drawingTexts(drawing(text)));
    expect(result).toEqual([{ kind: 'text', text: 'a' }]);
    expect(spent).toBeLessThan(150);
  }
});

test('of very many texts the first are listed and searched', () => {
  const text = drawing(elements(60_000));
  const texts = drawingTexts(text);
  expect(texts).toHaveLength(maxDrawingTexts);
  expect(texts?.at(-1)?.text).toBe(`t${maxDrawingTexts - 1}`);
  const { result, spent } = costOf(() => searchedDrawing(text));
  expect(result).toContain(` · t${maxDrawingTexts - 1}\n\`\`\``);
  expect(spent).toBeLessThan(150);
});

test.each([
  [0, '{"elements":[]}'],
  [3, `{"elements":[{"type":"text","text":"a\\nb"}\n,\n{"type":"text","text":"c"}\n]}`],
  [1, `{"elements":[{"type":"text","text":"a\\nb"},\n{"type":"text","text":"c"}]}`],
  [7_000_000, `${'\n'.repeat(7_000_000)}{"elements":[{"type":"text","text":"a"}]}`],
])('the lines of a drawing of %d breaks keep their numbers where it is searched', (_breaks, scene) => {
  const text = drawing(scene);
  const result = searchedDrawing(text);
  expect(result.split('\n')).toHaveLength(text.split('\n').length);
  expect(result.endsWith('\n```\n')).toBe(true);
});

test('a drawing of more than 2 MB is searched as it is written', () => {
  const text = drawing(
    `{"elements":[{"type":"text","text":"a"},{"type":"text","text":"${'b'.repeat(2_200_000)}"}]}`,
  );
  expect(drawingTexts(text)).toBeUndefined();
  expect(searchedDrawing(text)).toBe(text);
});

test('a packed drawing whose scene has more than 2 MB is searched as it is written', () => {
  const points = Array.from({ length: 350_000 }, (_, index) => index).join();
  const scene = `{"elements":[{"type":"text","text":"a"},{"type":"line","points":[${points}]}]}`;
  const text = drawing(LZString.compressToBase64(scene)).replace('```json', () => '```compressed-json');
  expect(drawingTexts(text)).toBeUndefined();
  expect(searchedDrawing(text)).toBe(text);
});
