import type { RunningLectern } from './lectern';

/** How the vault's adapter reads the disk. */
const questions = ['exists', 'list', 'read', 'readBinary', 'stat'] as const;

/** @returns the path of each file or folder that the disk of a running vault was asked about during `work`, in order */
export async function diskQuestions(
  { host }: RunningLectern,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { adapter } = host.internals.vault;
  const paths: string[] = [];
  for (const name of questions) {
    const original: unknown = Reflect.get(adapter, name);
    if (typeof original !== 'function') throw new Error(`The adapter has no ${name}.`);
    Reflect.set(adapter, name, (...args: unknown[]): unknown => {
      paths.push(String(args[0]));
      const result: unknown = Reflect.apply(original, adapter, args);
      return result;
    });
  }
  try {
    await work();
  } finally {
    for (const name of questions) Reflect.deleteProperty(adapter, name);
  }
  return paths;
}
