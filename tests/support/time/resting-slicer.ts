import { createTimeSlicer, type TimeSlicer } from '../../../src/utils/slicing/time-slicer';

/** A slicer whose time stands still: no slice is ever over. */
export function restingSlicer(): TimeSlicer {
  return createTimeSlicer({
    now: () => 0,
    yieldToLoop: () => Promise.resolve(),
    othersWaiting: () => false,
  });
}
