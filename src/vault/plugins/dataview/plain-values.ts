/**
 * Converts Dataview's values to plain JSON: links as vault paths, dates and durations as ISO texts, no
 * functions. The types of `obsidian-dataview` 0.5.68 are checked, not trusted; depth and size are limited.
 */

import { property } from '../plugin-api';
import { cutText } from '../../../utils/text/pieces';

const maxDepth = 8;
/** Limit for the values of one row. */
const maxValues = 4000;
const maxText = 20_000;
/** Limit for all texts of one value, in characters. */
const maxTexts = 60_000;

/** Duplicates, fields for editors only, parents, and the page that a task of a query includes. */
const droppedOfItem: ReadonlySet<string> = new Set(
  'position subtasks real header list lineCount symbol parent annotated visual file'.split(' '),
);

/**
 * Undefined for a value that is missing for the caller, or that JSON cannot hold.
 * @param mayShow whether the caller may see a vault path
 */
export function plainValue(value: unknown, mayShow: (path: string) => boolean): unknown {
  return new Conversion(mayShow).value(value, 0);
}

const linkKeys: ReadonlySet<string> = new Set(['path', 'display', 'subpath', 'embed', 'type']);
const linkTypes: ReadonlySet<unknown> = new Set(['file', 'header', 'block']);

/** The path of a `Link`, or undefined. Contrary to the types, `embed` may be undefined (seen in 0.5.68). */
function linkedPath(value: object): string | undefined {
  const path = property(value, 'path');
  const embed = property(value, 'embed');
  const isLink =
    linkTypes.has(property(value, 'type')) &&
    (embed === undefined || typeof embed === 'boolean') &&
    keysOf(value).every(key => linkKeys.has(key));
  return isLink && typeof path === 'string' ? path : undefined;
}

class Conversion {
  private left = maxValues;
  private charactersLeft = maxTexts;

  constructor(private readonly mayShow: (path: string) => boolean) {}

  value(value: unknown, depth: number): unknown {
    this.left -= 1;
    if (this.left < 0 || this.charactersLeft <= 0 || depth > maxDepth) return undefined;
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
        return Number.isFinite(value) ? value : null;
      case 'bigint':
        return String(value);
      case 'boolean':
        return value;
      case 'object':
        return value === null ? null : this.object(value, depth);
      case 'undefined':
      case 'function':
      case 'symbol':
        return undefined;
    }
  }

  private text(text: string): string {
    const most = Math.min(maxText, this.charactersLeft);
    this.charactersLeft -= text.length;
    return `${cutText(text, most)}${text.length > most ? '…' : ''}`;
  }

  private object(value: object, depth: number): unknown {
    if (Array.isArray(value)) return this.list(value, depth);
    const link = linkedPath(value);
    if (link !== undefined) return this.link(value, link);
    if (property(value, 'isLuxonDateTime') === true) return dateText(value);
    if (property(value, 'isLuxonDuration') === true) return textFrom(value, 'toISO');
    if (typeof property(value, '$widget') === 'string') return this.widget(value, depth);
    // Recognises an HTML element by its text; its markup is dropped.
    if (typeof property(value, 'nodeType') === 'number')
      return this.value(property(value, 'textContent'), depth);
    const path = property(value, 'path') ?? property(property(value, 'file'), 'path');
    if (typeof path === 'string' && !this.mayShow(path)) return undefined;
    return isItem(value) ? this.item(value, depth) : this.record(value, depth, new Set());
  }

  private list(values: readonly unknown[], depth: number): unknown[] {
    const plain: unknown[] = [];
    for (const value of values) {
      if (this.left <= 0 || this.charactersLeft <= 0) break;
      const one = this.value(value, depth + 1);
      if (one !== undefined) plain.push(one);
    }
    return plain;
  }

  private link(value: object, path: string): string | undefined {
    if (!this.mayShow(path)) return undefined;
    const subpath = property(value, 'subpath');
    if (typeof subpath !== 'string' || subpath === '') return path;
    return `${path}#${property(value, 'type') === 'block' ? '^' : ''}${subpath}`;
  }

  private widget(value: object, depth: number): unknown {
    const kind = property(value, '$widget');
    if (kind === 'dataview:list-pair') {
      const pair = (name: string): unknown => this.value(property(value, name), depth + 1) ?? null;
      return { key: pair('key'), value: pair('value') };
    }
    return kind === 'dataview:external-link' ? this.value(property(value, 'url'), depth) : undefined;
  }

  /** Lines count from 1, like everywhere in Lectern. */
  private item(value: object, depth: number): Record<string, unknown> {
    const line = property(value, 'line');
    return {
      ...this.record(value, depth, droppedOfItem),
      ...(typeof line === 'number' ? { line: line + 1 } : {}),
    };
  }

  private record(value: object, depth: number, dropped: ReadonlySet<string>): Record<string, unknown> {
    const plain: [string, unknown][] = [];
    for (const key of keysOf(value)) {
      if (this.left <= 0 || this.charactersLeft <= 0) break;
      if (dropped.has(key) || key === '__proto__') continue;
      const one = this.value(property(value, key), depth + 1);
      if (one !== undefined) plain.push([key, one]);
    }
    return Object.fromEntries(plain);
  }
}

function isItem(value: object): boolean {
  return (
    typeof property(value, 'task') === 'boolean' &&
    typeof property(value, 'path') === 'string' &&
    typeof property(value, 'text') === 'string'
  );
}

/** A date without a time as a day, which could differ in UTC; else ISO 8601 in UTC. */
function dateText(value: object): string | undefined {
  const isDay = ['hour', 'minute', 'second', 'millisecond'].every(part => property(value, part) === 0);
  if (isDay) return textFrom(value, 'toISODate');
  const milliseconds = answerOf(value, 'toMillis');
  const date = new Date(typeof milliseconds === 'number' ? milliseconds : NaN);
  return Number.isNaN(date.getTime()) ? textFrom(value, 'toISO') : date.toISOString();
}

function textFrom(value: object, method: string): string | undefined {
  const text = answerOf(value, method);
  return typeof text === 'string' ? text.slice(0, maxText) : undefined;
}

function answerOf(value: object, method: string): unknown {
  const found = property(value, method);
  if (typeof found !== 'function') return undefined;
  try {
    const answer: unknown = Reflect.apply(found, value, []);
    return answer;
  } catch {
    return undefined;
  }
}

/** Empty if the keys cannot be listed, such as for a proxy that throws. */
function keysOf(value: object): string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}
