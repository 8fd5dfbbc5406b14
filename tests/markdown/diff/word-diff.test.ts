import fc from 'fast-check';
import { wordDiff } from '../../../src/markdown/diff/diff-rows';

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
