/** One write at a time, in the order in which they were asked for, as the app's adapter does (developer docs). */
export class WriteQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything asked for so far is done. */
  async drained(): Promise<void> {
    await this.last;
  }
}
