/** Long loops over the vault give the event loop a turn between slices. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds; far below the 50 that nothing may block. */
const longest = 20;

/** Looks at the clock once in so many items. */
const stride = 16;

/** Calls `use` with each item, never for longer than a slice of so many milliseconds at a stretch. */
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
