/** Which writes wait for each other, and for how long. */
import { PathLocks } from '../../../../src/vault/writing/pipeline/path-locks';

const open = new AbortController().signal;

/** Begins works one after the other and tells the order in which they ran. */
async function orderOf(...paths: readonly (readonly string[])[]): Promise<string[]> {
  const locks = new PathLocks();
  const events: string[] = [];
  await Promise.all(
    paths.map((held, index) =>
      locks.hold(held, open, async () => {
        events.push(`+${index}`);
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        events.push(`-${index}`);
      }),
    ),
  );
  return events;
}

const oneByOne = ['+0', '-0', '+1', '-1'];

test.each([
  ['the same path', ['a.md'], ['a.md']],
  ['another letter case', ['a.md'], ['A.MD']],
  ['another Unicode form', ['\u00e9.md'], ['e\u0301.md']],
  ['a folder and what is in it', ['F'], ['F/deep/a.md']],
  ['what is in a folder and the folder', ['F/deep/a.md'], ['f']],
  ['one path of several', ['a', 'b'], ['c', 'b']],
])('%s is written by one at a time', async (_what, first, second) => {
  expect(await orderOf(first, second)).toEqual(oneByOne);
});

test.each([
  ['different notes', ['a.md'], ['b.md']],
  ['notes of one folder', ['F/a.md'], ['F/b.md']],
  ['a folder and one whose name begins so', ['F'], ['F2/a.md']],
])('%s do not wait for each other', async (_what, first, second) => {
  expect((await orderOf(first, second)).slice(0, 2)).toEqual(['+0', '+1']);
});

test('turns are taken in the order of asking, and a failure ends a turn', async () => {
  const locks = new PathLocks();
  const order: number[] = [];
  const failed = locks.hold(['a'], open, () => Promise.reject(new Error('failed')));
  const others = [1, 2, 3].map(turn => locks.hold(['a'], open, () => Promise.resolve(order.push(turn))));
  await expect(failed).rejects.toThrow('failed');
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
});

/** Holds `a` until `end` is called. */
function held(locks: PathLocks): { readonly ended: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = locks.hold(['a'], open, () => new Promise<void>(resolve => (end = resolve)));
  return { ended, end: () => end() };
}

describe('behind a holder that does not end', () => {
  test('a turn is waited for so long and no longer', async () => {
    const locks = new PathLocks(1);
    const { ended, end } = held(locks);
    await expect(locks.hold(['a'], open, () => Promise.resolve())).rejects.toMatchObject({
      code: 'busy',
    });
    end();
    await ended;
    await expect(locks.hold(['a'], open, () => Promise.resolve('free'))).resolves.toBe('free');
  });

  test('a call that has ended waits no longer, and keeps nobody behind it out of turn', async () => {
    const locks = new PathLocks();
    const { ended, end } = held(locks);
    const call = new AbortController();
    const waiting = locks.hold(['a'], call.signal, () => Promise.resolve());
    const order: string[] = [];
    const behind = locks.hold(['a'], open, () => Promise.resolve(order.push('behind')));
    call.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    order.push('first still holds');
    end();
    await Promise.all([ended, behind]);
    expect(order).toEqual(['first still holds', 'behind']);
  });
});

describe('all paths at once', () => {
  test('once locked, they let in every other writer only afterwards, also after a failure', async () => {
    const locks = new PathLocks();
    const events: string[] = [];
    const all = locks.hold([''], open, async () => {
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      events.push('all');
      throw new Error('the disk failed');
    });
    const others = ['a', 'b/c'].map(path =>
      locks.hold([path], open, () => Promise.resolve(events.push(path))),
    );
    await expect(all).rejects.toThrow('the disk failed');
    await Promise.all(others);
    expect(events).toEqual(['all', 'a', 'b/c']);
  });
});
