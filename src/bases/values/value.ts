/** The values of expressions. Errors are values too: an expression never throws because of the contents of a note. */
import type { BaseFile } from '../base-vault';

export type Value = null | boolean | number | string | StructuredValue;

export type StructuredValue =
  | ListValue
  | DateValue
  | DurationValue
  | LinkValue
  | FileValue
  | ObjectValue
  | TagValue
  | MarkupValue
  | PatternValue
  | ErrorValue;

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
}

export interface DateValue {
  readonly kind: 'date';
  /** Epoch milliseconds; the first moment of the day if there is no time. */
  readonly at: number;
  readonly hasTime: boolean;
  /** Shown relative to now, but still sorted by time. */
  readonly isRelative?: boolean;
}

/** Stored in parts, because a month has no fixed length. */
export interface DurationValue {
  readonly kind: 'duration';
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

export interface LinkValue {
  readonly kind: 'link';
  /** As written, with a subpath. */
  readonly target: string;
  readonly display: string | undefined;
  /** The path of the file from which it is resolved; '' for the vault's root. */
  readonly source: string;
  /** Its target, cached on first use; null if there is none. */
  file?: BaseFile | null;
}

export interface FileValue {
  readonly kind: 'file';
  readonly file: BaseFile;
}

export interface ObjectValue {
  readonly kind: 'object';
  readonly entries: ReadonlyMap<string, Value>;
  /** Whether keys ignore case, like property names. */
  readonly isFolded: boolean;
}

interface TagValue {
  readonly kind: 'tag';
  /** Without `#`. */
  readonly name: string;
}

/** A text that a view renders in another form. */
export interface MarkupValue {
  readonly kind: 'html' | 'image' | 'icon';
  readonly text: string;
}

/** A pattern that runs in linear time. */
export interface PatternValue {
  readonly kind: 'pattern';
  readonly source: string;
  readonly isGlobal: boolean;
  /** Steps per character of a searched text. */
  readonly cost: number;
  /** The matches in a text, in order, without overlaps. */
  readonly matches: (text: string) => Iterable<PatternMatch>;
}

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** The whole match, then the groups; undefined for a group that did not match. */
  readonly groups: readonly (string | undefined)[];
}

export interface ErrorValue {
  readonly kind: 'error';
  /** The app's message if it is known. */
  readonly message: string;
}

export function listOf(items: readonly Value[]): ListValue {
  return { kind: 'list', items };
}

export function errorOf(message: string): ErrorValue {
  return { kind: 'error', message };
}

export function fileOf(file: BaseFile | undefined): FileValue | null {
  return file === undefined ? null : { kind: 'file', file };
}

export function isError(value: Value): value is ErrorValue {
  return typeof value === 'object' && value !== null && value.kind === 'error';
}

/** The name of a value's type as errors give it: `String`, `List`. */
export function typeName(value: Value): string {
  const name = typeKey(value);
  return name === 'regexp' || name === 'html'
    ? upperNames[name]
    : name.slice(0, 1).toUpperCase() + name.slice(1);
}

const upperNames = { regexp: 'RegExp', html: 'HTML' } as const;

/** The name of a value's type as `isType` takes it. */
export function typeKey(value: Value): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (value.kind === 'tag') return 'string';
  return value.kind === 'pattern' ? 'regexp' : value.kind;
}

/** The text of a string, tag, link or piece of markup; undefined for other values. */
export function ownText(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.kind === 'tag') return value.name;
  if (value.kind === 'link') return value.target;
  return 'text' in value ? value.text : undefined;
}
