/** The parsed query, as a tree. */

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
export interface TextNode {
  readonly kind: 'word' | 'phrase' | 'pattern';
  readonly text: string;
  readonly place: Place;
}

/** `operator:operand`. */
export interface OperatorNode {
  readonly kind: 'operator';
  readonly name: OperatorName;
  readonly operand: QueryNode;
  readonly place: Place;
}

/** `[name]` or `[name:value]`. */
export interface PropertyNode {
  readonly kind: 'property';
  /** A `phrase` if it was written without operators. */
  readonly name: QueryNode;
  readonly value: QueryNode | undefined;
  readonly place: Place;
}

/** `<5` and the like, in the value of a property. */
export interface ComparisonNode {
  readonly kind: 'comparison';
  readonly relation: '<' | '<=' | '>' | '>=';
  readonly text: string;
  readonly place: Place;
}

/** Both have at least two members. */
export interface GroupNode {
  readonly kind: 'all' | 'any';
  readonly nodes: readonly QueryNode[];
  readonly place: Place;
}

interface NotNode {
  readonly kind: 'not';
  readonly node: QueryNode;
  readonly place: Place;
}

/** What is not joined to others by `AND`, `OR` or a minus. */
export type SingleNode = TextNode | OperatorNode | PropertyNode | ComparisonNode;

export type QueryNode = SingleNode | GroupNode | NotNode;

/** How tests are joined to one. */
export interface Joining<Test> {
  all(tests: readonly Test[]): Test;
  any(tests: readonly Test[]): Test;
  not(test: Test): Test;
}

/** Compiles a tree to one test. */
export function joinedTest<Test>(
  node: QueryNode,
  joining: Joining<Test>,
  testOf: (node: SingleNode) => Test,
): Test {
  const below = (child: QueryNode): Test => joinedTest(child, joining, testOf);
  switch (node.kind) {
    case 'all':
      return joining.all(node.nodes.map(below));
    case 'any':
      return joining.any(node.nodes.map(below));
    case 'not':
      return joining.not(below(node.node));
    case 'word':
    case 'phrase':
    case 'pattern':
    case 'comparison':
    case 'operator':
    case 'property':
      return testOf(node);
  }
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
  switch (node.kind) {
    case 'all':
    case 'any':
      return node.nodes;
    case 'not':
      return [node.node];
    case 'operator':
      return [node.operand];
    case 'property':
      return node.value === undefined ? [node.name] : [node.name, node.value];
    case 'word':
    case 'phrase':
    case 'pattern':
    case 'comparison':
      return [];
  }
}
