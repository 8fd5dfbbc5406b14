/** Conditions such as `[name]`, `[name:value]`, `[name:<5]`, `[name:null]`. */

import type { DateClock } from '../../utils/dates/dates';
import { comparable, operand, plainNumber, relate } from '../../utils/properties/condition-values';
import { foldFileName, targetOf } from '../../utils/properties/link-values';
import { immediately, type Steps } from '../../utils/slicing/steps';
import { lastName } from '../../utils/text/path-parts';
import { contains } from '../../utils/text/text-search';
import type { ComparisonNode, PropertyNode, TextNode } from '../query/language/query-tree';
import { foldWith, patternTest, type TextFolding } from './text-values';
import { type Test, type ValueTest, valueTest } from './value-test';

type Properties = Readonly<Record<string, unknown>>;

export interface PropertyReading extends TextFolding {
  /** Parses dates such as `today`; without it, only ISO dates are known. */
  readonly clock?: DateClock | undefined;
}

/** @throws ToolFailure `invalid_query` that names the place */
export function propertyTest(
  { name, value }: PropertyNode,
  caseSensitive: boolean,
  reading: PropertyReading,
): Test<Properties> {
  const shared = { query: reading.query, owner: '[ ]' };
  const nameLeaf = (node: TextNode | ComparisonNode, minds: boolean): Test<string> =>
    propertyNameLeaf(node, minds, reading);
  const isNamed = valueTest(name, { ...shared, leaf: nameLeaf }, false);
  const leaf = (node: TextNode | ComparisonNode, minds: boolean): Test<unknown> =>
    propertyLeaf(node, minds, reading);
  const hasValue = value === undefined ? undefined : valueTest(value, { ...shared, leaf }, caseSensitive);
  return properties => hasProperty(properties, isNamed, hasValue);
}

function* hasProperty(
  properties: Properties,
  isNamed: ValueTest<string>,
  hasValue: ValueTest<unknown> | undefined,
): Steps<boolean> {
  for (const [name, value] of Object.entries(properties)) {
    if (!(yield* isNamed([name]))) continue;
    if (hasValue === undefined || (yield* hasValue(membersOf(value)))) return true;
  }
  return false;
}

/** Property names ignore case, like in the app. */
function propertyNameLeaf(
  node: TextNode | ComparisonNode,
  caseSensitive: boolean,
  reading: TextFolding,
): Test<string> {
  if (node.kind === 'pattern') return patternTest(node, caseSensitive, reading);
  const wanted = node.text.trim().toLowerCase();
  return name => immediately(name.toLowerCase() === wanted);
}

function propertyLeaf(
  node: TextNode | ComparisonNode,
  caseSensitive: boolean,
  reading: PropertyReading,
): Test<unknown> {
  const fold = foldWith(reading, caseSensitive);
  switch (node.kind) {
    case 'comparison':
      return comparing(node, reading.clock);
    case 'pattern': {
      const test = patternTest(node, caseSensitive, reading);
      return value => (isList(value) ? immediately(false) : test(textOf(value)));
    }
    case 'phrase':
      return equalTo(node.text, fold);
    case 'word':
      return fitting(node.text, fold);
  }
}

/** The members of a list and the list itself: only "not" applies to a list as a whole. */
function membersOf(value: unknown): readonly unknown[] {
  if (!isList(value)) return [value];
  const members: readonly unknown[] = value;
  return [...members, value];
}

/** For any value but a list, whose members are tested one by one. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Matches part of a text; a number, `true`, `false` or `null` only as a whole. */
function fitting(text: string, fold: (text: string) => string): Test<unknown> {
  const wanted = fold(text.trim());
  const number = plainNumber.test(text) ? Number(text) : undefined;
  const isNull = text.toLowerCase() === 'null';
  return value => {
    if (value === null || value === undefined) return immediately(isNull);
    if (isList(value)) return immediately(false);
    if (typeof value === 'number') return immediately(value === number);
    if (typeof value === 'boolean') return immediately(String(value) === text.toLowerCase());
    return immediately(contains(fold(textOf(value)), wanted));
  };
}

/** Matches the whole value; a link equals the name, path and text of its target. */
function equalTo(text: string, fold: (text: string) => string): Test<unknown> {
  const wanted = fold(text.trim());
  const file = fold(foldFileName(targetOf(text.trim())));
  return value => {
    if (isList(value) || value === null || value === undefined) return immediately(false);
    const own = textOf(value).trim();
    if (fold(own) === wanted) return immediately(true);
    if (!own.startsWith('[[')) return immediately(false);
    const target = fold(foldFileName(targetOf(own).split('#', 1)[0] ?? ''));
    return immediately(target === file || lastName(target) === file);
  };
}

function comparing({ relation, text }: ComparisonNode, clock: DateClock | undefined): Test<unknown> {
  const asked = clock === undefined ? comparable(text) : operand(text, clock);
  const wanted = relation.startsWith('<') ? 'before' : 'behind';
  return value => {
    const known = comparable(value);
    const found = known === undefined || asked === undefined ? 'unlike' : relate(known, asked);
    return immediately(found === wanted || (relation.length > 1 && found === 'within'));
  };
}
