import { SortedAsNeeded } from '../../../src/utils/slicing/sorted-as-needed';
import type { Steps } from '../../../src/utils/slicing/steps';

interface Item {
  readonly key: number;
  readonly index: number;
}

const byKey = (a: Item, b: Item): number => a.key - b.key;

function itemsOf(count: number, keyOf: (index: number) => number): Item[] {
  return Array.from({ length: count }, (_, index) => ({ key: keyOf(index), index }));
}

function run<T>(steps: Steps<T>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

const orders: [string, (index: number) => number][] = [
  ['mixed', index => (index * 7919) % 503],
  ['sorted', index => index],
  ['reversed', index => -index],
  ['equal', () => 1],
  ['in two heaps', index => index % 2],
  ['rising and falling', index => Math.min(index, 3000 - index)],
];

describe('a list that is sorted as far as somebody looks', () => {
  it.each(orders)('gives every page of %s items as a stable sort of all does', (_name, keyOf) => {
    const items = itemsOf(3000, keyOf);
    const whole = items.toSorted(byKey);
    const sorted = new SortedAsNeeded(items, { compare: byKey });
    for (const [start, end] of [
      [0, 10],
      [5, 5],
      [40, 140],
      [200, 201],
      [0, 700],
      [2990, 3100],
      [0, 3000],
    ] as const)
      expect(run(sorted.between(start, end)).value).toEqual(whole.slice(start, end));
  });

  it.each([0, 1, 2, 12, 13])('takes a list of %i items', count => {
    const items = itemsOf(count, index => -index);
    const sorted = new SortedAsNeeded(items, { compare: byKey });
    expect(run(sorted.between(0, 100)).value).toEqual(items.toSorted(byKey));
  });

  it('compares far less for a page than for all', () => {
    let compared = 0;
    const items = itemsOf(10_000, index => (index * 7919) % 10_007);
    const compare = (a: Item, b: Item): number => ((compared += 1), byKey(a, b));
    const { pauses } = run(new SortedAsNeeded(items, { compare }).between(0, 100));
    expect(compared).toBeLessThan(4 * items.length);
    expect(pauses).toBeGreaterThan(compared / 400);
  });

  it('sorts the rest once many short looks have cost as much', () => {
    let compared = 0;
    const items = itemsOf(4000, index => index);
    const compare = (a: Item, b: Item): number => ((compared += 1), byKey(a, b));
    const sorted = new SortedAsNeeded(items, { compare });
    for (let at = 0; at < items.length; at += 1)
      expect(run(sorted.between(at, at + 1)).value).toEqual([items[at]]);
    expect(compared).toBeLessThan(30 * items.length);
  });

  it('pauses after a comparison that took long', () => {
    const items = itemsOf(400, index => (index * 79) % 401);
    const sorted = new SortedAsNeeded(items, { compare: byKey, isSlow: () => true });
    expect(run(sorted.between(0, 20)).pauses).toBeGreaterThan(400);
  });
});
