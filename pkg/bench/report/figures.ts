/** The figures of one run of the benchmark. */
import type { EmptyCallFigures } from '../measure/empty-call';
import type { LivelinessFigures } from '../measure/liveliness';
import type { OperationFigures } from '../measure/operation-run';
import type { PlainReadingFigures } from '../measure/plain-reading';
import type { SettlingFigures } from '../measure/settling';
import type { StartFigures } from '../measure/start';
import type { Machine } from './machine';

export interface LoadedMachine extends Machine {
  /** One-minute load average before and after; above the number of cores, times are upper bounds. */
  readonly load: readonly [number, number];
}

export interface MemoryFigures {
  /** Bytes in memory before the first operation, after those that change few notes, after all, and at most. */
  readonly before: number;
  readonly after: number;
  readonly afterMany: number;
  readonly peak: number;
}

export interface Figures {
  readonly machine: LoadedMachine;
  readonly vault: {
    readonly notes: number;
    readonly bytes: number;
    readonly folders: number;
    readonly digest: string;
  };
  /** Milliseconds for all notes. */
  readonly floors: { readonly reading: number; readonly scanning: number };
  readonly toolListBytes: number;
  readonly start: StartFigures | undefined;
  readonly settling: SettlingFigures;
  readonly emptyCall: EmptyCallFigures | undefined;
  readonly plainReading: readonly PlainReadingFigures[];
  readonly operations: readonly OperationFigures[];
  readonly liveliness: LivelinessFigures | undefined;
  readonly memory: MemoryFigures;
  /** Longest block seen from inside without calls: what the machine alone causes. */
  readonly idleBlock: number;
  /** Lines on the product's error stream. */
  readonly complaints: readonly string[];
}
