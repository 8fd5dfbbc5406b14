/**
 * Creates a costly value on first use, then keeps it. If creation throws, the caller gets the error and the
 * next call tries again.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
