/** A loop that turns, and a clock that goes, when the test says so. */
export class SteppedLoop {
  time = 0;
  private waiting: (() => void)[] = [];

  /** How many asked for the next turn. */
  get asking(): number {
    return this.waiting.length;
  }

  now(): number {
    return this.time;
  }

  yieldToLoop(): Promise<void> {
    return new Promise(resolve => this.waiting.push(resolve));
  }

  /** Calls all that asked for this turn; promises run after each, as in Node. */
  async turn(): Promise<void> {
    const due = this.waiting;
    this.waiting = [];
    for (const resolve of due) {
      resolve();
      await settled();
    }
  }
}

/** Lets promises that are settled call what waits for them. */
export async function settled(): Promise<void> {
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
}
