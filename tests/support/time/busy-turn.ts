import { createTimeSlicer, type SliceTurn } from '../../../src/utils/slicing/time-slicer';

/** A turn whose slice is over at each look, and how often it gave the thread back. */
export function busyTurn(): { readonly turn: SliceTurn; readonly pauses: () => number } {
  let [now, pauses] = [0, 0];
  const slicer = createTimeSlicer({
    now: () => (now += 10),
    yieldToLoop: () => {
      pauses += 1;
      return Promise.resolve();
    },
    othersWaiting: () => true,
  });
  return { turn: slicer.slice(), pauses: () => pauses };
}
