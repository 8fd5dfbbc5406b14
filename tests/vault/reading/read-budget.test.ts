import { ReadBudget } from '../../../src/vault/reading/notes';

const large = 20_000_000;
const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Work that tells when it began, and ends when it is told to. */
function works(budget: ReadBudget): {
  readonly begun: string[];
  readonly start: (name: string, bytes: number, signal?: AbortSignal) => Promise<void>;
  readonly end: (name: string) => Promise<void>;
} {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    start: (name, bytes, signal) =>
      budget.run(bytes, signal, () => {
        begun.push(name);
        return new Promise(resolve => ends.set(name, resolve));
      }),
    end: async name => {
      ends.get(name)?.();
      await tick();
    },
  };
}

test('large files are worked on one after the other, small ones at once', async () => {
  const { begun, start, end } = works(new ReadBudget());
  const all = [start('one', large), start('two', large), start('small', 500_000), start('three', large)];
  await tick();
  expect(begun).toEqual(['small', 'one']);
  await end('one');
  expect(begun).toEqual(['small', 'one', 'two']);
  await end('two');
  for (const name of ['three', 'small']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['small', 'one', 'two', 'three']);
});

test('files that fit into memory together are worked on together, and one that fits with none alone', async () => {
  const { begun, start, end } = works(new ReadBudget());
  const all = ['a', 'b', 'c'].map(name => start(name, 8_000_000));
  all.push(start('huge', 200_000_000), start('d', 8_000_000));
  await tick();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'b']) await end(name);
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  expect(begun.at(-1)).toBe('huge');
  for (const name of ['huge', 'd']) await end(name);
  await Promise.all(all);
});

test('a call that goes away gives up its turn, also where it is the next', async () => {
  const { begun, start, end } = works(new ReadBudget());
  const leaving = new AbortController();
  const first = start('first', large);
  const gone = start('gone', large, leaving.signal);
  const last = start('last', 2_000_000);
  await tick();
  leaving.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  expect(begun).toEqual(['first', 'last']);
  for (const name of ['first', 'last']) await end(name);
  await Promise.all([first, last]);
});

test('work that fails gives up its turn', async () => {
  const budget = new ReadBudget();
  const broken = (): Promise<never> => Promise.reject(new Error('broken'));
  await expect(budget.run(large, undefined, broken)).rejects.toThrow('broken');
  await expect(budget.run(large, undefined, () => Promise.resolve('read'))).resolves.toBe('read');
});
