import { applyPatch } from 'diff';
import fc from 'fast-check';

import { type DiffOptions, unifiedDiffInTurns } from '../../../src/markdown/diff/diff';
import { busyTurn } from '../../support/time/busy-turn';

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
    ['a', 'a\nb', '@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file'],
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
    expect(diff.startsWith('@@ -398,506 +398,606 @@\n line 397\n line 398\n line 399\n-old 0\n')).toBe(true);
    expect(applied(before, diff)).toBe(after);
    expect(applied('x\n'.repeat(500), await unifiedDiff('x\n'.repeat(500), `${numbered(700)}z`, whole))).toBe(
      `${numbered(700)}z`,
    );
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

  it('of huge texts takes no longer than reading them', async () => {
    const random = (seed: number): string => {
      let state = seed;
      return Array.from({ length: 60_000 }, () => {
        state = (state * 48_271) % 2_147_483_647;
        return `${state % 97}\n`;
      }).join('');
    };
    expect((await unifiedDiff(random(1), random(2))).split('\n')).toHaveLength(40);
    expect((await unifiedDiff(`${'a'.repeat(2_000_000)}b`, `${'a'.repeat(2_000_000)}c`)).length).toBeLessThan(
      1_200,
    );
    expect((await unifiedDiff('\n'.repeat(500_000), '\n'.repeat(500_001))).split('\n')).toHaveLength(5);
  });
});
