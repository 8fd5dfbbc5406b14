/** Regular expressions: created from literals, run in linear time, counted for each base. */

import { ToolFailure } from '../../errors';
import { compilePattern, costOfPattern } from '../../search/match/compiled-pattern';
import type { Scope } from '../evaluation/scope';
import { errorOf, type ErrorValue, type PatternMatch, type PatternValue } from '../values/value';
import type { Budget } from '../evaluation/budget';

/** Steps per unit of a pattern's cost (measured). */
const stepsPerCost = 4;
const knownFlags = /^[gimsu]*$/u;

/** Compiling takes up to 50 microseconds for a character. */
const maxPatternLength = 500;

/** @returns an error for a pattern that is malformed, or that cannot be matched in linear time */
function patternOf(source: string, flags: string): PatternValue | ErrorValue {
  if (source.length > maxPatternLength)
    return errorOf(`Regular expression: longer than ${maxPatternLength} characters.`);
  if (!knownFlags.test(flags)) return errorOf(`The flags "${flags}" of a regular expression are not known.`);
  // By default the engine lets `^` and `$` match at every line.
  const prefix = `(?${flags.includes('s') ? 's' : ''}${flags.includes('m') ? '' : '-m'})`;
  try {
    const caseSensitive = !flags.includes('i');
    const compiled = compilePattern(
      prefix === '(?)' ? source : prefix + source,
      { caseSensitive },
      'pattern',
    );
    return {
      kind: 'pattern',
      source: `/${source}/${flags}`,
      isGlobal: flags.includes('g'),
      cost: costOfPattern(compiled),
      *matches(text) {
        const matcher = compiled.matcher(text);
        while (matcher.find()) {
          const groups: (string | undefined)[] = [];
          for (let index = 0; index <= matcher.groupCount(); index += 1)
            groups.push(matcher.group(index) ?? undefined);
          yield { start: matcher.start(), end: matcher.end(), groups };
        }
      },
    };
  } catch (error) {
    if (error instanceof ToolFailure) return errorOf(`Regular expression: ${error.message}`);
    throw error;
  }
}

/** The matches in a text; their cost is charged before the search. */
export function searching(text: string, pattern: PatternValue, { budget }: Scope): Iterable<PatternMatch> {
  budget.spend(1 + text.length * pattern.cost * stepsPerCost);
  return pattern.matches(text);
}

/** Replaces matches, filling in `$1`, `$2`, `$&` and `$$`. */
export function replaced(text: string, pattern: PatternValue, replacement: string, scope: Scope): string {
  const { budget } = scope;
  const pieces: string[] = [];
  let end = 0;
  let length = text.length;
  for (const match of searching(text, pattern, scope)) {
    budget.spend(match.groups.length);
    budget.spendOnReading(replacement.length);
    const filled = filledIn(replacement, match.groups, group => {
      budget.spendOnReading(group.length);
      budget.checkText((length += group.length));
    });
    budget.checkText((length += replacement.length));
    pieces.push(text.slice(end, match.start), filled);
    end = match.end;
    if (!pattern.isGlobal) break;
  }
  return pieces.join('') + text.slice(end);
}

/** @param pay takes each group before it is put in */
function filledIn(replacement: string, groups: PatternMatch['groups'], pay: (group: string) => void): string {
  if (!replacement.includes('$')) return replacement;
  return replacement.replace(/\$(?:([$&])|(\d{1,2}))/gu, (all, sign?: string, digits?: string) => {
    if (sign === '$') return '$';
    const index = sign === '&' ? 0 : Number(digits);
    const isGroup = sign === '&' || (index >= 1 && index < groups.length);
    const group = isGroup ? (groups[index] ?? '') : all;
    pay(group);
    return group;
  });
}

/** The pieces of a text between the matches, with the groups between them, like JavaScript's `split`. */
export function piecesBy(text: string, pattern: PatternValue, scope: Scope): string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const match of searching(text, pattern, scope)) {
    if (match.end === match.start && (match.start === 0 || match.start === text.length)) continue;
    scope.budget.spend(1 + match.groups.length);
    pieces.push(text.slice(end, match.start), ...match.groups.slice(1).map(group => group ?? ''));
    end = match.end;
  }
  return [...pieces, text.slice(end)];
}

/** Distinct patterns in one base: compiling one may take a few milliseconds. */
const maxPatterns = 50;
/** Total length of the patterns checked when a base is read; the rest are checked when they first run. */
const maxChecked = 200;
/** Steps per character for compiling a pattern while a row is evaluated. */
const stepsPerCharacter = 60;

/** A regular expression of a base. It is compiled when it is first needed. */
export class LazyPattern {
  #value: PatternValue | ErrorValue | undefined;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  /** @param budget charged if the pattern is not compiled yet. @throws LimitReached */
  value(budget?: Budget): PatternValue | ErrorValue {
    if (this.#value !== undefined) return this.#value;
    budget?.spend(this.source.length * stepsPerCharacter);
    return (this.#value = patternOf(this.source, this.flags));
  }
}

const tooMany = errorOf(`A base has at most ${maxPatterns} regular expressions.`);

/** Stands in for patterns beyond the limit. */
const refused = { value: () => tooMany };

/** The distinct regular expressions of one base. */
export class BasePatterns {
  readonly #patterns = new Map<string, LazyPattern>();
  #checked = 0;

  of(source: string, flags: string): Pick<LazyPattern, 'value'> {
    const key = `/${source}/${flags}`;
    const known = this.#patterns.get(key);
    if (known !== undefined) return known;
    if (this.#patterns.size === maxPatterns) return refused;
    const made = new LazyPattern(source, flags);
    this.#patterns.set(key, made);
    return made;
  }

  /** What is wrong with a pattern, if that is known when the base is read. */
  problemOf(source: string, flags: string): ErrorValue | undefined {
    const pattern = this.of(source, flags);
    if (pattern !== refused && (this.#checked += source.length) > maxChecked) return undefined;
    const value = pattern.value();
    return value.kind === 'error' ? value : undefined;
  }

  /** All patterns, for compiling them before the first row. */
  all(): LazyPattern[] {
    return [...this.#patterns.values()];
  }
}
