import type { RunningLectern } from './lectern';

/** What the vault's adapter does to the disk. */
const writes = [
  'append',
  'createNew',
  'mkdir',
  'process',
  'remove',
  'rename',
  'trashLocal',
  'writeBinary',
] as const;

export const reads = ['exists', 'list', 'read', 'readBinary', 'stat'] as const;

/** How the disk fails: the code of the error, and the operations that fail, counted from one. */
export interface DiskFault {
  readonly code: 'ENOSPC' | 'EIO';
  readonly fails: (nth: number) => boolean;
  /** Those that may fail and are counted; `writes` by default. */
  readonly operations?: readonly string[];
}

/** Lets operations on the disk of a running vault fail until it is repaired. */
export function failDisk(
  { host }: RunningLectern,
  { code, fails, operations = writes }: DiskFault,
): { readonly hasFailed: () => boolean; readonly repair: () => void } {
  const { adapter } = host.internals.vault;
  let count = 0;
  let hasFailed = false;
  for (const name of operations) {
    const original: unknown = Reflect.get(adapter, name);
    if (typeof original !== 'function') throw new Error(`The adapter has no ${name}.`);
    Reflect.set(adapter, name, (...args: unknown[]): unknown => {
      count += 1;
      if (fails(count)) {
        hasFailed = true;
        return Promise.reject(Object.assign(new Error('The disk failed.'), { code }));
      }
      const result: unknown = Reflect.apply(original, adapter, args);
      return result;
    });
  }
  return {
    hasFailed: () => hasFailed,
    repair: () => {
      for (const name of operations) Reflect.deleteProperty(adapter, name);
    },
  };
}
