import type { WrittenStretch } from './written-rows';

/** Bytes of JSON; rows take about twice as much memory. */
const standardBytes = 4_000_000;

interface Kept<Row> {
  readonly facts: readonly unknown[];
  readonly stretch: WrittenStretch<Row>;
}

/**
 * Written rows of earlier results, for later ones: they are used again while everything that they were made of
 * is the same. The oldest are dropped where all together are too large.
 */
export class KeptRows<Item, Row> {
  private readonly kept = new Map<Item, Kept<Row>>();
  private bytes = 0;

  /** @param mostBytes of their JSON together */
  constructor(private readonly mostBytes = standardBytes) {}

  /**
   * @param first the first of the items that the rows are of
   * @param facts what the rows are made of, the items included; compared by identity
   */
  find(first: Item, facts: readonly unknown[]): WrittenStretch<Row> | undefined {
    const kept = this.kept.get(first);
    return kept !== undefined && areSame(kept.facts, facts) ? kept.stretch : undefined;
  }

  /** Instead of what was kept for the same first item. */
  keep(first: Item, facts: readonly unknown[], stretch: WrittenStretch<Row>): void {
    this.drop(first);
    this.kept.set(first, { facts, stretch });
    this.bytes += stretch.size;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.mostBytes) return;
      this.drop(oldest);
    }
  }

  private drop(first: Item): void {
    const size = this.kept.get(first)?.stretch.size ?? 0;
    this.kept.delete(first);
    this.bytes -= size;
  }
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}
