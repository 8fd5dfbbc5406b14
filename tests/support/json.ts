/**
 * Reads a field of data whose shape a test knows; undefined where it is missing.
 *
 * @throws Error where it would be the field of something that has none
 */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null)
      throw new Error(`${JSON.stringify(inner)} has no field ${key}.`);
    return Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined;
  }, value);
}
