/** The costs as a table, for a terminal and for the page. */
import type { Cost, Costs } from './drive';
import type { Row } from '../report/text-table';
import { bytesOf, sumOf } from './records';

const head: Row = ['job', 'calls', 'bytes', 'of it answers'];

const shown = (value: number): string => value.toLocaleString('en');

export function tableOf({ jobs }: Costs): Row[] {
  const row = (name: string, cost: Cost): Row => [
    name,
    ...[cost.calls, bytesOf(cost), cost.bytesOut].map(shown),
  ];
  return [head, ...jobs.map(cost => row(cost.name, cost)), row('all', sumOf(jobs))];
}

export function listSentence({ toolLists }: Costs): string {
  const lists = Object.entries(toolLists).map(([profile, bytes]) => `${shown(bytes)} (${profile})`);
  return `The list of tools is ${lists.join(', ')} bytes.`;
}
