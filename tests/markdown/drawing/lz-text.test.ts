/** The judge is lz-string itself, with which drawings are packed. */
import fc from 'fast-check';
import LZString from 'lz-string';
import { unpackedText } from '../../../src/markdown/drawing/lz-text';
import { anyCharacter } from '../../support/text/any-character';

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
  const bomb = LZString.compressToBase64('a'.repeat(400_000));
  expect(bomb.length).toBeLessThan(3000);
  expect(unpackedText(bomb, 399_999)).toBeUndefined();
  expect(unpackedText(bomb, 400_000)).toHaveLength(400_000);
});
