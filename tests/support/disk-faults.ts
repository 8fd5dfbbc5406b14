import fs from 'node:fs';
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

/** How the disk fails: the code of the error, and the operations that fail, counted from one, by their path too. */
export interface DiskFault {
  readonly code: 'ENOSPC' | 'EIO' | 'EACCES' | 'EBUSY' | 'ENOENT';
  readonly fails: (nth: number, path: unknown) => boolean;
  /** Whether those that fail have done their work. */
  readonly isDone?: boolean;
  /** Those that may fail and are counted; `writes` by default. */
  readonly operations?: readonly string[];
}

/** Lets operations on the disk of a running vault fail until it is repaired. */
export function failDisk(
  { host }: RunningLectern,
  { code, fails, isDone = false, operations = writes }: DiskFault,
): { readonly hasFailed: () => boolean; readonly repair: () => void } {
  const { adapter } = host.internals.vault;
  let count = 0;
  let hasFailed = false;
  for (const name of operations) {
    const original: unknown = Reflect.get(adapter, name);
    if (typeof original !== 'function') throw new Error(`The adapter has no ${name}.`);
    Reflect.set(adapter, name, (...args: unknown[]): unknown => {
      count += 1;
      const isFailing = fails(count, args[0]);
      hasFailed ||= isFailing;
      const result: unknown = isFailing && !isDone ? undefined : Reflect.apply(original, adapter, args);
      if (!isFailing) return result;
      const failure = Object.assign(new Error('The disk failed.'), { code });
      return Promise.resolve(result).then(() => Promise.reject(failure));
    });
  }
  return {
    hasFailed: () => hasFailed,
    repair: () => {
      for (const name of operations) Reflect.deleteProperty(adapter, name);
    },
  };
}

export interface CallFault {
  readonly code: string;
  /** Of a path that the call is given. */
  readonly ending: string;
  /** Whether the call does its work before it fails. */
  readonly isDone?: boolean;
  /** How many of the calls fail; all by default. */
  readonly times?: number;
}

/** Lets calls of Node's file system fail in this process until they are repaired. */
export function failCalls(
  name: `${string}Sync`,
  { code, ending, isDone = false, times = Number.POSITIVE_INFINITY }: CallFault,
): { readonly failed: () => number; readonly repair: () => void } {
  const original: unknown = Reflect.get(fs, name);
  if (typeof original !== 'function') throw new Error(`There is no ${name}.`);
  let failed = 0;
  const call = (...args: unknown[]): unknown => {
    const fails = failed < times && args.some(arg => typeof arg === 'string' && arg.endsWith(ending));
    if (fails) failed += 1;
    const result: unknown = fails && !isDone ? undefined : Reflect.apply(original, fs, args);
    if (fails) throw Object.assign(new Error(`${code}: injected, ${name}`), { code });
    return result;
  };
  Reflect.set(fs, name, Object.assign(call, original));
  return { failed: () => failed, repair: () => Reflect.set(fs, name, original) };
}
