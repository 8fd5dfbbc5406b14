/** Which values are equal, and which are true. */
import { foldTag, tagCovers } from '../../utils/properties/tags';
import type { BaseVault } from '../base-vault';
import { dayOf, parseDate } from './dates';
import { inMs, parseDuration } from './durations';
import { fileOfLink, linkAsText } from './links';
import { asText } from './text';
import type { DateValue, LinkValue, StructuredValue, Value } from './value';

/** Numbers equal texts of the same number, dates texts of the same date, links the files they lead to. */
export function areEqual(a: Value, b: Value, vault: BaseVault): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'object') return typeof b === 'object' ? areSame(a, b, vault) : isAlso(a, b, vault);
  if (typeof b === 'object') return isAlso(b, a, vault);
  if (typeof a === 'string' && typeof b === 'number') return isNumber(a, b);
  return typeof a === 'number' && typeof b === 'string' && isNumber(b, a);
}

/** Whether a list contains a value: a tag also matches those nested in it. */
export function holds(items: readonly Value[], wanted: Value, vault: BaseVault): boolean {
  return items.some(item => areEqual(item, wanted, vault) || isWithin(item, wanted));
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
export function identity(value: Value, vault: BaseVault): string {
  if (typeof value !== 'object' || value === null) return `${typeof value} ${String(value)}`;
  if (value.kind === 'tag') return `tag ${foldTag(value.name)}`;
  return `${value.kind} ${value.kind === 'link' ? linkAsText(value) : asText(value, vault)}`;
}

function isNumber(text: string, number: number): boolean {
  return text.trim() !== '' && Number(text) === number;
}

function areSame(a: StructuredValue, b: StructuredValue, vault: BaseVault): boolean {
  if (a.kind === 'link' && b.kind === 'link') return areSameLinks(a, b, vault);
  if (a.kind === 'link' && b.kind === 'file') return fileOfLink(a, vault)?.path === b.file.path;
  if (a.kind === 'file' && b.kind === 'link') return fileOfLink(b, vault)?.path === a.file.path;
  if (a.kind === 'file' && b.kind === 'file') return a.file.path === b.file.path;
  if (a.kind === 'date' && b.kind === 'date') return areSameDates(a, b, vault);
  if (a.kind === 'duration' && b.kind === 'duration') return inMs(a) === inMs(b);
  if (a.kind === 'tag' && b.kind === 'tag') return foldTag(a.name) === foldTag(b.name);
  if (a.kind === 'list' && b.kind === 'list')
    return (
      a.items.length === b.items.length &&
      a.items.every((item, index) => areEqual(item, b.items[index] ?? null, vault))
    );
  return a.kind === b.kind && asText(a, vault) === asText(b, vault);
}

/** A day equals every moment of it. */
function areSameDates(a: DateValue, b: DateValue, { zone }: BaseVault): boolean {
  if (a.hasTime && b.hasTime) return a.at === b.at;
  return dayOf(a, zone).at === dayOf(b, zone).at;
}

function areSameLinks(a: LinkValue, b: LinkValue, vault: BaseVault): boolean {
  if (a.target === b.target && a.source === b.source) return true;
  const [fileA, fileB] = [fileOfLink(a, vault), fileOfLink(b, vault)];
  if (fileA === undefined && fileB === undefined) return a.target === b.target;
  return fileA?.path === fileB?.path;
}

function isAlso(a: StructuredValue, b: boolean | number | string, vault: BaseVault): boolean {
  if (typeof b !== 'string') return false;
  switch (a.kind) {
    case 'date': {
      const date = parseDate(b, vault.zone);
      return date === undefined ? asText(a, vault) === b : areSameDates(a, date, vault);
    }
    case 'duration': {
      const duration = parseDuration(b);
      return duration !== undefined && inMs(duration) === inMs(a);
    }
    case 'tag':
      return foldTag(a.name) === foldTag(b);
    case 'link':
      return a.target === b || linkAsText(a) === b;
    case 'html':
    case 'image':
    case 'icon':
      return a.text === b;
    case 'file':
      return a.file.path === b;
    case 'list':
    case 'object':
    case 'pattern':
    case 'error':
      return false;
  }
}

function isWithin(item: Value, wanted: Value): boolean {
  if (typeof item !== 'object' || item?.kind !== 'tag') return false;
  if (typeof wanted === 'string') return tagCovers(foldTag(wanted), foldTag(item.name));
  return (
    typeof wanted === 'object' &&
    wanted?.kind === 'tag' &&
    tagCovers(foldTag(wanted.name), foldTag(item.name))
  );
}
