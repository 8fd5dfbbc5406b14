import fc from 'fast-check';
import { diffRows as diffingRows, type DiffRow, runsOf } from '../../../src/markdown/diff/diff-rows';

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
