/** Compiles conditions on texts to terms: words, phrases, patterns, and parts of notes that contain them. */

import { EitherMatcher } from '../match/either-matcher';
import type { MatchRules } from '../match/matcher';
import { anyOf } from '../match/needs';
import {
  blockParts,
  doneTaskParts,
  lineParts,
  openTaskParts,
  type Parts,
  sectionParts,
  taskParts,
  wholeText,
} from '../match/note-parts';
import { PartsMatcher } from '../match/parts-matcher';
import { allTest, anyTest, everyText, leafTest, notTest, type TextTest } from '../match/text-test';
import { queryProblem } from '../query/language/query-problem';
import {
  nodesOf,
  type OperatorName,
  type OperatorNode,
  type QueryNode,
  type TextNode,
} from '../query/language/query-tree';
import type { Term, WordHelp } from './compiled-query';
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
    const matcher = new PartsMatcher(parts, test);
    const { start, end } = node.place;
    const term: Term = {
      word: this.query.slice(start, end),
      isWord: false,
      isSlow: true,
      partOperator: node.name,
      needs: () => test.needs,
      phraseWords: this.#wordsOf(node.operand, termOptions.rules),
      matcher: () => matcher,
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
  test(node: QueryNode, termOptions: TermOptions, owner: string): TextTest {
    const below = (child: QueryNode): TextTest => this.test(child, termOptions, owner);
    switch (node.kind) {
      case 'all':
        return allTest(node.nodes.map(below));
      case 'any':
        return anyTest(node.nodes.map(below));
      case 'not':
        return notTest(below(node.node));
      case 'operator':
        return this.#testOfOperator(node, termOptions, owner);
      case 'property':
      case 'comparison':
        throw this.#misplaced(node, owner);
      case 'word':
      case 'phrase':
      case 'pattern':
        return textTestOf(this.ofLeaf(node, termOptions));
    }
  }

  #testOfOperator(node: OperatorNode, termOptions: TermOptions, owner: string): TextTest {
    const changed = changedBy(node.name, termOptions);
    if (changed !== undefined) return this.test(node.operand, changed, owner);
    if (!isPartOperator(node.name)) throw this.#misplaced(node, owner);
    return textTestOf(this.ofPart(node, termOptions));
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

/** Every text passes the test of an empty phrase. */
export function textTestOf(term: Term | undefined): TextTest {
  return term === undefined ? everyText : leafTest(term.matcher(), term.needs());
}

/** One term that any of some terms matches. */
export function either(terms: readonly Term[]): Term {
  return {
    word: terms.map(({ word }) => word).join(' OR '),
    isWord: false,
    phraseWords: terms.flatMap(wordsOfTerm).slice(0, maxWords),
    ...partOperatorOf(terms),
    isSlow: terms.some(({ isSlow }) => isSlow),
    needs: help => anyOf(terms.map(one => one.needs(help))),
    ...(terms.every(({ wordTests }) => wordTests !== undefined)
      ? { wordTests: (help?: WordHelp) => terms.flatMap(({ wordTests }) => wordTests?.(help) ?? []) }
      : {}),
    matcher: help => new EitherMatcher(terms.map(one => one.matcher(help))),
  };
}

/** The term, restricted to some parts; word counts do not cover this. */
export function within(parts: Parts, { wordTests: _everywhere, ...term }: Term): Term {
  return {
    ...term,
    ...(term.parts === undefined ? {} : { parts: term.parts.map(part => within(parts, part)) }),
    matcher: help => new PartsMatcher(parts, leafTest(term.matcher(help), term.needs(help))),
  };
}
