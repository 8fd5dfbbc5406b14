import LZString from 'lz-string';
import { drawingTexts, searchedDrawing } from '../../../src/markdown/drawing/drawing-texts';

const elements = [
  { type: 'text', text: 'Harbour\noffice', originalText: 'Harbour office', rawText: '[[Harbour]] office' },
  { type: 'text', text: 'wrapped\nhere', originalText: 'wrapped here' },
  { type: 'rectangle', link: '[[Lamp]]', label: 'no' },
  { type: 'frame', name: 'Plan "west" [1]' },
  { type: 'magicframe', name: null },
  { type: 'text', text: 'gone', isDeleted: true },
  {
    type: 'freedraw',
    points: [
      [0, 1],
      [2, 3],
    ],
    customData: { elements: [{ type: 'text', text: 'no' }] },
  },
  { type: 'ellipse', link: '[[Lamp]]' },
];
const scene = JSON.stringify({
  type: 'excalidraw',
  appState: { elements: [{ type: 'text', text: 'no' }] },
  elements,
  files: {},
});

function note(block: string, language = 'compressed-json', newline = '\n'): string {
  return [
    '---',
    'excalidraw-plugin: parsed',
    '---',
    '# Excalidraw Data',
    '## Text Elements',
    'wrapped here ^a',
    '%%',
    '## Drawing',
    `\`\`\`${language}`,
    block,
    '```',
    '%%',
  ].join(newline);
}
const packed = (LZString.compressToBase64(scene).match(/.{1,256}/g) ?? []).join('\n\n');
const said = [
  { kind: 'text', text: '[[Harbour]] office' },
  { kind: 'text', text: 'wrapped here' },
  { kind: 'link', text: '[[Lamp]]' },
  { kind: 'frame', text: 'Plan "west" [1]' },
];

test.each([
  ['a packed drawing', note(packed)],
  ['one with the line endings of Windows', note(packed.replaceAll('\n', '\r\n'), 'compressed-json', '\r\n')],
  ['one in plain JSON', note(JSON.stringify(JSON.parse(scene), null, '\t'), 'json')],
])('%s lists its texts, the names of its frames and its links, each once', (_, text) => {
  expect(drawingTexts(text)).toEqual(said);
});

test.each([
  ['a note that is no drawing', note(packed).replace('excalidraw-plugin', 'plugin')],
  ['a note that shows such a block elsewhere', `# Drawing\n\`\`\`json\n${scene}\n\`\`\`\n`],
  ['a drawing that cannot be unpacked', note('AAAA')],
  ['a drawing without its block', '---\nexcalidraw-plugin: raw\n---\n'],
])('%s is searched unchanged', (_, text) => {
  expect(drawingTexts(text)).toBeUndefined();
  expect(searchedDrawing(text)).toBe(text);
});

test('a searched drawing has the texts that are not elsewhere in the note, in as many lines', () => {
  const text = note(packed);
  const searched = searchedDrawing(text);
  expect(searched.split('\n')).toHaveLength(text.split('\n').length);
  expect(searched).toContain('```compressed-json\n[[Harbour]] office\n[[Lamp]]\nPlan "west" [1]');
  expect(searched.match(/wrapped here/g)).toHaveLength(1);
  const short = searchedDrawing(note(packed.replaceAll('\n', '')));
  expect(short).toContain('\n[[Harbour]] office · [[Lamp]] · Plan "west" [1]\n```');
});

test('truncated JSON is unreadable', () => {
  const cut = note(scene.slice(0, scene.indexOf('"magicframe"')), 'json');
  expect(drawingTexts(cut)).toBeUndefined();
  for (let length = 0; length < scene.length; length += 7)
    expect(() => drawingTexts(note(scene.slice(0, length), 'json'))).not.toThrow();
});
