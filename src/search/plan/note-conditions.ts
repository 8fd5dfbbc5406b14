/** Compiles conditions on whole notes, for what terms cannot express. */

import { immediately, type Steps } from '../../utils/slicing/steps';
import { lastName } from '../../utils/text/path-parts';
import type { OperatorNode, QueryNode } from '../query/language/query-tree';
import type { ConditionNote, NoteCondition, Term } from './compiled-query';
import { propertyTest, type PropertyReading } from './property-values';
import { changedBy, type TermOptions, textTestOf, type TextTerms } from './text-terms';
import { pathLeaf, tagLeaf } from './text-values';
import { allOf, anyOf, not, valueTest } from './value-test';

export class NoteConditions {
  constructor(
    private readonly reading: PropertyReading,
    private readonly texts: TextTerms,
  ) {}

  /** @throws ToolFailure `invalid_query` that names the place */
  of(node: QueryNode, termOptions: TermOptions): NoteCondition {
    const below = (child: QueryNode): NoteCondition => this.of(child, termOptions);
    switch (node.kind) {
      case 'all':
        return joined(node.nodes.map(below), allOf);
      case 'any':
        return joined(node.nodes.map(below), anyOf);
      case 'not':
        return notCondition(below(node.node));
      case 'operator':
        return this.#ofOperator(node, termOptions);
      case 'property': {
        const test = propertyTest(node, termOptions.isCased === true, this.reading);
        return { reads: 'facts', holdsOf: ({ properties }) => test(properties) };
      }
      case 'comparison':
        return { reads: 'path', holdsOf: () => immediately(true) };
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
    if (name === 'tag') return { reads: 'facts', holdsOf: ({ tags }) => test(tags) };
    const subject = (path: string): string => (name === 'path' ? path : lastName(path));
    return { reads: 'path', holdsOf: ({ path }) => test([subject(path)]) };
  }
}

export function notCondition({ reads, holdsOf }: NoteCondition): NoteCondition {
  return { reads, holdsOf: not(holdsOf) };
}

function joined(conditions: readonly NoteCondition[], join: typeof allOf): NoteCondition {
  const all = conditions.map(({ reads }) => reads);
  const reads = all.includes('text') ? 'text' : all.includes('facts') ? 'facts' : 'path';
  return { reads, holdsOf: join(conditions.map(({ holdsOf }) => holdsOf)) };
}

/** For an empty phrase: every note matches. */
function ofTerm(term: Term | undefined): NoteCondition {
  const test = textTestOf(term);
  const inText = ({ title, text = title }: ConditionNote): Steps<boolean> => test.holdsIn(text);
  return { reads: 'text', holdsOf: anyOf([inText, ({ title }) => test.holdsIn(title)]) };
}
