import fc from 'fast-check';
import LZString from 'lz-string';
import {
  drawingBlock,
  drawingTexts,
  maxDrawingTexts,
  searchedDrawing,
} from '../../../src/markdown/drawing/drawing-texts';
import { unpackedText } from '../../../src/markdown/drawing/lz-text';
import { anyCharacter } from '../../support/text/any-character';

describe('hostile drawings', () => {
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
    // Points that differ are packed faster than those that repeat.
    const points = Array.from({ length: 210_000 }, (_, nth) => `[${nth % 997},${nth % 31}.5]`).join(',');
    const scene = `{"elements":[{"type":"text","text":"a"},{"type":"line","points":[${points}]}]}`;
    const text = drawing(LZString.compressToBase64(scene)).replace('```json', () => '```compressed-json');
    expect(drawingTexts(text)).toBeUndefined();
    expect(searchedDrawing(text)).toBe(text);
  });
});

describe('the texts of a drawing', () => {
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
    [
      'one with the line endings of Windows',
      note(packed.replaceAll('\n', '\r\n'), 'compressed-json', '\r\n'),
    ],
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
});

describe('packed texts', () => {
  /** The judge is lz-string itself, with which drawings are packed. */

  const most = 1_000_000;
  const unpacked = (base64: string): string | undefined => unpackedText(base64, most);

  test.each(['', 'a', 'aaaaaaaaaaaaaaaa', 'Küche 花子 🚢', '{"elements":[]}', 'ab'.repeat(40_000)])(
    'unpacks what lz-string packs: %#',
    text => {
      expect(unpacked(LZString.compressToBase64(text))).toBe(text);
    },
  );

  test('unpacks any text that lz-string packs', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 3000 }),
      fc
        .array(fc.constantFrom('{"type":"text"', 'x', ',', 'ä', '船'), { maxLength: 2000 })
        .map(parts => parts.join('')),
    );
    fc.assert(
      fc.property(texts, text => unpacked(LZString.compressToBase64(text)) === text),
      {
        seed: 20_261_123,
      },
    );
  });

  test('pieces of 256 characters with empty lines between them are one text', () => {
    const text = Array.from({ length: 500 }, (_, index) => `element ${index * 7919}`).join(',');
    const pieces = LZString.compressToBase64(text).match(/.{1,256}/g) ?? [];
    expect(pieces.length).toBeGreaterThan(3);
    expect(unpacked(pieces.join('\r\n\r\n'))).toBe(text);
  });

  test('a text that was not packed gives nothing or a text within the limit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), base64 => {
        const text = unpacked(base64);
        return text === undefined || text.length <= most;
      }),
      { seed: 20_261_123 },
    );
    expect(unpacked('AAAA')).toBeUndefined();
    expect(unpacked(LZString.compressToBase64('a drawing that was cut').slice(0, 12))).toBeUndefined();
  });

  test('a text that unpacks to more than the limit gives nothing', () => {
    const bomb = LZString.compressToBase64('a'.repeat(100_000));
    expect(bomb.length).toBeLessThan(3000);
    expect(unpackedText(bomb, 99_999)).toBeUndefined();
    expect(unpackedText(bomb, 100_000)).toHaveLength(100_000);
  });
});
