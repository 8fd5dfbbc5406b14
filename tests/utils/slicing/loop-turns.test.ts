import { LoopTurns } from '../../../src/utils/slicing/loop-turns';
import { SteppedLoop } from './stepped-loop';

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
