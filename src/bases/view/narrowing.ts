/** What a vault's indexes know about a view's filters, before any row is read. */
import { mapDefined, itemAt } from '../../utils/collections';
import type { BaseDocument } from '../document/base-document';
import { requiredOf } from '../document/filters';
import type { ViewSettings } from '../document/view-settings';
import type { Expression } from '../language/syntax';

/** Each keeps at least the rows that pass the filters, never fewer. */
export type Narrowing =
  | { readonly kind: 'folder'; readonly path: string }
  /** A file has one of the tags, or one nested in it. */
  | { readonly kind: 'tags'; readonly names: readonly string[] }
  | { readonly kind: 'extension'; readonly name: string }
  | { readonly kind: 'linksToThis' }
  | { readonly kind: 'linkedFromThis' };

/** All of them hold for every row of the view. */
export function narrowingsOf({ filter }: BaseDocument, view: ViewSettings): Narrowing[] {
  return [...requiredOf(filter), ...requiredOf(view.filter)].flatMap(({ parsed }) =>
    parsed === undefined ? [] : conjunctsOf(parsed.expression).flatMap(narrowingOf),
  );
}

function conjunctsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'binary' && expression.operator === '&&'
    ? [expression.left, expression.right].flatMap(conjunctsOf)
    : [expression];
}

function narrowingOf(expression: Expression): Narrowing[] {
  if (expression.kind === 'binary') return extensionOf(expression);
  if (expression.kind !== 'method') return [];
  const { object, name, args } = expression;
  const [first] = args;
  if (first === undefined) return [];
  const texts = mapDefined(args, arg => textOf(arg));
  const areTexts = texts.length === args.length;
  if (isFile(object)) {
    if (name === 'inFolder' && areTexts) return [{ kind: 'folder', path: itemAt(texts, 0) }];
    if (name === 'hasTag' && areTexts) return [{ kind: 'tags', names: texts }];
    return name === 'hasLink' && isThis(first) ? [{ kind: 'linksToThis' }] : [];
  }
  if (isThis(object)) return name === 'hasLink' && isFile(first) ? [{ kind: 'linkedFromThis' }] : [];
  const isOfTags = object.kind === 'field' && object.name === 'tags' && isFile(object.object);
  return isOfTags && name === 'contains' && areTexts ? [{ kind: 'tags', names: texts }] : [];
}

function extensionOf({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): Narrowing[] {
  if (operator !== '==') return [];
  const [field, text] = left.kind === 'field' ? [left, textOf(right)] : [right, textOf(left)];
  const isExtension = field.kind === 'field' && field.name === 'ext' && isFile(field.object);
  return isExtension && text !== undefined ? [{ kind: 'extension', name: text }] : [];
}

/** Of a literal. */
export function textOf(expression: Expression): string | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;
}

/** `file`, or `file.file`. */
export function isFile(expression: Expression): boolean {
  if (expression.kind === 'field') return expression.name === 'file' && isNamed(expression.object, 'file');
  return isNamed(expression, 'file');
}

/** `this`, or `this.file`. */
function isThis(expression: Expression): boolean {
  if (expression.kind === 'field') return expression.name === 'file' && isNamed(expression.object, 'this');
  return isNamed(expression, 'this');
}

function isNamed(expression: Expression, name: string): boolean {
  return expression.kind === 'name' && expression.name === name;
}
