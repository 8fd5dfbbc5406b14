import { z } from 'zod';

/** Reads a field of data whose shape a test knows. */
export function field(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const record = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).parse(inner);
    return Array.isArray(record) ? record[Number(key)] : record[key];
  }, value);
}
