/** The rows of a base: files with the values of its formulas. */
import type { BaseFile, BaseVault } from '../base-vault';
import type { BaseDocument } from '../document/base-document';
import type { Filter } from '../document/filters';
import type { PropertyId } from '../document/property-id';
import type { Source } from '../document/source';
import { Budget, LimitReached } from '../evaluation/budget';
import type { Row, Scope } from '../evaluation/scope';
import { fieldOf } from '../functions/dispatch';
import { isTruthy } from '../values/equality';
import { propertyOf } from '../values/properties';
import { errorOf, type ErrorValue, fileOf, isError, type Value } from '../values/value';

/** An expression that reached a limit this many times is not run again. */
const maxStruggles = 2;
/** About half a millisecond. */
const slowSteps = 10_000;
const keptText = 2000;
const keptItems = 200;
/** The value of a formula while it is being evaluated. */
const inProgress = errorOf('');

/** What all rows of one query share. */
export class RowContext {
  /** The budget of the row whose expressions run. */
  readonly budget = new Budget();
  readonly #struggles = new Map<Source, { count: number; message: string }>();
  readonly #slots = { note: new Map<string, number>(), formula: new Map<string, number>() };
  #row: BaseRow | undefined;

  constructor(
    readonly base: BaseDocument,
    readonly vault: BaseVault,
    /** The value of `this`. */
    readonly self: BaseFile | undefined,
  ) {}

  /** Whether the last row was so slow that other work should run. */
  get isSlow(): boolean {
    return this.budget.used > slowSteps;
  }

  /** The index at which rows store a property or formula. */
  slotOf(kind: 'note' | 'formula', name: string): number {
    const slots = this.#slots[kind];
    let slot = slots.get(name);
    if (slot === undefined) slots.set(name, (slot = this.#slots.note.size + this.#slots.formula.size));
    return slot;
  }

  /** The value of an expression; null if it is malformed. */
  evaluate(source: Source, scope: Scope): Value {
    const program = source.parsed?.program;
    if (program === undefined) return null;
    const struggle = this.#struggles.get(source);
    if (struggle !== undefined && struggle.count >= maxStruggles) return errorOf(struggle.message);
    try {
      return program(scope);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const { message } = error;
      this.#struggles.set(source, { count: (struggle?.count ?? 0) + 1, message });
      return errorOf(message);
    }
  }

  /** Call it before expressions of a row run: resets the budget if another row ran before. */
  begin(row: BaseRow): void {
    if (this.#row === row) return;
    this.#row = row;
    this.budget.renew();
  }
}

/** It is also the scope of its own expressions: there is one per file, so it stores as little as possible. */
export class BaseRow implements Row, Scope {
  /** By slot: a Map per row costs a fifth of a query over ten thousand rows (measured). */
  readonly #values: (Value | undefined)[] = [];

  constructor(
    readonly file: BaseFile,
    private readonly context: RowContext,
  ) {}

  get row(): this {
    return this;
  }

  get vault(): BaseVault {
    return this.context.vault;
  }

  get self(): BaseFile | undefined {
    return this.context.self;
  }

  get budget(): Budget {
    return this.context.budget;
  }

  formula(name: string): Value {
    const slot = this.context.slotOf('formula', name);
    const known = this.#values[slot];
    if (known === inProgress) return errorOf(`Formula "${name}" needs its own value`);
    if (known !== undefined) return known;
    const source = this.context.base.formulas.get(name);
    if (source === undefined) return errorOf(`Cannot find formula "${name}"`);
    this.#values[slot] = inProgress;
    const value = this.context.evaluate(source, this);
    this.#values[slot] = isSmall(value) ? value : undefined;
    return value;
  }

  property(name: string): Value {
    const slot = this.context.slotOf('note', name);
    const known = this.#values[slot];
    if (known !== undefined) return known;
    return (this.#values[slot] = propertyOf(this.file, name, this.vault));
  }

  valueOf({ kind, name }: PropertyId): Value {
    switch (kind) {
      case 'note':
        return this.property(name);
      case 'formula':
        this.context.begin(this);
        return this.formula(name);
      case 'file':
        this.context.begin(this);
        return this.field(name);
    }
  }

  /** Whether the row passes a filter; a statement with an error, which is reported, excludes it. */
  passes(filter: Filter | undefined): boolean | { readonly error: ErrorValue; readonly source: Source } {
    if (filter === undefined) return true;
    this.context.begin(this);
    if (filter.kind === 'statement') {
      const value = this.context.evaluate(filter.source, this);
      return isError(value) ? { error: value, source: filter.source } : isTruthy(value);
    }
    const deciding = filter.kind !== 'and';
    for (const inner of filter.filters) {
      const verdict = this.passes(inner);
      if (typeof verdict === 'object') return verdict;
      if (verdict === deciding) return filter.kind === 'or';
    }
    return filter.kind !== 'or' || filter.filters.length === 0;
  }

  private field(name: string): Value {
    try {
      return fieldOf(fileOf(this.file), name, this);
    } catch (error) {
      if (error instanceof LimitReached) return errorOf(error.message);
      throw error;
    }
  }
}

/** Large values are not stored, since there are as many as rows: they are evaluated again when needed. */
function isSmall(value: Value): boolean {
  if (typeof value === 'string') return value.length <= keptText;
  return typeof value !== 'object' || value?.kind !== 'list' || value.items.length <= keptItems;
}
