/** What the product must keep: a figure within its limit is good enough. docs/performance.md shows this table. */

export type Unit = 'ms' | 'MB' | 'times';

export interface Limit {
  readonly what: string;
  readonly unit: Unit;
  readonly most: number;
}

/** Measured on two cores, with 10,000 notes of 2.6 kB, over HTTP; milliseconds are medians. */
export const limits = {
  start: {
    what: 'start to the first `tools/list`, compared with a plain SDK server in the same run',
    unit: 'times',
    most: 1.6,
  },
  warmSearch: { what: 'first right search after a start, warm', unit: 'ms', most: 1_500 },
  coldSearch: { what: 'first right search after a start, cold', unit: 'ms', most: 2_500 },
  search: { what: 'any search', unit: 'ms', most: 30 },
  question: { what: 'a question of 20 words', unit: 'ms', most: 80 },
  page: { what: 'a page of 2 MB of a list (some 8,500 rows)', unit: 'ms', most: 60 },
  links: { what: '`check_links`, a page of 100 with suggestions', unit: 'ms', most: 300 },
  note: { what: 'read, stat, edit, append of a note', unit: 'ms', most: 8 },
  block: { what: 'longest block in processor time, notes up to 0.5 MB', unit: 'ms', most: 50 },
  largeBlock: { what: 'longest block in processor time, one note of 2 MB', unit: 'ms', most: 150 },
  memory: { what: 'memory after everything, 10,000 notes', unit: 'MB', most: 420 },
  largeMemory: { what: 'memory after everything, 100,000 notes', unit: 'MB', most: 1_200 },
  longSearch: { what: 'any search of 10,000 long notes (70 MB)', unit: 'ms', most: 80 },
  longSearchTail: { what: 'any search of 10,000 long notes, 95th percentile', unit: 'ms', most: 250 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limits;

export const limitNames: readonly LimitName[] = Object.keys(limits).filter(isLimit);

function isLimit(name: string): name is LimitName {
  return name in limits;
}

export interface Figure {
  readonly value: number;
  /** The row that took longest, where several share the limit. */
  readonly row?: string | undefined;
}

/** Only what a run measured. */
export type Figures = Readonly<Partial<Record<LimitName, Figure>>>;

/** @param times how many times its limit a figure may have */
export function overLimit(figures: Figures, times: number): LimitName[] {
  return limitNames.filter(name => {
    const { [name]: figure } = figures;
    // A figure that is not a number keeps no limit.
    return figure !== undefined && !(figure.value <= limits[name].most * times);
  });
}
