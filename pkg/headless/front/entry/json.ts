/** Messages of the vaults, which pass through as they are. */
import { isObject, jsonField } from '../../../../src/utils/json';

export type Json = Readonly<Record<string, unknown>>;

/** An object as it is; an empty one for everything else. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The objects of a list that a message has under this name. */
export function objectsIn(message: unknown, name: string): Json[] {
  const list = jsonField(message, name);
  return Array.isArray(list) ? list.filter(isObject) : [];
}
