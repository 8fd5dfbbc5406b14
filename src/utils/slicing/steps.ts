/**
 * Work that can pause: it yields about every quarter of a millisecond, and returns its result. The same code
 * runs without a pause with `finish`, and yields the thread with `drive`.
 */
export type Steps<Result> = Generator<undefined, Result, void>;

/** Runs the work to its end without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** An existing value, as work that never pauses. */
export function* immediately<Result>(result: Result): Steps<Result> {
  yield* [];
  return result;
}
