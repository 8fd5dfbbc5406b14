import { ToolFailure } from '../../../src/errors';
import { finish, type Steps, createTimeSlicer, drive } from '../../../src/utils/slicing/time-slicer';

/** Takes a millisecond of the test's clock for each step. */
function* counting(to: number, clock: { now: number }): Steps<number> {
  for (let count = 0; count < to; count += 1) {
    clock.now += 1;
    yield;
  }
  return to;
}

function slicerOn(clock: { now: number }, onTurn: () => void): ReturnType<typeof createTimeSlicer> {
  return createTimeSlicer({
    now: () => clock.now,
    yieldToLoop: () => {
      onTurn();
      return Promise.resolve();
    },
    othersWaiting: () => false,
  });
}

test('work in steps has the same result at once and in slices', async () => {
  const clock = { now: 0 };
  let turns = 0;
  const slicer = slicerOn(clock, () => (turns += 1));
  expect(finish(counting(80, clock))).toBe(80);
  expect(await drive(counting(80, clock), slicer.slice())).toBe(80);
  expect(turns).toBeGreaterThanOrEqual(8);
});

test('work in steps ends at its next pause when its call was aborted', async () => {
  const clock = { now: 0 };
  const controller = new AbortController();
  const slicer = slicerOn(clock, () =>
    controller.abort(new ToolFailure('budget_exceeded', 'The client went away.')),
  );
  const work = drive(counting(1_000_000, clock), slicer.slice({ signal: controller.signal }));
  await expect(work).rejects.toThrow('The client went away.');
  expect(clock.now).toBeLessThan(100);
});

test('of several calls at once, one works in each turn of the event loop, in order', async () => {
  const clock = { now: 0 };
  const loop = { waiting: new Array<() => void>(), ended: 0 };
  const slicer = createTimeSlicer({
    now: () => clock.now,
    yieldToLoop: () => new Promise(resolve => loop.waiting.push(resolve)),
    othersWaiting: () => true,
  });
  const names = ['a', 'b', 'c', 'd'];
  let worked: string[] = [];
  function* work(name: string): Steps<void> {
    for (let step = 0; step < 5; step += 1) {
      clock.now += 1;
      worked.push(name);
      yield;
    }
    loop.ended += 1;
  }
  for (const name of names) void drive(work(name), slicer.slice());
  const turns: string[] = [];
  for (let turn = 0; loop.ended < names.length && turn < 100; turn += 1) {
    worked = [];
    for (const resume of loop.waiting.splice(0)) resume();
    // Everything that goes on in this turn of the loop has gone on by then.
    await new Promise(resolve => setImmediate(resolve));
    turns.push(worked.join(''));
  }
  expect(turns.filter(turn => turn !== '').slice(0, 8)).toEqual([...names, ...names]);
});
