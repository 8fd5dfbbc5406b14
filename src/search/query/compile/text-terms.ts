/** Compiles conditions on texts to terms: words, phrases, patterns, and parts of notes that contain them. */

import { EitherFinder } from '../finders/either-finder';
import type { MatchRules } from '../finders/finder';
import {
  blockParts,
  doneTaskParts,
  lineParts,
  openTaskParts,
  type Parts,
  sectionParts,
  taskParts,
  wholeText,
} from '../parts/note-parts';
import { ScopedFinder } from '../parts/scoped-finder';
import { AllTest, AnyTest, everyText, LeafTest, NotTest, type TextTest } from '../conditions/text-test';
import { queryProblem } from '../language/query-problem';
import {
  nodesOf,
  type OperatorName,
  type OperatorNode,
  type QueryNode,
  type TextNode,
} from '../language/query-tree';
import type { Term } from '../compiled-query';
import type { LeafTerms } from './leaf-terms';

/** Words of a part, or of alternatives, that are looked for by themselves. */
const maxWords = 12;

/** How texts are compared where a node is. */
export interface TermOptions {
  readonly rules: MatchRules;
  /** Whether an operator makes it case-sensitive. */
  readonly isCased?: boolean;
  /** Only matches in these parts count; undefined for name and text. */
  readonly parts?: Parts | undefined;
}

const partsOf: Partial<Readonly<Record<OperatorName, Parts>>> = {
  line: lineParts,
  block: blockParts,
  section: sectionParts,
  task: taskParts,
  'task-todo': openTaskParts,
  'task-done': doneTaskParts,
};

/** What an operator changes for its operand; undefined for other operators. */
export function changedBy(name: OperatorName, termOptions: TermOptions): TermOptions | undefined {
  if (name === 'match-case' || name === 'ignore-case') {
    const isCased = name === 'match-case';
    return { ...termOptions, isCased, rules: { ...termOptions.rules, caseSensitive: isCased } };
  }
  return name === 'content' ? { ...termOptions, parts: termOptions.parts ?? wholeText } : undefined;
}

/** Whether an operator names a kind of part. */
export function isPartOperator(name: OperatorName): boolean {
  return partsOf[name] !== undefined;
}

export class TextTerms {
  constructor(
    private readonly query: string,
    private readonly leaves: LeafTerms,
  ) {}

  /** Undefined for an empty phrase. */
  ofLeaf(node: TextNode, { rules, parts }: TermOptions): Term | undefined {
    const term = this.leaves.of(node, rules);
    return term && parts ? within(parts, term) : term;
  }

  /** For an operator that names a kind of part: matches in each part that passes on its own. */
  ofPart(node: OperatorNode, termOptions: TermOptions): Term {
    const parts = partsOf[node.name] ?? wholeText;
    const test = this.test(node.operand, { rules: termOptions.rules }, `${node.name}:`);
    const { start, end } = node.place;
    const term: Term = {
      word: this.query.slice(start, end),
      isWord: false,
      isSlow: true,
      partOperator: node.name,
      phraseWords: this.#wordsOf(node.operand, termOptions.rules),
      makeFinder: () => new ScopedFinder(parts, test()),
    };
    return termOptions.parts === undefined || termOptions.parts === wholeText
      ? term
      : within(termOptions.parts, term);
  }

  /** The words that a node asks for, each as it is found anywhere. */
  #wordsOf(node: QueryNode, rules: MatchRules): Term[] {
    const words = [...nodesOf(node, ({ kind }) => kind !== 'not')].flatMap(leaf =>
      leaf.kind === 'word' || leaf.kind === 'phrase'
        ? (this.ofLeaf(leaf, { rules: { ...rules, caseSensitive: false } }) ?? [])
        : [],
    );
    return words.flatMap(wordsOfTerm).slice(0, maxWords);
  }

  /**
   * Compiles a node about texts to a test.
   * @param owner the surrounding operator, for error messages
   * @throws ToolFailure `invalid_query` for a condition on whole notes
   */
  test(node: QueryNode, termOptions: TermOptions, owner: string): () => TextTest {
    const below = (child: QueryNode): (() => TextTest) => this.test(child, termOptions, owner);
    switch (node.kind) {
      case 'all': {
        const tests = node.nodes.map(below);
        return () => new AllTest(tests.map(make => make()));
      }
      case 'any': {
        const tests = node.nodes.map(below);
        return () => new AnyTest(tests.map(make => make()));
      }
      case 'not': {
        const test = below(node.node);
        return () => new NotTest(test());
      }
      case 'operator':
        return this.#testOfOperator(node, termOptions, owner);
      case 'property':
      case 'comparison':
        throw this.#misplaced(node, owner);
      case 'word':
      case 'phrase':
      case 'pattern': {
        const term = this.ofLeaf(node, termOptions);
        return term === undefined ? () => everyText : () => new LeafTest(() => term.makeFinder());
      }
    }
  }

  #testOfOperator(node: OperatorNode, termOptions: TermOptions, owner: string): () => TextTest {
    const changed = changedBy(node.name, termOptions);
    if (changed !== undefined) return this.test(node.operand, changed, owner);
    if (!isPartOperator(node.name)) throw this.#misplaced(node, owner);
    const term = this.ofPart(node, termOptions);
    return () => new LeafTest(() => term.makeFinder());
  }

  #misplaced({ place }: QueryNode, owner: string): Error {
    return queryProblem(
      this.query,
      place,
      `is about the whole note and cannot stand within \`${owner}\``,
      `Write it beside \`${owner}\`, not within it. In quotes it is text.`,
    );
  }
}

/** Itself, or the words of a phrase or part. */
function wordsOfTerm(term: Term): readonly Term[] {
  return term.phraseWords ?? [term];
}

function partOperatorOf(terms: readonly Term[]): Pick<Term, 'partOperator'> {
  const { partOperator } = terms.find(term => term.partOperator !== undefined) ?? {};
  return partOperator === undefined ? {} : { partOperator };
}

/** One term that any of some terms matches. */
export function either(terms: readonly Term[]): Term {
  return {
    word: terms.map(({ word }) => word).join(' OR '),
    isWord: false,
    phraseWords: terms.flatMap(wordsOfTerm).slice(0, maxWords),
    ...partOperatorOf(terms),
    isSlow: terms.some(({ isSlow }) => isSlow),
    makeFinder: help => new EitherFinder(terms.map(one => one.makeFinder(help))),
  };
}

/** The term, restricted to some parts; word counts do not cover this. */
export function within(parts: Parts, { testWords: _everywhere, ...term }: Term): Term {
  return {
    ...term,
    ...(term.parts === undefined ? {} : { parts: term.parts.map(part => within(parts, part)) }),
    makeFinder: help => new ScopedFinder(parts, new LeafTest(() => term.makeFinder(help))),
  };
}
