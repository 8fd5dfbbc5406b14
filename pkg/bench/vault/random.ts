/** Numbers that depend on a seed alone, so that any part of a vault can be made again alone. */
export class Random {
  private state: number;

  constructor(seed: string) {
    this.state = seedOf(seed);
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `end - 1`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }
}

/** `count` different numbers below `end`, in ascending order. */
export function sample(seed: string, count: number, end: number): number[] {
  const random = new Random(seed);
  const chosen = new Set<number>();
  while (chosen.size < Math.min(count, end)) chosen.add(random.below(end));
  return [...chosen].sort((a, b) => a - b);
}

/** FNV-1a. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
