/** The parent's side of loop-delay.ts. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const reportSchema = z.object({
  /** Of all threads, milliseconds. */
  processorTime: z.number(),
  /** Milliseconds between two turns of the event loop, about 1 of them its own timer. */
  longestBlock: z.number(),
  /** The most processor time of the thread between two turns, milliseconds: without the work of other programs. */
  longestWork: z.number(),
  /** The longest time between two turns without that for which no processor was free, milliseconds. */
  longestOwn: z.number(),
  /** Of the longest time between two turns, that for which no processor was free, milliseconds. */
  waited: z.number(),
  /** Bytes in memory now, and the most since the start, with the product's child processes. */
  resident: z.number(),
  peak: z.number(),
  /** How much more than at the beginning of `during`, at the most, bytes. */
  grown: z.number(),
});

const usedSchema = z.object({ processorTime: z.number() });

const margin = 5;

export type InsideReport = z.infer<typeof reportSchema>;

/** The longest block in processor time; by the clock where the system tells no processor time of a thread. */
export function blockOf({ longestWork, longestBlock }: InsideReport): number {
  return longestWork || longestBlock;
}

export class InsideView {
  constructor(private readonly child: ChildProcess) {}

  /** The event loop's figures while `work` ran. */
  async during(work: () => Promise<unknown>): Promise<InsideReport> {
    await this.ask('watch');
    // A block shows as the time between two ticks, so ticks are needed on both sides.
    await sleep(margin);
    await work();
    await sleep(margin);
    return this.report();
  }

  async report(): Promise<InsideReport> {
    return reportSchema.parse(await this.ask('report'));
  }

  /** Processor time of all threads of the process since the last call, milliseconds. */
  async used(): Promise<number> {
    return usedSchema.parse(await this.ask('used')).processorTime;
  }

  private ask(question: 'watch' | 'report' | 'used'): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.child.once('message', resolve);
      this.child.send(question, error => {
        if (error !== null) reject(error);
      });
    });
  }
}
