import { markOf } from '../../../src/vault/index/metadata/pending-metadata';

describe('the mark of a text', () => {
  const long = 'Line of a long note.\n'.repeat(100_000);

  test.each([
    ['', 'a'],
    ['a', 'b'],
    ['\0', ''],
    [long.slice(0, 1_000_000), `${long.slice(0, 999_999)}?`],
    [long, `${long}x`],
    [long, `x${long}`],
    [long, long.toUpperCase()],
  ])('is another for another text (%#)', (one, other) => {
    expect(markOf(one)).not.toBe(markOf(other));
  });

  test('does not tell a byte order mark at the start', () => {
    expect(markOf(`\uFEFF${long}`)).toBe(markOf(long));
    expect(markOf('\uFEFFa')).toBe('a');
    expect(markOf('a\uFEFF')).toBe('a\uFEFF');
  });

  test('of a text of more than a million characters is short, and leaves most characters out', () => {
    expect(markOf(long).length).toBeLessThan(30);
    expect(markOf(`${long.slice(0, 1)}X${long.slice(2)}`)).toBe(markOf(long));
  });
});
