import { ToolFailure } from '../../../src/errors';
import { finish, type Steps, createTimeSlicer, drive } from '../../../src/utils/slicing/time-slicer';
import { LoopStarts, LoopTurns } from '../../../src/utils/slicing/loop-turns';
import { settled, SteppedLoop } from './stepped-loop';

describe('work in steps', () => {
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
});

describe('work that begins in turns of the event loop', () => {
  let loop: SteppedLoop;
  let starts: LoopStarts;
  let begun: string[];
  beforeEach(() => {
    loop = new SteppedLoop();
    starts = new LoopStarts(loop);
    begun = [];
  });

  /** Work that takes some milliseconds, a few promises after it begins. */
  async function begin(name: string, milliseconds: number, client = 'client'): Promise<void> {
    void starts.begin(client).then(async () => {
      begun.push(name);
      for (let step = 0; step < 3; step += 1) await Promise.resolve();
      loop.time += milliseconds;
    });
    await settled();
  }

  it('begins at once until it has taken long, and then as much in each turn', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(name, 1);
    expect(begun).toEqual(['a', 'b']);
    await loop.turn();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await begin('late', 1);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await loop.turn();
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'late']);
  });

  it('begins one by one where each takes long', async () => {
    for (let call = 0; call < 60; call += 1) await begin(`${call}`, 10);
    for (let turn = 1; turn < 60; turn += 1) {
      expect(begun).toHaveLength(turn);
      await loop.turn();
    }
    expect(begun).toHaveLength(60);
    expect(starts.isWaiting).toBe(false);
  });

  it('asks for few turns, however many wait', async () => {
    for (let call = 0; call < 500; call += 1) await begin(`${call}`, 10);
    for (let turn = 1; turn < 500; turn += 1) {
      expect(loop.asking).toBeLessThan(20);
      await loop.turn();
    }
    await loop.turn();
    expect(begun).toHaveLength(500);
    expect(loop.asking).toBe(0);
  });

  it('begins at once if it is the first of a turn, however long the last one took', async () => {
    for (const name of ['a', 'b', 'c']) {
      await begin(name, 100);
      await loop.turn();
    }
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('alternates between clients that wait', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4']) await begin(name, 10, 'a');
    for (const name of ['b1', 'b2']) await begin(name, 10, 'b');
    for (let turn = 0; turn < 6; turn += 1) await loop.turn();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('takes few turns for sixty short calls beside long work, which works in short slices meanwhile', async () => {
    const slicer = createTimeSlicer({
      now: () => loop.now(),
      yieldToLoop: () => loop.yieldToLoop(),
      othersWaiting: () => starts.isWaiting,
    });
    const search = async (): Promise<void> => {
      const slice = slicer.slice();
      while (begun.length < 60) {
        loop.time += 0.25;
        if (slice.due()) await slice.pause();
      }
    };
    for (let call = 0; call < 60; call += 1) await begin(`${call}`, 0.3);
    const searched = search();
    let turns = 0;
    for (; begun.length < 60; turns += 1) await loop.turn();
    await searched;
    expect(turns).toBeLessThan(10);
    expect(loop.time).toBeLessThan(40);
  });
});

it('turns of the event loop have one of those that wait in each, in order', async () => {
  const loop = new SteppedLoop();
  const turns = new LoopTurns(loop);
  const begun: string[] = [];
  for (const name of ['a', 'b', 'c']) void turns.next().then(() => begun.push(name));
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await loop.turn();
    expect(begun).toEqual(expected);
  }
});
