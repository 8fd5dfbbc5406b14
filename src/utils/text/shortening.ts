/** Shortens results that would be too large, so that the rest keeps their shape. */

import { jsonSize, leadingThatFit } from '../json';

/** What was removed from a value. */
export interface Omission {
  /** Names of fields, such as `headings` or `values[].files`. */
  readonly place: string;
  /** How much is left of how much: items of a list, fields of a map, characters of a text. */
  readonly shown: number;
  readonly of: number;
}

interface Shortened<Value> {
  readonly value: Value;
  readonly omissions: readonly Omission[];
}

/** Objects with more fields than this are maps whose keys come from notes; smaller ones keep their keys. */
const maxFields = 100;
/** Lists of at most this many rows keep them all, each shortened; longer lists lose rows at the end. */
const maxRows = 100;

/** Shortens a result to this many bytes of JSON: small fields stay complete, large ones share the rest. */
export function shorten<Value extends object>(value: Value, limit: number): Shortened<Value> {
  const cut = new Cut();
  return { value: replaced(value, cut.fields(value, limit, '')), omissions: cut.omissions };
}

/** Cuts every list of texts in a row of the result to this many bytes of JSON. */
export function shortenListsInRows<Value extends object>(value: Value, limit: number): Shortened<Value> {
  const cut = new Cut();
  const fields = Object.entries(value).flatMap(([key, field]) =>
    Array.isArray(field) ? [[key, cut.listsIn(field, limit, key)] as const] : [],
  );
  return { value: replaced(value, Object.fromEntries(fields)), omissions: cut.omissions };
}

/** A copy with other values under its keys. */
function replaced<Value extends object>(value: Value, fields: object): Value {
  const copy = { ...value };
  for (const [key, field] of Object.entries(fields)) Reflect.set(copy, key, field);
  return copy;
}

class Cut {
  private readonly known = new Map<string, Omission>();

  /** One per place, the first. */
  get omissions(): readonly Omission[] {
    return [...this.known.values()];
  }

  fields(value: object, limit: number, place: string): Record<string, unknown> {
    const all = Object.entries(value).filter(([, field]) => field !== undefined);
    const isMap = all.length > maxFields || (place !== '' && namesSize(all, limit) > limit / 2);
    const kept = isMap ? all.slice(0, leadingThatFit(all, limit)) : all;
    if (kept.length < all.length) this.note(place, kept.length, all.length);
    const level = sharedLevel(
      kept.map(([, field]) => jsonSize(field, limit)),
      limit - namesSize(kept, limit),
    );
    return Object.fromEntries(kept.map(([key, field]) => [key, this.fit(field, level, inner(place, key))]));
  }

  listsIn(rows: readonly unknown[], limit: number, place: string): unknown[] {
    return rows.map(row => {
      if (typeof row !== 'object' || row === null) return row;
      if (Array.isArray(row))
        return row.map((cell: unknown) => (isListOfTexts(cell) ? this.fit(cell, limit, `${place}[]`) : cell));
      const fields: Record<string, unknown> = { ...row };
      for (const [key, field] of Object.entries(fields))
        if (isListOfTexts(field)) fields[key] = this.fit(field, limit, inner(`${place}[]`, key));
      return fields;
    });
  }

  private fit(value: unknown, limit: number, place: string): unknown {
    if (jsonSize(value, limit) <= limit) return value;
    if (typeof value === 'string') return this.text(value, limit, place);
    if (typeof value !== 'object' || value === null) return value;
    return Array.isArray(value) ? this.items(value, limit, place) : this.fields(value, limit, place);
  }

  private items(items: readonly unknown[], limit: number, place: string): unknown[] {
    const isTable = items.length <= maxRows && items.every(item => typeof item === 'object' && item !== null);
    if (isTable) {
      const level = sharedLevel(
        items.map(item => jsonSize(item, limit) + 1),
        limit - 2,
      );
      if (level >= limit / maxRows / 2) return items.map(item => this.fit(item, level - 1, `${place}[]`));
    }
    const fitting = leadingThatFit(items, limit);
    const shown = fitting > 0 ? items.slice(0, fitting) : [this.fit(items[0], limit - 4, `${place}[]`)];
    this.note(place, shown.length, items.length);
    return shown;
  }

  private text(text: string, limit: number, place: string): string {
    let length = Math.min(text.length, Math.max(0, limit - 5));
    for (let size = jsonSize(text.slice(0, length), limit); length > 0 && size > limit - 5;) {
      length = Math.min(length - 1, Math.floor((length * (limit - 5)) / size));
      size = jsonSize(text.slice(0, Math.max(0, length)), limit);
    }
    const shown = text.slice(0, Math.max(0, length));
    const whole = shown.isWellFormed() ? shown : shown.slice(0, -1);
    this.note(place, whole.length, text.length);
    return `${whole}…`;
  }

  private note(place: string, shown: number, of: number): void {
    if (!this.known.has(place)) this.known.set(place, { place, shown, of });
  }
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && typeof value[0] === 'string';
}

/** Bytes of an object as JSON without its values. */
function namesSize(fields: readonly (readonly [string, unknown])[], most: number): number {
  return fields.reduce((sum, [key]) => sum + jsonSize(key, most) + 2, 2);
}

/** The largest size such that all sizes cut to it fit together. */
function sharedLevel(sizes: readonly number[], limit: number): number {
  let left = limit;
  const rising = [...sizes].sort((a, b) => a - b);
  for (const [index, size] of rising.entries()) {
    const share = left / (rising.length - index);
    if (size > share) return Math.max(0, Math.floor(share));
    left -= size;
  }
  return limit;
}

/** Only names from schemas are shown: keys of maps come from notes. */
function inner(place: string, key: string): string {
  if (place === '') return key;
  return place.endsWith('[]') && !place.includes('.') ? `${place}.${key}` : place;
}
