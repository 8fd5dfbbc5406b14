import { ToolFailure } from '../../../src/errors';
import {
  type Steps,
  createTimeSlicer,
  drive,
  filtered,
  forEachInTurn,
  rest,
  severalAtOnce,
  type SliceLimits,
  someInTurn,
  throwIfAborted,
  type TimeSlicer,
} from '../../../src/utils/slicing/time-slicer';

/** A loop that asks after each step whether a pause is due. */
async function forEachSliced<Item>(
  items: readonly Item[],
  step: (item: Item, index: number) => void,
  { slicer, ...limits }: SliceLimits & { readonly slicer: TimeSlicer },
): Promise<void> {
  throwIfAborted(limits.signal);
  const turn = slicer.slice(limits);
  for (const [index, item] of items.entries()) {
    step(item, index);
    if (turn.due()) await turn.pause();
  }
}

/** A clock that stands still but for the work the test says it does. */
function fakeLoop({ othersWaiting = false } = {}) {
  const slices: number[] = [];
  const state = { time: 1000, yields: 0, othersWaiting, slices, sliceStart: 1000 };
  const slicer = createTimeSlicer({
    now: () => state.time,
    yieldToLoop: () => {
      state.slices.push(state.time - state.sliceStart);
      state.time += 5;
      state.sliceStart = state.time;
      state.yields += 1;
      return Promise.resolve();
    },
    othersWaiting: () => state.othersWaiting,
  });
  return { state, slicer };
}

const items = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('work that calls share', () => {
  it('is ended by neither the signal nor the deadline of the call that began it', async () => {
    const { state, slicer } = fakeLoop();
    const aborted = new AbortController();
    const turn = slicer.slice({ signal: aborted.signal, deadline: slicer.deadlineIn(10) });
    let hasEnded = false;
    const result = turn.share(async () => {
      state.time += 20;
      aborted.abort(new Error('The call was cancelled.'));
      await slicer.slice().pause();
      hasEnded = true;
    });
    await expect(result).rejects.toThrow('The call was cancelled.');
    expect(hasEnded).toBe(true);
  });

  it('is not counted as work of the call, and long work is followed by a pause', async () => {
    const { state, slicer } = fakeLoop();
    const turn = slicer.slice();
    expect(await turn.share(() => Promise.resolve('short'))).toBe('short');
    expect(state.yields).toBe(0);
    await turn.share(() => Promise.resolve((state.time += 20)));
    expect(state.yields).toBe(1);
    state.time += 3;
    turn.due();
    expect(turn.worked()).toBe(3);
  });

  it('does not begin for a call that is aborted', async () => {
    const { slicer } = fakeLoop();
    const turn = slicer.slice({ signal: AbortSignal.abort(new Error('The call was cancelled.')) });
    let hasBegun = false;
    const result = turn.share(() => Promise.resolve((hasBegun = true)));
    await expect(result).rejects.toThrow('The call was cancelled.');
    expect(hasBegun).toBe(false);
  });
});

describe('time slicing', () => {
  it('runs over every item once and in order', async () => {
    const { state, slicer } = fakeLoop();
    const seen: number[] = [];
    await forEachSliced(
      items(1000),
      (item, index) => {
        expect(index).toBe(item);
        seen.push(item);
        state.time += 0.1;
      },
      { slicer },
    );
    expect(seen).toEqual(items(1000));
    expect(state.yields).toBeGreaterThan(10);
  });

  it('works up to 8 ms at a stretch when nothing else waits', async () => {
    const { state, slicer } = fakeLoop();
    await forEachSliced(items(400), () => (state.time += 0.5), { slicer });
    expect(Math.max(...state.slices)).toBeLessThanOrEqual(8.5);
    expect(Math.min(...state.slices)).toBeGreaterThanOrEqual(8);
    expect(state.yields).toBe(400 / 16);
  });

  it('works up to 1 ms at a stretch while another call is in flight', async () => {
    const { state, slicer } = fakeLoop({ othersWaiting: true });
    await forEachSliced(items(4000), () => (state.time += 0.01), { slicer });
    expect(Math.max(...state.slices)).toBeLessThanOrEqual(1.3);
    expect(state.yields).toBeGreaterThanOrEqual(30);
    expect(state.yields).toBeLessThanOrEqual(40);
  });

  it('notices another call that arrives in the middle of the work', async () => {
    const { state, slicer } = fakeLoop();
    await forEachSliced(
      items(200),
      item => {
        state.time += 0.3;
        if (item === 100) state.othersWaiting = true;
      },
      { slicer },
    );
    expect(Math.max(...state.slices.slice(0, 3))).toBeGreaterThan(7);
    expect(Math.max(...state.slices.slice(-10))).toBeLessThanOrEqual(1.3);
  });

  it('does not count the time that others took as its own', async () => {
    const { state, slicer } = fakeLoop();
    const turn = slicer.slice();
    state.time += 9;
    expect(turn.due()).toBe(true);
    await turn.pause();
    state.time += 7;
    expect(turn.due()).toBe(false);
  });

  it('stops an aborted call with the reason of its signal', async () => {
    const { state, slicer } = fakeLoop();
    const controller = new AbortController();
    const reason = new Error('client went away');
    let steps = 0;
    const work = forEachSliced(
      items(10_000),
      () => {
        steps += 1;
        state.time += 0.1;
        if (steps === 500) controller.abort(reason);
      },
      { slicer, signal: controller.signal },
    );
    await expect(work).rejects.toBe(reason);
    expect(steps).toBeLessThan(600);
  });

  it('does nothing for a call that was aborted before', async () => {
    const { slicer } = fakeLoop();
    const step = (): void => {
      throw new Error('a step was taken');
    };
    const reason = new Error('gone');
    await expect(forEachSliced(items(3), step, { slicer, signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(() => throwIfAborted(AbortSignal.abort(reason))).toThrow(reason);
    expect(() => throwIfAborted(undefined)).not.toThrow();
  });

  it('stops work that is past its deadline', async () => {
    const { state, slicer } = fakeLoop();
    let steps = 0;
    const work = forEachSliced(
      items(10_000),
      () => {
        steps += 1;
        state.time += 1;
      },
      { slicer, deadline: slicer.deadlineIn(100) },
    );
    await expect(work).rejects.toMatchObject({ code: 'budget_exceeded' });
    await expect(work).rejects.toBeInstanceOf(ToolFailure);
    expect(steps).toBeLessThanOrEqual(100);
  });

  it('ends all work at its next pause when its source has ended', async () => {
    const ended = new AbortController();
    const slicer = createTimeSlicer({
      now: performance.now.bind(performance),
      yieldToLoop: () => new Promise(setImmediate),
      othersWaiting: () => false,
      ended: ended.signal,
    });
    let steps = 0;
    const endless = function* (): Steps<void> {
      for (;;) {
        steps += 1;
        yield;
      }
    };
    const work = drive(endless(), slicer.slice());
    ended.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    const taken = steps;
    await new Promise(setImmediate);
    expect(steps).toBe(taken);
  });

  it('passes on what a step throws', async () => {
    const { slicer } = fakeLoop();
    const problem = new Error('bad item');
    await expect(
      forEachSliced(
        items(3),
        () => {
          throw problem;
        },
        { slicer },
      ),
    ).rejects.toBe(problem);
  });
});

describe('long work on each of several items', () => {
  it('pauses after each where a pause is due', async () => {
    const { state, slicer } = fakeLoop();
    const turn = slicer.slice();
    for (let item = 0; item < 400; item += 1) {
      state.time += 0.5;
      await rest(turn);
    }
    expect(Math.max(...state.slices)).toBe(8);
    expect(state.yields).toBe(400 / 16);
  });

  it('ends at the next pause after the call is aborted', async () => {
    const { slicer } = fakeLoop();
    const controller = new AbortController();
    const turn = slicer.slice({ signal: controller.signal });
    await rest(turn);
    controller.abort(new Error('cancelled'));
    await expect(rest(turn)).rejects.toThrow('cancelled');
  });
});

describe('visits in turn', () => {
  it('are of each item in order, wait for those that wait, and tell of a pause before it', async () => {
    const { state, slicer } = fakeLoop();
    const seen: number[] = [];
    const told: number[] = [];
    await forEachInTurn(items(40), { slicer, onPause: done => told.push(done) }, async item => {
      state.time += 0.5;
      if (item % 2 === 0) await Promise.resolve();
      seen.push(item);
    });
    expect(seen).toEqual(items(40));
    expect(told).toEqual([16, 32]);
    expect(state.slices).toEqual([8, 8]);
  });

  it('also take items that are added meanwhile', async () => {
    const seen: number[] = [];
    const growing = new Set([0]);
    await forEachInTurn(growing, fakeLoop(), item => {
      seen.push(item);
      if (item < 3) growing.add(item + 1);
    });
    expect(seen).toEqual(items(4));
  });

  it('end at the next pause after the call is aborted, or with the error of a visit', async () => {
    const { state, slicer } = fakeLoop();
    const signal = AbortSignal.abort(new Error('cancelled'));
    const seen: number[] = [];
    await expect(forEachInTurn(items(9), { slicer, signal }, item => seen.push(item))).rejects.toThrow(
      'cancelled',
    );
    expect(seen).toEqual([0]);
    const fails = () => Promise.reject(new Error('broken'));
    await expect(forEachInTurn(items(9), { slicer }, fails)).rejects.toThrow('broken');
    expect(state.yields).toBe(0);
  });

  it('ask no further than the first item that passes', async () => {
    const { state, slicer } = fakeLoop();
    const asked: number[] = [];
    const isTwenty = (item: number): boolean => {
      state.time += 0.5;
      asked.push(item);
      return item === 20;
    };
    expect(await someInTurn(items(40), { slicer }, isTwenty)).toBe(true);
    expect(asked).toEqual(items(21));
    expect(state.yields).toBe(1);
    expect(await someInTurn(items(3), { slicer }, item => Promise.resolve(item === 3))).toBe(false);
    expect(await filtered(items(5), item => item % 2 === 0, { slicer })).toEqual([0, 2, 4]);
  });
});

describe('work on several items at once', () => {
  it('goes on with the next item after a pause of its own, while others wait for theirs', async () => {
    const { state, slicer } = fakeLoop();
    const turn = slicer.slice();
    const order: string[] = [];
    const work = async (item: string): Promise<void> => {
      order.push(item);
      if (item !== 'long') return;
      state.time += 10;
      await turn.pause();
    };
    const asked = ['long', 'begun', 'due', 'due too', 'after long'];
    await severalAtOnce(asked, work, { atOnce: 3, turn });
    expect(order.indexOf('after long')).toBeLessThan(order.indexOf('due'));
    expect(order.toSorted()).toEqual(asked.toSorted());
  });
});
