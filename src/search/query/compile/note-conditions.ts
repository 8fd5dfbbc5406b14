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
import type { Term } from '../parsed-query';
import { changedBy, type Manner, type TextTerms } from './text-terms';

export class NoteConditions {
  constructor(
    private readonly reading: PropertyReading,
    private readonly texts: TextTerms,
  ) {}

  /** @throws ToolFailure `invalid_query` that names the place */
  of(node: QueryNode, manner: Manner): NoteCondition {
    switch (node.kind) {
      case 'all':
        return new AllConditions(node.nodes.map(child => this.of(child, manner)));
      case 'any':
        return new AnyCondition(node.nodes.map(child => this.of(child, manner)));
      case 'not':
        return new NotCondition(this.of(node.node, manner));
      case 'operator':
        return this.#ofOperator(node, manner);
      case 'property':
        return propertyCondition(node, manner.isCased === true, this.reading);
      case 'comparison':
        return new AllConditions([]);
      case 'word':
      case 'phrase':
      case 'pattern':
        return ofTerm(this.texts.ofLeaf(node, manner));
    }
  }

  #ofOperator(node: OperatorNode, manner: Manner): NoteCondition {
    const { name, operand } = node;
    const changed = changedBy(name, manner);
    if (changed !== undefined) return this.of(operand, changed);
    if (name === 'path' || name === 'file' || name === 'tag') return this.#ofValues(name, operand, manner);
    return ofTerm(this.texts.ofPart(node, manner));
  }

  #ofValues(name: 'path' | 'file' | 'tag', operand: QueryNode, { isCased = false }: Manner): NoteCondition {
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
