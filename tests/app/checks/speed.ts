import { ok } from 'node:assert/strict';
import type { AppUnderTest } from '../support/app-under-test';

export interface Latency {
  /** In milliseconds. */
  readonly median: number;
  readonly worst: number;
}

/** Cheap calls, one after another. */
export async function latencyOf(app: AppUnderTest, calls: number): Promise<Latency> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const started = performance.now();
    await app.client.call('stat', { paths: ['Welcome.md'] });
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  return { median: times[Math.floor(times.length / 2)] ?? Infinity, worst: times.at(-1) ?? Infinity };
}

/** @param worst in milliseconds; generous, since a busy machine is no defect */
export async function answersWithin(app: AppUnderTest, calls: number, worst: number): Promise<Latency> {
  const latency = await latencyOf(app, calls);
  ok(latency.worst < worst, `the slowest of ${calls} calls took ${latency.worst.toFixed(0)} ms`);
  return latency;
}

/** A time in which nobody looks at the window, with a few calls now and then. */
export interface Absence {
  /** How long, and between two looks, in milliseconds. */
  readonly time: number;
  readonly pause: number;
  readonly look: (latency: Latency) => void;
}

/** @throws Error where a call takes longer than five seconds */
export async function answersWhileAway(app: AppUnderTest, { time, pause, look }: Absence): Promise<void> {
  const end = performance.now() + time;
  do {
    await new Promise(resolve => setTimeout(resolve, pause));
    look(await answersWithin(app, 10, 5000));
  } while (performance.now() < end);
}
