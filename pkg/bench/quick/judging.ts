/** Judges the figures of the quick benchmark: ratios within one run, never milliseconds. */

export interface Measured {
  readonly name: string;
  /** Milliseconds, each the median of a round. */
  readonly own: number;
  readonly floor: number;
  /** Of a plain server in the same run: the median over the rounds of the ratio of each. */
  readonly times: number;
}

export interface Limited {
  readonly name: string;
  readonly floor: string;
  /** How many times longer than its floor it may take; some times what it does, for machines under load. */
  readonly maxTimes: number;
  readonly measure: () => Promise<Omit<Measured, 'name'>>;
}

export interface Judged extends Measured {
  readonly against: string;
  readonly maxTimes: number;
  readonly isOver: boolean;
}

/** Repeats a measurement over its limit: a slow program is slow each time, a busy machine is not. */
const attempts = 3;

export async function judged({ name, floor, maxTimes, measure }: Limited): Promise<Judged> {
  let best = await measure();
  for (let attempt = 1; attempt < attempts && best.times > maxTimes; attempt += 1) {
    const again = await measure();
    if (again.times < best.times) best = again;
  }
  return { name, ...best, against: floor, maxTimes, isOver: !(best.times <= maxTimes) };
}

export function judgingTable(rows: readonly Judged[]): string {
  const head = ['what', 'ours, ms', 'floor, ms', 'times', 'limit', '', 'floor'];
  const cells = rows.map(row => [
    row.name,
    row.own.toFixed(2),
    row.floor.toFixed(2),
    row.times.toFixed(2),
    `≤ ${row.maxTimes}`,
    row.isOver ? 'OVER' : 'ok',
    row.against,
  ]);
  const all = [head, ...cells];
  const widths = head.map((_name, column) => Math.max(...all.map(row => (row[column] ?? '').length)));
  return all
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
