import type { SliceTurn } from './time-slicer';

export interface AtOnceOptions {
  readonly atOnce: number;
  readonly turn: SliceTurn;
  readonly signal?: AbortSignal | undefined;
  /** Asked before each item: true leaves out the rest. */
  readonly isEnough?: (() => boolean) | undefined;
}

/**
 * Waits for the work on several of the items at once, and begins the next when one is done.
 * @throws like `SliceTurn.pause`, and what the work throws
 */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  { atOnce, turn, signal, isEnough }: AtOnceOptions,
): Promise<void> {
  const queue = [...items].values();
  // One pause for all: otherwise each waits for its own slice.
  let pausing: Promise<void> | undefined;
  const pause = (): Promise<void> => (pausing ??= turn.pause().finally(() => (pausing = undefined)));
  const workOn = async (): Promise<void> => {
    for (const item of queue) {
      if (isEnough?.() === true) return;
      while (pausing !== undefined || signal?.aborted === true || turn.due()) await pause();
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
