import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { CondensedText, condense } from '../../../pkg/headless/obsidian/metadata/records/condensed-text';
import { cachedMetadata } from '../../../pkg/headless/obsidian/metadata/records/cached-metadata';
import {
  packStructure,
  unpackStructure,
} from '../../../pkg/headless/obsidian/metadata/records/packed-structure';
import { scanStructure } from '../../../src/markdown/structure/scan-structure';
import { bodyWordsInTurns, countBodyWords, countWords } from '../../../src/markdown/text/word-count';
import { anyCharacter } from '../../support/text/any-character';
import { busyTurn } from '../../support/time/busy-turn';
import { excerpt } from '../../../src/markdown/text/excerpt';
import {
  breakLength,
  countLines,
  Lines,
  linesInTurns,
  linesOf,
  detectNewline,
  withNewline,
} from '../../../src/markdown/text/lines';
import { spansAfter, spliced, type Splice } from '../../../src/markdown/text/splices';

describe('a condensed text', () => {
  const folder = join(__dirname, '../../fixtures/metadata');
  const notes = readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => readFileSync(join(folder, name), 'utf8'));
  const lines = fc.constantFrom(
    ...notes.flatMap(note => note.split('\n')),
    '[a [[b]] ![[c]]](d.md#e)',
    '# [[a]] #b ^c',
    '',
  );
  const texts = fc.array(lines, { maxLength: 30 }).map(all => all.join('\n'));

  /** Lists and numbers only: the line table's array may be a view of another. */
  function plain(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value));
  }

  test('a packed structure comes back as it was', () => {
    fc.assert(
      fc.property(texts, text => {
        const structure = scanStructure(text);
        expect(plain(unpackStructure(new Int32Array(packStructure(structure))))).toEqual(plain(structure));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('metadata of a condensed note equals that of the whole note', () => {
    fc.assert(
      fc.property(texts, text => {
        const structure = scanStructure(text);
        const condensed = condense(text, structure);
        expect(condensed.length).toBeLessThanOrEqual(text.length);
        const source = new CondensedText(condensed, structure);
        expect(cachedMetadata(source, structure)).toEqual(cachedMetadata(text, structure));
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  test('a note without links, headings and tags condenses to nothing', () => {
    const text = 'text\n\n- a\n';
    expect(condense(text, scanStructure(text))).toBe('');
  });
});

describe('counting words', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['one', 1],
    ['one two\nthree', 3],
    ["don't re-do it’s", 3],
    ['3.14 1,000 a.b a,b', 6],
    ['# Head\n\n- item | cell -- end.', 4],
    ['snake_case', 1],
    ['Größe naïve Москва', 3],
    ['e\u0301te\u0301 नमस्ते', 2],
    ['日本語', 3],
    ['日本語とEnglish words', 6],
    ['ｶﾅ カタカナー', 7],
    ['한국어 문장', 2],
    ['𠮷野', 2],
    ['😀 🎉 ok 👨‍👩‍👧', 1],
    ['“quoted” … – x', 2],
    ['a\u2028b\u00a0c\u3000d', 4],
    ['a- -b a-', 3],
    ['\ud800 x', 1],
    ['[[Note|text]] #tag', 3],
  ])('%j has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('leaves the frontmatter out', () => {
    expect(countBodyWords('---\ntitle: not these words\n---\nbut these\n')).toBe(2);
    expect(countBodyWords('\uFEFF---\na: b\n---\nx')).toBe(1);
    expect(countBodyWords('---\nunclosed two')).toBe(2);
  });

  it('gives the sum for two parts with a blank between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (one, other) => {
        expect(countWords(`${one} ${other}`)).toBe(countWords(one) + countWords(other));
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });

  it('gives the same number for a text that is counted in portions, with a pause after each', async () => {
    const text = `---\na: b c\n---\n${"a𠮷😀don't 1.5 漢字 ".repeat(120_000)}`;
    const { turn, pauses } = busyTurn();
    expect(await bodyWordsInTurns(text, turn)).toBe(countBodyWords(text));
    expect(pauses()).toBeGreaterThanOrEqual(Math.floor(text.length / 300_000));
  });
});

describe('the lines of a text', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', '\u2028', ' ') });
  const run = { seed: 20_261_121, numRuns: 500 };

  describe('counting lines', () => {
    it.each([
      ['', 0],
      ['a', 1],
      ['a\n', 1],
      ['a\nb\n', 2],
      ['a\nb', 2],
      ['\n', 1],
      ['\n\n', 2],
      ['a\r\nb\r\n', 2],
      ['a\rb\u2028c', 1],
    ])('%j has %i', (text, count) => {
      expect(countLines(text)).toBe(count);
      expect(new Lines(text).count).toBe(count);
    });
  });

  describe('lines of a text', () => {
    const lines = new Lines('one\r\n\ntwo\nthree');

    it('are cut byte for byte', () => {
      expect(lines.slice(1, 2)).toBe('one\r\n\n');
      expect(lines.slice(3, 99)).toBe('two\nthree');
      expect(lines.slice(5, 9)).toBe('');
      expect(lines.slice(3, 2)).toBe('');
      expect(lines.textOf(1)).toBe('one');
      expect(lines.textOf(4)).toBe('three');
      expect(lines.textOf(5)).toBe('');
    });

    it('are shown with their numbers', () => {
      expect(lines.numbered(1, 4)).toBe('1→one\n2→\n3→two\n4→three');
      expect(lines.numbered(3, 99)).toBe('3→two\n4→three');
      expect(lines.numbered(0, 1)).toBe('1→one');
      expect(new Lines('').numbered(1, 1)).toBe('');
    });

    it('are found by offset', () => {
      expect([0, 4, 5, 6, 7, 10, 14, 15].map(offset => lines.lineAt(offset))).toEqual([
        1, 1, 2, 3, 3, 4, 4, 4,
      ]);
      expect(new Lines('').lineAt(0)).toBe(0);
      expect(new Lines('a\n').lineAt(2)).toBe(1);
    });

    it('are found where there are many', () => {
      const rows = Array.from({ length: 100 }, (_row, index) => `${'x'.repeat(index % 7)}\n`);
      const table = new Lines(rows.join(''));
      expect(table.count).toBe(100);
      rows.forEach((row, index) => {
        expect(table.slice(index + 1, index + 1)).toBe(row);
        expect(table.lineAt(table.startOf(index + 1) + row.length - 1)).toBe(index + 1);
      });
      expect(table.numbered(31, 49).split('\n')).toEqual(
        rows.slice(30, 49).map((row, index) => `${index + 31}→${row.trim()}`),
      );
    });

    it('joined are the text', () => {
      fc.assert(
        fc.property(anyText, text => {
          const table = new Lines(text);
          const each = Array.from({ length: table.count }, (_, at) => table.slice(at + 1, at + 1));
          expect(each.join('')).toBe(text);
          each.forEach((line, at) => {
            expect(table.textOf(at + 1) + line.slice(line.length - breakLength(line, line.length))).toBe(
              line,
            );
            expect(table.lineAt(table.startOf(at + 1))).toBe(at + 1);
          });
        }),
        run,
      );
    });
  });

  test.each([
    ['blank', '\n'],
    ['of a letter', 'a\r\n'],
    ['long', `${'a'.repeat(200_000)}\n`],
  ])(
    'lines that are %s are found in portions, with a pause after each, as in one step',
    async (_what, line) => {
      const text = `${line.repeat(Math.ceil(600_000 / line.length))}end`;
      const { slicer, pauses } = busyTurn();
      const [found, expected] = [await linesInTurns(text, { slicer }), linesOf(text)];
      expect(found.count).toBe(expected.count);
      for (const line of [1, 17, 1000, found.count]) expect(found.startOf(line)).toBe(expected.startOf(line));
      expect(pauses()).toBeGreaterThanOrEqual(4);
    },
  );

  test('an excerpt has at most a hundred thousand lines, and says where to go on', () => {
    const lines = linesOf('\n'.repeat(150_000));
    expect(excerpt(lines, { startLine: 2, endLine: 150_000, maxChars: 500_000 })).toEqual({
      ...{ startLine: 2, endLine: 100_001, start: 1, end: 100_001 },
      ...{ isCut: true, nextStartLine: 100_002 },
    });
  });
});

describe('their breaks', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '\r', '$&', '😀') });
  const run = { seed: 20_261_121, numRuns: 500 };

  describe('the line break of a text', () => {
    it.each([
      ['', '\n'],
      ['a', '\n'],
      ['a\n', '\n'],
      ['a\r\n', '\r\n'],
      ['\n', '\n'],
      ['a\r\nb\nc\r\n', '\r\n'],
      ['a\r\nb\nc\n', '\n'],
      ['a\r\nb\n', '\r\n'],
      ['a\nb\r\n', '\n'],
      ['a\rb\r', '\n'],
    ])('of %j is %j', (text, newline) => {
      expect(detectNewline(text)).toBe(newline);
    });
  });

  describe('given text', () => {
    it('takes on the line break of the file', () => {
      expect(withNewline('a\nb\r\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\rd');
      expect(withNewline('a\nb\r\nc\rd', '\n')).toBe('a\nb\nc\rd');
      expect(withNewline('$&\n$1', '\r\n')).toBe('$&\r\n$1');
    });

    it('is converted once and for all', () => {
      fc.assert(
        fc.property(anyText, text => {
          const crlf = withNewline(text, '\r\n');
          expect(withNewline(crlf, '\r\n')).toBe(crlf);
          expect(crlf.split('\r\n').join('')).not.toContain('\n');
          // A lone CR right before a break cannot be told from the CR of a CRLF once it is written.
          expect(withNewline(withNewline(text, '\n'), '\n').length).toBeLessThanOrEqual(text.length);
        }),
        run,
      );
    });
  });

  test('the usual line break of a long text is that of its beginning', () => {
    expect(detectNewline('a\r\n'.repeat(200_000) + '\n'.repeat(2_000_000))).toBe('\r\n');
  });
});

describe('their changes', () => {
  const spansOf = (text: string) =>
    [...text.matchAll(/#\w+/gu)].map(({ 0: tag, index }) => ({ start: index, end: index + tag.length }));

  test.each<[string, Splice[]]>([
    ['#a one #b', []],
    ['#a one #b', [{ from: 3, to: 6, text: 'three' }]],
    ['#a one #b #c', [{ from: 7, to: 10, text: '' }]],
    ['#a#b#c', [{ from: 2, to: 4, text: '' }]],
    ['one #b', [{ from: 0, to: 0, text: 'x ' }]],
    [
      '#a #b #c',
      [
        { from: 0, to: 3, text: '' },
        { from: 5, to: 8, text: '!' },
      ],
    ],
  ])('spans of %j that no splice covers are where the new text has them', (text, splices) => {
    expect(spansAfter(spansOf(text), splices)).toEqual(spansOf(spliced(text, splices)));
  });
});
