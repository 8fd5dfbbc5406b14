import { settled } from '../../pkg/bench/measure/settling';

/** A process that works for so long after its start. */
function processThatWorksFor(milliseconds: number) {
  let [time, asked] = [0, 0];
  const busyUntil = (at: number): number => Math.min(at, milliseconds);
  return {
    now: () => time,
    sleep: (pause: number) => Promise.resolve((time += pause)),
    used: () => {
      const since = busyUntil(time) - busyUntil(asked);
      asked = time;
      return Promise.resolve(since);
    },
  };
}

describe('the wait for a server that has settled', () => {
  it('ends when the process does nothing more', async () => {
    const busy = processThatWorksFor(3_000);
    expect(await settled(busy, 60_000)).toBe(true);
    expect(busy.now()).toBeGreaterThan(3_000);
    expect(busy.now()).toBeLessThan(6_000);
  });

  it('gives up waiting for a process that never becomes idle', async () => {
    const busy = processThatWorksFor(Infinity);
    expect(await settled(busy, 5_000)).toBe(false);
    expect(busy.now()).toBeLessThan(6_000);
  });
});
