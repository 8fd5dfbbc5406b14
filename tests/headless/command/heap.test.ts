import { IdleHeap } from '../../../pkg/headless/command/heap';

let flags: string[];
let heap: IdleHeap;

beforeEach(() => {
  jest.useFakeTimers();
  flags = [];
  heap = new IdleHeap(flag => flags.push(flag));
});
afterEach(() => jest.useRealTimers());

test('three seconds after the last collection the engine saves memory', () => {
  heap.collected();
  jest.advanceTimersByTime(2000);
  heap.collected();
  jest.advanceTimersByTime(2999);
  expect(flags).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(flags).toEqual(['--optimize-for-size']);
});

test('the next collection ends it, and it begins again later', () => {
  heap.collected();
  jest.advanceTimersByTime(3000);
  heap.collected();
  expect(flags).toEqual(['--optimize-for-size', '--no-optimize-for-size']);
  heap.collected();
  expect(flags).toHaveLength(2);
  jest.advanceTimersByTime(60_000);
  expect(flags).toEqual(['--optimize-for-size', '--no-optimize-for-size', '--optimize-for-size']);
});
