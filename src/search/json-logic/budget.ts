import { ToolFailure } from '../../errors';

/** Work that one evaluation of a rule may take: operators, values looked at, and eight characters made each count one. */
const maxSteps = 100_000;
const charactersPerStep = 8;

export class LogicBudget {
  #left: number;

  constructor(steps: number = maxSteps) {
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
  }

  spendOn(text: string): void {
    this.spend(1 + Math.floor(text.length / charactersPerStep));
  }
}
