import type { BaseFile, BaseVault } from '../base-vault';
import type { ListValue, Value } from '../values/value';
import type { Budget } from './budget';

/** A file with the formulas of its base. */
export interface Row {
  readonly file: BaseFile;
  /** The value of a property of the note; null for none. */
  property(name: string): Value;
  /** The value of a formula; an error for one that there is not, or that needs itself. */
  formula(name: string): Value;
}

/** What the names in an expression mean. */
export interface Scope {
  readonly vault: BaseVault;
  readonly row: Row;
  /** What `this` is; undefined where nobody said. */
  readonly self: BaseFile | undefined;
  readonly budget: Budget;
  /** What `values` is, in a summary. */
  readonly values?: ListValue | undefined;
  /** Inside `filter`, `map` and `reduce`. */
  readonly locals?: Locals | undefined;
}

export interface Locals {
  value: Value;
  index: number;
  /** In `reduce`. */
  acc: Value | undefined;
}

/** The same scope inside `filter`, `map` or `reduce`. */
export function withLocals({ vault, row, self, budget, values }: Scope, locals: Locals): Scope {
  return { vault, row, self, budget, values, locals };
}

/** An expression made ready to run. */
export type Program = (scope: Scope) => Value;
