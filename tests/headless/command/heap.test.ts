import { IdleHeap } from '../../../pkg/headless/command/heap';

let flags: string[];
let usedTime: number;
let heap: IdleHeap;

beforeEach(() => {
  jest.useFakeTimers();
  flags = [];
  usedTime = 5000;
  heap = new IdleHeap(
    flag => flags.push(flag),
    () => usedTime,
  );
});
afterEach(() => jest.useRealTimers());

test('half a minute after the last collection the engine saves memory', () => {
  heap.collected();
  jest.advanceTimersByTime(20_000);
  heap.collected();
  jest.advanceTimersByTime(29_999);
  expect(flags).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(flags).toEqual(['--optimize-for-size']);
});

test('a process that works without a collection is not idle', () => {
  heap.collected();
  for (let second = 0; second < 300; second += 5) {
    usedTime += 20;
    jest.advanceTimersByTime(5000);
  }
  expect(flags).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(flags).toEqual(['--optimize-for-size']);
});

test('the next collection ends it, and it begins again later', () => {
  heap.collected();
  jest.advanceTimersByTime(30_000);
  heap.collected();
  expect(flags).toEqual(['--optimize-for-size', '--no-optimize-for-size']);
  heap.collected();
  expect(flags).toHaveLength(2);
  jest.advanceTimersByTime(60_000);
  expect(flags).toEqual(['--optimize-for-size', '--no-optimize-for-size', '--optimize-for-size']);
});
