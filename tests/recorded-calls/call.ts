import type { Given } from './answer';

export type Who = 'owner' | 'reader' | 'scribe';

/** One call; `pages` more follow, each with the cursor of the answer before. */
export interface Call {
  readonly who: Who;
  readonly tool: string;
  /** What it is given, or how that is found in the answers of the calls before it in the same story. */
  readonly given: Given | ((before: readonly Record<string, unknown>[]) => Given);
  readonly pages?: number;
}

type Calls = (tool: string, ...given: readonly Call['given'][]) => Call[];

const by =
  (who: Who): Calls =>
  (tool, ...given) =>
    given.map(one => ({ who, tool, given: one }));

/** The calls of one tool with each of these arguments, by a token. */
export const owner = by('owner');
/** May read, but not see `Letters` and `Generated/Closed`. */
export const reader = by('reader');
/** May write in `Projects` and in `Generated/Projects`, and see everything but `Letters`. */
export const scribe = by('scribe');

/** With that many pages after the first. */
export const paged = (pages: number, calls: readonly Call[]): Call[] =>
  calls.map(call => ({ ...call, pages }));

/** Calls that build on each other, over a vault that nobody has changed before. */
export type Story = readonly Call[];

export const each = (calls: readonly Call[]): Story[] => calls.map(call => [call]);
