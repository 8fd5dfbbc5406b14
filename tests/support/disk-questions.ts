import type { RunningLectern } from './lectern';

/** How the vault's adapter reads the disk. */
const questions = ['exists', 'list', 'read', 'readBinary', 'stat'] as const;

/**
 * @returns the path of each file or folder that the disk of a running vault was asked about during `work`, in order; of a
 * file that changes, only before it does, since the work in the background may read it again at any time
 */
export async function diskQuestions(
  { host }: RunningLectern,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { vault } = host.internals;
  const { adapter } = vault;
  const paths: string[] = [];
  const changed = new Set<string>();
  const listening = vault.on('modify', file => changed.add(file.path));
  for (const name of questions) {
    const original: unknown = Reflect.get(adapter, name);
    if (typeof original !== 'function') throw new Error(`The adapter has no ${name}.`);
    Reflect.set(adapter, name, (...args: unknown[]): unknown => {
      const path = String(args[0]);
      if (!changed.has(path)) paths.push(path);
      const result: unknown = Reflect.apply(original, adapter, args);
      return result;
    });
  }
  try {
    await work();
  } finally {
    vault.offref(listening);
    for (const name of questions) Reflect.deleteProperty(adapter, name);
  }
  return paths;
}
