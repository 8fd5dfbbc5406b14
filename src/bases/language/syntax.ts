/** The parsed form of an expression. */

export type BinaryOperator =
  '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';

export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

/** Why a text is not an expression. */
export interface SyntaxProblem {
  /** In our own words; it may quote a token of the expression. */
  readonly message: string;
  /** Offset in the text, UTF-16 units. */
  readonly at: number;
}

export type Parsed =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly problem: SyntaxProblem };

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'pattern':
    case 'name':
      return [];
    case 'list':
      return expression.items;
    case 'field':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'call':
      return expression.args;
    case 'method':
      return [expression.object, ...expression.args];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
  }
}

/** How deeply the parts of an expression are nested, counting the expression itself. */
export function levelsOf(expression: Expression): number {
  return 1 + childrenOf(expression).reduce((deepest, child) => Math.max(deepest, levelsOf(child)), 0);
}

/**
 * An expression and all its parts, each before its own parts.
 * @param isWanted expressions for which it is false are left out with all their parts
 */
export function everyExpression(
  expression: Expression,
  isWanted: (part: Expression) => boolean = () => true,
): Expression[] {
  const found: Expression[] = [];
  const waiting = [expression];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!isWanted(part)) continue;
    found.push(part);
    waiting.push(...childrenOf(part).toReversed());
  }
  return found;
}
