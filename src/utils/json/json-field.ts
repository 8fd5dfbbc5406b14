/** Whether a value from outside is an object, and not null. Lists are objects too. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value from outside is an object, and neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value);
}

/**
 * A field of parsed JSON; undefined if the value is no object or has no own field of this name. Inherited
 * members such as `constructor` do not count.
 */
export function jsonField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
