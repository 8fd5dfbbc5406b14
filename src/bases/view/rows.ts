/** The rows of a base: files with the values of its formulas. */
import { getOrInsert } from '../../utils/collections';
import type { BaseFile, BaseVault } from '../base-vault';
import type { BaseDocument } from '../document/base-document';
import type { Filter, PropertyId } from '../document/view-settings';
import type { Source } from '../document/source';
import { Budget, LimitReached } from '../evaluation/budget';
import { FileValues } from '../evaluation/file-values';
import type { Row, Scope } from '../evaluation/scope';
import type { Means } from '../evaluation/budget';
import { startOf } from '../functions/members';
import { fieldOf } from '../functions/dispatch';
import { identity, isTruthy } from '../values/equality';
import { type SortKey, sortKey } from '../values/order';
import { propertyOf } from '../values/properties';
import { errorOf, type ErrorValue, fileOf, isError, type Value } from '../values/value';
import { Room } from './room';

/** An expression that reached a limit this many times is not run again. */
const maxStruggles = 2;
/** Bytes of a value that is kept when its row ends. */
const keptSize = 2000;
/** How many properties rows keep by name: a base can name thousands. */
const maxKeptNames = 100;
/** Levels of nested expressions across formulas that use each other: evaluation is recursive. */
const maxLevels = 1000;
/** The value of a formula while it is being evaluated. */
const inProgress = errorOf('');
/** The key of a value that takes too long to sort by. */
const unsortable: SortKey = { rank: 4, value: '' };

/** What all rows of one query share. */
export class RowContext {
  readonly budget: Budget;
  /** A budget for columns that show the file itself, whatever expressions have used up. */
  readonly plain: Budget;
  /** Slots of the current row whose values were not copied. */
  fresh: number[] = [];
  readonly files: FileValues;
  readonly room = new Room();
  readonly #struggles = new Map<Source, { count: number; message: string }>();
  readonly #slots = { note: new Map<string, number>(), formula: new Map<string, number>() };
  #row: BaseRow | undefined;
  #levels = 0;

  constructor(
    readonly base: BaseDocument,
    readonly vault: BaseVault,
    readonly self: BaseFile | undefined,
  ) {
    this.budget = new Budget(vault.clock);
    this.plain = new Budget(vault.clock);
    this.files = new FileValues(self);
  }

  /** The index at which rows store an existing formula. */
  slotOfFormula(name: string): number {
    return this.slotOf(name, this.#slots.formula);
  }

  /** The index at which rows store a property; undefined if they do not store it. */
  slotOfProperty(name: string): number | undefined {
    const { note } = this.#slots;
    return note.size < maxKeptNames || note.has(name) ? this.slotOf(name, note) : undefined;
  }

  private slotOf(name: string, slots: Map<string, number>): number {
    return getOrInsert(slots, name, () => this.#slots.note.size + this.#slots.formula.size);
  }

  /** The value of an expression; null if it is malformed. */
  evaluate(source: Source, scope: Scope): Value {
    const { parsed } = source;
    if (parsed === undefined) return null;
    const struggle = this.#struggles.get(source);
    if (struggle !== undefined && struggle.count >= maxStruggles) return errorOf(struggle.message);
    this.#levels += parsed.levels;
    try {
      if (this.#levels > maxLevels) throw new LimitReached('The formulas are nested too deeply.');
      return parsed.program(scope);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      const { message } = error;
      this.#struggles.set(source, { count: (struggle?.count ?? 0) + 1, message });
      return errorOf(message);
    } finally {
      this.#levels -= parsed.levels;
    }
  }

  /** Call it before running expressions of a row: resets the budget if another row ran before. */
  begin(row: BaseRow): void {
    if (this.#row === row) return;
    this.#row?.end(this.fresh);
    this.#row = row;
    this.fresh = [];
    this.files.forget();
    this.budget.renew();
    this.plain.renew();
  }

  /** Call it after a pause between two values of a row. */
  resume(): void {
    this.budget.resume();
    this.plain.resume();
  }

  /** Call it when the row that ran last is no longer needed. */
  drop(): void {
    this.#row = undefined;
    this.fresh = [];
  }
}

/** Doubles as the scope of its own expressions: there is one per file, so it stores as little as possible. */
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

  get files(): FileValues {
    return this.context.files;
  }

  formula(name: string): Value {
    const source = this.context.base.formulas.get(name);
    if (source === undefined) return errorOf(`Cannot find formula "${startOf(name)}"`);
    const slot = this.context.slotOfFormula(name);
    const known = this.#values[slot];
    if (known === inProgress) return errorOf(`Formula "${name}" needs its own value`);
    if (known !== undefined) return known;
    this.#values[slot] = inProgress;
    const value = this.context.evaluate(source, this);
    this.context.fresh.push(slot);
    return (this.#values[slot] = value);
  }

  property(name: string, means: Means = this): Value {
    const slot = this.context.slotOfProperty(name);
    if (slot === undefined) return this.files.property(this.file, name, means);
    const known = this.#values[slot];
    if (known !== undefined) return known;
    const value = propertyOf(this.file, name, means);
    if (typeof value === 'object' && value !== null) this.context.fresh.push(slot);
    return (this.#values[slot] = value);
  }

  valueFor({ kind, name }: PropertyId): Value {
    this.context.begin(this);
    if (kind === 'formula') return this.formula(name);
    return this.plainly(errorOf, scope =>
      kind === 'file' ? fieldOf(fileOf(this.file), name, scope) : this.property(name, scope),
    );
  }

  keyFor(property: PropertyId): SortKey {
    const value = this.valueFor(property);
    return this.plainly(
      () => unsortable,
      means => sortKey(value, means),
    );
  }

  /** The same for rows of one group. */
  identityFor(property: PropertyId): string {
    const value = this.valueFor(property);
    return this.plainly(
      message => message,
      means => identity(value === '' ? null : value, means),
    );
  }

  /** Drops large values when another row begins; they are made again if needed. @param fresh their slots */
  end(fresh: readonly number[]): void {
    for (const slot of fresh) {
      const value = this.#values[slot];
      if (value !== undefined) this.#values[slot] = this.context.room.copyOf(value, keptSize);
    }
  }

  private plainly<T>(failed: (message: string) => T, work: (scope: Scope) => T): T {
    const { vault, files, self, context } = this;
    try {
      return work({ vault, files, self, row: this, budget: context.plain });
    } catch (error) {
      if (error instanceof LimitReached) return failed(error.message);
      throw error;
    }
  }

  /** Whether the row passes a filter; a statement with an error is returned, and excludes the row. */
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
}
