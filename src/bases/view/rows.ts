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

/** After so many evaluations in which it reaches a limit, an expression is not run any more. */
const mostStruggles = 2;
/** About half a millisecond. */
const slowSteps = 10_000;
const keptText = 2000;
const keptItems = 200;
/** In the place of a formula that is worked out. */
const inProgress = errorOf('');

/** What all rows of one query share. */
export class RowContext {
  /** Of the row whose expressions run. */
  readonly budget = new Budget();
  readonly #struggles = new Map<Source, { count: number; message: string }>();
  readonly #slots = { note: new Map<string, number>(), formula: new Map<string, number>() };
  #row: BaseRow | undefined;

  constructor(
    readonly base: BaseDocument,
    readonly vault: BaseVault,
    /** What `this` is. */
    readonly self: BaseFile | undefined,
  ) {}

  /** Whether the last row took so much that other work should have its turn. */
  get isSlow(): boolean {
    return this.budget.used > slowSteps;
  }

  /** Where rows keep the value of a property or formula. */
  slotOf(kind: 'note' | 'formula', name: string): number {
    const slots = this.#slots[kind];
    let slot = slots.get(name);
    if (slot === undefined) slots.set(name, (slot = this.#slots.note.size + this.#slots.formula.size));
    return slot;
  }

  /** The value of an expression; one that is malformed is null. */
  evaluate(source: Source, scope: Scope): Value {
    const program = source.parsed?.program;
    if (program === undefined) return null;
    const struggle = this.#struggles.get(source);
    if (struggle !== undefined && struggle.count >= mostStruggles) return errorOf(struggle.message);
    try {
      return program(scope);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const { message } = error;
      this.#struggles.set(source, { count: (struggle?.count ?? 0) + 1, message });
      return errorOf(message);
    }
  }

  /** To be called before expressions of a row run: its budget begins when another row had its turn. */
  begin(row: BaseRow): void {
    if (this.#row === row) return;
    this.#row = row;
    this.budget.renew();
  }
}

/** It is the scope of its own expressions: there are as many as files, so it holds as little as it can. */
export class BaseRow implements Row, Scope {
  /** By slot: a Map for each of ten thousand rows costs a fifth of a query (measured). */
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

  /** Whether a filter lets the row through; an error of a statement, with the statement, keeps it out. */
  passes(filter: Filter | undefined): boolean | FilterError {
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

export interface FilterError {
  readonly error: ErrorValue;
  readonly source: Source;
}

/** Large values are not kept, since there are as many as rows: they are worked out again when asked for. */
function isSmall(value: Value): boolean {
  if (typeof value === 'string') return value.length <= keptText;
  return typeof value !== 'object' || value?.kind !== 'list' || value.items.length <= keptItems;
}
