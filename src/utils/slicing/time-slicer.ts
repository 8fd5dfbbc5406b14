/**
 * Long loops run on the thread that also draws the app, so they work in slices and give the thread back in
 * between. A slice is short while another call is in flight: slices of 8 ms raise the p95 of a read 40 times.
 */

import { ToolFailure } from '../../errors';
import type { Steps } from './steps';

/** Length in ms of a slice when nothing else waits, and while another call is in flight. */
export const aloneSliceMs = 8;
export const sharedSliceMs = 1;

/** Most steps between two looks at the clock; so many can turn dear before it is noticed. */
const maxStride = 16;

export interface SlicerSource {
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after the event loop has turned once. */
  yieldToLoop(): Promise<void>;
  /** True while a call other than the one that slices is in flight. */
  othersWaiting(): boolean;
}

export interface SliceLimits {
  readonly signal?: AbortSignal | undefined;
  /** When the work must have ended, in ms on the source's clock. */
  readonly deadline?: number | undefined;
}

export interface SliceTurn {
  /**
   * Ask once a step; when true, `await pause()`. Most answers cost one comparison: the clock is read every
   * few steps, the fewer the dearer the steps before were.
   * @param isDear of steps that may each take milliseconds: the clock is read after every one
   */
  due(isDear?: boolean): boolean;
  /**
   * Gives the thread back and begins the next slice.
   * @throws the signal's reason when the call was aborted; ToolFailure `budget_exceeded` past the deadline.
   */
  pause(): Promise<void>;
  /** Milliseconds of work so far; pauses do not count. */
  worked(): number;
}

export interface TimeSlicer {
  /** Begins a slice now. */
  slice(limits?: SliceLimits): SliceTurn;
  /** The deadline that lies so many ms ahead. */
  deadlineIn(ms: number): number;
}

/** @throws the signal's reason if it is aborted: nobody waits for the answer of such a call. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
}

export function createTimeSlicer(source: SlicerSource): TimeSlicer {
  return {
    slice: (limits = {}) => beginTurn(source, limits),
    deadlineIn: ms => source.now() + ms,
  };
}

function beginTurn(source: SlicerSource, { signal, deadline = Infinity }: SliceLimits): SliceTurn {
  let sliceStart = source.now();
  let lastLook = sliceStart;
  let before = 0;
  let stride = 1;
  let stepsLeft = stride;

  const look = (): boolean => {
    const now = source.now();
    const length = source.othersWaiting() ? sharedSliceMs : aloneSliceMs;
    const stretch = now - lastLook;
    if (stretch > sharedSliceMs / 4) stride = 1;
    else if (stretch < sharedSliceMs / 16) stride = Math.min(stride * 2, maxStride);
    stepsLeft = stride;
    lastLook = now;
    return now - sliceStart >= length || now >= deadline || signal?.aborted === true;
  };

  const check = (): void => {
    throwIfAborted(signal);
    if (source.now() >= deadline) {
      throw new ToolFailure('budget_exceeded', 'The work was stopped because it took too long.');
    }
  };

  return {
    due: (isDear = false) => {
      stepsLeft -= 1;
      return (isDear || stepsLeft <= 0) && look();
    },
    worked: () => before + lastLook - sliceStart,
    pause: async () => {
      check();
      before += source.now() - sliceStart;
      await source.yieldToLoop();
      check();
      sliceStart = source.now();
      lastLook = sliceStart;
      stepsLeft = stride;
    },
  };
}

export interface SlicedLoop extends SliceLimits {
  readonly slicer: TimeSlicer;
}

/**
 * Runs `step` over the items in slices.
 * @throws what `SliceTurn.pause` throws, and what `step` throws; items are left over then.
 */
export async function forEachSliced<T>(
  items: Iterable<T>,
  step: (item: T, index: number) => void,
  { slicer, signal, deadline }: SlicedLoop,
): Promise<void> {
  throwIfAborted(signal);
  const turn = slicer.slice({ signal, deadline });
  let index = 0;
  for (const item of items) {
    step(item, index);
    index += 1;
    if (turn.due()) await turn.pause();
  }
}

/**
 * Runs the work to its end in slices.
 * @param isDear see `SliceTurn.due`
 * @throws what the work and `SliceTurn.pause` throw
 */
export async function drive<Result>(steps: Steps<Result>, turn: SliceTurn, isDear = false): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (turn.due(isDear)) await turn.pause();
  }
}
