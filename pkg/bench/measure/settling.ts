/** What a caller meets after a start, until the product has done what it does in the background. */
import { type Summary, summary } from './statistics';

/** A look at the processor, and the calls between two looks, milliseconds. */
const [look, calling] = [400, 400];

/** Looks one after the other in which the process must have done next to nothing. */
const quietLooks = 4;

/** Share of one processor below which a process does next to nothing. */
const quiet = 0.05;

/** All times in milliseconds. */
export interface SettlingSource {
  /** Sends an empty call and times it. */
  readonly call: () => Promise<number>;
  /** Processor time of all threads of the process since this was asked before. */
  readonly used: () => Promise<number>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

export interface SettlingFigures {
  /** From the first look until the process was quiet, milliseconds; `Infinity` when it never was. */
  readonly took: number;
  /** The empty call meanwhile; undefined when the process was quiet from the beginning. */
  readonly emptyCall: Summary | undefined;
}

/**
 * Sends empty calls, in turns with looks at the processor, until the product has settled.
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

/** Of one processor, while nothing is asked. */
async function shareOf({ used, now, sleep }: SettlingSource): Promise<number> {
  const began = now();
  await used();
  await sleep(look);
  return (await used()) / (now() - began);
}
