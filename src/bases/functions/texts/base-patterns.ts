import type { Budget } from '../../evaluation/budget';
import { errorOf, type ErrorValue, type PatternValue } from '../../values/value';
import { patternOf } from './patterns';

/** Different ones in one base: compiling one may take some milliseconds. */
const maxPatterns = 50;
/** Characters of patterns that are checked when a base is read; others are when they first run. */
const maxChecked = 200;
/** Steps for each character of a pattern that is compiled while a row is evaluated. */
const stepsPerCharacter = 60;

/** A regular expression of a base. It is compiled when it is first needed. */
export class LazyPattern {
  #value: PatternValue | ErrorValue | undefined;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  /** @param budget what pays where it was not compiled before. @throws LimitReached */
  value(budget?: Budget): PatternValue | ErrorValue {
    if (this.#value !== undefined) return this.#value;
    budget?.spend(this.source.length * stepsPerCharacter);
    return (this.#value = patternOf(this.source, this.flags));
  }
}

const tooMany = errorOf(`A base has at most ${maxPatterns} regular expressions.`);

/** Stands for those beyond the limit. */
const refused = { value: () => tooMany };

/** The regular expressions of one base, equal ones once. */
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

  /** What is wrong with one, if that is known when the base is read. */
  problemOf(source: string, flags: string): ErrorValue | undefined {
    const pattern = this.of(source, flags);
    if (pattern !== refused && (this.#checked += source.length) > maxChecked) return undefined;
    const value = pattern.value();
    return value.kind === 'error' ? value : undefined;
  }

  /** All, so that they are compiled before the first row. */
  all(): LazyPattern[] {
    return [...this.#patterns.values()];
  }
}
