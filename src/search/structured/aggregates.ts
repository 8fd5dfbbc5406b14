/** Counts, sums, averages and bounds over the rows of `query_notes`. */

import { ToolFailure } from '../../errors';
import { parseIsoDate } from '../../utils/dates/iso-date';
import { fieldValue, type Row } from './structured-query';

type Kind = 'count' | 'sum' | 'avg' | 'min' | 'max';

/** One requested value. */
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
    const [, kind = '', inside = ''] = form.exec(name.trim()) ?? [];
    const field = inside.trim();
    const known = kindOf(kind.toLowerCase());
    if (known === undefined || (known === 'count') !== (field === ''))
      throw new ToolFailure('invalid_query', `Item ${index + 1} of \`aggregate\` cannot be read.`, {
        hint: 'Write `count`, or `sum`, `avg`, `min` or `max` of a field, such as `sum(wordCount)` or `avg(frontmatter.rating)`.',
      });
    return { name, kind: known, field };
  });
}

function kindOf(text: string): Kind | undefined {
  return (['count', 'sum', 'avg', 'min', 'max'] as const).find(kind => kind === text);
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
    } else if (typeof value === 'string' && value.length <= 40 && parseIsoDate(value) !== undefined) {
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

/** The aggregates over rows that are added one by one. */
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
