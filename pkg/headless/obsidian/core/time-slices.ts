/** Long loops over the vault yield to the event loop between slices. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds; far below the 50 that a block may last. */
const longest = 20;

/** Checks the clock once in so many items. */
const stride = 16;

/** Calls `use` with each item, in slices of so many milliseconds. */
export async function inSlices<T>(
  items: Iterable<T>,
  use: (item: T) => void,
  slice = longest,
): Promise<void> {
  let began = performance.now();
  let count = 0;
  for (const item of items) {
    use(item);
    if (++count % stride !== 0 || performance.now() - began < slice) continue;
    await setImmediate();
    began = performance.now();
  }
}
