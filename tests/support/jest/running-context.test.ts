import { executionAsyncId } from 'node:async_hooks';
import { isFunction, property } from '../../../pkg/headless/obsidian/core/unknowns';

/** Loaded by Node, as for the environment; Jest's own `require` takes no ES modules. */
const loaded: unknown = process.getBuiltinModule('module').createRequire(__filename)('./running-context.mjs');
const RunningContext = property(loaded, 'RunningContext');

interface Context {
  readonly run: (value: string, task: () => unknown) => unknown;
  readonly value: () => unknown;
}

function newContext(): Context {
  if (!isFunction(RunningContext)) throw new Error('running-context.mjs exports no such class.');
  const context: unknown = Reflect.construct(RunningContext, []);
  const method = (name: string, ...args: unknown[]): unknown => {
    const found = property(context, name);
    if (!isFunction(found)) throw new Error(`A context has no ${name}.`);
    return Reflect.apply(found, context, args);
  };
  return { run: (value, task) => method('run', value, task), value: () => method('getStore') };
}

test('tests run without hooks on promises, which would slow every await of the worker', async () => {
  const before = executionAsyncId();
  await Promise.resolve();
  expect(executionAsyncId()).toBe(before);
});

test('the running context is that of the innermost task that has not ended', async () => {
  const { run, value } = newContext();
  const seen = [value()];
  const see = (): void => void seen.push(value());
  await run('outer', async () => {
    see();
    await run('inner', () => Promise.resolve().then(see));
    see();
  });
  see();
  expect(seen).toEqual([undefined, 'outer', 'inner', 'outer', undefined]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('failed');
    },
  ],
  ['rejects', () => Promise.reject(new Error('failed'))],
])('a context ends with a task that %s', async (_how, task) => {
  const { run, value } = newContext();
  await expect(Promise.resolve().then(() => run('failing', task))).rejects.toThrow('failed');
  expect(value()).toBeUndefined();
});
