/** What the expressions and columns of a view need from the vault. */
import { mapDefined } from '../../utils/collections';
import type { BaseDocument } from '../document/base-document';
import { statementsOf } from '../document/filters';
import type { PropertyId } from '../document/property-id';
import type { ParsedSource } from '../document/source';
import type { ViewSettings } from '../document/view-settings';
import { everyExpression } from '../language/syntax';

export interface ViewNeeds {
  /** The value of `this`. */
  readonly self: boolean;
  /** Which files link to which. */
  readonly graph: boolean;
  /** The frontmatter of notes, their tags and links included. */
  readonly properties: boolean;
}

export function needsOf(base: BaseDocument, view: ViewSettings): ViewNeeds {
  const parsed = parsedOf(base, view);
  const shown = [
    ...view.order,
    ...view.sort.map(rule => rule.property),
    ...(view.groupBy ? [view.groupBy.property] : []),
  ];
  const asksFor = (members: readonly string[]): boolean =>
    parsed.some(source => members.some(name => source.members.has(name)));
  return {
    self: parsed.some(({ usesThis }) => usesThis),
    graph: asksFor(ofGraph) || shown.some(({ kind, name }) => kind === 'file' && name === 'backlinks'),
    properties: asksFor(ofProperties) || shown.some(isOfProperties) || parsed.some(namesProperty),
  };
}

const ofGraph = ['hasLink', 'linksTo', 'backlinks'];
const ofProperties = [...ofGraph, 'tags', 'hasTag', 'links', 'properties', 'hasProperty'];
/** Names in an expression that are no properties, including those inside `filter` and similar. */
export const otherNames: ReadonlySet<string> = new Set([
  'file',
  'this',
  'formula',
  'value',
  'index',
  'acc',
  'values',
]);

function isOfProperties({ kind, name }: PropertyId): boolean {
  return kind === 'note' || (kind === 'file' && ofProperties.includes(name));
}

function namesProperty({ expression }: ParsedSource): boolean {
  return everyExpression(expression).some(part => part.kind === 'name' && !otherNames.has(part.name));
}

/** The expressions that the view may run. */
function parsedOf({ filter, formulas }: BaseDocument, view: ViewSettings): readonly ParsedSource[] {
  const sources = [...statementsOf(filter), ...statementsOf(view.filter), ...formulas.values()];
  return mapDefined(sources, ({ parsed }) => parsed);
}
