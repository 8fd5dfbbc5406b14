import { Slices, slicesAtStart } from '../../../pkg/headless/obsidian/metadata/slices';

/** A call that takes so many turns of the event loop, a millisecond of work in each. */
async function call(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function pausesDuring(turns: number, slices = new Slices()): Promise<number> {
  const running = { isOver: false };
  const calling = call(turns).finally(() => (running.isOver = true));
  let pauses = 0;
  for (; !running.isOver; pauses += 1) await slices.pause();
  await calling;
  return pauses;
}

describe('work in slices beside a call', () => {
  test('takes its slices between those of the call', async () => {
    expect(await pausesDuring(20)).toBeGreaterThan(10);
  });

  test('lets the call come to its end first, if it has patience', async () => {
    expect(await pausesDuring(20, new Slices(10_000))).toBeLessThan(5);
  });

  test('lets the call come to its end first at the start, if there are many notes', async () => {
    expect(await pausesDuring(20, slicesAtStart(1000))).toBeLessThan(5);
    expect(await pausesDuring(20, slicesAtStart(10))).toBeGreaterThan(10);
  });

  test('takes short slices while it has patience: a call that waits for a file looks like rest', () => {
    const [patient, end] = [new Slices(10_000), performance.now() + 2];
    while (performance.now() < end);
    expect(patient.isOver).toBe(true);
  });

  test('goes on beside the call when its patience is over', async () => {
    expect(await pausesDuring(40, new Slices(5))).toBeGreaterThan(10);
  });
});
