/** JsonLogic over plain data, compiled once: no access to code or prototypes, and a budget for each evaluation. */

import { ToolFailure } from '../../../errors';
import { comparisonProblem, valueKind } from '../../../utils/properties/condition-values';
import { namedField } from '../../../utils/properties/note-field-names';
import type { LinkForms } from '../../../utils/properties/link-values';
import { bareTag } from '../../../utils/properties/property-names';
import {
  plainOperators,
  type PatternOperators,
  patternOperators,
  type PatternOptions,
  type Evaluate,
  isTruthy,
  LogicBudget,
  type Operator,
  stepsInAll,
} from './operators';

const maxDepth = 64;
const maxNodes = 10_000;
const maxPatterns = 100;

export interface LogicRule {
  /** Whether the rule holds. @throws ToolFailure `budget_exceeded`; `invalid_query` for a pattern or date within. */
  readonly test: (data: unknown, linkForms?: LinkForms) => boolean;
  readonly evaluate: (data: unknown, budget?: LogicBudget, linkForms?: LinkForms) => unknown;
  /** Compile the patterns in the rule; each may take 30 ms. @throws ToolFailure `invalid_query` */
  readonly preparations: readonly (() => void)[];
  /** All paths of the data that the rule reads; undefined if it may read anything. */
  readonly reads: ReadonlySet<string> | undefined;
  /** The tags that the rule names as members of `tags`, without `#`. */
  readonly tags: ReadonlySet<string>;
}

/**
 * @param rule as JSON.
 * @throws ToolFailure `invalid_query` for an unknown operator, or a rule nested too deep or too large.
 */
export function compileLogic(rule: unknown, options: PatternOptions): LogicRule {
  const compiler = new LogicCompiler(options);
  const compiled = compiler.compile(rule, 0);
  const inAll = stepsInAll();
  const evaluate = (
    data: unknown,
    budget = new LogicBudget(undefined, inAll),
    linkForms?: LinkForms,
  ): unknown => compiled({ data, budget, linkForms });
  const { reads, preparations, tags } = compiler;
  return {
    evaluate,
    test: (data, linkForms) => isTruthy(evaluate(data, undefined, linkForms)),
    reads,
    preparations,
    tags,
  };
}

class LogicCompiler {
  readonly preparations: (() => void)[] = [];
  readonly tags = new Set<string>();
  readonly #patterns: PatternOperators;
  readonly #operators: ReadonlyMap<string, Operator>;
  readonly #paths = new Set<string>();
  #readsAnything = false;
  #nodes = 0;
  /** Number of enclosing operators whose data are the members of a list. */
  #innerScopes = 0;
  /** Number of enclosing operators that compare with tags. */
  #tagScopes = 0;

  constructor(options: PatternOptions) {
    this.#patterns = patternOperators(options);
    const operators = { ...plainOperators, ...this.#patterns.operators };
    this.#operators = new Map(Object.entries(operators));
  }

  get reads(): ReadonlySet<string> | undefined {
    return this.#readsAnything ? undefined : this.#paths;
  }

  compile(rule: unknown, depth: number): Evaluate {
    this.#nodes += 1;
    if (depth > maxDepth) throw this.#invalid(`is nested more than ${maxDepth} levels deep`);
    if (this.#nodes > maxNodes) throw this.#invalid(`has more than ${maxNodes} parts`);
    if (Array.isArray(rule)) {
      const items = rule.map(item => this.compile(item, depth + 1));
      return scope => {
        scope.budget.spend(1 + items.length);
        return items.map(item => item(scope));
      };
    }
    if (typeof rule === 'string') return constant(this.#textOf(rule));
    const entries = typeof rule === 'object' && rule !== null ? Object.entries(rule) : [];
    const [only] = entries;
    return entries.length === 1 && only !== undefined
      ? this.#compileOperator(only[0], only[1], depth)
      : constant(rule);
  }

  /** As operators compare it, see `composed`. */
  #textOf(text: string): string {
    return (this.#tagScopes > 0 ? bareTag(text) : text).normalize('NFC');
  }

  #compileOperator(name: string, given: unknown, depth: number): Evaluate {
    const operator = this.#operators.get(name);
    if (operator === undefined) throw this.#unknown(name);
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    this.#note(name, list);
    this.#prepare(name, list[0]);
    if (name === 'glob' || name === 'regexp') this.#checkPattern(name, list);
    if (comparisons.has(name) && this.#innerScopes === 0) this.#checkComparison(name, list);
    const comparesTags = list.some(readsTags);
    if (comparesTags) this.#tagScopes += 1;
    if (comparesTags && name === 'in')
      for (const tag of list) if (typeof tag === 'string') this.tags.add(bareTag(tag));
    const args = list.map((item, index) => {
      const isInner = index === 1 && overMembers.has(name);
      if (isInner) this.#innerScopes += 1;
      const compiled = this.compile(item, depth + 1);
      if (isInner) this.#innerScopes -= 1;
      return compiled;
    });
    if (comparesTags) this.#tagScopes -= 1;
    return scope => {
      scope.budget.spend(1);
      return operator(args, scope);
    };
  }

  #prepare(name: string, pattern: unknown): void {
    const prepare = this.#patterns.prepare[name];
    if (prepare === undefined || typeof pattern !== 'string') return;
    this.preparations.push(() => prepare(pattern.normalize('NFC')));
    if (this.preparations.length > maxPatterns) throw this.#invalid(`has more than ${maxPatterns} patterns`);
  }

  /** Swapped arguments would silently match nothing. */
  #checkPattern(name: string, [pattern, subject, ...others]: readonly unknown[]): void {
    const isSwapped = pathRead(pattern) !== undefined && typeof subject === 'string';
    if (!isSwapped && subject !== undefined && others.length === 0) return;
    throw this.#invalid(
      `has \`${name}\` with its arguments in the wrong order or number`,
      `Write {"${name}":[pattern, value]}: the pattern first, as {"${name}":["${name === 'glob' ? 'Work/**' : '^A'}",{"var":"path"}]}.`,
    );
  }

  /** @throws ToolFailure if a built-in field is compared with a constant of another kind */
  #checkComparison(name: string, list: readonly unknown[]): void {
    for (const path of list.map(pathRead)) {
      const field = typeof path === 'string' ? namedField(path) : undefined;
      // Whether a list compares depends on its members.
      if (field === undefined || field.root === 'frontmatter' || valueKind(field) === 'list') continue;
      for (const constant of list) {
        if (typeof constant !== 'string' && typeof constant !== 'number') continue;
        const found = comparisonProblem(field, constant);
        if (found !== undefined) throw this.#invalid(`${found.problem} in \`${name}\``, wayToCompare);
      }
    }
  }

  /** Records what the rule reads of a row; in `map` and the like it reads the members of a list. */
  #note(name: string, [first, ...others]: readonly unknown[]): void {
    if (this.#innerScopes > 0) return;
    if (name === 'var') this.#notePath(first);
    else if (name === 'missing')
      for (const key of Array.isArray(first) ? first : [first, ...others]) this.#notePath(key);
    else if (name === 'missing_some')
      for (const key of Array.isArray(others[0]) ? others[0] : ['']) this.#notePath(key);
  }

  #notePath(path: unknown): void {
    if (typeof path === 'string' && path !== '') this.#paths.add(path);
    else this.#readsAnything = true;
  }

  #unknown(name: string): ToolFailure {
    const shown = /^[\w!=<>+*/%?:-]{1,20}$/u.test(name) ? ` \`${name}\`` : '';
    const known = [...this.#operators.keys()].join(', ');
    const way = /^\p{L}/u.test(name) && shown !== '' ? wayToAsk(name) : '';
    return this.#invalid(`uses an unknown operator${shown}`, `${way}Known operators: ${known}.`);
  }

  #invalid(problem: string, hint?: string): ToolFailure {
    return new ToolFailure('invalid_query', `\`filter\` ${problem}.`, hint === undefined ? {} : { hint });
  }
}

/** The hint for a property written in place of an operator. */
function wayToAsk(name: string): string {
  return `For a property write \`where: ["${name}=value"]\`, or {"==":[{"var":"frontmatter.${name}"},"value"]}. `;
}

const wayToCompare =
  'Write {">":[{"var":"modified"},{"date":"last week"}]}, {">":[{"var":"wordCount"},100]} or {">":[{"var":"tasks.open"},0]}.';

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', '===', '!==']);

/** Operators whose second argument is evaluated for each member of the first. */
const overMembers: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'none', 'some', 'reduce']);

function readsTags(argument: unknown): boolean {
  const path = pathRead(argument);
  return typeof path === 'string' && path.toLowerCase() === 'tags';
}

/** The path that `{"var": path}` reads; undefined for any other argument. */
function pathRead(argument: unknown): unknown {
  return typeof argument === 'object' && argument !== null ? Reflect.get(argument, 'var') : undefined;
}

function constant(value: unknown): Evaluate {
  return () => value;
}
