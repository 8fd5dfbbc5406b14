import { measureSettling } from '../../pkg/bench/measure/settling';
import { summary } from '../../pkg/bench/measure/statistics';

/** A process that works for so long after its start, and whose calls take ten times longer while it does. */
function processThatWorksFor(milliseconds: number) {
  let time = 0;
  let asked = 0;
  const busyUntil = (at: number): number => Math.min(at, milliseconds);
  return {
    now: () => time,
    sleep: (pause: number) => Promise.resolve((time += pause)),
    used: () => {
      const since = busyUntil(time) - busyUntil(asked);
      asked = time;
      return Promise.resolve(since);
    },
    call: () => {
      const took = time < milliseconds ? 10 : 1;
      time += took;
      return Promise.resolve(took);
    },
  };
}

describe('the wait for a server that has settled', () => {
  it('ends when the process does nothing more, and gives the times of calls meanwhile', async () => {
    const { took, emptyCall } = await measureSettling(processThatWorksFor(3_000), 60_000);
    expect(took).toBeGreaterThan(3_000);
    expect(took).toBeLessThan(4_500);
    expect(emptyCall?.p50).toBe(10);
  });

  it('has no times of calls where the process is quiet from the beginning', async () => {
    expect(await measureSettling(processThatWorksFor(0), 60_000)).toEqual({
      took: 400,
      emptyCall: undefined,
    });
  });

  it('gives up waiting for a process that never becomes idle', async () => {
    const { took, emptyCall } = await measureSettling(processThatWorksFor(Infinity), 5_000);
    expect([took, emptyCall?.p50]).toEqual([Infinity, 10]);
  });
});

test('the calls of minutes are summed up', () => {
  const times = Array.from({ length: 200_000 }, (_none, index) => index);
  expect(summary(times)).toEqual({ p50: 100_000, p95: 190_000, slowest: 199_999, calls: 200_000 });
});
