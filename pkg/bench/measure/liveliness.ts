/** Whether a cheap read is still served while the heaviest query runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../operations/operation';
import { McpClient } from '../product/mcp-client';
import { pingsDuring } from './pings';
import type { Bench } from './operation-run';
import { percentile, type Summary, summary } from './statistics';

/** Milliseconds of each half. */
const stretch = 2_000;

export interface LivelinessFigures {
  readonly heavy: string;
  readonly idle: Summary;
  readonly busy: Summary;
  /** Of the 95th percentiles. */
  readonly times: number;
  /** Longest block of the event loop in that time, from inside. */
  readonly block: number;
}

export async function measureLiveliness(heavy: Operation, bench: Bench): Promise<LivelinessFigures> {
  const { server, inside, vault } = bench;
  const [reader, worker] = [new McpClient(server), new McpClient(server)];
  const read = { tool: 'read_note', args: { path: vault.truth.sample.path } };
  const idle = await pingsDuring(reader, read, () => sleep(stretch));
  let busy: number[] = [];
  const { longestBlock } = await inside.during(async () => {
    const until = performance.now() + stretch;
    busy = await pingsDuring(reader, read, async () => {
      for (let run = 0; performance.now() < until; run += 1) {
        await worker.call(heavy.tool, heavy.args({ truth: vault.truth, vault: vault.path, run }));
      }
    });
  });
  for (const client of [reader, worker]) client.close();
  return {
    heavy: heavy.name,
    idle: summary(idle),
    busy: summary(busy),
    times: percentile(busy, 0.95) / percentile(idle, 0.95),
    block: longestBlock,
  };
}
