import fc from 'fast-check';
import {
  contains,
  occurrences,
  occurrencesInTurns,
  partsBetween,
  placeOf,
  TextNeedle,
} from '../../../src/utils/text/text-search';
import {
  fingerprintOf,
  decoded,
  decodedInTurns,
  encodedPortions,
  isPlainText,
  unitsAtOnce,
} from '../../../src/utils/bytes';
import { sha256 } from '../../../src/platform';
import { busyTurn } from '../../support/time/busy-turn';
import {
  folderOf,
  lastName,
  cutText,
  trimmedEnd,
  trimmedStart,
  withoutOuterSlashes,
} from '../../../src/utils/text/pieces';
import { visible, visibleLine } from '../../../src/utils/text/visible-text';
import { compareKeys, compareNames, foldPath, nameKey } from '../../../src/utils/text/folding';
import { anyCharacter } from '../../support/text/any-character';
import { jsonSize, leadingThatFit } from '../../../src/utils/json';
import { shorten, shortenListsInRows } from '../../../src/utils/text/shortening';

describe('searches', () => {
  const text = (maxLength: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength });
  /** Some are longer than what the engine's own search is given. */
  const needle = fc
    .tuple(text(6), fc.integer({ min: 1, max: 80 }), text(4))
    .map(([piece, times, end]) => piece.repeat(times) + end);

  describe('a search for a text from outside', () => {
    it('finds what `indexOf` finds, within its bounds, asked in any order', () => {
      fc.assert(
        fc.property(
          needle,
          fc.array(text(200), { maxLength: 4 }),
          fc.array(fc.tuple(fc.nat(1500), fc.nat(1500)), { minLength: 1, maxLength: 8 }),
          (wanted, parts, asked) => {
            const whole = parts.join(wanted);
            const search = new TextNeedle(wanted);
            for (const [from, limit] of asked) {
              const at = whole.indexOf(wanted, from);
              expect(search.indexIn(whole, from)).toBe(at);
              expect(search.indexIn(whole, from, limit)).toBe(at < limit ? at : -1);
            }
            expect(contains(whole, wanted)).toBe(whole.includes(wanted));
            expect(placeOf(whole, wanted)).toBe(whole.indexOf(wanted));
            expect(partsBetween(whole, wanted)).toEqual(whole.split(wanted));
          },
        ),
        { seed: 3, numRuns: 600 },
      );
    });

    it('finds each place once, overlapping ones where they are asked for', async () => {
      const wanted = 'ab'.repeat(100);
      const whole = 'ab'.repeat(302);
      const apart = { mayOverlap: false, limit: Infinity };
      expect(await occurrencesInTurns(whole, wanted, apart, busyTurn().turn)).toEqual({
        offsets: [0, 200, 400],
        count: 3,
      });
      expect(occurrences(whole, wanted, 2)).toEqual({ offsets: [0, 2], count: 203 });
    });

    it('splits nothing at an empty text', () => {
      expect(partsBetween('ab', '')).toEqual(['ab']);
    });

    it.each([
      ['one that stops in its middle', `${'a'.repeat(4000)}b${'a'.repeat(4000)}`, 'a'.repeat(2_000_000)],
      ['one as long as half the text', `${'a'.repeat(150_000)}b${'a'.repeat(150_000)}`, 'a'.repeat(600_000)],
      ['one that stands everywhere', 'a'.repeat(20_000), 'a'.repeat(300_000)],
    ])('takes time in proportion to the text for %s', (_name, wanted, whole) => {
      const before = process.cpuUsage();
      occurrences(whole, wanted, 1);
      expect(contains(whole, wanted)).toBe(!wanted.includes('b'));
      // The engine's own search takes 5 s and more for each.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
    });
  });
});

describe('bytes', () => {
  const texts = [
    ['nothing', ''],
    ['ASCII', 'plain text\n'.repeat(30_000)],
    ['characters of two units, cut nowhere', `a${'\u{1F600}'.repeat(200_000)}`],
    ['halves of characters', '\uD83D'.repeat(300_000)],
    ['three bytes for each unit', '東'.repeat(300_000)],
  ] as const;

  test.each(texts)('the portions of a text are its bytes: %s', (_what, text) => {
    const parts = Array.from(encodedPortions(text), part => Buffer.from(part));
    expect(Buffer.concat(parts).equals(new TextEncoder().encode(text))).toBe(true);
  });

  test('all portions share the memory of one', () => {
    const buffers = new Set(Array.from(encodedPortions('東'.repeat(1_000_000)), ({ buffer }) => buffer));
    expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([(unitsAtOnce + 1) * 3]);
  });

  test.each(texts)('the fingerprint of a text is that of its bytes: %s', async (_what, text) => {
    const bytes = new TextEncoder().encode(text);
    const expected = { hash: sha256(bytes), size: bytes.length };
    expect(await fingerprintOf(text)).toEqual(expected);
    expect(await fingerprintOf(bytes)).toEqual(expected);
  });

  const before = 'x'.repeat(unitsAtOnce - 1);

  test.each<readonly [string, Uint8Array, boolean]>([
    ['nothing', new Uint8Array(), true],
    ['a letter of three bytes over the end of a portion', Buffer.from(`${before}€ behind`), true],
    ['a NUL behind the first portion', Buffer.from(`${before}xx\0`), false],
    [
      'a byte that is no UTF-8 behind the first portion',
      Buffer.from([...Buffer.from(before), 120, 0xff]),
      false,
    ],
    ['half a letter at the end', Buffer.from('€').subarray(0, 2), false],
  ])('%s: whether it is plain text is found without its whole text', async (_name, bytes, isText) => {
    expect(await isPlainText(bytes)).toBe(isText);
  });

  test('bytes that are no UTF-8 have no text', () => {
    expect(decoded(Uint8Array.from([120, 0xff]))).toBeUndefined();
    expect(decoded(Buffer.from('\uFEFFa mark'))).toBe('\uFEFFa mark');
  });

  test('long bytes are decoded in portions, with a pause after each, as in one step', async () => {
    const text = `\uFEFF${'a😀漢é\r\n'.repeat(60_000)}`;
    const bytes = new TextEncoder().encode(text);
    const { slicer, pauses } = busyTurn();
    expect(await decodedInTurns(bytes, { slicer })).toBe(text);
    expect(pauses()).toBeGreaterThan(bytes.length / 262_144);
    expect(await decodedInTurns(bytes.subarray(0, -3), { slicer })).toBeUndefined();
    expect(await decodedInTurns(bytes.subarray(1), { slicer })).toBeUndefined();
  });
});

describe('the parts of a path', () => {
  const names = fc.array(
    fc.string({ minLength: 1 }).filter(name => !name.includes('/')),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  test('the folder and the name of a path are its segments before the last one, and that one', () => {
    fc.assert(
      fc.property(names, segments => {
        const path = segments.join('/');
        expect(folderOf(path)).toBe(segments.slice(0, -1).join('/'));
        expect(lastName(path)).toBe(segments.at(-1));
      }),
      { seed: 1 },
    );
  });

  test('the folder of a file of the root is empty', () => {
    expect(folderOf('a.md')).toBe('');
  });
});

describe('the ends of a text', () => {
  test.each([
    ['', '/', ''],
    ['///', '/', ''],
    ['a', '/', 'a'],
    ['/a/b//', '/', '/a/b'],
    ['why?!…', '.!?…', 'why'],
    ['00', '', '00'],
  ])('the end of %j without %j is %j', (text, characters, cut) => {
    expect(trimmedEnd(text, characters)).toBe(cut);
  });

  test.each([
    ['', '0', ''],
    ['007', '0', '7'],
    ['¿¡qué', '¡¿', 'qué'],
  ])('the start of %j without %j is %j', (text, characters, cut) => {
    expect(trimmedStart(text, characters)).toBe(cut);
  });

  test('slashes are cut on both sides of a path and kept within', () => {
    expect(withoutOuterSlashes('//Folder//Deep/')).toBe('Folder//Deep');
  });

  test.each([
    ['abc', 2, 'ab'],
    ['abc', 9, 'abc'],
    ['a😀b', 3, 'a😀'],
    ['a😀b', 2, 'a\ufffd'],
  ])('of %j the first %i units are %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });
});

describe('text that somebody decides upon', () => {
  test.each([
    ['turns the direction', 'a\u202eb', 'a‹U+202E›b'],
    ['takes no room', 'a\u200bb\ufeff', 'a‹U+200B›b‹U+FEFF›'],
    ['is a control', 'a\u0007b\u009b', 'a‹U+0007›b‹U+009B›'],
    ['writes what only models read', 'a\u{e0041}b', 'a‹U+E0041›b'],
    ['looks like nothing', 'a\u3164b', 'a‹U+3164›b'],
    ['goes back in the line', 'a\rb', 'a␍b'],
  ])('shows what %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('stays on one line where it is one', () => {
    expect(visibleLine('a\nb\tc\u001b[2J')).toBe('a␊b␉c‹U+001B›[2J');
  });

  test('is left alone where it can be seen', () => {
    const text = '\tTwo\nlines, 👩‍👩‍👧, ü, 日本, می‌خواهم';
    expect(visible(text)).toBe(text);
  });
});

describe('folding', () => {
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
      const names = [
        'zeta',
        'Äpfel',
        'beta',
        'apfel',
        'Apfel',
        'Beta',
        'äpfel',
        'Alpha',
        'Zürich',
        'zurzach',
      ];
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
});

describe('shortening', () => {
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const seed = { seed: 20_261_121, numRuns: 300 };

  /** What a parser of JSON gives, with any text. */
  const json = fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 });

  describe('jsonSize', () => {
    test('is the number of bytes', () => {
      fc.assert(
        fc.property(json, value => {
          expect(jsonSize(value, 1e9)).toBeGreaterThanOrEqual(bytesOf(value));
          expect(jsonSize(value, 1e9) - bytesOf(value)).toBeLessThanOrEqual(JSON.stringify(value).length + 1);
        }),
        seed,
      );
    });

    test.each([
      ['"quotes" and \\ and \n\t\r\b\f', 'escapes of two'],
      ['\u0000\u001f\u000b', 'escapes of six'],
      ['naïve 日本 😀', 'many bytes'],
    ])('counts %j: %s', text => {
      expect(jsonSize(text, 1e9)).toBe(bytesOf(text));
    });

    test('looks no further than it is asked to', () => {
      const looked: number[] = [];
      const items = Array.from({ length: 1000 }, (_, index) => ({
        get text() {
          looked.push(index);
          return 'x'.repeat(10);
        },
      }));
      expect(jsonSize(items, 100)).toBeGreaterThan(100);
      expect(looked.length).toBeLessThan(10);
    });
  });

  test('leadingThatFit counts whole items', () => {
    expect(leadingThatFit(['aaaa', 'bbbb', 'cccc'], bytesOf(['aaaa', 'bbbb']))).toBe(1);
    expect(leadingThatFit(['aaaa', 'bbbb', 'cccc'], bytesOf(['aaaa', 'bbbb']) + 1)).toBe(2);
    expect(leadingThatFit(['aaaa'], 100)).toBe(1);
  });

  describe('shorten', () => {
    test('keeps the fields of an answer, and to its size', () => {
      const answer = fc.record({
        path: fc.string({ maxLength: 50 }),
        list: fc.array(fc.string({ unit: anyCharacter, maxLength: 300 }), { maxLength: 300 }),
        rows: fc.array(fc.record({ name: fc.string(), tags: fc.array(fc.string()) }), { maxLength: 200 }),
        map: fc.dictionary(fc.string(), json, { maxKeys: 150 }),
        text: fc.string({ unit: anyCharacter, maxLength: 5000 }),
      });
      fc.assert(
        fc.property(answer, value => {
          const { value: short, omissions } = shorten(value, 4000);
          expect(bytesOf(short)).toBeLessThanOrEqual(4000);
          expect(Object.keys(short)).toEqual(Object.keys(value));
          expect(JSON.stringify(short).isWellFormed()).toBe(true);
          if (omissions.length === 0) expect(short).toEqual(value);
          for (const { place, shown, of } of omissions) {
            expect(place).toMatch(/^[a-z]+(\[\])?(\.[a-z]+)?$/);
            expect(shown).toBeLessThan(of);
          }
        }),
        seed,
      );
    });

    test('drops fields of a map whose names alone are too long', () => {
      const map = { ['k'.repeat(9000)]: 1, b: 2 };
      const { value, omissions } = shorten({ path: 'a.md', map }, 4000);
      expect(value).toEqual({ path: 'a.md', map: {} });
      expect(omissions).toEqual([{ place: 'map', shown: 0, of: 2 }]);
    });

    test('leaves small fields whole and cuts the large ones', () => {
      const headings = Array.from({ length: 5000 }, (_, line) => ({ heading: `H ${line}`, line }));
      const { value, omissions } = shorten({ path: 'a.md', headings, keys: ['one', 'two'] }, 10_000);
      expect(value).toMatchObject({ path: 'a.md', keys: ['one', 'two'] });
      expect(value.headings).toEqual(headings.slice(0, value.headings.length));
      expect(bytesOf(value)).toBeGreaterThan(9500);
      expect(omissions).toEqual([{ place: 'headings', shown: value.headings.length, of: 5000 }]);
    });

    test('keeps every row of a short list and shortens the rows', () => {
      const row = { path: 'a.md', tags: Array.from({ length: 900 }, (_, index) => `tag${index}`) };
      const { value, omissions } = shorten({ items: Array.from({ length: 50 }, () => row) }, 20_000);
      expect(value.items).toHaveLength(50);
      expect(value.items.every(({ path }) => path === 'a.md')).toBe(true);
      expect(omissions[0]?.place).toBe('items[].tags');
    });
  });

  test('shortenListsInRows cuts lists of texts and nothing else', () => {
    const files = Array.from({ length: 900 }, (_, index) => `note ${index}.md`);
    const rows = [
      { value: 'x', files, ranges: files.map((_, index) => index) },
      { value: 'y', files: ['z'] },
    ];
    const { value, omissions } = shortenListsInRows({ values: rows, totalCount: 2 }, 1000);
    expect(value.totalCount).toBe(2);
    expect(value.values[0]?.ranges).toEqual(rows[0]?.ranges);
    expect(bytesOf(value.values[0]?.files)).toBeLessThanOrEqual(1000);
    expect(value.values[1]).toEqual(rows[1]);
    expect(omissions.map(({ place }) => place)).toEqual(['values[].files']);
  });

  test('shortenListsInRows leaves rows that are lists of cells lists', () => {
    const long = Array.from({ length: 500 }, (_, index) => `note ${index}.md`);
    const { value, omissions } = shortenListsInRows({ rows: [['a.md', 1, long], ['b.md']] }, 1000);
    expect(value.rows.map(row => Array.isArray(row))).toEqual([true, true]);
    expect(value.rows[0]?.slice(0, 2)).toEqual(['a.md', 1]);
    expect(value.rows[1]).toEqual(['b.md']);
    expect(JSON.stringify(value).length).toBeLessThan(1200);
    expect(omissions.map(({ place }) => place)).toEqual(['rows[]']);
  });
});
