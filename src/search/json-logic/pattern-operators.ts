/** Operators of our own: globs, regular expressions, dates. */

import { type DateClock, parseDate, toIso } from '../../utils/dates';
import { GlobUtils } from '../../utils/glob-utils';
import { compilePattern } from '../query/regex-pattern';
import { type Operator, value } from './evaluation';
import { isList, toText } from './values';

/** A pattern that is worked out by the rule is compiled for each note. */
const compileCost = 1000;
const maxCompiled = 100;

type Test = (text: string) => boolean;

export interface PatternOptions {
  readonly clock: DateClock;
  /** Letter case does not count in globs. */
  readonly caseInsensitive: boolean;
}

export function patternOperators({ clock, caseInsensitive }: PatternOptions): Record<string, Operator> {
  return {
    glob: matching(pattern => {
      const filter = GlobUtils.compile([pattern], undefined, { caseInsensitive, argument: 'filter' });
      return filter.matchesIncludes;
    }),
    regexp: matching(pattern => {
      const compiled = compilePattern(pattern, { caseSensitive: true }, 'filter');
      return text => compiled.test(text);
    }),
    date: (args, scope) => {
      const { from, hasTime } = parseDate(toText(value(args, 0, scope), scope.budget), clock, 'filter');
      return hasTime ? toIso(from) : localDay(new Date(from));
    },
  };
}

/** `[pattern, value]`: whether a text, or any member of a list, matches. */
function matching(compile: (pattern: string) => Test): Operator {
  const compiled = new Map<string, Test>();
  return (args, scope) => {
    const pattern = toText(value(args, 0, scope), scope.budget);
    let test = compiled.get(pattern);
    if (test === undefined) {
      scope.budget.spend(compileCost);
      if (compiled.size >= maxCompiled) compiled.clear();
      compiled.set(pattern, (test = compile(pattern)));
    }
    const subject = value(args, 1, scope);
    const texts = isList(subject) ? subject : [subject];
    scope.budget.spend(texts.length);
    for (const text of texts) {
      if (typeof text !== 'string' && typeof text !== 'number') continue;
      scope.budget.spend(String(text).length);
      if (test(String(text))) return true;
    }
    return false;
  };
}

/** A day compares with days as they stand in properties, and with moments of that day. */
function localDay(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
