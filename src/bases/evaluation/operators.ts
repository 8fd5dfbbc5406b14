/** How operators combine values. */
import { durationFrom } from '../functions/members';
import { moved } from '../values/dates';
import { between, parseDuration, plus, scaled } from '../values/durations';
import { areEqual, dateIn, isEmpty } from '../values/equality';
import { type Scope } from './scope';
import { dateCost } from './budget';
import { compared } from '../values/order';
import { asText } from '../values/text';
import { type DateValue, errorOf, isError, listOf, ownText, typeName, type Value } from '../values/value';

type Arithmetic = '+' | '-' | '*' | '/' | '%';
type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const arithmeticOperators: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

export function isArithmetic(operator: string): operator is Arithmetic {
  return arithmeticOperators.has(operator);
}

/** An empty value has no order: every comparison with it except `==` and `!=` is false. */
export function compare(operator: Comparison, left: Value, right: Value, scope: Scope): Value {
  if (operator === '==') return areEqual(left, right, scope);
  if (operator === '!=') return !areEqual(left, right, scope);
  const order = compared(left, right, scope);
  if (typeof order === 'object') return order;
  if (order === undefined || Number.isNaN(order)) {
    if (!isEmpty(left) && !isEmpty(right)) scope.budget.uncompared += 1;
    return false;
  }
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

export function negated(value: Value): Value {
  if (value === null || isError(value)) return value;
  if (typeof value === 'number' || typeof value === 'boolean') return -Number(value);
  if (typeof value === 'object' && value.kind === 'duration') return scaled(value, -1);
  return errorOf(`Invalid operator on ${typeName(value)}`);
}

/** Arithmetic with an empty value is empty, but a text plus an empty value is the text. */
export function arithmetic(operator: Arithmetic, left: Value, right: Value, scope: Scope): Value {
  if (isError(left)) return left;
  if (isError(right)) return right;
  if (typeof left === 'number' && typeof right === 'number') return calculated(operator, left, right);
  if (typeof left === 'object' && left?.kind === 'date') return withDate(operator, left, right, scope);
  if (operator === '+' && (isText(left) || isText(right))) return joined(left, right, scope);
  if (left === null || right === null) return null;
  if (typeof left === 'object' && left.kind === 'duration') {
    const found = withDuration(operator, left, right, scope);
    if (found !== undefined) return found;
  }
  if (operator === '+' && typeof left === 'object' && left.kind === 'list')
    return appended(left.items, right, scope);
  const isPlain = isCountable(left) && isCountable(right);
  return isPlain
    ? calculated(operator, Number(left), Number(right))
    : errorOf(`Invalid operator between ${typeName(left)} and ${typeName(right)}`);
}

function isText(value: Value): boolean {
  return ownText(value) !== undefined;
}

function isCountable(value: Value): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}

function calculated(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

function joined(left: Value, right: Value, scope: Scope): Value {
  const a = left === null ? '' : asText(left, scope);
  const b = right === null ? '' : asText(right, scope);
  scope.budget.spendOnText(a.length + b.length);
  return `${a}${b}`;
}

function appended(items: readonly Value[], right: Value, { budget }: Scope): Value {
  const more = typeof right === 'object' && right?.kind === 'list' ? right.items : [right];
  budget.spendOnItems(items.length + more.length);
  return listOf([...items, ...more]);
}

/** Adds a duration (or its text) to a date; subtracting two dates gives a duration. */
function withDate(operator: Arithmetic, left: DateValue, right: Value, scope: Scope): Value {
  if (right === null) return null;
  const invalid = errorOf(`Invalid operator between ${typeName(left)} and ${typeName(right)}`);
  if (operator !== '+' && operator !== '-') return invalid;
  if (typeof right === 'object' && right.kind === 'date')
    return operator === '-' ? between(left.at, right.at) : invalid;
  const text = ownText(right);
  if (text === undefined && !(typeof right === 'object' && right.kind === 'duration')) return invalid;
  scope.budget.spend(dateCost);
  const isDuration = text !== undefined && parseDuration(text) !== undefined;
  const other = operator === '-' && text !== undefined && !isDuration ? dateIn(text, scope) : undefined;
  if (other !== undefined) return between(left.at, other.at);
  const duration = durationFrom(right, scope);
  if (duration === null || duration.kind === 'error') return duration;
  return (
    moved(left, duration, operator === '+' ? 1 : -1, scope.vault.zone) ?? errorOf('The date is too far away.')
  );
}

function withDuration(
  operator: Arithmetic,
  left: Extract<Value, { kind: 'duration' }>,
  right: Value,
  scope: Scope,
): Value | undefined {
  if (typeof right === 'number') {
    if (operator === '*') return scaled(left, right);
    return operator === '/' ? scaled(left, 1 / right) : undefined;
  }
  if (typeof right !== 'object' || right === null) return undefined;
  if (right.kind === 'duration') {
    if (operator === '+') return plus(left, right);
    return operator === '-' ? plus(left, right, -1) : undefined;
  }
  return right.kind === 'date' && operator === '+'
    ? (moved(right, left, 1, scope.vault.zone) ?? errorOf('The date is too far away.'))
    : undefined;
}
