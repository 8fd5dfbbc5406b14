/** Whether a value that came from outside is an object, and not null. Lists are objects too. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * The field of parsed JSON; undefined where the value is no object or has no field of this name. Inherited members,
 * `constructor` for one, are no fields.
 */
export function jsonField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
