/** Tests that can pause: joined to others, and of short values such as paths, tags, names and values of properties. */

import type { ToolFailure } from '../../errors';
import type { Steps } from '../../utils/slicing/steps';
import { queryProblem } from '../query/language/query-problem';
import type { ComparisonNode, QueryNode, TextNode } from '../query/language/query-tree';

export type Test<Subject> = (subject: Subject) => Steps<boolean>;

export function allOf<Subject>(tests: readonly Test<Subject>[]): Test<Subject> {
  return function* (subject) {
    for (const test of tests) if (!(yield* test(subject))) return false;
    return true;
  };
}

export function anyOf<Subject>(tests: readonly Test<Subject>[]): Test<Subject> {
  return function* (subject) {
    for (const test of tests) if (yield* test(subject)) return true;
    return false;
  };
}

export function not<Subject>(test: Test<Subject>): Test<Subject> {
  return function* (subject) {
    return !(yield* test(subject));
  };
}

/** Whether the values of one note pass: each word must match one of them. */
export type ValueTest<Value> = Test<readonly Value[]>;

export interface ValueReading<Value> {
  readonly query: string;
  /** The name of the field in the query, such as `path:`. */
  readonly owner: string;
  /** The test of one word, phrase, pattern or comparison. */
  leaf(node: TextNode | ComparisonNode, caseSensitive: boolean): Test<Value>;
}

/** @throws ToolFailure `invalid_query` for an operator that is not allowed there */
export function valueTest<Value>(
  node: QueryNode,
  reading: ValueReading<Value>,
  caseSensitive: boolean,
): ValueTest<Value> {
  const below = (child: QueryNode): ValueTest<Value> => valueTest(child, reading, caseSensitive);
  switch (node.kind) {
    case 'all':
      return allOf(node.nodes.map(below));
    case 'any':
      return anyOf(node.nodes.map(below));
    case 'not':
      return not(below(node.node));
    case 'operator':
      if (node.name !== 'match-case' && node.name !== 'ignore-case') throw misplaced(node, reading);
      return valueTest(node.operand, reading, node.name === 'match-case');
    case 'property':
      throw misplaced(node, reading);
    case 'word':
    case 'phrase':
    case 'pattern':
    case 'comparison':
      return someOf(reading.leaf(node, caseSensitive));
  }
}

function misplaced({ place }: QueryNode, { query, owner }: { query: string; owner: string }): ToolFailure {
  return queryProblem(
    query,
    place,
    `cannot stand within \`${owner}\``,
    `Write it beside \`${owner}\`, not within it. In quotes it is text.`,
  );
}

function someOf<Value>(test: Test<Value>): ValueTest<Value> {
  return function* (values) {
    for (const value of values) if (yield* test(value)) return true;
    return false;
  };
}
