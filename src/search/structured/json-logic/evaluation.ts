import type { LinkForms } from '../../../utils/properties/link-values';
import type { LogicBudget } from './budget';

/** A compiled rule. */
export type Evaluate = (scope: Scope) => unknown;

export interface Scope {
  readonly data: unknown;
  readonly budget: LogicBudget;
  /** Link forms of the current note, by which a link equals its target. */
  readonly linkForms?: LinkForms | undefined;
}

/**
 * Evaluates an operator. It evaluates only the arguments that it needs.
 * @param args at least one; for an operator written without a list, that value.
 */
export type Operator = (args: readonly Evaluate[], scope: Scope) => unknown;

export function value(args: readonly Evaluate[], index: number, scope: Scope): unknown {
  return args[index]?.(scope);
}

export function values(args: readonly Evaluate[], scope: Scope): unknown[] {
  return args.map(evaluate => evaluate(scope));
}
