/** Bounds of one evaluation: an expression is outside text, and its work is not to be paused. */

import type { Value } from '../values/value';

/** Work for one row: operators, values looked at and characters made count. Some five milliseconds. */
export const maxSteps = 60_000;
/** Characters of a text that an expression makes. */
export const maxTextLength = 100_000;
/** Items of a list that an expression makes. */
export const maxItems = 100_000;
const charactersPerStep = 32;

/** Ends an evaluation; it never leaves the engine. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** What the evaluations of one row may still take. */
export class Budget {
  #left: number;

  constructor(private readonly steps: number = maxSteps) {
    this.#left = steps;
  }

  /** Begins anew, for the next row. */
  renew(): void {
    this.#left = this.steps;
  }

  /** Steps so far. */
  get used(): number {
    return this.steps - this.#left;
  }

  /** @throws LimitReached */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitReached('The expression takes too many steps.');
  }

  /** To be called before a value is compared with everything in it. @throws LimitReached */
  spendOnValue(value: Value): void {
    if (typeof value === 'string') this.spend(value.length / 64);
    else if (typeof value === 'object' && value?.kind === 'list') {
      this.spend(value.items.length);
      for (const item of value.items) if (typeof item === 'object') this.spendOnValue(item);
    }
  }

  /** To be called before a text of this length is made. @throws LimitReached */
  spendOnText(length: number): void {
    if (!(length <= maxTextLength)) throw new LimitReached('The expression makes a text that is too long.');
    this.spend(length / charactersPerStep);
  }

  /** To be called before a list of this length is made. @throws LimitReached */
  spendOnItems(length: number): void {
    if (!(length <= maxItems)) throw new LimitReached('The expression makes a list that is too long.');
    this.spend(length);
  }
}
