import { dateAsText } from './dates';
import { linkAsText, linkTo } from './links';
import { dateCost, type Means, wordsCost, LimitReached } from '../evaluation/budget';
import type { DateValue, LinkValue, ObjectValue, Value } from './value';

/** Longer texts of lists and objects are cut: lists may contain each other many times. */
const longest = 110_000;

/**
 * What `toString()` gives, and what `+` adds to a text.
 * @param most a longer text may be cut: no more than this of a list or object is made
 * @throws LimitReached
 */
export function asText(value: Value, means: Means, most = longest, depth = 0): string {
  const { budget, vault } = means;
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  budget.spend(1);
  if (typeof value !== 'object') return String(value);
  switch (value.kind) {
    case 'list':
      return listText(value.items, means, most, depth);
    case 'date':
      return dateText(value, means);
    case 'duration':
      budget.spend(wordsCost);
      return vault.words.duration(value);
    case 'link':
      return linkText(value, means);
    case 'file':
      return value.file.path;
    case 'object':
      return objectText(value, means, most, depth);
    case 'tag':
      return value.name;
    case 'html':
    case 'icon':
      return value.text;
    case 'image':
      return `![](${value.text})`;
    case 'pattern':
      return value.source;
    case 'error':
      return value.message;
  }
}

export function linkText(link: LinkValue, { budget }: Means): string {
  budget.spendOnReading(link.target.length + (link.display?.length ?? 0));
  return linkAsText(link);
}

function listText(items: readonly Value[], means: Means, most: number, depth: number): string {
  means.budget.checkDepth(depth);
  const pieces = new Pieces(means, most);
  for (const item of items) {
    pieces.add(asText(item, means, pieces.left, depth + 1));
    if (pieces.left <= 0) break;
  }
  return pieces.text();
}

/** Objects come from frontmatter, which is not nested deeply. */
function objectText({ entries }: ObjectValue, means: Means, most: number, depth: number): string {
  const pieces = new Pieces(means, most);
  for (const [name, entry] of entries) {
    pieces.add(`${name}:`);
    if (pieces.left > 0) pieces.add(asText(entry, means, pieces.left, depth + 1));
    if (pieces.left <= 0) break;
  }
  return pieces.text();
}

class Pieces {
  readonly #texts: string[] = [];

  constructor(
    private readonly means: Means,
    public left: number,
  ) {}

  add(text: string): void {
    const { budget } = this.means;
    budget.spend(1);
    const piece = text.slice(0, this.left);
    budget.spendOnReading(piece.length);
    this.#texts.push(piece);
    this.left -= piece.length + 2;
  }

  text(): string {
    return this.#texts.join(', ');
  }
}

export function dateText(value: DateValue, { vault, budget }: Means): string {
  if (value.isRelative !== true) {
    budget.spend(dateCost);
    return dateAsText(value, vault.zone);
  }
  budget.spend(wordsCost);
  return vault.words.relative(value.at, vault.now);
}

export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** Parts of one value beyond this are left out: lists may contain each other many times. */
const maxValues = 5000;

/** Numbers that JSON lacks become text; errors, and values that exceed the budget, become `{error: message}`. */
export function toJson(value: Value, means: Means): JsonValue {
  try {
    return converted(value, means);
  } catch (error) {
    if (error instanceof LimitReached) return { error: error.message };
    throw error;
  }
}

function converted(value: Value, means: Means): JsonValue {
  let left = maxValues;
  const convert = (inner: Value, depth: number): JsonValue => {
    left -= 1;
    means.budget.spend(1);
    means.budget.checkDepth(depth);
    if (typeof inner === 'number') return Number.isFinite(inner) ? inner : numberText(inner);
    if (typeof inner !== 'object' || inner === null) return inner;
    switch (inner.kind) {
      case 'list':
        return inner.items
          .slice(0, Math.max(0, left))
          .map(item => (left > 0 ? convert(item, depth + 1) : null));
      case 'object':
        return Object.fromEntries(
          [...inner.entries]
            .slice(0, Math.max(0, left))
            .map(([name, item]) => [name, convert(item, depth + 1)]),
        );
      case 'date':
        return dateText(inner, means);
      case 'file':
        return linkText(linkTo(inner.file), means);
      case 'error':
        return { error: inner.message };
      case 'link':
      case 'tag':
      case 'duration':
      case 'html':
      case 'image':
      case 'icon':
      case 'pattern':
        return asText(inner, means);
    }
  };
  return convert(value, 0);
}

/** As the app shows it. */
function numberText(number: number): string {
  if (Number.isNaN(number)) return 'NaN';
  return number < 0 ? '-∞' : '∞';
}
