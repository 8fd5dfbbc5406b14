/**
 * What is costly to make and seldom needed: made when it is first asked for, then kept. Where making it throws, the
 * caller gets the error and the next call makes it again.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
