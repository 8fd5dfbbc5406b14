/** The limits of what jobs cost, which may only fall. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Cost, Costs } from './drive';

const limitsSchema = z.object({ calls: z.int(), bytes: z.int(), toolLists: z.record(z.string(), z.int()) });
export type Limits = z.output<typeof limitsSchema>;

export const readLimits = (file: string): Limits =>
  limitsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

export const bytesOf = ({ bytesIn, bytesOut }: Cost): number => bytesIn + bytesOut;

export function sumOf(costs: readonly Cost[]): Cost {
  const sum = { calls: 0, bytesIn: 0, bytesOut: 0 };
  for (const { calls, bytesIn, bytesOut } of costs) {
    sum.calls += calls;
    sum.bytesIn += bytesIn;
    sum.bytesOut += bytesOut;
  }
  return sum;
}

/** The limits that calls and bytes would have now. Those of the lists of tools stay, since the contract sets them. */
export function lowered({ jobs }: Costs, { toolLists }: Limits): Limits {
  const sum = sumOf(jobs);
  return { calls: sum.calls, bytes: bytesOf(sum), toolLists };
}

/** Limits must be lowered when so much has been saved; ranking and dates change a few bytes by themselves. */
const slack = 0.01;

/** What exceeds its limit, and what has fallen so far that its limit must follow. */
export function againstLimits(costs: Costs, limits: Limits): string[] {
  const now = lowered(costs, limits);
  const overLists = Object.entries(costs.toolLists).flatMap(([profile, bytes]) =>
    over(`bytes of the tool list of ${profile}`, bytes, limits.toolLists[profile]),
  );
  return [
    ...(['calls', 'bytes'] as const).flatMap(name => [
      ...over(name, now[name], limits[name]),
      ...under(name, now[name], limits[name]),
    ]),
    ...overLists,
  ];
}

function over(name: string, value: number, limit: number | undefined): string[] {
  return limit === undefined || value > limit
    ? [`${name}: ${value}, over the limit of ${limit ?? 'none'}`]
    : [];
}

function under(name: string, value: number, limit: number): string[] {
  const advice = 'lower the limit with `npm run bench:agent -- --limits`';
  return value < limit * (1 - slack) ? [`${name}: ${value} of ${limit}; ${advice}`] : [];
}
