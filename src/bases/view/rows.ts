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

/** After so many rows whose limits it reaches, an expression is not run any more. */
const mostStruggles = 3;
const keptText = 2000;
const keptItems = 200;

/** What all rows of one query share. */
export class RowContext {
  readonly #struggles = new Map<Source, { count: number; message: string }>();

  constructor(
    readonly base: BaseDocument,
    readonly vault: BaseVault,
    /** What `this` is. */
    readonly self: BaseFile | undefined,
  ) {}

  /** The value of an expression; one that is malformed is null. */
  evaluate(source: Source, scope: Scope): Value {
    if (source.parsed === undefined) return null;
    const struggle = this.#struggles.get(source);
    if (struggle !== undefined && struggle.count >= mostStruggles) return errorOf(struggle.message);
    try {
      return source.parsed.program(scope);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.#struggles.set(source, { count: (struggle?.count ?? 0) + 1, message: error.message });
      return errorOf(error.message);
    }
  }
}

export class BaseRow implements Row {
  readonly #formulas = new Map<string, Value>();
  readonly #open = new Set<string>();
  readonly #scope: Scope;

  constructor(
    readonly file: BaseFile,
    private readonly context: RowContext,
  ) {
    const { vault, self } = context;
    this.#scope = { vault, self, row: this, budget: new Budget() };
  }

  formula(name: string): Value {
    const known = this.#formulas.get(name);
    if (known !== undefined) return known;
    const source = this.context.base.formulas.get(name);
    if (source === undefined) return errorOf(`Cannot find formula "${name}"`);
    if (this.#open.has(name)) return errorOf(`Formula "${name}" needs its own value`);
    this.#open.add(name);
    const value = this.context.evaluate(source, this.#scope);
    this.#open.delete(name);
    if (isSmall(value)) this.#formulas.set(name, value);
    return value;
  }

  valueOf({ kind, name }: PropertyId): Value {
    switch (kind) {
      case 'note':
        return propertyOf(this.file, name, this.context.vault);
      case 'formula':
        return this.formula(name);
      case 'file':
        return this.field(name);
    }
  }

  /** Whether a filter lets the row through; an error of a statement, with the statement, keeps it out. */
  passes(filter: Filter | undefined): boolean | FilterError {
    if (filter === undefined) return true;
    if (filter.kind === 'statement') {
      const value = this.context.evaluate(filter.source, this.#scope);
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
      return fieldOf(fileOf(this.file), name, this.#scope);
    } catch (error) {
      if (error instanceof LimitReached) return errorOf(error.message);
      throw error;
    }
  }
}

/** Large values are not kept, since there are as many as rows: they are worked out again when asked for. */
function isSmall(value: Value): boolean {
  if (typeof value === 'string') return value.length <= keptText;
  return typeof value !== 'object' || value?.kind !== 'list' || value.items.length <= keptItems;
}

export interface FilterError {
  readonly error: ErrorValue;
  readonly source: Source;
}
