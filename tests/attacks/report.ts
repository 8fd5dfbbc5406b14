/** What the attacks cost, as lines for a terminal and as a Markdown table for docs/security.md. */

/** Milliseconds and bytes that no attack may exceed. */
export const limits = { block: 50, stat: 200, resident: 700_000_000 };

export interface Row {
  readonly name: string;
  /** The longest time for which the host's loop did not turn, milliseconds. */
  readonly block: number;
  /** The most processor time of its thread between two turns, milliseconds; 0 where the system does not tell. */
  readonly work: number;
  /** The slowest call of the other client, milliseconds. */
  readonly stat: number;
  /** Bytes in memory at the end. */
  readonly resident: number;
  /** Milliseconds. */
  readonly took: number;
  readonly outcome: string;
}

export function holds({ block, stat, resident }: Row): boolean {
  return block <= limits.block && stat <= limits.stat && resident <= limits.resident;
}

export function line(row: Row): string {
  const { name, block, work, stat, resident, took, outcome } = row;
  return [
    name.padEnd(45),
    `${block.toFixed(0).padStart(6)} ms`,
    `work ${work.toFixed(0).padStart(4)} ms`,
    `${megabytes(resident).padStart(5)} MB`,
    `stat ${stat.toFixed(0).padStart(5)} ms`,
    `took ${took.toFixed(0).padStart(6)} ms`,
    holds(row) ? 'holds' : 'FAILS',
    outcome,
  ].join('  ');
}

/** One row of the table for each attack, the longest block first. */
export function markdown(rows: readonly Row[]): string {
  const head = ['attack', 'longest block', 'of it work', 'slowest `stat`', 'memory after', 'limits'];
  const cells = rows
    .toSorted((a, b) => b.block - a.block)
    .map(row => [
      row.name.replaceAll('|', () => '\\|'),
      `${row.block.toFixed(0)} ms`,
      `${row.work.toFixed(0)} ms`,
      `${row.stat.toFixed(0)} ms`,
      `${megabytes(row.resident)} MB`,
      holds(row) ? 'hold' : 'exceeded',
    ]);
  return [head, head.map(() => '---'), ...cells].map(row => `| ${row.join(' | ')} |`).join('\n');
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
