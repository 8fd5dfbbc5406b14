/** The summaries that every base has. */
import { identity, isEmpty } from '../values/equality';
import type { Means } from '../values/means';
import type { Value } from '../values/value';
import * as statistics from './statistics';

type Summary = (values: readonly Value[], means: Means) => Value;

/** By their names; they throw `LimitReached`. */
export const builtInSummaries: ReadonlyMap<string, Summary> = new Map<string, Summary>([
  ['Average', statistics.mean],
  ['Min', statistics.min],
  ['Max', statistics.max],
  ['Sum', statistics.sum],
  ['Range', statistics.range],
  ['Median', statistics.median],
  ['Stddev', statistics.stddev],
  ['Earliest', statistics.earliest],
  ['Latest', statistics.latest],
  ['Checked', values => values.filter(value => value === true).length],
  ['Unchecked', values => values.filter(value => value === false).length],
  ['Empty', values => values.filter(isEmpty).length],
  ['Filled', values => values.filter(value => !isEmpty(value)).length],
  [
    'Unique',
    (values, means) => {
      const found = new Set<string>();
      for (const value of values) if (!isEmpty(value)) found.add(identity(value, means));
      return found.size;
    },
  ],
]);
