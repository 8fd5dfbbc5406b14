import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Endpoint } from '../../pkg/bench/product/mcp-client';

/**
 * A client with a token of its own that calls `stat` while another one attacks. It runs in a thread of its own, so
 * that the work of the attacker in this process does not count into its times.
 */
export class OtherClient {
  private readonly worker: Worker;

  /** @param path a note */
  constructor({ url, token }: Endpoint, path: string) {
    this.worker = new Worker(new URL('other-client-worker.mjs', import.meta.url), {
      workerData: { url, token, path },
    });
  }

  /** @returns milliseconds of the slowest call during the work */
  async during(work: () => Promise<unknown>): Promise<number> {
    const slowest = once(this.worker, 'message');
    this.worker.postMessage('begin');
    await work();
    this.worker.postMessage('end');
    return z.tuple([z.number()]).parse(await slowest)[0];
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
