/**
 * Long loops run on the thread that also draws the app, so they work in slices and yield in between. Slices are short
 * while another call is running: slices of 8 ms raise the p95 of a read 40 times. Paused calls continue in order, one
 * slice per turn of the event loop: many calls at once block it no longer than one.
 */

import { ToolFailure } from '../../errors';
import { type Loop, LoopTurns } from './loop-turns';

/**
 * Work that can pause: it yields about every quarter of a millisecond, and returns its result. The same code
 * runs without a pause with `finish`, and yields the thread with `drive`.
 */
export type Steps<Result> = Generator<undefined, Result, void>;

/** Runs the work to its end without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** An existing value, as work that never pauses. */
export function* immediately<Result>(result: Result): Steps<Result> {
  yield* [];
  return result;
}

/** Length of a slice in ms when nothing else waits, and while another call is running. */
const aloneSliceMs = 8;
const sharedSliceMs = 1;

interface SlicerSource extends Loop {
  /** Whether slices are short: while another call is running, and always in the background. */
  othersWaiting(): boolean;
  /** When it aborts, all sliced work of this source ends at its next pause. */
  readonly ended?: AbortSignal;
}

export interface SliceLimits {
  readonly signal?: AbortSignal | undefined;
  /** When the work must have ended, in ms on the source's clock. */
  readonly deadline?: number | undefined;
}

export interface SliceTurn {
  /** Call it after each step; if true, `await pause()`. */
  due(): boolean;
  /**
   * Gives the thread back and begins the next slice.
   * @throws the signal's reason when the call was aborted, or the source has ended; ToolFailure `budget_exceeded` past the deadline.
   */
  pause(): Promise<void>;
  /**
   * Waits for work that other calls may share, and which takes its own turns. Signal and deadline of this call are
   * checked before and after. After long work, each waiter continues in a separate turn of the event loop.
   * @throws like `pause`, and what the work throws
   */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds of work so far, without pauses. */
  worked(): number;
}

export interface TimeSlicer {
  slice(limits?: SliceLimits): SliceTurn;
  /** The deadline this many ms in the future. */
  deadlineIn(ms: number): number;
}

/** @throws the signal's reason if it is aborted: the result of such a call is not needed. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
}

export function createTimeSlicer(source: SlicerSource): TimeSlicer {
  const pauses = new LoopTurns(source);
  return {
    slice: (limits = {}) => beginTurn(source, pauses, limits),
    deadlineIn: ms => source.now() + ms,
  };
}

function checkLimits(source: SlicerSource, { signal, deadline = Infinity }: SliceLimits): void {
  throwIfAborted(source.ended);
  throwIfAborted(signal);
  if (source.now() >= deadline) {
    throw new ToolFailure('budget_exceeded', 'The work was stopped because it took too long.');
  }
}

function beginTurn(source: SlicerSource, pauses: LoopTurns, limits: SliceLimits): SliceTurn {
  const { signal, deadline = Infinity } = limits;
  let sliceStart = source.now();
  let lastLook = sliceStart;
  let before = 0;

  const leave = (): void => {
    checkLimits(source, limits);
    before += source.now() - sliceStart;
  };

  const resume = (): void => {
    checkLimits(source, limits);
    sliceStart = source.now();
    lastLook = sliceStart;
  };

  return {
    due: () => {
      const now = source.now();
      lastLook = now;
      const length = now - sliceStart;
      if (length >= aloneSliceMs || (length >= sharedSliceMs && source.othersWaiting())) return true;
      return now >= deadline || signal?.aborted === true;
    },
    worked: () => before + lastLook - sliceStart,
    pause: async () => {
      leave();
      await pauses.next();
      resume();
    },
    share: async work => {
      leave();
      const start = source.now();
      const result = await work();
      if (source.now() - start >= sharedSliceMs) await pauses.next();
      resume();
      return result;
    },
  };
}

/** Gives the thread back if the slice is over: between two long steps over one note. @throws like `SliceTurn.pause` */
export async function rest(turn: SliceTurn): Promise<void> {
  if (turn.due()) await turn.pause();
}

/** What a loop over many items needs of the call that it works for. */
export interface SlicedLoop extends SliceLimits {
  readonly slicer: TimeSlicer;
  /** Told before a pause of `forEachInTurn` how many items were visited. */
  readonly onPause?: (done: number) => void;
}

/**
 * Visits the items one by one, pausing after one where that is due; a visit may be asynchronous.
 * @throws what a visit throws, and like `SliceTurn.pause`
 */
export async function forEachInTurn<T>(
  items: Iterable<T>,
  loop: SlicedLoop,
  visit: (item: T) => unknown,
): Promise<void> {
  const turn = loop.slicer.slice(loop);
  let done = 0;
  for (const item of items) {
    const visited = visit(item);
    if (visited instanceof Promise) await visited;
    done += 1;
    if (!turn.due()) continue;
    loop.onPause?.(done);
    await turn.pause();
  }
}

/** Long work over one note, with a pause after it where one is due. @throws what the work throws, and like `SliceTurn.pause` */
export async function longStep<T>(loop: SlicedLoop, step: () => T): Promise<T> {
  const turn = loop.slicer.slice(loop);
  const result = step();
  await rest(turn);
  return result;
}

/** Whether any item passes a test, tried in slices until one does. @throws like `forEachInTurn` */
export async function someInTurn<T>(
  items: Iterable<T>,
  loop: SlicedLoop,
  test: (item: T) => boolean | Promise<boolean>,
): Promise<boolean> {
  const turn = loop.slicer.slice(loop);
  for (const item of items) {
    const passes = test(item);
    if (passes instanceof Promise ? await passes : passes) return true;
    if (turn.due()) await turn.pause();
  }
  return false;
}

/** The items that pass a test, tried in slices. @throws like `forEachInTurn` */
export async function filtered<T>(
  items: Iterable<T>,
  test: (item: T) => boolean,
  loop: SlicedLoop,
): Promise<T[]> {
  const found: T[] = [];
  await forEachInTurn(items, loop, item => {
    if (test(item)) found.push(item);
  });
  return found;
}

/** Runs the work to its end in slices. @throws what the work and `SliceTurn.pause` throw */
export async function drive<Result>(steps: Steps<Result>, turn: SliceTurn): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (turn.due()) await turn.pause();
  }
}

interface AtOnceOptions {
  readonly atOnce: number;
  readonly turn: SliceTurn;
  readonly signal?: AbortSignal | undefined;
  /** Asked before each item: true leaves out the rest. */
  readonly isEnough?: (() => boolean) | undefined;
}

/**
 * Works on several of the items at once, beginning the next when one is done.
 * @throws like `SliceTurn.pause`, and what the work throws
 */
export async function severalAtOnce<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  { atOnce, turn, signal, isEnough }: AtOnceOptions,
): Promise<void> {
  const queue = [...items].values();
  // One pause for all that wait: otherwise each waits for its own slice. One that has a slice goes on with the next item.
  let pausing: Promise<void> | undefined;
  const pause = (): Promise<void> => (pausing ??= turn.pause().finally(() => (pausing = undefined)));
  const workOn = async (): Promise<void> => {
    for (const item of queue) {
      if (isEnough?.() === true) return;
      while (signal?.aborted === true || turn.due()) await pause();
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
