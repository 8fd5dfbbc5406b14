/**
 * Compiles a query's tree for a search. Words, phrases and patterns joined by "and" at the top become terms and excluded
 * terms, which affect a note's score; everything else becomes conditions.
 */

import type { OperatorNode, Place, QueryNode, TextNode } from '../query/language/query-tree';
import type { PlacedCondition, Term } from './compiled-query';
import { type NoteConditions, notCondition } from './note-conditions';
import { changedBy, either, isPartOperator, type TermOptions, type TextTerms } from './text-terms';

export class TreeCompiler {
  readonly excluded = new Map<string, Term>();
  readonly conditions: PlacedCondition[] = [];
  readonly #terms = new Map<string, Term>();
  #patterns = 0;

  constructor(
    private readonly texts: TextTerms,
    private readonly notes: NoteConditions,
  ) {}

  get terms(): Term[] {
    return [...this.#terms.values()];
  }

  /** Whether the query has only patterns. */
  get isPattern(): boolean {
    return this.#patterns > 0 && this.#patterns === this.#terms.size;
  }

  /** Adds a required node. @throws ToolFailure `invalid_query` that names the place */
  require(node: QueryNode, termOptions: TermOptions): void {
    switch (node.kind) {
      case 'all':
        for (const child of node.nodes) this.require(child, termOptions);
        return;
      case 'any':
        this.#requireAny(node, termOptions);
        return;
      case 'not':
        this.#exclude(node.node, termOptions, node.place);
        return;
      case 'operator':
        this.#requireOperator(node, termOptions);
        return;
      case 'property':
      case 'comparison':
        this.#ask(node, termOptions);
        return;
      case 'word':
      case 'phrase':
      case 'pattern':
        this.#requireText(node, termOptions);
    }
  }

  /** Adds a required term. A term that is given twice counts twice. */
  requireTerm(term: Term, termOptions: TermOptions): void {
    const key = keyOf(term, termOptions);
    const { times = 0 } = this.#terms.get(key) ?? {};
    this.#terms.set(key, { ...term, times: times + 1 });
  }

  #requireText(node: TextNode, termOptions: TermOptions): void {
    const term = this.texts.ofLeaf(node, termOptions);
    if (term === undefined) return;
    if (node.kind === 'pattern') this.#patterns += 1;
    this.requireTerm(term, termOptions);
  }

  #requireAny(node: QueryNode, termOptions: TermOptions): void {
    const terms = this.#alternatives(node, termOptions);
    if (terms === undefined) {
      this.#ask(node, termOptions);
      for (const term of this.#positive(node, termOptions))
        this.requireTerm({ ...term, isOptional: true }, termOptions);
    } else this.requireTerm(either(terms), termOptions);
  }

  #requireOperator(node: OperatorNode, termOptions: TermOptions): void {
    const changed = changedBy(node.name, termOptions);
    if (changed !== undefined) this.require(node.operand, changed);
    else if (isPartOperator(node.name)) this.requireTerm(this.texts.ofPart(node, termOptions), termOptions);
    else this.#ask(node, termOptions);
  }

  #ask(node: QueryNode, termOptions: TermOptions): void {
    this.conditions.push({ ...this.notes.of(node, termOptions), place: node.place });
  }

  #askNot(node: QueryNode, termOptions: TermOptions, place: Place): void {
    this.conditions.push({ ...notCondition(this.notes.of(node, termOptions)), place });
  }

  /** @param place of the whole exclusion */
  #exclude(node: QueryNode, termOptions: TermOptions, place: Place): void {
    if (node.kind === 'not') {
      this.require(node.node, termOptions);
      return;
    }
    if (node.kind === 'any') {
      for (const child of node.nodes) this.#exclude(child, termOptions, place);
      return;
    }
    const changed = node.kind === 'operator' ? changedBy(node.name, termOptions) : undefined;
    if (node.kind === 'operator' && changed !== undefined) {
      this.#exclude(node.operand, changed, place);
      return;
    }
    if (node.kind === 'operator' && !isPartOperator(node.name)) {
      this.#askNot(node, termOptions, place);
      return;
    }
    const [term, ...others] = this.#alternatives(node, termOptions) ?? [];
    if (term !== undefined && others.length === 0) this.excluded.set(keyOf(term, termOptions), term);
    else this.#askNot(node, termOptions, place);
  }

  /** The terms of which one is enough; undefined if the node contains anything else. */
  #alternatives(node: QueryNode, termOptions: TermOptions): Term[] | undefined {
    switch (node.kind) {
      case 'any': {
        const terms = node.nodes.map(child => this.#alternatives(child, termOptions));
        const known = terms.filter(found => found !== undefined);
        return known.length === terms.length ? known.flat() : undefined;
      }
      case 'operator': {
        const changed = changedBy(node.name, termOptions);
        if (changed !== undefined) return this.#alternatives(node.operand, changed);
        return isPartOperator(node.name) ? [this.texts.ofPart(node, termOptions)] : undefined;
      }
      case 'word':
      case 'phrase':
      case 'pattern': {
        const term = this.texts.ofLeaf(node, termOptions);
        return term === undefined ? undefined : [term];
      }
      case 'all':
      case 'not':
      case 'property':
      case 'comparison':
        return undefined;
    }
  }

  /** The terms whose occurrence raises a note's score. */
  #positive(node: QueryNode, termOptions: TermOptions): Term[] {
    switch (node.kind) {
      case 'all':
      case 'any':
        return node.nodes.flatMap(child => this.#positive(child, termOptions));
      case 'operator': {
        const changed = changedBy(node.name, termOptions);
        if (changed !== undefined) return this.#positive(node.operand, changed);
        return isPartOperator(node.name) ? [this.texts.ofPart(node, termOptions)] : [];
      }
      case 'word':
      case 'phrase':
      case 'pattern':
        return [this.texts.ofLeaf(node, termOptions) ?? []].flat();
      case 'not':
      case 'property':
      case 'comparison':
        return [];
    }
  }
}

/** The same word with case-sensitive matching is a different term. */
function keyOf({ word }: Term, { rules, parts }: TermOptions): string {
  return JSON.stringify([word, rules.caseSensitive, parts !== undefined]);
}
