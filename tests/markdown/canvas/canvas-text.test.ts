import { canvasText, cardAt } from '../../../src/markdown/canvas/canvas-text';

const textOf = (canvas: unknown): ReturnType<typeof readText> => readText(JSON.stringify(canvas));
const readText = (json: string) => canvasText(json);

test('a canvas is searched by the texts of its cards, names of files, addresses and labels', () => {
  const { text, cards } = textOf({
    nodes: [
      { id: 'a', type: 'text', text: 'one\ntwo' },
      { id: 'b', type: 'file', file: 'Projects/Plan.md', subpath: '#Aims' },
      { id: 'c', type: 'link', url: 'https://example.org/x' },
      { id: 'd', type: 'group', label: 'Later' },
      { id: 'e', type: 'text', text: ' ' },
    ],
    edges: [{ id: 'f', fromNode: 'a', toNode: 'b', label: 'leads to' }],
  });
  expect(text).toBe('\none\ntwo\n\nPlan.md#Aims\n\nhttps://example.org/x\n\nLater\n\nleads to');
  expect(cards.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'f']);
  expect(text.split('\n').flatMap((_, index) => cardAt(cards, index + 1) ?? [])).toEqual([
    { card: 'a', line: 1 },
    { card: 'a', line: 2 },
    { card: 'a', line: 3 },
    { card: 'b', line: 1 },
    { card: 'b', line: 2 },
    { card: 'c', line: 1 },
    { card: 'c', line: 2 },
    { card: 'd', line: 1 },
    { card: 'd', line: 2 },
    { card: 'f', line: 1 },
  ]);
});

test('a card of two hundred thousand lines is searched', () => {
  const { text } = textOf({ nodes: [{ id: 'a', type: 'text', text: 'line\n'.repeat(200_000) }] });
  expect(text.length).toBe(1 + 5 * 200_000);
});

test('headings and open code of a card end with it', () => {
  const cards = ['# Aims\nfirst', '```\ncode', 'last'];
  const { text } = textOf({ nodes: cards.map((card, id) => ({ id: String(id), type: 'text', text: card })) });
  expect(text).toBe('\n# Aims\nfirst\n\n#\n\n```\ncode\n```\n\nlast');
});

test.each(['', '{', '[]', '7', '{"nodes":{}}', '{"nodes":[1,null]}', '{"nodes":[{"text":4,"id":{}}]}'])(
  'a text that is no canvas has no texts: %s',
  json => {
    expect(readText(json)).toEqual({ text: '', cards: [] });
  },
);

test('a card without an id has none', () => {
  expect(textOf({ nodes: [{ text: 'x' }] }).cards).toEqual([{ id: '', line: 2 }]);
});
