/** Compiles expressions: each part becomes a function of the scope. */
import { callGlobal, callOn, fieldOf } from '../functions/dispatch';
import { patternOf } from '../functions/patterns';
import type { BinaryOperator, Expression } from '../language/syntax';
import { isTruthy } from '../values/equality';
import { entryOf, propertiesOf, propertyOf } from '../values/properties';
import { asText } from '../values/text';
import { errorOf, fileOf, isError, listOf, ownText, typeName, type Value } from '../values/value';
import { arithmetic, compare, isArithmetic, negated } from './operators';
import type { Program, Scope } from './scope';

/** The program of an expression. Running it throws at most `LimitReached`. */
export function compile(expression: Expression): Program {
  const program = programOf(expression);
  return scope => {
    scope.budget.spend(1);
    return program(scope);
  };
}

function programOf(expression: Expression): Program {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'pattern': {
      const value = patternOf(expression.source, expression.flags);
      return () => value;
    }
    case 'list': {
      const items = expression.items.map(compile);
      return scope => listOf(items.map(item => item(scope)));
    }
    case 'name':
      return named(expression.name);
    case 'field':
      return fieldProgram(expression.object, expression.name);
    case 'index':
      return indexProgram(expression.object, expression.index);
    case 'call': {
      const args = expression.args.map(compile);
      return scope => callGlobal(expression.name, args, scope);
    }
    case 'method': {
      const { name } = expression;
      const object = compile(expression.object);
      const args = expression.args.map(compile);
      return scope => callOn(object(scope), name, args, scope);
    }
    case 'unary': {
      const operand = compile(expression.operand);
      return expression.operator === '-' ? scope => negated(operand(scope)) : inverted(operand);
    }
    case 'binary':
      return binary(expression.operator, compile(expression.left), compile(expression.right));
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
  ['note', ({ row, vault }) => propertiesOf(row.file, vault)],
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

function fieldProgram(object: Expression, name: string): Program {
  const ofContext = object.kind === 'name' ? memberOfContext(object.name) : undefined;
  if (ofContext !== undefined) return scope => ofContext(scope, name);
  const program = compile(object);
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
      return ({ self, vault }, name) => {
        if (self === undefined) return null;
        return name === 'file' ? fileOf(self) : propertyOf(self, name, vault);
      };
    default:
      return undefined;
  }
}

function indexProgram(object: Expression, index: Expression): Program {
  const key = compile(index);
  const ofContext = object.kind === 'name' ? memberOfContext(object.name) : undefined;
  const program = compile(object);
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
  const name = ownText(key) ?? (key === null ? undefined : asText(key, scope.vault));
  if (typeof value === 'object' && value.kind === 'object')
    return name === undefined ? null : entryOf(value, name);
  if (typeof value === 'string' && typeof key === 'number') return value[key] ?? null;
  if (name === undefined || typeof key === 'number')
    return errorOf(`Cannot find an index on type ${typeName(value)}`);
  return fieldOf(value, name, scope);
}
