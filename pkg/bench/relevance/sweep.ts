/** Tries several values for each ranking constant, one constant at a time, and tabulates relevance (nDCG@10). */
import { meanOf, type Outcome } from './measure';
import type { Table } from './report';

export type Constants = Readonly<Record<string, number>>;
export type MeasureWith = (constants: Constants) => Promise<readonly Outcome[]>;

/** In order; those of the product are among them. */
const tried: Readonly<Record<string, readonly number[]>> = {
  saturation: [0.6, 1.2, 2, 4],
  textNorm: [0, 0.3, 0.6, 0.9],
  titleNorm: [0, 0.25, 0.5, 0.75],
  titleWeight: [1, 3, 6, 12, 24, 48],
  strictTitleWeight: [5, 10, 20, 40],
  fullTitleLength: [10, 16, 20, 24, 100],
  fullLength: [1, 4, 5, 6, 7, 8],
  recencyBonus: [0, 0.05, 0.1, 0.2, 0.4],
  recencyDays: [15, 30, 60, 120, 240],
  alias: [1, 4.5, 9, 18],
  heading: [1, 2.5, 5, 10],
  tag: [1, 3, 6],
  beginning: [0.3, 0.6, 1],
  form: [0.4, 0.6, 0.8, 1],
  near: [0.25, 0.5, 1],
  minWeightShare: [0, 0.05, 0.1],
  wholeTimes: [0, 0.5, 1],
  pairWeight: [0, 0.15, 0.3, 0.6],
  feedbackWeight: [0, 0.15, 0.3, 0.6],
};

/** @param held constants overridden in every run. */
export async function sweep(measureWith: MeasureWith, held: Constants): Promise<Table> {
  const rows: string[][] = [];
  for (const [name, values] of Object.entries(tried)) {
    const cells: string[] = [];
    for (const value of values) {
      const outcomes = await measureWith({ ...held, [name]: value });
      const shown = [meanOf(outcomes, 'words'), meanOf(outcomes, 'fuzzy')].map(({ ndcg }) => ndcg.toFixed(3));
      cells.push(`${value}: ${shown.join(' / ')}`);
    }
    rows.push([name, cells.join(', ')]);
  }
  return { head: ['constant', 'nDCG@10 of words / fuzzy, by value'], rows };
}
