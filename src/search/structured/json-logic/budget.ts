import { ToolFailure } from '../../../errors';

/** Limit for one evaluation of a rule: each operator, each value read, and every eight characters created count one. */
const maxSteps = 100_000;
/** The same over all notes of a query: seconds, in slices. */
const maxStepsInAll = 50_000_000;
const charactersPerStep = 8;
/** Comparing is faster than creating. */
const comparedPerStep = 64;

/** Limit for all evaluations of one query together. */
export class QueryBudget {
  #left: number;

  constructor(steps: number = maxStepsInAll) {
    this.#left = steps;
  }

  /** @throws ToolFailure `budget_exceeded` */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new ToolFailure('budget_exceeded', 'The filter takes too many steps over all notes.', {
        hint: 'Ask about fewer notes with `path`, `tag` or `where`, or use a simpler filter.',
      });
    }
  }
}

export class LogicBudget {
  #left: number;

  constructor(
    steps: number = maxSteps,
    private readonly inAll: QueryBudget = new QueryBudget(),
  ) {
    this.#left = steps;
  }

  /** @throws ToolFailure `budget_exceeded` */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new ToolFailure('budget_exceeded', 'The filter takes too many steps for one note.', {
        hint: 'Use a simpler filter: fewer nested `map`, `filter`, `reduce` and `cat`.',
      });
    }
    this.inAll.spend(steps);
  }

  spendOn(text: string): void {
    this.spend(1 + Math.floor(text.length / charactersPerStep));
  }

  /** For comparing this many characters. */
  spendOnComparing(length: number): void {
    this.spend(Math.floor(length / comparedPerStep));
  }
}
