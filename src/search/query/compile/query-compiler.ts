/**
 * Compiles a query's tree for a search. Parts joined by "and" at the top become terms, excluded terms and
 * filters, which are fast and affect a note's score; everything else becomes conditions.
 */

import { foldTag } from '../../../utils/properties/tags';
import type { TextFolder } from '../../text/folded-text';
import { NotCondition, type NoteCondition } from '../conditions/note-condition';
import type { OperatorNode, Place, QueryNode, TextNode } from '../language/query-tree';
import type { FilterTerm, Term } from '../parsed-query';
import type { NoteConditions } from './note-conditions';
import { changedBy, either, isPartOperator, type Manner, type TextTerms } from './text-terms';

export class QueryCompiler {
  readonly excluded = new Map<string, Term>();
  readonly filters: FilterTerm[] = [];
  readonly conditions: NoteCondition[] = [];
  /** Of the conditions, in the same order. */
  readonly conditionPlaces: Place[] = [];
  /** Words and phrases that must occur, as written. */
  readonly required: string[] = [];
  readonly #terms = new Map<string, Term>();
  #patterns = 0;

  constructor(
    private readonly folder: TextFolder,
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
  require(node: QueryNode, manner: Manner): void {
    switch (node.kind) {
      case 'all':
        for (const child of node.nodes) this.require(child, manner);
        return;
      case 'any':
        this.#requireAny(node, manner);
        return;
      case 'not':
        this.#exclude(node.node, manner, node.place);
        return;
      case 'operator':
        this.#requireOperator(node, manner);
        return;
      case 'property':
      case 'comparison':
        this.#ask(this.notes.of(node, manner), node.place);
        return;
      case 'word':
      case 'phrase':
      case 'pattern':
        this.#requireText(node, manner);
    }
  }

  /** Adds a required term. A term that is given twice counts twice. */
  requireTerm(term: Term, manner: Manner): void {
    const key = keyOf(term, manner);
    const { times = 0 } = this.#terms.get(key) ?? {};
    this.#terms.set(key, { ...term, times: times + 1 });
  }

  #requireText(node: TextNode, manner: Manner): void {
    const term = this.texts.ofLeaf(node, manner);
    if (term === undefined) return;
    if (node.kind === 'pattern') this.#patterns += 1;
    else this.required.push(node.text);
    this.requireTerm(term, manner);
  }

  #requireAny(node: QueryNode, manner: Manner): void {
    const terms = this.#alternatives(node, manner);
    if (terms === undefined) {
      this.#ask(this.notes.of(node, manner), node.place);
      for (const term of this.#positive(node, manner))
        this.requireTerm({ ...term, isOptional: true }, manner);
    } else this.requireTerm(either(terms), manner);
  }

  #requireOperator(node: OperatorNode, manner: Manner): void {
    const changed = changedBy(node.name, manner);
    if (changed !== undefined) this.require(node.operand, changed);
    else if (isPartOperator(node.name)) this.requireTerm(this.texts.ofPart(node, manner), manner);
    else this.#filter(node, manner);
  }

  #ask(condition: NoteCondition, place: Place): void {
    this.conditions.push(condition);
    this.conditionPlaces.push(place);
  }

  /** @param excludedAt the place of the exclusion that the node is in, if any */
  #filter(node: OperatorNode, manner: Manner, excludedAt?: Place): void {
    const { name, operand } = node;
    const [isExcluded, place] = [excludedAt !== undefined, excludedAt ?? node.place];
    const isPlain = (operand.kind === 'word' || operand.kind === 'phrase') && manner.isCased !== true;
    if (isPlain && (name === 'path' || name === 'file' || name === 'tag')) {
      const value = name === 'tag' ? foldTag(operand.text) : this.folder.fold(operand.text.trim()).folded;
      if (value !== '') {
        this.filters.push({ key: name, isExcluded, value, place });
        return;
      }
    }
    const condition = this.notes.of(node, manner);
    this.#ask(isExcluded ? new NotCondition(condition) : condition, place);
  }

  /** @param place of the whole exclusion */
  #exclude(node: QueryNode, manner: Manner, place: Place): void {
    if (node.kind === 'not') {
      this.require(node.node, manner);
      return;
    }
    if (node.kind === 'any') {
      for (const child of node.nodes) this.#exclude(child, manner, place);
      return;
    }
    const changed = node.kind === 'operator' ? changedBy(node.name, manner) : undefined;
    if (node.kind === 'operator' && changed !== undefined) {
      this.#exclude(node.operand, changed, place);
      return;
    }
    if (node.kind === 'operator' && !isPartOperator(node.name)) {
      this.#filter(node, manner, place);
      return;
    }
    const [term, ...others] = this.#alternatives(node, manner) ?? [];
    if (term !== undefined && others.length === 0) this.excluded.set(keyOf(term, manner), term);
    else this.#ask(new NotCondition(this.notes.of(node, manner)), place);
  }

  /** The terms of which one is enough; undefined if the node contains anything else. */
  #alternatives(node: QueryNode, manner: Manner): Term[] | undefined {
    switch (node.kind) {
      case 'any': {
        const terms = node.nodes.map(child => this.#alternatives(child, manner));
        const known = terms.filter(found => found !== undefined);
        return known.length === terms.length ? known.flat() : undefined;
      }
      case 'operator': {
        const changed = changedBy(node.name, manner);
        if (changed !== undefined) return this.#alternatives(node.operand, changed);
        return isPartOperator(node.name) ? [this.texts.ofPart(node, manner)] : undefined;
      }
      case 'word':
      case 'phrase':
      case 'pattern': {
        const term = this.texts.ofLeaf(node, manner);
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
  #positive(node: QueryNode, manner: Manner): Term[] {
    switch (node.kind) {
      case 'all':
      case 'any':
        return node.nodes.flatMap(child => this.#positive(child, manner));
      case 'operator': {
        const changed = changedBy(node.name, manner);
        if (changed !== undefined) return this.#positive(node.operand, changed);
        return isPartOperator(node.name) ? [this.texts.ofPart(node, manner)] : [];
      }
      case 'word':
      case 'phrase':
      case 'pattern':
        return [this.texts.ofLeaf(node, manner) ?? []].flat();
      case 'not':
      case 'property':
      case 'comparison':
        return [];
    }
  }
}

/** The same word with case-sensitive matching is a different term. */
function keyOf({ word }: Term, { rules, parts }: Manner): string {
  return JSON.stringify([word, rules.caseSensitive, parts !== undefined]);
}
