import fc from 'fast-check';
import { compareKeys, compareNames, foldPath, nameKey } from '../../../src/utils/text/folding';
import { anyCharacter } from '../../support/text/any-character';

const seed = 20261121;

describe('foldPath', () => {
  it.each([
    ['Notes/README.md', 'notes/readme.MD'],
    ['Caf\u00e9.md', 'Cafe\u0301.md'],
    ['CAFE\u0301.md', 'caf\u00e9.md'],
    ['\u00c5ngstr\u00f6m', '\u212bNGSTRO\u0308M'],
    ['\uac01', '\u1100\u1161\u11a8'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ.md', 'οδοσ.MD'],
    ['STRAẞE', 'straße'],
    ['ИДЕИ', 'идеи'],
    ['J\u030c', '\u01f0'],
    ['\u0130', 'I\u0307'],
    ['5 µm', '5 μM'],
    ['ǅ', 'ǆ'],
  ])('takes %j and %j for one path', (a, b) => {
    expect(foldPath(a)).toBe(foldPath(b));
  });

  it.each([
    ['Maße', 'Masse'],
    ['İ', 'i'],
    ['ı', 'i'],
    ['e', 'é'],
    ['ﬁ', 'fi'],
    ['a b', 'a\u00a0b'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(foldPath(a)).not.toBe(foldPath(b));
  });

  it('gives the same key for a letter, its capital and its decomposed form, for all of Unicode', () => {
    const exceptions: string[] = [];
    // The planes from 4 on have no letters.
    for (let code = 0; code < 0x40000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const letter = String.fromCodePoint(code);
      const key = foldPath(letter);
      const capital = letter.toUpperCase();
      const oneCapital = Array.from(capital).length === 1 ? capital : letter;
      const forms = [key, letter.normalize('NFD'), oneCapital];
      if (forms.some(form => foldPath(form) !== key)) exceptions.push(letter);
    }
    // Dotless i, the combining iota, and old forms of Cyrillic letters.
    expect(exceptions).toEqual([
      'ı',
      '\u0345',
      ...Array.from('\u1c80\u1c81\u1c82\u1c83\u1c84\u1c85\u1c86\u1c87\u1c88'),
    ]);
  });

  it('is idempotent and blind to the Unicode form of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        const key = foldPath(text);
        expect(foldPath(key)).toBe(key);
        expect(foldPath(text.normalize('NFD'))).toBe(key);
      }),
      { seed, numRuns: 2000 },
    );
  });
});

describe('the order of names', () => {
  it('disregards letter case and diacritics before it regards them', () => {
    const names = ['zeta', 'Äpfel', 'beta', 'apfel', 'Apfel', 'Beta', 'äpfel', 'Alpha', 'Zürich', 'zurzach'];
    expect(names.sort(compareNames)).toEqual([
      'Alpha',
      'Apfel',
      'apfel',
      'Äpfel',
      'äpfel',
      'Beta',
      'beta',
      'zeta',
      'Zürich',
      'zurzach',
    ]);
  });

  it('puts a name before the names that begin with it', () => {
    const names = ['ab', 'a b', 'A', 'a', 'a-b', 'á', 'aa'];
    expect(names.sort(compareNames)).toEqual(['A', 'a', 'á', 'a b', 'a-b', 'aa', 'ab']);
  });

  it('is total: only equal names compare equal', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(compareNames(a, b) + compareNames(b, a)).toBe(0);
        expect(compareNames(a, b) === 0).toBe(a === b);
        if (compareNames(a, b) <= 0 && compareNames(b, c) <= 0) {
          expect(compareNames(a, c)).toBeLessThanOrEqual(0);
        }
        expect(compareKeys(nameKey(a), nameKey(b))).toBe(compareNames(a, b));
      }),
      { seed, numRuns: 1000 },
    );
  });
});
