import { applyPatch } from 'diff';
import fc from 'fast-check';
import { type DiffOptions, unifiedDiffInTurns } from '../../../src/markdown/diff/diff';
import { busyTurn } from '../../support/time/busy-turn';
import {
  diffRows as diffingRows,
  type DiffRow,
  runsOf,
  wordDiff,
} from '../../../src/markdown/diff/diff-rows';

describe('of notes', () => {
  const unifiedDiff = (before: string, after: string, options: DiffOptions = {}): Promise<string> =>
    unifiedDiffInTurns(before, after, options, busyTurn());

  const run = { seed: 20_261_121, numRuns: 400 };
  const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', '- x\n', '@@ y\n', 'no end');
  const noteText = fc.array(line, { maxLength: 30 }).map(lines => lines.join(''));
  const whole = { maxLines: Number.MAX_SAFE_INTEGER };

  function applied(before: string, diff: string): string | false {
    return diff === ''
      ? before
      : applyPatch(before, `--- a\n+++ b\n${diff}\n`, { autoConvertLineEndings: false });
  }

  function numbered(count: number, mark = 'line'): string {
    return Array.from({ length: count }, (_, at) => `${mark} ${at}\n`).join('');
  }

  describe('a unified diff', () => {
    it.each([
      ['', '', ''],
      ['a\n', 'a\n', ''],
      ['', 'a\n', '@@ -0,0 +1,1 @@\n+a'],
      ['a\n', '', '@@ -1,1 +0,0 @@\n-a'],
      ['a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
      ['a\n', 'a\nb\n', '@@ -1,1 +1,2 @@\n a\n+b'],
      [
        'a',
        'a\nb',
        '@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file',
      ],
      ['a\nb\n', 'a\r\nb\n', '@@ -1,2 +1,2 @@\n-a\n+a\r\n b'],
      ['1\n2\n3\n4\n5\n6\n', '1\n2\n3\n4\n5\nsix\n', '@@ -3,4 +3,4 @@\n 3\n 4\n 5\n-6\n+six'],
    ])('of %j and %j is %j', async (before, after, diff) => {
      expect(await unifiedDiff(before, after)).toBe(diff);
    });

    it('has a hunk for each change, with the numbers of the file', async () => {
      const before = numbered(40);
      const after = before.split('line 5\n').join('five\n').split('line 30\n').join('');
      expect(await unifiedDiff(before, after)).toBe(
        '@@ -3,7 +3,7 @@\n line 2\n line 3\n line 4\n-line 5\n+five\n line 6\n line 7\n line 8\n' +
          '@@ -28,7 +28,6 @@\n line 27\n line 28\n line 29\n-line 30\n line 31\n line 32\n line 33',
      );
    });

    it('turns the old text into the new', async () => {
      await fc.assert(
        fc.asyncProperty(noteText, noteText, async (before, after) => {
          expect(applied(before, await unifiedDiff(before, after, whole))).toBe(after);
        }),
        run,
      );
    });

    it('turns the old text into the new also where it is shown as one block', async () => {
      const before = numbered(400) + numbered(500, 'old') + numbered(10, 'end');
      const after = numbered(400) + numbered(600, 'new') + numbered(10, 'end');
      const diff = await unifiedDiff(before, after, whole);
      expect(diff.startsWith('@@ -398,506 +398,606 @@\n line 397\n line 398\n line 399\n-old 0\n')).toBe(
        true,
      );
      expect(applied(before, diff)).toBe(after);
      expect(
        applied('x\n'.repeat(500), await unifiedDiff('x\n'.repeat(500), `${numbered(700)}z`, whole)),
      ).toBe(`${numbered(700)}z`);
    });

    it('is cut, with the number of lines that are left out', async () => {
      const rows = (await unifiedDiff('', numbered(100))).split('\n');
      expect(rows).toHaveLength(40);
      expect(rows[38]).toBe('+line 37');
      expect(rows[39]).toBe('… 62 more lines of the diff left out');
      expect((await unifiedDiff('', numbered(39))).split('\n')).toHaveLength(40);
      expect((await unifiedDiff('', numbered(100), { maxLines: 10 })).split('\n').at(-1)).toBe(
        '… 92 more lines of the diff left out',
      );
      expect((await unifiedDiff(numbered(5_000, 'old'), numbered(6_000, 'new'))).split('\n').at(-1)).toBe(
        '… 10962 more lines of the diff left out',
      );
    });

    it('cuts long lines, never through a character', async () => {
      const diff = await unifiedDiff('', `${'x'.repeat(398)}😀${'y'.repeat(1_000)}\n`);
      expect(diff).toBe(`@@ -0,0 +1,1 @@\n+${'x'.repeat(398)}… (1002 more characters)`);
    });

    it.each([
      ['in the middle', 'old', 'new'],
      ['by adding', '', 'added'],
      ['by removing', 'removed', ''],
      ['of two lengths', 'a', 'a longer one'],
    ])('shows where a long line changed %s', async (_, old, fresh) => {
      const [head, tail] = ['😀'.repeat(1_000), 'tail '.repeat(300)];
      const rows = await unifiedDiff(`${head}${old}${tail}\n`, `${head}${fresh}${tail}\n`);
      const shown = (text: string): string => {
        return `(1900 characters) …${'😀'.repeat(50)}${text}${'tail '.repeat(20)}… (1400 more characters)`;
      };
      expect(rows).toBe(`@@ -1,1 +1,1 @@\n-${shown(old)}\n+${shown(fresh)}`);
    });

    it('shows the beginning of a long line that changed there, or only in its break', async () => {
      const line = 'word '.repeat(200);
      expect(await unifiedDiff(`a${line}\n`, `b${line}\n`)).toContain('\n-aword');
      expect(await unifiedDiff(`${line}\n`, line)).toContain('\n-word');
    });

    it('of huge texts takes no longer than reading them', async () => {
      const random = (seed: number): string => {
        let state = seed;
        return Array.from({ length: 60_000 }, () => {
          state = (state * 48_271) % 2_147_483_647;
          return `${state % 97}\n`;
        }).join('');
      };
      expect((await unifiedDiff(random(1), random(2))).split('\n')).toHaveLength(40);
      expect(
        (await unifiedDiff(`${'a'.repeat(2_000_000)}b`, `${'a'.repeat(2_000_000)}c`)).length,
      ).toBeLessThan(1_200);
      expect((await unifiedDiff('\n'.repeat(500_000), '\n'.repeat(500_001))).split('\n')).toHaveLength(5);
    });
  });
});

describe('in rows', () => {
  const diffRows = (before: string, after: string): DiffRow[] => diffingRows(before, after);

  const told = (before: string, after: string): string[] =>
    diffRows(before, after).map(({ kind, text }) => `${kind}: ${text}`);

  describe('the rows of a difference', () => {
    test('are changed lines with those around them, and say where lines were skipped', () => {
      const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
      const before = `${lines.join('\n')}\n`;
      const after = before.replace('line 2\n', () => 'new 2\n').replace('line 18\n', () => '');
      expect(told(before, after)).toEqual([
        ...['same: line 0', 'same: line 1', 'removed: line 2', 'added: new 2'],
        ...['same: line 3', 'same: line 4', 'same: line 5', 'skipped: '],
        ...['same: line 15', 'same: line 16', 'same: line 17', 'removed: line 18', 'same: line 19'],
      ]);
    });

    test('show a changed last line break, and nothing for equal texts', () => {
      expect(told('a\n', 'a')).toEqual(['removed: a', 'added: a', 'unended: ']);
      expect(diffRows('a', 'a')).toEqual([]);
    });

    test('show nothing for unchanged CRLF line breaks', () => {
      expect(told('a\r\nb\r\n', 'a\r\nc\r\n')).toEqual(['same: a', 'removed: b', 'added: c']);
      expect(told('', 'a\r\n')).toEqual(['added: a']);
      expect(told('a\r\n', '')).toEqual(['removed: a']);
    });

    test('show changed line breaks, and those that differ from the others of a note', () => {
      expect(told('a\r\n', 'a\n')).toEqual(['removed: a\r', 'added: a']);
      expect(told('a\r\nb\r\n', 'a\r\nx\nb\r\n')).toEqual(['same: a\r', 'added: x', 'same: b\r']);
      expect(told('a\nb\r\n', 'a\nc\r\n')).toEqual(['same: a', 'removed: b\r', 'added: c\r']);
      expect(told('a\r\r\n', '')).toEqual(['removed: a\r']);
    });

    test('treat lines of a note that look like a diff as text', () => {
      expect(told('@@ -1 +1 @@\n', '@@ -1 +1 @@\n-- x\n++ y\n\\ z\n… w\n')).toEqual([
        'same: @@ -1 +1 @@',
        ...['added: -- x', 'added: ++ y', 'added: \\ z', 'added: … w'],
      ]);
    });

    test('pair old and new lines, and show the words that differ', () => {
      const [removed, added] = diffRows('one old word\n', 'one new word\n');
      expect(removed && runsOf(removed)).toEqual([
        { kind: 'same', text: 'one ' },
        { kind: 'removed', text: 'old' },
        { kind: 'same', text: ' word' },
      ]);
      expect(added && runsOf(added).map(({ text }) => text)).toEqual(['one ', 'new', ' word']);
    });

    test('show each line whole, however long it is', () => {
      const long = '😀'.repeat(7_001);
      const rows = diffRows('', `${long} end`);
      expect(rows.length).toBeGreaterThan(1);
      expect(
        rows
          .filter(({ kind }) => kind === 'added')
          .map(({ text }) => text)
          .join(''),
      ).toBe(`${long} end`);
      expect(rows.every(({ text }) => text.isWellFormed())).toBe(true);
    });

    test('count the lines beyond the limit', () => {
      const many = Array.from({ length: 9_000 }, (_, at) => `${at}\n`).join('');
      const rows = diffRows('', many);
      expect(rows.length).toBeLessThanOrEqual(5_000);
      expect(rows.at(-1)).toEqual({ kind: 'omitted', text: String(9_000 - rows.length + 1) });
    });

    test('have every removed and added line of small texts', () => {
      const text = fc.array(fc.constantFrom('a', 'b', 'c', '-', '+', ' ', ''), { maxLength: 12 });
      fc.assert(
        fc.property(text, text, (before, after) => {
          const rows = diffRows(
            before.map(line => `${line}\n`).join(''),
            after.map(line => `${line}\n`).join(''),
          );
          const count = (kind: string): number => rows.filter(row => row.kind === kind).length;
          expect(count('added') - count('removed')).toBe(after.length - before.length);
        }),
        { seed: 9 },
      );
    });
  });
});

const side = (before: string, after: string, left: 'added' | 'removed'): string =>
  wordDiff(before, after)
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('');

describe('the difference of two lines by words', () => {
  test('names the words that differ and keeps the others', () => {
    expect(wordDiff('The old words stay', 'The new words stay')).toEqual([
      { kind: 'same', text: 'The ' },
      { kind: 'removed', text: 'old' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ' words stay' },
    ]);
  });

  test('has both lines in it, whatever they are', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(line, line, (before, after) => {
        expect(side(before, after, 'added')).toBe(before);
        expect(side(before, after, 'removed')).toBe(after);
      }),
      { seed: 9 },
    );
  });

  test('shows two whole lines where comparing them would cost too much', () => {
    const words = (prefix: string): string =>
      Array.from({ length: 600 }, (_, at) => `${prefix}${at}`).join(' ');
    for (const [before, after] of [
      [words('a'), words('b')],
      ['x'.repeat(15_000), 'y'.repeat(15_000)],
    ] as const) {
      expect(wordDiff(before, after)).toEqual([
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]);
    }
    expect(wordDiff('', '')).toEqual([]);
  });
});
