/** Queries as expressions: how each is written, whether it may be, and what it says of a note in the plainest way. */

import type { OperatorName } from '../../../../src/search/query/language/query-tree';
import type { NaiveNote, PartKind, PropertyValue, Span } from './naive-notes';

export type Leaf =
  | { readonly kind: 'word' | 'quotes'; readonly text: string }
  | { readonly kind: 'regex'; readonly cased: RegExp; readonly uncased: RegExp };

export type Query =
  | Leaf
  | { readonly kind: 'not'; readonly of: Query }
  | { readonly kind: 'and' | 'or'; readonly all: readonly Query[] }
  | Operator
  | { readonly kind: 'property'; readonly name: string; readonly value?: Query | Comparison };

export interface Operator {
  readonly kind: 'operator';
  readonly name: OperatorName;
  readonly of: Query;
}

export interface Comparison {
  readonly kind: 'comparison';
  readonly sign: '<' | '>=';
  readonly number: number;
}

/** In what an expression is looked for. */
interface Scope {
  readonly note: NaiveNote;
  /** A part of the note's text. */
  readonly span: Span;
  /** Whether the name of the note counts too. */
  readonly hasTitle: boolean;
  readonly isCased: boolean;
}

export function written(query: Query | Comparison): string {
  switch (query.kind) {
    case 'word':
      return query.text;
    case 'quotes':
      return `"${query.text}"`;
    case 'regex':
      return `/${query.cased.source}/`;
    case 'comparison':
      return `${query.sign}${query.number}`;
    case 'not':
      return `-${grouped(query.of)}`;
    case 'and':
      return query.all.map(one => (one.kind === 'or' ? grouped(one) : written(one))).join(' ');
    case 'or':
      return query.all.map(written).join(' OR ');
    case 'property':
      return query.value === undefined ? `[${query.name}]` : `[${query.name}:${written(query.value)}]`;
    case 'operator':
      return `${query.name}:${grouped(query.of)}`;
  }
}

function grouped(query: Query): string {
  return query.kind === 'and' || query.kind === 'or' || query.kind === 'not'
    ? `(${written(query)})`
    : written(query);
}

/** Where an expression stands: beside others, in a part of a note, or in a value such as a path. */
type Place = 'note' | 'part' | 'value';

/** Whether it can be asked: what is about whole notes cannot stand in a part, and only texts stand in values. */
export function isAllowed(query: Query | Comparison, place: Place = 'note'): boolean {
  switch (query.kind) {
    case 'word':
    case 'quotes':
    case 'regex':
    case 'comparison':
      return true;
    case 'and':
    case 'or':
      return query.all.every(one => isAllowed(one, place));
    case 'not':
      return isAllowed(query.of, place);
    case 'property':
      return place === 'note' && (query.value === undefined || isAllowed(query.value, 'value'));
    case 'operator':
      return isAllowedOperator(query, place);
  }
}

function isAllowedOperator({ name, of }: Operator, place: Place): boolean {
  switch (name) {
    case 'match-case':
    case 'ignore-case':
      return isAllowed(of, place);
    case 'content':
      return place !== 'value' && isAllowed(of, place);
    case 'path':
    case 'file':
    case 'tag':
      return place === 'note' && isAllowed(of, 'value');
    case 'line':
    case 'block':
    case 'section':
    case 'task':
    case 'task-todo':
    case 'task-done':
      return place !== 'value' && isAllowed(of, 'part');
  }
}

export function fits(note: NaiveNote, query: Query): boolean {
  return holds(query, { note, span: { start: 0, end: note.text.length }, hasTitle: true, isCased: false });
}

function holds(query: Query, scope: Scope): boolean {
  switch (query.kind) {
    case 'word':
    case 'quotes':
    case 'regex': {
      const { note, span, hasTitle, isCased } = scope;
      const texts = [note.text.slice(span.start, span.end), ...(hasTitle ? [note.title] : [])];
      return texts.some(text => occurs(query, text, isCased));
    }
    case 'not':
      return !holds(query.of, scope);
    case 'and':
      return query.all.every(one => holds(one, scope));
    case 'or':
      return query.all.some(one => holds(one, scope));
    case 'property':
      return hasProperty(query, scope);
    case 'operator':
      return holdsOfOperator(query, scope);
  }
}

function holdsOfOperator({ name, of }: Operator, scope: Scope): boolean {
  const { note, span, isCased } = scope;
  switch (name) {
    case 'match-case':
    case 'ignore-case':
      return holds(of, { ...scope, isCased: name === 'match-case' });
    case 'content':
      return holds(of, { ...scope, hasTitle: false });
    case 'path':
      return holdsOfValues(of, [note.path], { isCased, fitting: part });
    case 'file':
      return holdsOfValues(of, [note.path.split('/').at(-1) ?? ''], { isCased, fitting: part });
    case 'tag':
      return holdsOfValues(of, note.tags, { isCased, fitting: tag });
    case 'line':
    case 'block':
    case 'section':
    case 'task':
    case 'task-todo':
    case 'task-done':
      return partsIn(note, name, span).some(one => holds(of, { note, span: one, hasTitle: false, isCased }));
  }
}

/** The parts of a kind in a stretch of the text, cut to it, without blank ones. */
function partsIn(note: NaiveNote, kind: PartKind, { start, end }: Span): Span[] {
  const parts = kind === 'line' ? linesOf(note.text) : note.parts[kind];
  return parts
    .map(one => ({ start: Math.max(start, one.start), end: Math.min(end, one.end) }))
    .filter(one => note.text.slice(one.start, Math.max(one.start, one.end)).trim() !== '');
}

function linesOf(text: string): Span[] {
  let start = 0;
  return text.split('\n').map(line => {
    const span = { start, end: start + line.length };
    start += line.length + 1;
    return span;
  });
}

function occurs(leaf: Leaf, text: string, isCased: boolean): boolean {
  if (leaf.kind === 'regex') return text.split('\n').some(line => fitsLine(leaf, line, isCased));
  const [wanted, searched] = isCased ? [leaf.text, text] : [leaf.text.toLowerCase(), text.toLowerCase()];
  if (leaf.kind === 'word')
    return Array.from(searched).some(
      (_, at) => searched.startsWith(wanted, at) && !/[a-z0-9]/iu.test(searched.charAt(at - 1)),
    );
  const paragraphs = searched.split(/\n{2,}/u);
  return paragraphs.some(one => one.replace(/\s+/gu, () => ' ').includes(wanted));
}

function fitsLine(
  { cased, uncased }: Leaf & { readonly kind: 'regex' },
  line: string,
  isCased: boolean,
): boolean {
  return (isCased ? cased : uncased).test(line);
}

type Fitting = (leaf: Leaf & { readonly kind: 'word' | 'quotes' }, value: string) => boolean;

const part: Fitting = ({ text }, value) => `/${value}`.includes(text);
const tag: Fitting = ({ text }, value) => `${value}/`.startsWith(`${text}/`);
const whole: Fitting = ({ kind, text }, value) => (kind === 'quotes' ? value === text : value.includes(text));

interface Comparing {
  readonly isCased: boolean;
  readonly fitting: Fitting;
}

/** Each word must fit one of the values. */
function holdsOfValues(query: Query, values: readonly string[], comparing: Comparing): boolean {
  const { isCased, fitting } = comparing;
  switch (query.kind) {
    case 'not':
      return !holdsOfValues(query.of, values, comparing);
    case 'and':
      return query.all.every(one => holdsOfValues(one, values, comparing));
    case 'or':
      return query.all.some(one => holdsOfValues(one, values, comparing));
    case 'regex':
      return values.some(value => fitsLine(query, fitting === tag ? `#${value}` : value, isCased));
    case 'word':
    case 'quotes': {
      const text = isCased ? query.text : query.text.toLowerCase();
      return values.some(value => fitting({ ...query, text }, isCased ? value : value.toLowerCase()));
    }
    case 'operator':
      return holdsOfValues(query.of, values, { fitting, isCased: query.name === 'match-case' });
    case 'property':
      throw new Error('A property has no property.');
  }
}

function hasProperty(
  { name, value: asked }: Query & { readonly kind: 'property' },
  { note, isCased }: Scope,
): boolean {
  const value = note.properties[name];
  if (value === undefined || asked === undefined) return value !== undefined;
  if (asked.kind === 'comparison') return compares(asked, value);
  if (asked.kind === 'word' && asked.text === 'null') return value === null;
  return holdsOfValues(asked, textsOf(value), { isCased, fitting: whole });
}

function compares({ sign, number }: Comparison, value: PropertyValue): boolean {
  return typeof value === 'number' && (sign === '<' ? value < number : value >= number);
}

function textsOf(value: PropertyValue): readonly string[] {
  if (value === null) return [];
  return typeof value === 'object' ? value : [String(value)];
}
