/** Additional operators: globs, regular expressions, dates. */

import { type DateClock, parseDate, toIso } from '../../../utils/dates';
import { GlobUtils } from '../../../utils/glob-utils';
import { compilePattern, costOfPattern } from '../../../search/match/compiled-pattern';
import { isList, type Operator, type Scope, toText } from './values';

/** A pattern from a note is compiled for it: at most 30 ms, so two fit into a note's budget. */
const compileCost = 40_000;
const maxRemembered = 100;
/** Beside its length: a date takes 8 µs if it is ISO, and 0.3 ms if it is in words. */
const [isoCost, wordsCost] = [30, 1500];
/** Parsing words takes quadratic time in their length: 3 ms for the longest. */
const dateCost = 4;
const maxDateLength = 100;
const isoDate = /^\d{4}-[\dT:.Z+-]*$/u;

type Test = (text: string) => boolean;

export interface PatternOptions {
  readonly clock: DateClock;
  /** Whether globs ignore letter case. */
  readonly caseInsensitive: boolean;
}

export interface PatternOperators {
  readonly operators: Readonly<Record<string, Operator>>;
  /** Compiles a pattern of the rule before the first note. */
  readonly prepare: Readonly<Record<string, ((pattern: string) => void) | undefined>>;
}

export function patternOperators({ clock, caseInsensitive }: PatternOptions): PatternOperators {
  const glob = new Patterns(pattern => {
    const filter = GlobUtils.compile([pattern], undefined, { caseInsensitive, argument: 'filter' });
    return { test: filter.matchesIncludes, cost: 1 };
  });
  const regexp = new Patterns(pattern => {
    const compiled = compilePattern(pattern, { caseSensitive: true }, 'filter');
    return { test: text => compiled.test(text), cost: costOfPattern(compiled) };
  });
  const dates = new Map<string, string>();
  return {
    operators: {
      glob: glob.operator,
      regexp: regexp.operator,
      date: (args, scope) => {
        const text = toText(args[0]?.(scope), scope.budget);
        const known = dates.get(text);
        if (known !== undefined) return known;
        const length = Math.min(text.length, maxDateLength);
        scope.budget.spend(isoDate.test(text) ? isoCost + length : wordsCost + dateCost * length ** 2);
        const { from, hasTime } = parseDate(text, clock, 'filter');
        const date = hasTime ? toIso(from) : localDay(new Date(from));
        if (dates.size >= maxRemembered) dates.clear();
        dates.set(text, date);
        return date;
      },
    },
    prepare: { glob: pattern => glob.prepare(pattern), regexp: pattern => regexp.prepare(pattern) },
  };
}

interface Compiled {
  readonly test: Test;
  /** Steps per character. */
  readonly cost: number;
}

/** `[pattern, value]`: whether a text, or any member of a list, matches. */
class Patterns {
  /** Patterns of the rule, and those from notes. */
  readonly #own = new Map<string, Compiled>();
  readonly #others = new Map<string, Compiled>();

  constructor(private readonly compile: (pattern: string) => Compiled) {}

  prepare(pattern: string): void {
    if (!this.#own.has(pattern)) this.#own.set(pattern, this.compile(pattern));
  }

  readonly operator: Operator = (args, scope) => {
    const pattern = toText(args[0]?.(scope), scope.budget);
    const { test, cost } = this.#own.get(pattern) ?? this.#other(pattern, scope);
    const subject = args[1]?.(scope);
    const texts = isList(subject) ? subject : [subject];
    scope.budget.spend(texts.length);
    for (const text of texts) {
      if (typeof text !== 'string' && typeof text !== 'number') continue;
      scope.budget.spend(Math.ceil(String(text).length * cost));
      if (test(String(text))) return true;
    }
    return false;
  };

  #other(pattern: string, { budget }: Scope): Compiled {
    const known = this.#others.get(pattern);
    if (known !== undefined) return known;
    budget.spend(compileCost);
    if (this.#others.size >= maxRemembered) this.#others.clear();
    const compiled = this.compile(pattern);
    this.#others.set(pattern, compiled);
    return compiled;
  }
}

/** A day compares with days in properties, and with times on that day. */
function localDay(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
