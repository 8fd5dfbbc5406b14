/** Which values are equal, and which are true. */
import { foldTag, tagCovers } from '../../utils/properties/property-names';
import { dayOf, parseDate } from './dates';
import { inMs, parseDuration } from './durations';
import { fileOfLink } from './links';
import { dateCost, type Means } from '../evaluation/budget';
import { asText, linkText } from './text';
import type { DateValue, LinkValue, StructuredValue, Value } from './value';

/** Steps for comparing two values, without their contents. */
const comparisonCost = 2;
/** Folding the letters of a text takes longer than reading them. */
export const charactersFolded = 8;

/**
 * A number equals any text of the same number, a date any text of the same date, a link the file that it leads to.
 * @throws LimitReached
 */
export function areEqual(a: Value, b: Value, means: Means, depth = 0): boolean {
  means.budget.spend(comparisonCost);
  if (typeof a === 'string' && typeof b === 'string') return areSameTexts(a, b, means);
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'object') return typeof b === 'object' ? areSame(a, b, means, depth) : isAlso(a, b, means);
  if (typeof b === 'object') return isAlso(b, a, means);
  if (typeof a === 'string' && typeof b === 'number') return isNumber(a, b, means);
  return typeof a === 'number' && typeof b === 'string' && isNumber(b, a, means);
}

/** Whether a list contains a value: a tag also matches those nested in it. @throws LimitReached */
export function holds(items: readonly Value[], wanted: Value, means: Means): boolean {
  return items.some(item => areEqual(item, wanted, means) || isWithin(item, wanted, means));
}

export function isTruthy(value: Value): boolean {
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  if (typeof value !== 'object') return value === true || (typeof value === 'string' && value !== '');
  return value !== null && (value.kind !== 'tag' || value.name !== '');
}

export function isEmpty(value: Value): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  if (value.kind === 'list') return value.items.length === 0;
  return value.kind === 'object' && value.entries.size === 0;
}

/** The same text for all values that `unique` considers equal: links by their shown form. */
export function identity(value: Value, means: Means): string {
  const text =
    typeof value === 'object' && value?.kind === 'tag' ? foldTag(value.name) : asText(value, means);
  means.budget.spendOnReading(text.length);
  return `${typeof value === 'object' && value !== null ? value.kind : typeof value} ${text}`;
}

/** Texts of different lengths differ without being read. */
function areSameTexts(a: string, b: string, { budget }: Means): boolean {
  if (a.length !== b.length) return false;
  budget.spendOnReading(a.length);
  return a === b;
}

function isNumber(text: string, number: number, { budget }: Means): boolean {
  budget.spendOnReading(text.length);
  return text.trim() !== '' && Number(text) === number;
}

function areSame(a: StructuredValue, b: StructuredValue, means: Means, depth: number): boolean {
  if (a.kind === 'link' && b.kind === 'link') return areSameLinks(a, b, means);
  if (a.kind === 'link' && b.kind === 'file') return fileOfLink(a, means)?.path === b.file.path;
  if (a.kind === 'file' && b.kind === 'link') return fileOfLink(b, means)?.path === a.file.path;
  if (a.kind === 'file' && b.kind === 'file') return a.file.path === b.file.path;
  if (a.kind === 'date' && b.kind === 'date') return areSameDates(a, b, means);
  if (a.kind === 'duration' && b.kind === 'duration') return inMs(a) === inMs(b);
  if (a.kind === 'tag' && b.kind === 'tag') return areSameTags(a.name, b.name, means);
  if (a.kind === 'list' && b.kind === 'list') return areSameLists(a.items, b.items, means, depth + 1);
  return a.kind === b.kind && areSameTexts(asText(a, means), asText(b, means), means);
}

function areSameLists(a: readonly Value[], b: readonly Value[], means: Means, depth: number): boolean {
  means.budget.checkDepth(depth);
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1)
    if (!areEqual(a[index] ?? null, b[index] ?? null, means, depth)) return false;
  return true;
}

/** A day equals every moment of it. */
function areSameDates(a: DateValue, b: DateValue, { vault: { zone }, budget }: Means): boolean {
  if (a.hasTime && b.hasTime) return a.at === b.at;
  budget.spend(2 * dateCost);
  return dayOf(a, zone).at === dayOf(b, zone).at;
}

function areSameLinks(a: LinkValue, b: LinkValue, means: Means): boolean {
  if (areSameTexts(a.target, b.target, means) && a.source === b.source) return true;
  const fileA = fileOfLink(a, means);
  const fileB = fileOfLink(b, means);
  if (fileA === undefined && fileB === undefined) return areSameTexts(a.target, b.target, means);
  return fileA?.path === fileB?.path;
}

function areSameTags(a: string, b: string, { budget }: Means): boolean {
  budget.spend((a.length + b.length) / charactersFolded);
  return foldTag(a) === foldTag(b);
}

function isAlso(a: StructuredValue, b: boolean | number | string, means: Means): boolean {
  if (typeof b !== 'string') return false;
  switch (a.kind) {
    case 'date': {
      const date = dateIn(b, means);
      return date === undefined ? areSameTexts(asText(a, means), b, means) : areSameDates(a, date, means);
    }
    case 'duration': {
      means.budget.spend(dateCost);
      const duration = parseDuration(b);
      return duration !== undefined && inMs(duration) === inMs(a);
    }
    case 'tag':
      return areSameTags(a.name, b, means);
    case 'link':
      return areSameTexts(a.target, b, means) || areSameTexts(linkText(a, means), b, means);
    case 'html':
    case 'image':
    case 'icon':
      return areSameTexts(a.text, b, means);
    case 'file':
      return areSameTexts(a.file.path, b, means);
    case 'list':
    case 'object':
    case 'pattern':
    case 'error':
      return false;
  }
}

export function dateIn(text: string, { vault, budget }: Means): DateValue | undefined {
  budget.spend(dateCost);
  budget.spendOnReading(text.length);
  return parseDate(text, vault.zone);
}

function isWithin(item: Value, wanted: Value, { budget }: Means): boolean {
  if (typeof item !== 'object' || item?.kind !== 'tag') return false;
  const text = typeof wanted === 'object' ? (wanted?.kind === 'tag' ? wanted.name : undefined) : wanted;
  if (typeof text !== 'string') return false;
  budget.spend((text.length + item.name.length) / charactersFolded);
  return tagCovers(foldTag(text), foldTag(item.name));
}
