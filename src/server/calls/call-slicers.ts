import { now, pause, yieldToLoop } from '../../platform';
import type { LoopStarts } from '../../utils/slicing/loop-starts';
import { createTimeSlicer, type TimeSlicer } from '../../utils/slicing/time-slicer';
import type { CallSlots } from './call-slots';

/** Between two short slices of background work while calls are served, milliseconds. */
const backgroundPause = 10;

/** How work is sliced beside calls. */
export interface CallSlicers {
  /** Of calls. */
  readonly slicer: TimeSlicer;
  /** Of work that nobody waits for: it leaves calls their time, and ends when the plugin is unloaded. */
  readonly background: TimeSlicer;
}

export function slicersFor(slots: CallSlots, starts: LoopStarts, ended: AbortSignal): CallSlicers {
  // A request that waits to begin has no slot yet.
  const othersWaiting = (): boolean => slots.othersWaiting || starts.isWaiting;
  return {
    slicer: createTimeSlicer({ now, yieldToLoop, othersWaiting }),
    background: createTimeSlicer({
      now,
      yieldToLoop: () => (slots.isBusy ? pause(backgroundPause) : yieldToLoop()),
      othersWaiting: () => slots.isExpecting || starts.isWaiting,
      ended,
    }),
  };
}
