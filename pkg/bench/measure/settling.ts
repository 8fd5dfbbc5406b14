/** What a caller sees after a start, until the product's background work is done. */
import { type Summary, summary } from './statistics';

/**
 * Interval of a measurement, and time for calls between two of them, milliseconds. At 100,000 notes the garbage of some
 * 280 calls, which 400 ms had, starts a collection of a quarter of a second: each measurement saw one.
 */
const [look, calling] = [400, 100];

/** Successive measurements in which the process must be quiet. */
const quietLooks = 4;

/** Share of one processor below which a process is quiet. */
const quiet = 0.05;

/** All times in milliseconds. */
export interface SettlingSource {
  /** Sends an empty call and times it. */
  readonly call: () => Promise<number>;
  /** Processor time of all threads of the process since the last call. */
  readonly used: () => Promise<number>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

export interface SettlingFigures {
  /** From the first measurement until the process was quiet, milliseconds; `Infinity` if it never was. */
  readonly took: number;
  /** The empty call meanwhile; undefined if the process was quiet from the beginning. */
  readonly emptyCall: Summary | undefined;
}

/**
 * Sends empty calls, in turns with measurements of the processor, until the product has settled.
 * @param timeout milliseconds
 */
export async function measureSettling(source: SettlingSource, timeout: number): Promise<SettlingFigures> {
  const { call, now } = source;
  const began = now();
  const times: number[] = [];
  let [calls, looks, took]: [number[], number, number] = [[], 0, Infinity];
  while (looks < quietLooks && now() - began < timeout) {
    const share = await shareOf(source);
    if (share >= quiet) {
      times.push(...calls);
      looks = 0;
    } else if (++looks === 1) took = now() - began;
    calls = [];
    const until = now() + (looks === 0 ? calling : 0);
    while (now() < until) calls.push(await call());
  }
  return {
    took: looks === quietLooks ? took : Infinity,
    emptyCall: times.length === 0 ? undefined : summary(times),
  };
}

/** Of one processor, without calls. */
async function shareOf({ used, now, sleep }: SettlingSource): Promise<number> {
  const began = now();
  await used();
  await sleep(look);
  return (await used()) / (now() - began);
}
