/** The costs side by side, for a terminal and for the page. */
import type { Cost, Costs } from './drive';
import { floorOf } from './floors';
import { type Before, bytesOf, sumOf } from './records';

type Row = readonly string[];

const head: Row = ['job', 'calls before', 'now', 'bytes before', 'now', 'of it answers', 'ratio'];

const shown = (value: number): string => value.toLocaleString('en');

export function tableOf(before: Before, now: Costs): Row[] {
  const row = (name: string, old: Cost, cost: Cost): Row => [
    name,
    shown(old.calls),
    shown(cost.calls),
    shown(bytesOf(old)),
    shown(bytesOf(cost)),
    shown(cost.bytesOut),
    (bytesOf(cost) / bytesOf(old)).toFixed(2),
  ];
  const rows = now.jobs.map(cost => {
    const old = before.jobs.find(({ name }) => name === cost.name);
    if (old === undefined) throw new Error(`No figures from before for: ${cost.name}`);
    return row(cost.name, old, cost);
  });
  return [head, ...rows, row('all', sumOf(before.jobs), sumOf(now.jobs))];
}

export function plainTable(rows: readonly Row[]): string {
  const widths = head.map((_name, column) => Math.max(...rows.map(row => (row[column] ?? '').length)));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map(row => row.map(cell).join('  ')).join('\n');
}

export function markdownTable([first = [], ...rows]: readonly Row[]): string {
  const line = (row: Row): string => `| ${row.join(' | ')} |`;
  const rule = first.map((_name, column) => (column === 0 ? '---' : '---:'));
  return [first, rule, ...rows].map(line).join('\n');
}

/** How far the number of calls can still fall. */
export function floorSentence(before: Before, now: Costs): string {
  const [old, calls] = [sumOf(before.jobs).calls, sumOf(now.jobs).calls];
  const least = now.jobs.reduce((sum, { name }) => sum + floorOf(name), 0);
  const half = Math.floor(old / 2);
  const reach = least > half ? `, so half of ${old} (${half}) is impossible` : '';
  return `No tools do these jobs in fewer than ${least} calls (\`floors.ts\` says why of each)${reach}; ${calls} are made.`;
}

export function listSentence(before: Before, now: Costs): string {
  const lists = Object.entries(now.toolLists).map(([profile, bytes]) => `${shown(bytes)} (${profile})`);
  const old = Object.values(before.toolLists).map(shown);
  return `The list of tools is ${lists.join(', ')} bytes; it was ${old.join(', ')}.`;
}
