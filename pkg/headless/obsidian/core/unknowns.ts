/** Narrowing of values that come from outside: JSON files, plugin instances, globals. */

export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type AnyFunction = (...values: readonly unknown[]) => unknown;

export function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

/** A property of any value; undefined when there is none. */
export function property(value: unknown, key: string | symbol): unknown {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return undefined;
  return Reflect.get(value, key);
}

/** Node's errors are of another realm under a test runner, so `instanceof` does not recognise them. */
export function messageOf(error: unknown): string {
  const message = property(error, 'message');
  return typeof message === 'string' ? message : String(error);
}

/** The `code` of a system error such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code = property(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** Runs synchronous work so that what it throws becomes a rejection. */
export function settle<T>(work: () => T | Promise<T>): Promise<T> {
  return new Promise(resolve => {
    resolve(work());
  });
}
