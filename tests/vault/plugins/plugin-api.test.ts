import { ToolFailure } from '../../../src/errors';
import { property, callPluginMethod } from '../../../src/vault/plugins/plugin-api';

const { signal } = new AbortController();
const call = (api: unknown, given: { timeout?: number; signal?: AbortSignal } = {}): Promise<unknown> =>
  callPluginMethod(api, 'ask', ['a', 1], { name: 'Almanac', timeout: 5000, signal, ...given });

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof ToolFailure ? `${error.code}: ${error.message}` : 'foreign';
  }
}

test('a call of a plugin’s method gives what the method returns, at once or later, called on its own object', async () => {
  const api = {
    name: 'own',
    ask(this: { name: string }, ...values: unknown[]) {
      return [this.name, ...values];
    },
  };
  expect(await call(api)).toEqual(['own', 'a', 1]);
  expect(await call({ ask: () => Promise.resolve(2) })).toBe(2);
});

test('fails in time when there is no answer', async () => {
  const never = { ask: () => new Promise(() => undefined) };
  expect(await failureOf(call(never, { timeout: 2 }))).toBe(
    'budget_exceeded: Almanac did not answer within 0.002 seconds.',
  );
});

test('a call of a plugin’s method ends when the client’s call ends', async () => {
  const controller = new AbortController();
  const waiting = call({ ask: () => new Promise(() => undefined) }, { signal: controller.signal });
  controller.abort(new ToolFailure('budget_exceeded', 'The client went away.'));
  expect(await failureOf(waiting)).toBe('budget_exceeded: The client went away.');
});

test('the error of a call of a plugin’s method does not contain what the plugin throws', async () => {
  const throwing = {
    ask: () => {
      throw new Error('Secret.md');
    },
  };
  expect(await failureOf(call(throwing))).toBe('internal_error: Almanac failed.');
  expect(await failureOf(call({ ask: () => Promise.reject(new Error('Secret.md')) }))).toBe(
    'internal_error: Almanac failed.',
  );
});

test('the error names a plugin’s method that is missing', async () => {
  for (const api of [undefined, null, {}, { ask: 1 }])
    expect(await failureOf(call(api))).toMatch(/^plugin_missing/);
});

test('a property is read of any value, as undefined where there is none', () => {
  const throwing = {
    get bad(): never {
      throw new Error('no');
    },
  };
  expect([property(throwing, 'bad'), property(null, 'x'), property('text', 'length')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
