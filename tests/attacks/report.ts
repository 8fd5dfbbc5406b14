/** What the attacks cost, as lines for a terminal and as the part of docs/security.md that tells it. */
import { cpus, totalmem } from 'node:os';

/** Milliseconds and bytes that no attack may exceed. */
export const limits = { own: 50, stat: 200, resident: 700_000_000 };

/** Rows of the table; the others are told together. */
const maxRows = 12;

export interface Row {
  readonly name: string;
  /** The longest time for which the host's loop did not turn, milliseconds. */
  readonly block: number;
  /** Of it, the time for which no processor was free. */
  readonly waited: number;
  /** The longest such time without that, which is what the limit is for. */
  readonly own: number;
  /** What that time may be at the most. */
  readonly mostOwn: number;
  /** The most processor time of its thread between two turns, milliseconds; 0 where the system does not tell. */
  readonly work: number;
  /** The slowest call of the other client, milliseconds. */
  readonly stat: number;
  /** Bytes in memory at the end. */
  readonly resident: number;
  /** Bytes that were taken in addition, at the most. */
  readonly grown: number;
  /** Milliseconds. */
  readonly took: number;
  readonly outcome: string;
}

/** A run over all of its attacks. */
export interface Run {
  readonly rows: readonly Row[];
  /** Of the machine, while the attacks ran: processes that ran or waited for a processor. */
  readonly load: number;
  /** Over ordinary notes alone, without any attack. */
  readonly quiet: Row;
  /** Bytes in memory before the first attack, and at the most. */
  readonly before: number;
  readonly peak: number;
  /** The attack during which it reached that. */
  readonly during: string;
}

export function holds({ own, mostOwn, stat, resident }: Row): boolean {
  return own <= mostOwn && stat <= limits.stat && resident <= limits.resident;
}

export function line(row: Row): string {
  const { name, block, waited, own, work, stat, resident, grown, took, outcome } = row;
  return [
    name.padEnd(45),
    `${block.toFixed(0).padStart(6)} ms`,
    `waited ${waited.toFixed(0).padStart(4)} ms`,
    `own ${own.toFixed(0).padStart(4)} ms`,
    `work ${work.toFixed(0).padStart(4)} ms`,
    `${megabytes(resident).padStart(5)} MB`,
    `more ${megabytes(grown).padStart(4)} MB`,
    `stat ${stat.toFixed(0).padStart(5)} ms`,
    `took ${took.toFixed(0).padStart(6)} ms`,
    holds(row) ? 'holds' : 'FAILS',
    outcome,
  ].join('  ');
}

/** What docs/security.md tells of a run: the machine, the memory, and the attacks with the longest own blocks first. */
export function markdown({ rows, load, quiet, before, peak, during }: Run): string {
  const sorted = rows.toSorted((a, b) => b.own - a.own);
  const [shown, others] = [sorted.slice(0, maxRows), sorted.slice(maxRows)];
  const machine = `${cpus().length} processors, ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.versions.node}`;
  const exceeding = rows.filter(row => !holds(row)).length;
  return [
    `${rows.length} attacks on a machine of ${machine}, at a load of ${load.toFixed(1)}; ${exceeding} exceeded a limit. ` +
      `Memory was ${megabytes(quiet.resident)} MB with the ordinary notes alone, ${megabytes(before)} MB before the first attack, and ${megabytes(peak)} MB at the most, during \`${during}\`.`,
    table([
      [
        'attack',
        'longest block',
        'waited',
        'own',
        'work',
        'slowest `stat`',
        'memory after',
        'more',
        'limits',
      ],
      ...[{ ...quiet, name: 'none, ordinary notes alone' }, ...shown].map(row =>
        cells(row, `\`${row.name}\``),
      ),
      ...(others.length === 0 ? [] : [cells(worstOf(others), `the other ${others.length}`)]),
    ]),
  ].join('\n\n');
}

function worstOf(rows: readonly Row[]): Row {
  const most = (
    field: 'block' | 'waited' | 'own' | 'work' | 'stat' | 'resident' | 'grown' | 'took',
  ): number => Math.max(...rows.map(row => row[field]));
  return {
    ...{ name: '', outcome: '', block: most('block'), waited: most('waited') },
    ...{ own: most('own'), mostOwn: limits.own, work: most('work') },
    ...{ stat: most('stat'), resident: most('resident'), grown: most('grown'), took: most('took') },
  };
}

function cells(row: Row, name: string): string[] {
  return [
    name.replaceAll('|', () => '\\|'),
    `${row.block.toFixed(0)} ms`,
    `${row.waited.toFixed(0)} ms`,
    `${row.own.toFixed(0)} ms`,
    `${row.work.toFixed(0)} ms`,
    `${row.stat.toFixed(0)} ms`,
    `${megabytes(row.resident)} MB`,
    `${megabytes(row.grown)} MB`,
    holds(row) ? 'hold' : 'exceeded',
  ];
}

/** As Prettier formats it, so that it can be in a page as it is. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_cell, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  const rule = widths.map(width => '-'.repeat(width));
  return [head, rule, ...rows.slice(1)]
    .map(row => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}

export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0);
}
