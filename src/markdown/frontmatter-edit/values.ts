import { ToolFailure } from '../../errors';
import { isRoundedInteger } from '../yaml/yaml-value';
import { maxYamlLength } from '../yaml/frontmatter-yaml';

/** Deeper values could not be parsed again: see `maxYamlDepth`, and two columns per level. */
const maxValueDepth = 20;

/** A property's value; other types are not portable in YAML. */
export type PropertyValue =
  string | number | boolean | null | readonly PropertyValue[] | { readonly [name: string]: PropertyValue };

/** Checks that `value` is plain JSON data of acceptable size; maps of the result have no prototype. @throws ToolFailure */
export function propertyValue(value: unknown): PropertyValue {
  const plain = plainValue(value, 0);
  if (JSON.stringify(plain).length <= maxYamlLength) return plain;
  throw new ToolFailure('too_large', `The value of a property is larger than ${maxYamlLength} characters.`);
}

function plainValue(value: unknown, depth: number): PropertyValue {
  if (depth > maxValueDepth) {
    throw new ToolFailure(
      'too_large',
      `The value of a property is nested more than ${maxValueDepth} levels deep.`,
    );
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return exactNumber(value);
  if (Array.isArray(value)) return value.map(item => plainValue(item, depth + 1));
  if (typeof value !== 'object')
    throw new ToolFailure('invalid_argument', 'The value of a property must be JSON.');
  const map: Record<string, PropertyValue> = { __proto__: null };
  for (const [name, item] of Object.entries(value)) map[name] = plainValue(item, depth + 1);
  return map;
}

/** An integer beyond 2^53 has lost digits on its way here. @throws ToolFailure `invalid_argument` */
function exactNumber(value: number): number {
  if (!isRoundedInteger(value) || Math.abs(value) >= 1e21) return value;
  throw new ToolFailure('invalid_argument', 'An integer beyond 2^53 loses digits as a number.', {
    hint: 'Pass it as a text, with all its digits.',
  });
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Deep equality of plain data; ignores the order of a map's names. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true;
  if (isList(one)) {
    return (
      isList(other) && one.length === other.length && one.every((item, at) => sameValue(item, other[at]))
    );
  }
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other || isList(other)) return false;
  const names = Object.entries(one);
  const others = new Map<string, unknown>(Object.entries(other));
  return (
    names.length === others.size &&
    names.every(([name, value]) => others.has(name) && sameValue(value, others.get(name)))
  );
}

/** The same text for equal values, to use as a key. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) return { number: String(inner) };
    if (typeof inner !== 'object' || inner === null || isList(inner)) return inner;
    return { map: Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)) };
  });
}
