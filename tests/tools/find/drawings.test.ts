/** Drawings of the plugin Excalidraw are notes whose drawing is compressed; their text stands beside it as it is. */
import type { Answer } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

/** As the plugin writes it: base64 in pieces of 256 characters with empty lines between them. */
const pieces = Array.from({ length: 6 }, (_, index) =>
  `N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATL${index}`.padEnd(256, 'QaY'),
);

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
  expect(text).not.toContain('N4KAkARALgng');
});

test('links of a drawing are links of its note', async () => {
  const { text } = await call('get_links', { path: 'Lamp', direction: 'in' });
  expect(text).toContain('Map.excalidraw.md');
});

test('the outline of a drawing has its sections', async () => {
  const { text } = await call('get_outline', { path: 'Map.excalidraw' });
  expect(text).toContain('Text Elements');
});
