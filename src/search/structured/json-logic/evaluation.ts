import type { LinkForms } from '../../../utils/properties/link-values';
import type { LogicBudget } from './budget';

/** A compiled rule. */
export type Evaluate = (scope: Scope) => unknown;

export interface Scope {
  readonly data: unknown;
  readonly budget: LogicBudget;
  /** Of the note that the data is of: by it a link equals its target. */
  readonly linkForms?: LinkForms | undefined;
}

/**
 * What an operator does with its compiled arguments. It evaluates those that it needs.
 * @param args at least one; of an operator written without a list, the one that was written.
 */
export type Operator = (args: readonly Evaluate[], scope: Scope) => unknown;

export function value(args: readonly Evaluate[], index: number, scope: Scope): unknown {
  return args[index]?.(scope);
}

export function values(args: readonly Evaluate[], scope: Scope): unknown[] {
  return args.map(evaluate => evaluate(scope));
}
