import { LoopTurns } from '../../../src/utils/slicing/loop-turns';

/** A loop that turns, and a clock that goes, when the test says so. */
class SteppedLoop {
  time = 0;
  private waiting: (() => void)[] = [];

  now(): number {
    return this.time;
  }

  yieldToLoop(): Promise<void> {
    return new Promise(resolve => this.waiting.push(resolve));
  }

  async turn(): Promise<void> {
    const due = this.waiting;
    this.waiting = [];
    for (const resolve of due) resolve();
    await settled();
  }
}

/** Lets promises that are settled call what waits for them. */
async function settled(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await Promise.resolve();
}

describe('turns of the event loop', () => {
  let loop: SteppedLoop;
  let turns: LoopTurns;
  let begun: string[];
  beforeEach(() => {
    loop = new SteppedLoop();
    turns = new LoopTurns(loop);
    begun = [];
  });

  /** Work that takes some milliseconds in its first step. */
  async function begin(name: string, milliseconds: number): Promise<void> {
    void turns.begin().then(() => {
      begun.push(name);
      loop.time += milliseconds;
    });
    await settled();
  }

  it('have one of those that wait in each, in order', async () => {
    for (const name of ['a', 'b', 'c']) void turns.next().then(() => begun.push(name));
    for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await loop.turn();
      expect(begun).toEqual(expected);
    }
  });

  it('let work begin at once until it has taken long, and then one in each turn', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(name, 1);
    expect(begun).toEqual(['a', 'b']);
    await loop.turn();
    expect(begun).toEqual(['a', 'b', 'c']);
    await begin('late', 1);
    expect(begun).toEqual(['a', 'b', 'c']);
    for (let turn = 0; turn < 3; turn += 1) await loop.turn();
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'late']);
  });

  it('let the first of each turn begin at once, however long the last one took', async () => {
    for (const name of ['a', 'b', 'c']) {
      await begin(name, 100);
      await loop.turn();
    }
    expect(begun).toEqual(['a', 'b', 'c']);
  });
});
