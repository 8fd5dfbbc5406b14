/** Limits for one evaluation: expressions come from outside and run without a pause. */

import type { BaseVault } from '../base-vault';

/** What reading a value needs: its vault, and the budget to charge. */
export interface Means {
  readonly vault: BaseVault;
  readonly budget: Budget;
}

/** Steps for reading a date from a text, or writing it as one. */
export const dateCost = 8;
/** Steps for formatting a date or a duration in words, as the app does. */
export const wordsCost = 48;
/** Steps for finding the file of a link. */
export const linkCost = 24;

/** Steps for one row: its operators, and the values it reads, creates and compares. About five milliseconds. */
const maxSteps = 60_000;
/** Characters of a text that an expression creates. */
const maxTextLength = 100_000;
/** Items of a list that an expression creates. */
const maxItems = 100_000;
const charactersPerStep = 32;
/** Lists nested deeper are never read: reading them is recursive. */
const maxDepth = 200;
/** Charges between two checks of the clock. */
const chargesPerLook = 4096;
/** A safeguard against a cost that nobody charges, in ms: long enough that a busy machine does not reach it. */
const longest = 250;

/** Ends an evaluation; always caught within the engine. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** The remaining budget for the evaluations of one row, or for a summary. */
export class Budget {
  #left: number;
  #charges = 0;
  #since: number;
  /** Comparisons of the row that were false because the two values have no order. */
  uncompared = 0;

  /** @param clock monotonic, in ms */
  constructor(
    private readonly clock: () => number,
    private readonly steps: number = maxSteps,
  ) {
    this.#left = steps;
    this.#since = clock();
  }

  /** Resets the budget for the next row. */
  renew(): void {
    this.#left = this.steps;
    this.uncompared = 0;
    this.#since = this.clock();
  }

  /** Call it after a pause, which does not count as work. */
  resume(): void {
    this.#since = this.clock();
  }

  get used(): number {
    return this.steps - this.#left;
  }

  /** Call it before the work. @throws LimitReached */
  spend(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw new LimitReached('The expression takes too many steps.');
    this.#charges += 1;
    if (this.#charges % chargesPerLook === 0 && this.clock() - this.#since > longest)
      throw new LimitReached('The expression takes too long.');
  }

  /** Call it before reading or copying so many characters. @throws LimitReached */
  spendOnReading(length: number): void {
    if (length >= charactersPerStep) this.spend(length / charactersPerStep);
  }

  /** Call it before creating a text of this length. @throws LimitReached */
  spendOnText(length: number): void {
    this.checkText(length);
    this.spend(length / charactersPerStep);
  }

  /** Call it before creating a list of this length. @throws LimitReached */
  spendOnItems(length: number): void {
    if (!(length <= maxItems)) throw new LimitReached('The expression produces a list that is too long.');
    this.spend(length);
  }

  /** For a text that grows, whose pieces are charged one by one. @throws LimitReached */
  checkText(length: number): void {
    if (!(length <= maxTextLength))
      throw new LimitReached('The expression produces a text that is too long.');
  }

  /** Call it before reading a list or object within so many others. @throws LimitReached */
  checkDepth(depth: number): void {
    if (depth > maxDepth) throw new LimitReached('The expression produces lists that are nested too deeply.');
  }
}
