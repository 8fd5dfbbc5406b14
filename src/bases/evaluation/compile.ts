/** Compiles expressions: each part becomes a function of the scope. */
import { callGlobal, callOn, fieldOf } from '../functions/dispatch';
import type { BasePatterns } from '../functions/patterns';
import type { BinaryOperator, Expression } from '../language/syntax';
import { isTruthy } from '../values/equality';
import { entryOf } from '../values/properties';
import { asText } from '../values/text';
import { errorOf, fileOf, isError, listOf, ownText, typeName, type Value } from '../values/value';
import { arithmetic, compare, isArithmetic, negated } from './operators';
import type { Program, Scope } from './scope';

/** The program of an expression. Running it throws at most `LimitReached`. @param patterns those of its base */
export function compile(expression: Expression, patterns: BasePatterns): Program {
  const program = programOf(expression, part => compile(part, patterns), patterns);
  return scope => {
    scope.budget.spend(1);
    return program(scope);
  };
}

function programOf(
  expression: Expression,
  compiled: (part: Expression) => Program,
  patterns: BasePatterns,
): Program {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'pattern': {
      const pattern = patterns.of(expression.source, expression.flags);
      return ({ budget }) => pattern.value(budget);
    }
    case 'list': {
      const items = expression.items.map(compiled);
      return scope => listOf(items.map(item => item(scope)));
    }
    case 'name':
      return named(expression.name);
    case 'field':
      return fieldProgram(expression.object, expression.name, compiled);
    case 'index':
      return indexProgram(expression.object, expression.index, compiled);
    case 'call': {
      const args = expression.args.map(compiled);
      return scope => callGlobal(expression.name, args, scope);
    }
    case 'method': {
      const { name } = expression;
      const object = compiled(expression.object);
      const args = expression.args.map(compiled);
      return scope => callOn(object(scope), name, args, scope);
    }
    case 'unary': {
      const operand = compiled(expression.operand);
      return expression.operator === '-' ? scope => negated(operand(scope)) : inverted(operand);
    }
    case 'binary':
      return binary(expression.operator, compiled(expression.left), compiled(expression.right));
  }
}

function inverted(operand: Program): Program {
  return scope => {
    const value = operand(scope);
    return isError(value) ? value : !isTruthy(value);
  };
}

function binary(operator: BinaryOperator, left: Program, right: Program): Program {
  if (operator === '&&' || operator === '||') return logical(operator, left, right);
  if (isArithmetic(operator)) return scope => arithmetic(operator, left(scope), right(scope), scope);
  return scope => {
    const a = left(scope);
    if (isError(a)) return a;
    const b = right(scope);
    return isError(b) ? b : compare(operator, a, b, scope);
  };
}

/** True or false; the right side is not evaluated if the left one decides. */
function logical(operator: '&&' | '||', left: Program, right: Program): Program {
  const deciding = operator === '||';
  return scope => {
    const a = left(scope);
    if (isError(a)) return a;
    if (isTruthy(a) === deciding) return deciding;
    const b = right(scope);
    return isError(b) ? b : isTruthy(b);
  };
}

/** The names that are not properties of the note. */
const contextNames: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['file', ({ row }) => fileOf(row.file)],
  ['note', scope => scope.files.properties(scope.row.file, scope)],
  ['this', ({ self }) => fileOf(self)],
  ['formula', () => errorOf('`formula` needs a name, as in `formula.total`')],
]);

function named(name: string): Program {
  const context = contextNames.get(name);
  if (context !== undefined) return context;
  const property: Program = ({ row }) => row.property(name);
  switch (name) {
    case 'value':
      return scope => (scope.locals === undefined ? property(scope) : scope.locals.value);
    case 'index':
      return scope => (scope.locals === undefined ? property(scope) : scope.locals.index);
    case 'acc':
      return scope => (scope.locals?.acc === undefined ? property(scope) : scope.locals.acc);
    case 'values':
      return scope => scope.values ?? property(scope);
    default:
      return property;
  }
}

function fieldProgram(object: Expression, name: string, compiled: (part: Expression) => Program): Program {
  const ofContext = object.kind === 'name' ? memberOfContext(object.name) : undefined;
  if (ofContext !== undefined) return scope => ofContext(scope, name);
  const program = compiled(object);
  return scope => fieldOf(program(scope), name, scope);
}

/** The members of `note`, `formula` and `this`, which are read without creating these objects. */
function memberOfContext(context: string): ((scope: Scope, name: string) => Value) | undefined {
  switch (context) {
    case 'note':
      return ({ row }, name) => row.property(name);
    case 'formula':
      return ({ row }, name) => row.formula(name);
    case 'this':
      return (scope, name) => {
        const { self, files } = scope;
        if (self === undefined) return null;
        return name === 'file' ? fileOf(self) : files.property(self, name, scope);
      };
    default:
      return undefined;
  }
}

function indexProgram(
  object: Expression,
  index: Expression,
  compiled: (part: Expression) => Program,
): Program {
  const key = compiled(index);
  const ofContext = object.kind === 'name' ? memberOfContext(object.name) : undefined;
  const program = compiled(object);
  return scope => {
    const name = key(scope);
    if (isError(name)) return name;
    const text = ownText(name);
    if (ofContext !== undefined && text !== undefined) return ofContext(scope, text);
    const value = program(scope);
    return isError(value) ? value : itemAt(value, name, scope);
  };
}

function itemAt(value: Value, key: Value, scope: Scope): Value {
  if (value === null) return null;
  if (typeof value === 'object' && value.kind === 'list')
    return (typeof key === 'number' ? value.items[key] : undefined) ?? null;
  const name = ownText(key) ?? (key === null ? undefined : asText(key, scope));
  if (typeof value === 'object' && value.kind === 'object')
    return name === undefined ? null : entryOf(value, name, scope);
  if (typeof value === 'string' && typeof key === 'number') return value[key] ?? null;
  if (name === undefined || typeof key === 'number')
    return errorOf(`Cannot find an index on type ${typeName(value)}`);
  return fieldOf(value, name, scope);
}
