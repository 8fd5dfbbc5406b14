/** How much memory the engine lets garbage take before it looks for it. */
import { setFlagsFromString } from 'node:v8';

/**
 * By how much the heap of old objects may grow, percent of what lived in it at the last look. The engine's own choice
 * is up to 300: it takes a machine's memory for its own (measured at 10,000 notes: 493 MB after all calls of the
 * benchmark, and 283 with 20 percent, nothing else changed). A start is the time to grow, a tenth faster without this.
 */
const growth = 15;

export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${growth}`);
}

/**
 * Leaves the space for new objects as large as the start has made it, 8 to 16 MB instead of 33. From the first byte on
 * it would be 2 MB, which costs large listings half as much time again (measured).
 */
export function keepYoungSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** As the engine has it by itself. */
export function freeYoungSpace(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}

/** The engine takes kept code only under the flags that it was made under, and a start has the engine's own. */
export function underFirstFlags(work: () => void): void {
  freeYoungSpace();
  work();
  keepYoungSpace();
}
