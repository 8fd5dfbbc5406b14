/** The syntax tree of a glob, and its limits. */

import { ToolFailure } from '../../errors';

export const maxPatterns = 64;
export const maxPatternLength = 512;
export const maxAlternatives = 1000;

/** One character out of a `[…]`; never a slash. */
export interface CharacterSet {
  readonly negated: boolean;
  /** First and last code point of each range. */
  readonly ranges: readonly (readonly [number, number])[];
  /** The text is folded to lower case, the set is not. */
  readonly ignoresCase: boolean;
}

/** `{a,b}` is represented as exactly one of its alternatives, like `@(a|b)`. */
export type GroupMode = '@' | '?' | '*' | '+' | '!';

export type GlobNode =
  | { readonly kind: 'character'; readonly code: number }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  /** `?` */
  | { readonly kind: 'one' }
  /** `*` */
  | { readonly kind: 'star' }
  /** `**` */
  | { readonly kind: 'globstar' }
  /** `**` with its slash; at the start of a segment both may be missing. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'group'; readonly mode: GroupMode; readonly alternatives: readonly Sequence[] };

export type Sequence = readonly GlobNode[];

export const slash = 47;

export function isSlash(node: GlobNode | undefined): boolean {
  return node?.kind === 'character' && node.code === slash;
}

/** @param where the caller's name for the pattern, such as "Pattern 2 of `includes`". */
export function tooManyAlternatives(where: string): ToolFailure {
  return new ToolFailure(
    'invalid_query',
    `${where} stands for more than ${maxAlternatives} alternatives in braces.`,
    { hint: 'Give fewer braces, or several patterns.' },
  );
}

export function tooLong(where: string, length: number): ToolFailure {
  return new ToolFailure(
    'invalid_query',
    `${where} has ${length} characters; at most ${maxPatternLength} are allowed.`,
    { hint: 'Give a shorter pattern, or several.' },
  );
}

export function tooManyPatterns(argument: string, count: number): ToolFailure {
  return new ToolFailure(
    'invalid_query',
    `\`${argument}\` has ${count} patterns; at most ${maxPatterns} are allowed.`,
    { hint: 'Give fewer patterns; braces and `**` can stand for many.' },
  );
}
