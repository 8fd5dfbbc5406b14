import fc from 'fast-check';
import { OriginalText } from '../../../src/search/present/original-text';
import { mayHaveCode } from '../../../src/search/present/part-spans';
import { TextFolder } from '../../../src/search/text/folded-text';
import { KeptText } from '../../../src/search/store/kept-text';
import { NoteText } from '../../../src/search/store/note-text';
import { anyCharacter } from '../../support/text/any-character';

const folder = new TextFolder();

it('a kept text gives back the text it was made of, whatever is in it', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 8 }),
    fc.constantFrom('A', 'Über ', 'É', 'Σας', '日本', '\uD83D', '😀', 'ﬁ', ' '.repeat(200), '[]{}@`'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      const text = pieces.join('');
      expect(new NoteText(text, folder).original).toBe(text);
      const folded = folder.fold(text);
      expect(new KeptText(text, folded).textWith(folded.folded)).toBe(text);
    }),
    { seed: 27150, numRuns: 500 },
  );
});

it('a kept text gives back any part of the text, with the lines and the marks of code of the whole', () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 4 }),
    fc.constantFrom(
      'Plain Words ',
      'É',
      'Σας',
      '\uD83D',
      '😀',
      'ﬁ',
      '`',
      '~~~',
      '\n    ',
      '\r\t',
      '\u1FEF',
      '\uFF40',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(40), fc.nat(40), (pieces, start, length) => {
      const note = new NoteText(pieces.join(''), folder);
      const { original } = note;
      const parts = new OriginalText(note);
      const { alike } = new OriginalText(note);
      expect(parts.slice(start, start + length)).toBe(original.slice(start, start + length));
      expect(alike).toHaveLength(original.length);
      expect(alike.split('\n').map(line => line.length)).toEqual(
        original.split('\n').map(line => line.length),
      );
      if (mayHaveCode(original)) expect(mayHaveCode(alike)).toBe(true);
    }),
    { seed: 27151, numRuns: 300 },
  );
});

it('a kept text takes a small part of its text where only capitals were folded', () => {
  const text = 'The Quick brown fox jumps over the lazy Dog, and Nobody minds. '.repeat(100);
  expect(new KeptText(text, folder.fold(text)).bytes).toBeLessThan(text.length / 10);
  expect(new NoteText(text, folder).bytes).toBeLessThan(text.length * 1.2);
});

it('a text that differs from its fold nearly everywhere is kept whole', () => {
  const text = 'LOUD '.repeat(1000);
  expect(new KeptText(text, folder.fold(text)).bytes).toBeLessThanOrEqual(text.length);
});

it('a kept text gives back every character of ASCII at every place', () => {
  const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_none, code) => code));
  for (let length = 0; length < 9; length += 1) {
    const text = `${'x'.repeat(length)}${ascii}${'y'.repeat(100)}${ascii}`;
    expect(new KeptText(text, folder.fold(text)).textWith(text.toLowerCase())).toBe(text);
  }
});

it('a kept text gives back parts of a long text in any order', () => {
  const text = 'The Quick brown Fox, É and „Ω“ over the lazy Dog. '.repeat(200);
  const parts = new KeptText(text, folder.fold(text)).partsWith(folder.fold(text).folded);
  const place = fc.nat(text.length + 10);
  fc.assert(
    fc.property(fc.array(fc.tuple(place, fc.nat(3000)), { maxLength: 20 }), wanted => {
      for (const [start, length] of wanted)
        expect(parts?.slice(start, start + length)).toBe(text.slice(start, start + length));
    }),
    { seed: 27152, numRuns: 100 },
  );
});
