/** The rows of `query_notes`: their fields, the order of their values, groups, and aggregates. Rows are plain maps. */

import { matchOf, textBefore } from '../../utils/text/pieces';
import { type ErrorCode, ToolFailure } from '../../errors';
import { follow } from './json-logic/operators';
import { Best, getOrInsert } from '../../utils/collections';
import { parseIsoDate } from '../../utils/dates';
import { nearest } from '../../utils/near';
import { plainNumber } from '../../utils/properties/condition-values';
import {
  intendedField,
  namedField,
  type NoteField,
  noteFields,
} from '../../utils/properties/note-field-names';

export type Row = Readonly<Record<string, unknown>>;

export type GroupKey = string | number | boolean | null;

/** @param names other names that may be meant, such as properties prefixed with `frontmatter.` */
export function unknownField(
  field: string,
  argument: string,
  { code = 'invalid_argument', names = [] }: { code?: ErrorCode; names?: readonly string[] },
): ToolFailure {
  const first = textBefore(field, '.');
  const meant = intendedField(first);
  const candidates = [
    ...new Set([...(meant === undefined ? [] : [meant]), ...names, ...nearest(first, noteFields)]),
  ].slice(0, 5);
  const named = /^[\p{L}\p{N}_. -]{1,60}$/u.test(field) ? `: "${field}"` : '';
  return new ToolFailure(code, `\`${argument}\` names a field that notes do not have${named}.`, {
    hint: `Fields are ${noteFields.join(', ')}; for a property put \`frontmatter.\` before its name, such as \`frontmatter.status\`.`,
    candidates,
  });
}

/** The value of a dotted field; null where there is none. */
export function fieldValue(row: Row, field: string): unknown {
  return follow(row, field) ?? null;
}

/** A row with its path and one key per field, named as requested. */
export function selectFields(row: Row, fields: readonly string[] = []): Record<string, unknown> {
  const selected: Record<string, unknown> = { __proto__: null, path: fieldValue(row, 'path') };
  for (const field of fields) selected[field] = fieldValue(row, field);
  return selected;
}

/** Kinds of values in their order. Missing values come last in either direction. */
const kinds = ['number', 'string', 'boolean', 'list', 'map', 'nothing'] as const;

/** A total order: numbers, texts (ignoring case first), false, true, lists by their members, maps, missing and NaN. */
export function compareValues(a: unknown, b: unknown): number {
  const kind = valueKindOf(a);
  const byKind = kinds.indexOf(kind) - kinds.indexOf(valueKindOf(b));
  if (byKind !== 0 || kind === 'nothing') return byKind;
  if (typeof a === 'number' && typeof b === 'number') return compareSame(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    return compareSame(a.toLowerCase(), b.toLowerCase()) || compareSame(a, b);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return compareSame(Number(a), Number(b));
  return Array.isArray(a) && Array.isArray(b) ? compareLists(a, b) : 0;
}

/** How much of a text or list counts for its order: it must fit into a cursor. */
const orderedText = 500;
const orderedMembers = 10;

/** The part of a value that decides its order. */
export function orderOf(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, orderedText);
  if (Array.isArray(value)) return value.slice(0, orderedMembers).map(orderOf);
  return typeof value === 'object' && value !== null ? {} : value;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 40 && parseIsoDate(value) !== undefined;
}

/** The groups of a row: with a list, one per member. */
function groupKeys(value: unknown): ReadonlySet<GroupKey> {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value];
  return new Set(members.length === 0 ? [null] : members.map(groupKey));
}

function groupKey(value: unknown): GroupKey {
  if (valueKindOf(value) === 'nothing') return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function valueKindOf(value: unknown): (typeof kinds)[number] {
  if (typeof value === 'number') return Number.isNaN(value) ? 'nothing' : 'number';
  if (typeof value === 'string' || typeof value === 'boolean')
    return typeof value === 'string' ? 'string' : 'boolean';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'map' : 'nothing';
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1;
    const order = compareValues(item, b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSame<T extends string | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export interface RowOrder {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface RowPage {
  readonly most: number;
  /** Only those after this place. */
  readonly behind?: RowPlace | undefined;
}

/** The sort key of a row: what `orderOf` keeps of the field's value, and its path; or that of a group, and its key. */
export interface RowPlace {
  readonly value: unknown;
  readonly path: unknown;
}

interface PlacedRow extends RowPlace {
  readonly row: Row;
}

/** Keeps the best rows. Equal values are sorted by path; rows without the field are last in either direction. */
export class BestRows {
  readonly #best: Best<PlacedRow>;
  readonly #compare: (a: RowPlace, b: RowPlace) => number;
  /** Number of rows so far, including those of other pages. */
  count = 0;

  constructor(
    private readonly order: RowOrder,
    private readonly page: RowPage,
  ) {
    this.#compare = comparison(order);
    this.#best = new Best<PlacedRow>(page.most, this.#compare);
  }

  offer(row: Row): void {
    const { behind } = this.page;
    this.count += 1;
    const placed = { row, ...placeOfRow(row, this.order) };
    if (behind === undefined || this.#compare(placed, behind) > 0) this.#best.offer(placed);
  }

  sorted(): readonly Row[] {
    return this.#best.sorted().map(({ row }) => row);
  }
}

/** Lists of notes that are sorted by their length, such as `backlinks`. */
const counted: ReadonlySet<string> = new Set<NoteField>(['links', 'backlinks']);

export function placeOfRow(row: Row, { field }: RowOrder): RowPlace {
  const value = fieldValue(row, field);
  const path = String(fieldValue(row, 'path'));
  if (counted.has(field) && Array.isArray(value)) return { value: value.length, path };
  // As `where` compares it.
  const isNumber = typeof value === 'string' && value.length <= 40 && plainNumber.test(value.trim());
  return { value: isNumber && isOfProperty(field) ? Number(value) : orderOf(value), path };
}

function isOfProperty(field: string): boolean {
  return (namedField(field)?.root ?? 'frontmatter') === 'frontmatter';
}

/** Kinds of values keep their order in both directions; dates of properties come before other texts, empty texts late. */
export function comparison({ field, order }: RowOrder): (a: RowPlace, b: RowPlace) => number {
  const sign = order === 'asc' ? 1 : -1;
  const hasDates = isOfProperty(field);
  const rank = (value: unknown): number => {
    if (value === '') return kinds.length - 1.5;
    return kinds.indexOf(valueKindOf(value)) - (hasDates && isDate(value) ? 0.5 : 0);
  };
  return (a, b) =>
    rank(a.value) - rank(b.value) || sign * compareValues(a.value, b.value) || compareValues(a.path, b.path);
}

export interface RowGroup {
  readonly key: GroupKey;
  /** The rows of the group, of which the first are kept. */
  readonly rows: BestRows;
  readonly aggregated: AggregatedRows;
}

export interface GroupOrder extends RowOrder {
  /** `count`, or the name of the aggregate that orders the groups; if left out, their keys do. */
  readonly total?: string;
}

/** Groups rows by the values of a field; a row with a list is in the group of each member. */
export class RowGroups {
  readonly #groups = new Map<GroupKey, RowGroup>();

  /** @param most rows that are kept of each group */
  constructor(
    readonly by: GroupOrder,
    private readonly order: RowOrder,
    private readonly most: number,
    private readonly aggregates: readonly Aggregate[] = [],
  ) {}

  /** @param spelled gives equal keys one spelling */
  offer(row: Row, spelled = (key: GroupKey): GroupKey => key): void {
    const keys = [...groupKeys(fieldValue(row, this.by.field))];
    for (const key of new Set(keys.map(spelled))) {
      const group = getOrInsert(this.#groups, key, () => ({
        key,
        rows: new BestRows(this.order, { most: this.most }),
        aggregated: new AggregatedRows(this.aggregates),
      }));
      group.rows.offer(row);
      group.aggregated.add(row);
    }
  }

  sorted(): readonly (RowPlace & { readonly group: RowGroup })[] {
    const { total } = this.by;
    const valueOf = ({ key, rows, aggregated }: RowGroup): unknown =>
      total === undefined ? key : { count: rows.count, ...aggregated.results().aggregates }[total];
    const groups = [...this.#groups.values()];
    const placed = groups.map(group => ({ group, value: valueOf(group), path: group.key }));
    return placed.sort(comparison(this.by));
  }
}

const aggregateKinds = ['count', 'sum', 'avg', 'min', 'max'] as const;
type Kind = (typeof aggregateKinds)[number];

export interface Aggregate {
  /** As the caller wrote it: the name in the result. */
  readonly name: string;
  readonly kind: Kind;
  /** The field to aggregate; '' for `count`. */
  readonly field: string;
}

export interface AggregateResults {
  /** By aggregate; null if there is no value. */
  aggregates: Record<string, number | string | null>;
  /** How many empty values, or values of another kind, each aggregate skipped; left out if none. */
  valuesLeftOut?: Record<string, number>;
}

const form = /^(count|sum|avg|min|max)\s*(?:\(([^()]*)\))?$/iu;

/** @throws ToolFailure `invalid_query` for an invalid one */
export function parseAggregates(texts: readonly string[]): Aggregate[] {
  return texts.map((name, index) => {
    const [, kind = '', inside = ''] = matchOf(form, name.trim());
    const field = inside.trim();
    const known = aggregateKinds.find(one => one === kind.toLowerCase());
    if (known === undefined || (known === 'count') !== (field === ''))
      throw new ToolFailure('invalid_query', `Item ${index + 1} of \`aggregate\` cannot be read.`, {
        hint: 'Write `count`, or `sum`, `avg`, `min` or `max` of a field, such as `sum(wordCount)` or `avg(frontmatter.rating)`.',
      });
    return { name, kind: known, field };
  });
}

/** The running values of one aggregate. */
class Tally {
  private sum = 0;
  private numbers = 0;
  private dates = 0;
  private readonly bounds = new Bounds<number>();
  private readonly dateBounds = new Bounds<string>();

  add(value: unknown): void {
    if (typeof value === 'number' && Number.isFinite(value)) {
      this.sum += value;
      this.numbers += 1;
      this.bounds.add(value);
    } else if (isDate(value)) {
      this.dates += 1;
      this.dateBounds.add(value);
    }
  }

  /** Dates have a minimum and maximum if there are no numbers. */
  result(kind: Kind, rows: number): { value: number | string | null; counted: number } {
    const { sum, numbers, bounds, dateBounds } = this;
    if (kind === 'count') return { value: rows, counted: rows };
    if (kind === 'sum') return { value: sum, counted: numbers };
    if (kind === 'avg') return { value: numbers === 0 ? null : sum / numbers, counted: numbers };
    const held = numbers > 0 ? bounds : dateBounds;
    const value = kind === 'min' ? held.least : held.most;
    return { value: value ?? null, counted: numbers > 0 ? numbers : this.dates };
  }
}

class Bounds<T extends number | string> {
  least: T | undefined;
  most: T | undefined;

  add(value: T): void {
    if (this.least === undefined || value < this.least) this.least = value;
    if (this.most === undefined || value > this.most) this.most = value;
  }
}

export class AggregatedRows {
  private rows = 0;
  private readonly tallies: readonly Tally[];

  constructor(private readonly wanted: readonly Aggregate[]) {
    this.tallies = wanted.map(() => new Tally());
  }

  add(row: Row): void {
    this.rows += 1;
    for (const [index, { field }] of this.wanted.entries())
      if (field !== '') this.tallies[index]?.add(fieldValue(row, field));
  }

  results(): AggregateResults {
    const aggregates: AggregateResults['aggregates'] = {};
    const leftOut: Record<string, number> = {};
    for (const [index, { name, kind }] of this.wanted.entries()) {
      const { value, counted } = this.tallies[index]?.result(kind, this.rows) ?? { value: null, counted: 0 };
      aggregates[name] = value;
      if (counted < this.rows) leftOut[name] = this.rows - counted;
    }
    return Object.keys(leftOut).length === 0 ? { aggregates } : { aggregates, valuesLeftOut: leftOut };
  }
}
