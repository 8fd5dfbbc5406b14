import { createTimeSlicer, type TimeSlicer } from '../../src/utils/slicing/time-slicer';

/** A slicer whose clock moves by so many milliseconds a look, so that work is cut into many slices. */
export function steppingSlicer(
  ended?: AbortSignal,
  step = 1,
): {
  readonly slicer: TimeSlicer;
  readonly pauses: () => number;
} {
  let now = 0;
  let pauses = 0;
  const slicer = createTimeSlicer({
    now: () => (now += step),
    yieldToLoop: () => {
      pauses += 1;
      return Promise.resolve();
    },
    othersWaiting: () => false,
    ...(ended && { ended }),
  });
  return { slicer, pauses: () => pauses };
}
