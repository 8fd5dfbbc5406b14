import fc from 'fast-check';
import { FoldMap, foldKeepingCase, TextFolder } from '../../../src/search/text/folded-text';
import { NoteText } from '../../../src/search/text/search-text';
import { anyCharacter } from '../../support/text/any-character';
import { findingBlocks } from '../../../src/search/text/note-outline';

const folder = new TextFolder();
const fold = (text: string): string => folder.fold(text).folded;

const piece = fc.constantFrom(
  ...[
    'a',
    'B',
    ' ',
    '\n',
    '\r\n',
    'é',
    'e\u0301',
    'Ü',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'ﬁ',
    '½',
    '…',
    '“',
    '—',
    'ς',
    'Σ',
    'Ａ',
  ],
  ...[
    'か',
    'か\u3099',
    'ｶﾞ',
    '日本',
    '한',
    '\u1112\u1161\u11AB',
    '\u0301',
    '\u200D',
    '😀',
    '👩‍💻',
    '❤️',
    '🇩🇪',
    '𝐀',
    '𠮷',
  ],
  ...['हिन्दी', 'كِتَاب', 'שָׁלוֹם', 'Ёж', 'ﷺ', '\uFEFF', '\u0000', '\u0001', '\uFFFF', 'ø', '\u00AD'],
);
const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));

describe('folding', () => {
  it.each([
    ['Straße', 'strasse'],
    ['ÉCOLE', 'ecole'],
    ['e\u0301cole', 'ecole'],
    ['İstanbul', 'istanbul'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Ａｂｃ １２', 'abc 12'],
    ['ﬁx ½', 'fix 1/2'],
    ['ｶﾞ か\u3099', 'ガ が'],
    ['\u1112\u1161\u11AB', '한'],
    ['Łódź Ærø', 'lodz aero'],
    ['Ёж и йод', 'еж и иод'],
    ['“Don’t” — x…', '"don\'t" - x...'],
    ['❤️', '❤'],
    ['हिन्दी', 'हिन्दी'],
    ['كِتَاب', 'كتاب'],
    ['a\u00A0b\u3000c', 'a b c'],
    ['日本語 😀', '日本語 😀'],
  ])('folds %j to %j', (given, folded) => {
    expect(fold(given)).toBe(folded);
  });

  it('gives the same for a text that is folded already, composed or decomposed', () => {
    fc.assert(
      fc.property(text, given => {
        const folded = fold(given);
        expect(fold(folded)).toBe(folded);
        expect(fold(given.normalize('NFD'))).toBe(fold(given.normalize('NFC')));
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('is the lower case of the form that keeps letter case', () => {
    fc.assert(
      fc.property(text, given => {
        // Lower-casing a whole text would look for the end of words.
        expect(foldKeepingCase(given).toLowerCase().replaceAll('ς', 'σ')).toBe(fold(given));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('leaves every line where it was', () => {
    fc.assert(
      fc.property(text, given => {
        expect(fold(given).split('\n').length).toBe(given.split('\n').length);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('maps each character of the folded text to one with that fold', () => {
    fc.assert(
      fc.property(text, given => {
        const { folded, map } = folder.fold(given);
        let before = 0;
        for (let at = 0; at < folded.length; at += 1) {
          const [start, end] = map.originalSpan(at, at + 1);
          expect(start).toBeGreaterThanOrEqual(Math.min(before, start));
          expect(end).toBeGreaterThan(start);
          const cluster = given.slice(start, end);
          if (cluster.isWellFormed()) expect(fold(cluster)).toContain(folded.charAt(at));
          before = end;
        }
      }),
      { seed: 11, numRuns: 500 },
    );
  });

  it('maps back and forth between whole characters', () => {
    fc.assert(
      fc.property(text, given => {
        const note = new NoteText(given, folder);
        for (let at = 0; at < note.folded.length; at += 1) {
          const [start, end] = note.originalSpan(at, at + 1);
          const [from, to] = note.foldedSpan(start, end);
          expect(from).toBeLessThanOrEqual(at);
          expect(to).toBeGreaterThan(at);
        }
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('keeps the original, whatever is in it', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: anyCharacter })), given => {
        expect(new NoteText(given, folder).original).toBe(given);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  it('needs no map where each unit folds to one unit', () => {
    const { bytes } = new FoldMap();
    expect(folder.fold('Grüße? Nein: Gruße').map.bytes).toBeGreaterThan(bytes);
    expect(folder.fold('Grün, 日本 – 😀').map.bytes).toBe(bytes);
  });

  it('makes no text more than four times as long', () => {
    const long = '\uFDFA'.repeat(1000);
    expect(fold(long).length).toBeLessThanOrEqual(4000);
  });

  it('takes a million marks in one run', () => {
    const given = `a${'\u0301\u0323'.repeat(500_000)}b`;
    expect(fold(given)).toBe('ab');
  });
});

const code = '`a` ';

test('the code blocks of a note are found', () => {
  expect(findingBlocks(code.repeat(1000), new FoldMap()).code.count).toBe(1000);
});

test('a note with more parts than a scan allows has no blocks', () => {
  const { blocks, sections, code: found } = findingBlocks(code.repeat(1_000_000), new FoldMap());
  expect([blocks.count, sections.count, found.count]).toEqual([0, 0, 0]);
});
