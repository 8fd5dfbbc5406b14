import { createTimeSlicer, type SliceTurn, type TimeSlicer } from '../../../src/utils/slicing/time-slicer';

/** A slicer, and a turn of it, whose slices are over at each look, and how often they gave the thread back. */
export function busyTurn(): {
  readonly slicer: TimeSlicer;
  readonly turn: SliceTurn;
  readonly pauses: () => number;
} {
  let [now, pauses] = [0, 0];
  const slicer = createTimeSlicer({
    now: () => (now += 10),
    yieldToLoop: () => {
      pauses += 1;
      return Promise.resolve();
    },
    othersWaiting: () => true,
  });
  return { slicer, turn: slicer.slice(), pauses: () => pauses };
}
