import { NumberList } from '../../src/utils/number-list';

function listOf(count: number): NumberList {
  const list = new NumberList();
  for (let number = 0; number < count; number++) list.push(number * 3);
  return list;
}

test.each([0, 1, 8191, 8192, 8193, 20_000])('a list of %d numbers has them in order', count => {
  const list = listOf(count);
  const expected = Array.from({ length: count }, (_item, index) => index * 3);
  expect(list.length).toBe(count);
  expect([...list.integers()]).toEqual(expected);
  expect(expected.every((number, index) => list.at(index) === number)).toBe(true);
  expect(list.last()).toBe(expected.at(-1));
});

test('no number is before the first or behind the last', () => {
  const list = listOf(8192);
  expect([list.at(-1), list.at(8192), list.at(100_000)]).toEqual([undefined, undefined, undefined]);
});

test('a number is changed where it is, and none is added by that', () => {
  const list = listOf(10_000);
  list.set(9000, 7);
  expect([list.at(8999), list.at(9000), list.at(9001), list.length]).toEqual([26_997, 7, 27_003, 10_000]);
  expect(() => list.set(10_000, 1)).toThrow(RangeError);
});
