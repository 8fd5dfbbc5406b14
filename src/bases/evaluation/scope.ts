import type { BaseFile } from '../base-vault';
import type { Means } from './budget';
import type { ListValue, Value } from '../values/value';
import type { FileValues } from './file-values';

export interface Row {
  readonly file: BaseFile;
  /** The value of a property of the note; null for none. */
  property(name: string): Value;
  /** The value of a formula; an error if it is missing or depends on itself. */
  formula(name: string): Value;
}

/** The meaning of the names in an expression. */
export interface Scope extends Means {
  readonly row: Row;
  readonly files: FileValues;
  /** The value of `this`; undefined if none was given. */
  readonly self: BaseFile | undefined;
  readonly values?: ListValue | undefined;
  /** Inside `filter`, `map` and `reduce`. */
  readonly locals?: Locals | undefined;
}

export interface Locals {
  value: Value;
  index: number;
  acc: Value | undefined;
}

/** The same scope inside `filter`, `map` or `reduce`. */
export function withLocals({ vault, budget, row, files, self, values }: Scope, locals: Locals): Scope {
  return { vault, budget, row, files, self, values, locals };
}

export type Program = (scope: Scope) => Value;
