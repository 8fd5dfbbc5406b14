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
