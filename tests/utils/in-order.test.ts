import { InOrder } from '../../src/utils/lazily';

test('work runs in the order of the calls, also after a failure', async () => {
  const inOrder = new InOrder();
  const log: string[] = [];
  const step = (name: string) => async (): Promise<string> => {
    log.push(`${name} begins`);
    await Promise.resolve();
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const results = await Promise.allSettled(['a', 'b', 'c'].map(name => inOrder.run(step(name))));
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
