/** Limits the memory that the engine lets garbage take, and has it given back while nothing runs. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';

/**
 * By how much the heap of old objects may grow before a collection, percent of what the last one left. The
 * engine's own choice is up to 300 (measured at 10,000 notes: 493 MB after all calls of the benchmark, and
 * 283 with 20 percent). Not set during the start, which is a tenth faster without it.
 */
const growth = 15;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/** Limit for the space of new objects, both halves, bytes. */
const youngLimit = 16 * 2 ** 20;

/**
 * Keeps the space for new objects at half of the engine's own limit: 20 MB less after large listings at
 * 10,000 notes, which take no longer; with a quarter they take a fifth longer (measured). Checks after each
 * collection, since an engine that was idle for long shrinks the space to 2 MB, where it would stay without growth,
 * and when a thread has started, since each resets the factor to 2 for all (observed in V8 11.3): the next
 * collections would double the space, and only an idle engine shrinks it again. Called before the vault is filled,
 * which would double it too: 258 MB where it was called after the start, now 239 (measured), and starts take the same
 * time. Not before the code is evaluated: see `underFirstFlags`.
 * @returns restores the engine's own choice
 */
export function keepYoungSpace(): () => void {
  fitYoungSpace();
  const watch = new PerformanceObserver(fitYoungSpace);
  watch.observe({ entryTypes: ['gc'] });
  const onThread = (thread: Worker): void => void thread.once('online', fitYoungSpace);
  process.on('worker', onThread);
  return () => {
    watch.disconnect();
    process.off('worker', onThread);
    growYoungSpaceBy(enginesFactor);
  };
}

/** The engine accepts compiled code only under the flags of its making, and a start has the defaults. */
export function underFirstFlags(work: () => void): void {
  growYoungSpaceBy(enginesFactor);
  work();
  fitYoungSpace();
}

const enginesFactor = 2;

/** By the engine's own steps: with larger ones, two collections before the next check would pass the limit. */
function fitYoungSpace(): void {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  const mayGrow = (space?.space_size ?? youngLimit) * enginesFactor <= youngLimit;
  growYoungSpaceBy(mayGrow ? enginesFactor : 1);
}

function growYoungSpaceBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
