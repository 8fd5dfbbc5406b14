/** Waits until the background work of a process is done. */

/** Milliseconds between two measurements. */
const look = 400;

/** Successive measurements in which the process must be quiet. */
const quietLooks = 4;

/** Share of one processor below which a process is quiet. */
const quiet = 0.05;

/** All times in milliseconds. */
export interface SettlingSource {
  /** Processor time of all threads of the process since the last call. */
  readonly used: () => Promise<number>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/** @returns whether the process became quiet within `timeout` milliseconds */
export async function settled({ used, now, sleep }: SettlingSource, timeout: number): Promise<boolean> {
  const end = now() + timeout;
  let looks = 0;
  while (looks < quietLooks && now() < end) {
    const began = now();
    await used();
    await sleep(look);
    looks = (await used()) / (now() - began) < quiet ? looks + 1 : 0;
  }
  return looks === quietLooks;
}
