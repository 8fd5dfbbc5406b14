/**
 * JsonLogic over plain data. A rule is checked and compiled once; nothing in it can reach code or prototypes, and
 * each evaluation has a budget.
 */

import { ToolFailure } from '../../errors';
import { LogicBudget, QueryBudget } from './budget';
import type { Evaluate, Operator } from './evaluation';
import { type PatternOperators, patternOperators, type PatternOptions } from './pattern-operators';
import { scalarOperators } from './scalar-operators';
import { structureOperators } from './structure-operators';
import { isTruthy } from './values';

const maxDepth = 64;
const maxNodes = 10_000;
const maxPatterns = 100;

export interface LogicRule {
  /** Whether the rule holds. @throws ToolFailure `budget_exceeded`; `invalid_query` for a pattern or date within. */
  readonly test: (data: unknown) => boolean;
  readonly evaluate: (data: unknown, budget?: LogicBudget) => unknown;
  /** Compile the patterns that the rule names; each may take 30 ms. @throws ToolFailure `invalid_query` */
  readonly preparations: readonly (() => void)[];
  /** The first names of all paths that the rule reads; undefined if it may read anything. */
  readonly reads: ReadonlySet<string> | undefined;
}

/**
 * @param rule as JSON gives it.
 * @param argument how failures call it.
 * @throws ToolFailure `invalid_query` for an unknown operator, or one nested too deep or too large.
 */
export function compileLogic(rule: unknown, options: PatternOptions, argument = 'filter'): LogicRule {
  const compiler = new LogicCompiler(options, argument);
  const compiled = compiler.compile(rule, 0);
  const inAll = new QueryBudget();
  const evaluate = (data: unknown, budget = new LogicBudget(undefined, inAll)): unknown =>
    compiled({ data, budget });
  const { reads, preparations } = compiler;
  return { evaluate, test: data => isTruthy(evaluate(data)), reads, preparations };
}

class LogicCompiler {
  readonly preparations: (() => void)[] = [];
  readonly #patterns: PatternOperators;
  readonly #operators: ReadonlyMap<string, Operator>;
  readonly #paths = new Set<string>();
  #readsAnything = false;
  #nodes = 0;

  constructor(
    options: PatternOptions,
    private readonly argument: string,
  ) {
    this.#patterns = patternOperators(options);
    const operators = { ...scalarOperators, ...structureOperators, ...this.#patterns.operators };
    this.#operators = new Map(Object.entries(operators));
  }

  get reads(): ReadonlySet<string> | undefined {
    return this.#readsAnything ? undefined : this.#paths;
  }

  compile(rule: unknown, depth: number): Evaluate {
    this.#nodes += 1;
    if (depth > maxDepth) throw this.#invalid(`nests deeper than ${maxDepth} levels`);
    if (this.#nodes > maxNodes) throw this.#invalid(`has more than ${maxNodes} parts`);
    if (Array.isArray(rule)) {
      const items = rule.map(item => this.compile(item, depth + 1));
      return scope => {
        scope.budget.spend(1 + items.length);
        return items.map(item => item(scope));
      };
    }
    const entries = typeof rule === 'object' && rule !== null ? Object.entries(rule) : [];
    const [only] = entries;
    return entries.length === 1 && only !== undefined
      ? this.#compileOperator(only[0], only[1], depth)
      : () => rule;
  }

  #compileOperator(name: string, given: unknown, depth: number): Evaluate {
    const operator = this.#operators.get(name);
    if (operator === undefined) throw this.#unknown(name);
    const list: readonly unknown[] = Array.isArray(given) ? given : [given];
    this.#note(name, list);
    this.#prepare(name, list[0]);
    const args = list.map(item => this.compile(item, depth + 1));
    return scope => {
      scope.budget.spend(1);
      return operator(args, scope);
    };
  }

  #prepare(name: string, pattern: unknown): void {
    const prepare = this.#patterns.prepare[name];
    if (prepare === undefined || typeof pattern !== 'string') return;
    this.preparations.push(() => prepare(pattern));
    if (this.preparations.length > maxPatterns) throw this.#invalid(`has more than ${maxPatterns} patterns`);
  }

  /** Remembers what the rule reads. Paths within `map` and its like count too: that is more than is read. */
  #note(name: string, [first, ...others]: readonly unknown[]): void {
    if (name === 'var') this.#notePath(first);
    else if (name === 'missing')
      for (const key of Array.isArray(first) ? first : [first, ...others]) this.#notePath(key);
    else if (name === 'missing_some')
      for (const key of Array.isArray(others[0]) ? others[0] : ['']) this.#notePath(key);
  }

  #notePath(path: unknown): void {
    if (typeof path === 'string' && path !== '') this.#paths.add(path.split('.', 1)[0] ?? path);
    else this.#readsAnything = true;
  }

  #unknown(name: string): ToolFailure {
    const shown = /^[\w!=<>+*/%?:-]{1,20}$/u.test(name) ? ` \`${name}\`` : '';
    return this.#invalid(`uses an unknown operator${shown}`, [...this.#operators.keys()].join(', '));
  }

  #invalid(problem: string, known?: string): ToolFailure {
    const hint = known === undefined ? {} : { hint: `Known operators: ${known}.` };
    return new ToolFailure('invalid_query', `\`${this.argument}\` ${problem}.`, hint);
  }
}
