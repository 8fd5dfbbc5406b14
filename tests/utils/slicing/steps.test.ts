import { ToolFailure } from '../../../src/errors';
import { finish, type Steps } from '../../../src/utils/slicing/steps';
import { createTimeSlicer, drive } from '../../../src/utils/slicing/time-slicer';

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
