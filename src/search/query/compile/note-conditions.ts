/** Compiles conditions on whole notes, for what terms and filters cannot express. */

import { finish } from '../../../utils/slicing/steps';
import { lastName } from '../../../utils/text/path-parts';
import {
  AllConditions,
  AnyCondition,
  FactCondition,
  NotCondition,
  type NoteCondition,
  PathCondition,
  TextCondition,
} from '../conditions/note-condition';
import { propertyCondition, type PropertyReading } from '../conditions/property-values';
import { pathLeaf, tagLeaf } from '../conditions/text-values';
import { valueTest } from '../conditions/value-test';
import { LeafTest } from '../conditions/text-test';
import type { OperatorNode, QueryNode } from '../language/query-tree';
import type { Term } from '../compiled-query';
import { changedBy, type TermOptions, type TextTerms } from './text-terms';

export class NoteConditions {
  constructor(
    private readonly reading: PropertyReading,
    private readonly texts: TextTerms,
  ) {}

  /** @throws ToolFailure `invalid_query` that names the place */
  of(node: QueryNode, termOptions: TermOptions): NoteCondition {
    switch (node.kind) {
      case 'all':
        return new AllConditions(node.nodes.map(child => this.of(child, termOptions)));
      case 'any':
        return new AnyCondition(node.nodes.map(child => this.of(child, termOptions)));
      case 'not':
        return new NotCondition(this.of(node.node, termOptions));
      case 'operator':
        return this.#ofOperator(node, termOptions);
      case 'property':
        return propertyCondition(node, termOptions.isCased === true, this.reading);
      case 'comparison':
        return new AllConditions([]);
      case 'word':
      case 'phrase':
      case 'pattern':
        return ofTerm(this.texts.ofLeaf(node, termOptions));
    }
  }

  #ofOperator(node: OperatorNode, termOptions: TermOptions): NoteCondition {
    const { name, operand } = node;
    const changed = changedBy(name, termOptions);
    if (changed !== undefined) return this.of(operand, changed);
    if (name === 'path' || name === 'file' || name === 'tag')
      return this.#ofValues(name, operand, termOptions);
    return ofTerm(this.texts.ofPart(node, termOptions));
  }

  #ofValues(
    name: 'path' | 'file' | 'tag',
    operand: QueryNode,
    { isCased = false }: TermOptions,
  ): NoteCondition {
    const { reading } = this;
    const leafOf = name === 'tag' ? tagLeaf : pathLeaf;
    const test = valueTest<string>(
      operand,
      { query: reading.query, owner: `${name}:`, leaf: (node, minds) => leafOf(node, minds, reading) },
      isCased,
    );
    if (name === 'tag') return new FactCondition(({ tags }) => test(tags));
    const subject = (path: string): string => (name === 'path' ? path : lastName(path));
    return new PathCondition(path => finish(test([subject(path)])));
  }
}

/** For an empty phrase: every note matches. */
function ofTerm(term: Term | undefined): NoteCondition {
  return term === undefined
    ? new AllConditions([])
    : new TextCondition(new LeafTest(() => term.makeFinder()));
}
