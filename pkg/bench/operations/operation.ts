/** A row of the benchmark: one call of one tool, with its expected result. */
import { z } from 'zod';
import type { LimitName } from '../limits';
import type { ToolResult } from '../product/mcp-client';
import type { Truth } from '../vault/truth';

export interface Occasion {
  readonly truth: Truth;
  /** The folder that is served. */
  readonly vault: string;
  /** Counts the calls of this operation, so that each call of a writer writes something else. */
  readonly run: number;
}

/** The limits are for so many notes. */
export const referenceNotes = 10_000;

/** How many times larger a vault is, for timeouts; 1 for a smaller one. */
export function timesReference(notes: number): number {
  return Math.max(1, notes / referenceNotes);
}

export interface Operation {
  readonly name: string;
  readonly tool: string;
  /** That its median must keep. */
  readonly limit?: LimitName;
  /** Texts by path that are written into the vault first; the row begins when its result is right. */
  readonly files?: (occasion: Occasion) => Readonly<Record<string, string>>;
  /** Works in a note of 2 MB, whose blocks have a limit of their own. */
  readonly isLarge?: boolean;
  /** A result may end before all rows are in it; all pages together are checked, the first is timed. */
  readonly isPaged?: boolean;
  /** Every second call reverts the one before it, so that an even number of calls leaves the vault as it was. */
  readonly isPaired?: boolean;
  args(occasion: Occasion): Record<string, unknown>;
  /** What is wrong with the result; undefined if it is right. */
  wrong(answer: ToolResult, occasion: Occasion): string | undefined;
}

/** @returns undefined if both are equal, else the difference in words */
export function expected(what: string, actual: unknown, wanted: unknown): string | undefined {
  const is = JSON.stringify(actual);
  const should = JSON.stringify(wanted);
  return is === should ? undefined : `${what} is ${shortened(is)}, not ${shortened(should)}`;
}

export function firstWrong(...problems: readonly (string | undefined)[]): string | undefined {
  return problems.find(problem => problem !== undefined);
}

/** The string under `key` of every item of a list in a result, sorted. */
export function stringsOf({ structured }: ToolResult, list: string, key: string): string[] {
  return recordsOf(structured[list])
    .map(item => String(item[key]))
    .sort();
}

export function recordsOf(list: unknown): Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).catch([]).parse(list);
}

function shortened(json: string | undefined): string {
  return json === undefined || json.length < 80 ? String(json) : `${json.slice(0, 77)}…`;
}
