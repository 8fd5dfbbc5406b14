/** Files other than notes. */
import type { SpecialFile } from './special';

/** One white pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

const canvas = JSON.stringify({
  nodes: [{ id: 'a', type: 'text', text: 'A card', x: 0, y: 0, width: 200, height: 60 }],
  edges: [],
});

export function imageNames(notes: number): string[] {
  const count = Math.max(20, Math.floor(notes / 100));
  return Array.from({ length: count }, (_item, at) => `image-${String(at).padStart(4, '0')}.png`);
}

export function attachments(images: readonly string[]): SpecialFile[] {
  const pixel = new Uint8Array(Buffer.from(png, 'base64'));
  return [
    ...images.map(name => ({ path: `Attachments/${name}`, content: pixel })),
    ...['first', 'second', 'third'].flatMap(name => [
      { path: `Attachments/${name}.pdf`, content: `%PDF-1.4\n% ${name}\n%%EOF\n` },
      { path: `Boards/${name}.canvas`, content: canvas },
      { path: `Boards/${name}.base`, content: 'views:\n  - type: table\n    name: Table\n' },
      { path: `Attachments/${name}.csv`, content: 'what,count\none,1\n' },
    ]),
  ];
}
