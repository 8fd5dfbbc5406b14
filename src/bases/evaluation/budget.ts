/** Limits for one evaluation: an expression is outside text and runs without a pause. */

import type { Value } from '../values/value';

/** Limit for one row: operators, values read and characters created count. About five milliseconds. */
const maxSteps = 60_000;
/** Characters of a text that an expression creates. */
const maxTextLength = 100_000;
/** Items of a list that an expression creates. */
const maxItems = 100_000;
const charactersPerStep = 32;

/** Ends an evaluation; always caught within the engine. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** The remaining budget for the evaluations of one row. */
export class Budget {
  #left: number;

  constructor(private readonly steps: number = maxSteps) {
    this.#left = steps;
  }

  /** Resets the budget for the next row. */
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

  /** Call it before comparing a value with everything in it. @throws LimitReached */
  spendOnValue(value: Value): void {
    if (typeof value === 'string') this.spend(value.length / 64);
    else if (typeof value === 'object' && value?.kind === 'list') {
      this.spend(value.items.length);
      for (const item of value.items) if (typeof item === 'object') this.spendOnValue(item);
    }
  }

  /** Call it before creating a text of this length. @throws LimitReached */
  spendOnText(length: number): void {
    if (!(length <= maxTextLength)) throw new LimitReached('The expression makes a text that is too long.');
    this.spend(length / charactersPerStep);
  }

  /** Call it before creating a list of this length. @throws LimitReached */
  spendOnItems(length: number): void {
    if (!(length <= maxItems)) throw new LimitReached('The expression makes a list that is too long.');
    this.spend(length);
  }
}
