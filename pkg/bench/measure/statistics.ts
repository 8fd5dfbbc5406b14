/** Numbers of a series, all of them milliseconds. */
export interface Summary {
  readonly p50: number;
  readonly p95: number;
  readonly slowest: number;
  readonly calls: number;
}

/** @param share 0 to 1; 0 of an empty series is 0 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function summary(values: readonly number[]): Summary {
  return {
    p50: median(values),
    p95: percentile(values, 0.95),
    slowest: values.reduce((most, value) => Math.max(most, value), 0),
    calls: values.length,
  };
}

/** Times of `count` runs one after another, `work` timing itself. */
export async function series(count: number, work: (run: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) times.push(await work(run));
  return times;
}

/** Milliseconds that `work` takes on this thread: the median of some runs without the first. */
export function timed(work: () => unknown, runs = 7): number {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const started = performance.now();
    work();
    times.push(performance.now() - started);
  }
  return median(times.slice(1));
}

export interface Contender {
  readonly name: string;
  readonly run: () => Promise<number>;
}

/**
 * Measures several things in turns, so that a slow minute of the machine affects all of them alike.
 * @returns the times of each, by name, in rounds
 */
export async function inTurns(
  contenders: readonly Contender[],
  rounds: number,
  runs: number,
): Promise<Map<string, number[][]>> {
  const times = new Map<string, number[][]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, run } of contenders) times.get(name)?.push(await series(runs, run));
  }
  return times;
}

/** How many times slower one is than the other: the median over the rounds of the ratio of their medians. */
export function ratio(times: readonly number[][], floor: readonly number[][]): number {
  return median(times.map((round, at) => median(round) / Math.max(1e-9, median(floor[at] ?? []))));
}
