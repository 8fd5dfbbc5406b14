/** How much memory the engine lets garbage take before it looks for it. */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * By how much the heap of old objects may grow, percent of what lived in it at the last look. The engine's own choice
 * is up to 300: it takes a machine's memory for its own (measured at 10,000 notes: 493 MB after all calls of the
 * benchmark, and 283 with 20 percent, nothing else changed). A start is the time to grow, a tenth faster without this.
 */
const growth = 15;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/** What the space for new objects may take, both its halves, bytes. */
const roomForNew = 16 * 2 ** 20;

/**
 * Keeps the space for new objects at half of the engine's own limit: 20 MB less after large listings at 10,000 notes,
 * which take no longer; with a quarter they take a fifth longer (measured). Looks after each collection, since each
 * thread that starts sets the factor back to 2 for all, and an engine that was idle for long shrinks the space to 2 MB,
 * which without growth would stay (observed in V8 11.3).
 * @returns leaves it to the engine again
 */
export function keepYoungSpace(): () => void {
  fitYoungSpace();
  const watch = new PerformanceObserver(fitYoungSpace);
  watch.observe({ entryTypes: ['gc'] });
  return () => {
    watch.disconnect();
    growYoungSpaceBy(enginesFactor);
  };
}

/** The engine takes kept code only under the flags that it was made under, and a start has the engine's own. */
export function underFirstFlags(work: () => void): void {
  growYoungSpaceBy(enginesFactor);
  work();
  fitYoungSpace();
}

const enginesFactor = 2;

/** So that one step leads to all the room there is. */
function fitYoungSpace(): void {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  growYoungSpaceBy(Math.max(1, Math.floor(roomForNew / (space?.space_size ?? roomForNew))));
}

function growYoungSpaceBy(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
