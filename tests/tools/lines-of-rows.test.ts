import { joinedLines, linesOf } from '../../src/tools/shared/text-lines';
import { writtenStretch } from '../../src/utils/json/json-size';
import { WrittenRows } from '../../src/utils/json/written-rows';
import { LongText } from '../../src/utils/text/long-text';

function pageOf(rows: readonly string[]): WrittenRows<string> {
  const page = new WrittenRows<string>();
  page.add(rows, writtenStretch(rows));
  return page;
}

describe('the lines of rows', () => {
  it.each([
    ['short', 'x'],
    ['many', 'x'.repeat(1000)],
    ['long', 'x'.repeat(2000)],
  ])('are the same of %s rows as of plain ones', (_name, text) => {
    const rows = Array.from({ length: 120 }, (_row, index) => `${index} ${text}`);
    const upper = (row: string): string => row.toUpperCase();
    const plain = ['head', ...rows.map(upper), 'end'].join('\n');
    for (const some of [rows, pageOf(rows)])
      expect(joinedLines(['head', ...linesOf(some, upper), 'end']).toString()).toBe(plain);
  });

  it('are joined from the stored text of many written rows, when they are sent', () => {
    const rows = new WrittenRows<string>();
    for (let group = 0; group < 10; group += 1) {
      const some = Array.from({ length: 100 }, (_row, index) => `${group} ${index} ${'x'.repeat(200)}`);
      rows.add(some, writtenStretch(some));
    }
    let made = 0;
    const lineOf = (row: string): string => {
      made += 1;
      return row;
    };
    const text = joinedLines(['head', ...linesOf(rows, lineOf)]);
    expect([rows.isWritten, text instanceof LongText, made]).toEqual([true, true, 0]);
    const portions = text instanceof LongText ? text.portions() : [][Symbol.iterator]();
    for (const expected of [0, 100, 200]) {
      portions.next();
      expect(made).toBe(expected);
    }
    expect(text.toString()).toBe(['head', ...rows].join('\n'));
    expect(made).toBe(1000);
  });

  it('are made one by one of long rows, when they are sent', () => {
    const rows = pageOf(Array.from({ length: 10 }, () => 'x'.repeat(200_000)));
    let made = 0;
    const text = joinedLines([
      'head',
      ...linesOf(rows, row => {
        made += 1;
        return row;
      }),
    ]);
    expect([text instanceof LongText, made]).toEqual([true, 0]);
    const portions = text instanceof LongText ? text.portions() : [][Symbol.iterator]();
    for (const expected of [0, 1, 2]) {
      portions.next();
      expect(made).toBe(expected);
    }
  });
});
