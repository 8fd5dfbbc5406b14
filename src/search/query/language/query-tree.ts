/** The parsed query, as a tree, and errors that point to a place in it. */

import { ToolFailure } from '../../../errors';
import { cutText, jsonLine } from '../../../utils/text/pieces';

/** A part of the query, in UTF-16 units. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export const operatorNames = [
  ...(['path', 'file', 'content', 'tag'] as const),
  ...(['line', 'block', 'section', 'task', 'task-todo', 'task-done'] as const),
  ...(['match-case', 'ignore-case'] as const),
] as const;

export type OperatorName = (typeof operatorNames)[number];

/** A word, a phrase in quotes, or the source of a regular expression between slashes. */
interface TextNode {
  readonly kind: 'word' | 'phrase' | 'pattern';
  readonly text: string;
  readonly place: Place;
  /** Whether an `AND` is beside the word or its group, so that no note may lack it. */
  readonly isDemanded?: boolean;
}

/** `operator:operand`. */
interface OperatorNode {
  readonly kind: 'operator';
  readonly name: OperatorName;
  readonly operand: QueryNode;
  readonly place: Place;
}

/** `[name]` or `[name:value]`. */
interface PropertyNode {
  readonly kind: 'property';
  /** A `phrase` if it was written without operators. */
  readonly name: QueryNode;
  readonly value: QueryNode | undefined;
  readonly place: Place;
}

/** `<5` and the like, in the value of a property. */
interface ComparisonNode {
  readonly kind: 'comparison';
  readonly relation: '<' | '<=' | '>' | '>=';
  readonly text: string;
  readonly place: Place;
}

/** Both have at least two members. */
interface GroupNode {
  readonly kind: 'all' | 'any';
  readonly nodes: readonly QueryNode[];
  readonly place: Place;
}

interface NotNode {
  readonly kind: 'not';
  readonly node: QueryNode;
  readonly place: Place;
}

/** A node other than `AND`, `OR` or a minus. */
export type SingleNode = TextNode | OperatorNode | PropertyNode | ComparisonNode;

type AnyNode = SingleNode | GroupNode | NotNode;

export type QueryNode<Kind extends AnyNode['kind'] = AnyNode['kind']> = Extract<
  AnyNode,
  { readonly kind: Kind }
>;

interface Joining<Test> {
  all(tests: readonly Test[]): Test;
  any(tests: readonly Test[]): Test;
  not(test: Test): Test;
}

export function joinedTest<Test>(
  node: QueryNode,
  joining: Joining<Test>,
  testOf: (node: SingleNode) => Test,
): Test {
  const below = (child: QueryNode): Test => joinedTest(child, joining, testOf);
  if ('nodes' in node) return joining[node.kind](node.nodes.map(below));
  if (node.kind === 'not') return joining.not(below(node.node));
  return testOf(node);
}

/** A node and all nodes below it. @param descends whether to visit a node's children */
export function* nodesOf(
  node: QueryNode,
  descends: (node: QueryNode) => boolean = () => true,
): Generator<QueryNode, void> {
  yield node;
  if (!descends(node)) return;
  for (const child of childrenOf(node)) yield* nodesOf(child, descends);
}

function childrenOf(node: QueryNode): readonly QueryNode[] {
  if (node.kind === 'all' || node.kind === 'any') return node.nodes;
  if (node.kind === 'not') return [node.node];
  if (node.kind === 'operator') return [node.operand];
  if (node.kind !== 'property') return [];
  return node.value === undefined ? [node.name] : [node.name, node.value];
}

const maxShownLength = 60;

/** A failure that points to a place. @param problem continues the sentence: "is not closed" */
export function queryProblem(query: string, place: Place, problem: string, hint: string): ToolFailure {
  const piece = shownPiece(query, place);
  return new ToolFailure(
    'invalid_query',
    `${piece} at character ${place.start + 1} of \`query\` ${problem}.`,
    {
      hint,
    },
  );
}

/**
 * Compiles a pattern in a query; errors name its place.
 * @param place of the pattern with its slashes
 * @param read receives the pattern in quotes, as its name in errors
 */
export function withPlace<Result>(
  query: string,
  { start, end }: Place,
  read: (name: string) => Result,
): Result {
  const slash = query.lastIndexOf('/', end - 1);
  try {
    return read(shownPiece(query, { start: start + 1, end: slash }));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, message, hint } = error;
    throw new ToolFailure(code, `At character ${start + 1} of \`query\`: ${message}`, { hint });
  }
}

/** A piece of the query on one line, cut if it is long. */
export function shownPiece(query: string, { start, end }: Place): string {
  const piece = query.slice(start, end).replace(/\s+/gu, () => ' ');
  return jsonLine(piece.length > maxShownLength ? `${cutText(piece, maxShownLength)}…` : piece);
}
