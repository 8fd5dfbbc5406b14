/**
 * Work that can pause: it yields wherever it may stop for a while, about every quarter of a millisecond, and returns
 * its result. The same code runs at once with `finish` and gives the thread back in between with
 * `drive`.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs the work to its end without a pause. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** What is there already, as work that never pauses. */
export function* immediately<Result>(result: Result): Steps<Result> {
  yield* [];
  return result;
}
