/** Work that is done on demand, or in the order of the requests. */

/** Creates a costly value on first use and keeps it. After an error the next call tries again. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Adds properties to an object, each created when it is first read. Spreading the object creates them all. */
export function addLazily<Target extends object, Values extends object>(
  target: Target,
  makers: { readonly [Name in keyof Values]: () => Values[Name] },
): asserts target is Target & Values {
  for (const [name, make] of Object.entries<() => unknown>(makers))
    Object.defineProperty(target, name, { get: lazily(make), enumerable: true });
}

/** Runs work in the order of the calls, each piece after the one before; a failure stops no later piece. */
export class InOrder {
  private last: Promise<unknown> = Promise.resolve();

  /** @throws what the work throws */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
