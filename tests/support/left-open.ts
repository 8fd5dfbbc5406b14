/**
 * Closes what a test left open because it failed half-way: a server, a process or a watcher would keep the run alive
 * for ever, and the test's own error would not be shown.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long one may take to close, milliseconds. */
const patience = 5_000;

interface Open {
  readonly what: string;
  readonly close: () => Promise<void>;
}

const leftOpen = new Set<Open>();

afterAll(() => Promise.all([...leftOpen].map(closeInTime)), 2 * patience);

/**
 * @param what for the error of one that does not close in time
 * @returns closes it, once however often it is called; called after the tests of the file unless a test did
 */
export function closing(what: string, close: () => Promise<unknown>): () => Promise<void> {
  let closed: Promise<void> | undefined;
  const open = {
    what,
    close: () =>
      (closed ??= close()
        .then(() => undefined)
        .finally(() => leftOpen.delete(open))),
  };
  leftOpen.add(open);
  return open.close;
}

async function closeInTime({ what, close }: Open): Promise<void> {
  const isClosed = new AbortController();
  const late = sleep(patience, undefined, { signal: isClosed.signal }).then(() => {
    throw new Error(`${what} was left open and did not close within ${patience} ms.`);
  });
  late.catch(() => undefined);
  try {
    await Promise.race([close(), late]);
  } finally {
    isClosed.abort();
  }
}
