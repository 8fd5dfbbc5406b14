/** A thread that calls `stat` again and again between a message `begin` and a message `end`; see other-client.ts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { McpClient } from '../../pkg/bench/product/mcp-client';

const { url, token, path } = z
  .object({ url: z.string(), token: z.string(), path: z.string() })
  .parse(workerData);
const client = new McpClient({ url, token });
let isOver = true;

/** @returns milliseconds of the slowest call */
async function calls(): Promise<number> {
  let slowest = 0;
  while (!isOver) {
    const { milliseconds, status } = await client.call('stat', { paths: [path] });
    if (status !== 200) throw new Error(`The other client was answered ${status}.`);
    slowest = Math.max(slowest, milliseconds);
    await sleep(2);
  }
  return slowest;
}

parentPort?.on('message', message => {
  isOver = message === 'end';
  if (!isOver) void calls().then(slowest => parentPort?.postMessage(slowest));
});
