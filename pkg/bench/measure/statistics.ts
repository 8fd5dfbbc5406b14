/** Numbers of a series. */

/** @param share 0 to 1; 0 of an empty series is 0 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Times of `count` runs one after another, `work` timing itself. */
export async function series(count: number, work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) times.push(await work());
  return times;
}
