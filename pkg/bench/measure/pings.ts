/** Cheap requests beside other work: their times show from outside how long the event loop was blocked. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { McpClient } from '../product/mcp-client';
import type { EmptyCall } from './offer';

const every = 5;

/** @returns the times of the pings that were sent while `work` ran, at most one in flight */
export async function pingsDuring(
  client: McpClient,
  { tool, args }: Pick<EmptyCall, 'tool' | 'args'>,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const working = work().then(() => true);
  do {
    const { milliseconds } = await client.call(tool, args);
    times.push(milliseconds);
  } while (!(await Promise.race([working, sleep(every, false)])));
  return times;
}
