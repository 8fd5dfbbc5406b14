/** Drawings of the plugin Excalidraw are notes whose drawing is packed; their text is beside it as it is. */
import LZString from 'lz-string';
import type { Answer } from '../../../support/clients';
import { RunningLectern } from '../../../support/lectern';

/** As the plugin writes it: base64 in pieces of 256 characters with empty lines between them. */
const scene = {
  elements: [
    { type: 'text', rawText: 'Harbour office' },
    { type: 'text', rawText: 'only in the scene: pilot' },
    { type: 'frame', name: 'Quayside' },
    { type: 'rectangle', link: '[[Lamp]]' },
    ...Array.from({ length: 40 }, (_, x) => ({ type: 'line', id: `e${x}`, x, y: x * 7919 })),
  ],
};
const pieces = LZString.compressToBase64(JSON.stringify(scene)).match(/.{1,256}/g) ?? [];

const drawing = [
  '---',
  'excalidraw-plugin: parsed',
  'tags: [excalidraw]',
  '---',
  '==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠==',
  '',
  '# Excalidraw Data',
  '',
  '## Text Elements',
  'Harbour office ^k3XJ2aYp',
  '',
  'Ask about the lamp [[Lamp]] ^u7Qp1zLm',
  '',
  '%%',
  '## Drawing',
  '```compressed-json',
  pieces.join('\n\n'),
  '```',
  '%%',
  '',
].join('\n');

let lectern: RunningLectern;
let call: (tool: string, args: Record<string, unknown>) => Promise<Answer>;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'Map.excalidraw.md': drawing, 'Lamp.md': 'lamp\n' },
  });
  await lectern.host.metadataSettled();
  const client = await lectern.connect();
  call = (tool, args) => client.call(tool, args);
});
afterAll(() => lectern.close());

test('the text of a drawing is searched, and leads to its element', async () => {
  const { structured, text } = await call('search', { query: 'harbour' });
  expect(structured).toMatchObject({ totalCount: 1 });
  expect(text).toContain('Map.excalidraw.md');
  expect(text).toContain('Harbour office ^k3XJ2aYp');
});

test('the text of a drawing is read by its lines, without the drawing', async () => {
  const { text } = await call('read_note', { path: 'Map.excalidraw', startLine: 9, endLine: 13 });
  expect(text).toContain('Harbour office');
  expect(text).toContain('Ask about the lamp');
  expect(text).not.toContain(pieces[0]);
  expect(text).not.toContain('Hint');
});

test('text that is only in the packed drawing is searched, and base64 is not', async () => {
  for (const query of ['quayside', '"scene: pilot"']) {
    const { structured, text } = await call('search', { query, allWords: true });
    expect(structured).toMatchObject({ totalCount: 1 });
    expect(text).toContain('Map.excalidraw.md');
  }
  const base64 = pieces[1]?.slice(0, 40);
  expect((await call('search', { query: base64, mode: 'phrase' })).structured).toMatchObject({
    totalCount: 0,
  });
});

test('read_note says how to read a packed drawing, and read_attachment does', async () => {
  const read = await call('read_note', { path: 'Map.excalidraw' });
  expect(read.structured['hints']).toHaveLength(1);
  expect(read.text).toContain('Hint: The drawing is packed: `read_attachment` shows');
  const { structured, text } = await call('read_attachment', { path: 'Map.excalidraw.md' });
  expect(structured).toMatchObject({
    path: 'Map.excalidraw.md',
    mimeType: 'text/markdown',
    versionId: read.structured['versionId'],
    text: [
      'text "Harbour office"',
      'text "only in the scene: pilot"',
      'frame "Quayside"',
      'link "[[Lamp]]"',
    ].join('\n'),
  });
  expect(text).toContain('frame "Quayside"');
  const note = await call('read_attachment', { path: 'Lamp.md' });
  expect(note.structured['error']).toMatchObject({ code: 'unsupported_file', hint: 'Use `read_note`.' });
});

test('links of a drawing are links of its note', async () => {
  const { text } = await call('get_links', { path: 'Lamp', direction: 'in' });
  expect(text).toContain('Map.excalidraw.md');
});

test('the outline of a drawing has its sections', async () => {
  const { text } = await call('get_outline', { path: 'Map.excalidraw' });
  expect(text).toContain('Text Elements');
});
