import { markOf } from '../../../src/vault/index/metadata/text-mark';

describe('the mark of a text', () => {
  const long = 'Line of a long note.\n'.repeat(100_000);

  test.each([
    ['', 'a'],
    ['a', 'b'],
    ['ab', 'ba'],
    ['a', 'a '],
    ['\0', ''],
    ['ä', 'ae'],
    [long, `${long}x`],
    [long, `x${long}`],
    [long, long.toUpperCase()],
  ])('is another for another text (%#)', (one, other) => {
    expect(markOf(one)).not.toBe(markOf(other));
    expect(markOf(one)).toBe(markOf(`${one.slice(0, 1)}${one.slice(1)}`));
  });

  test('does not tell a byte order mark at the start', () => {
    expect(markOf(`\uFEFF${long}`)).toBe(markOf(long));
    expect(markOf('\uFEFF')).toBe(markOf(''));
    expect(markOf('a\uFEFF')).not.toBe(markOf('a'));
  });

  test('is short and takes one of 65,536 characters at the most', () => {
    expect(markOf(long).length).toBeLessThan(30);
    expect(markOf(`${long[0] ?? ''}X${long.slice(2)}`)).toBe(markOf(long));
  });
});
