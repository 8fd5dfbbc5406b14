import { isAlias, isMap, isScalar, isSeq, Pair, YAMLMap, type Document } from 'yaml';

/** Limit for what aliases may add to a document, in values and units of text: more is an attack, not a note. */
const maxAliasedSize = 1_000_000;

class Refused extends Error {}

/**
 * Converts a parsed document to plain data, each alias to a second reference to the anchored value. Maps have
 * no prototype, the last of duplicate keys counts, and `<<` is an ordinary key.
 */
export class ValueReader {
  readonly #document: Document.Parsed;
  /** By name; undefined while the anchored node is still being read. */
  readonly #anchors = new Map<string, { readonly value: unknown; readonly size: number } | undefined>();
  #size = 0;
  #aliasedSize = 0;

  /** @param exactIntegers gives integers that a number cannot hold as their text */
  constructor(
    document: Document.Parsed,
    private readonly exactIntegers = false,
  ) {
    this.#document = document;
  }

  /** Not ok for an alias to nothing, to something that contains it, or one that multiplies the text beyond the limit. */
  read(): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
    try {
      return { ok: true, value: this.#valueOf(this.#document.contents) };
    } catch (error) {
      // The library throws a ReferenceError for aliases in a collection that is a key.
      if (error instanceof Refused || error instanceof ReferenceError) return { ok: false };
      throw error;
    }
  }

  #valueOf(node: unknown): unknown {
    if (isAlias(node)) return this.#aliased(node.source);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor === undefined) return this.#plainValueOf(node);
    const before = this.#size;
    this.#anchors.set(anchor, undefined);
    const value = this.#plainValueOf(node);
    this.#anchors.set(anchor, { value, size: this.#size - before });
    return value;
  }

  #aliased(name: string): unknown {
    const anchored = this.#anchors.get(name);
    if (!anchored) throw new Refused();
    this.#size += anchored.size;
    this.#aliasedSize += anchored.size;
    if (this.#aliasedSize > maxAliasedSize) throw new Refused();
    return anchored.value;
  }

  #plainValueOf(node: unknown): unknown {
    this.#size += 1;
    if (isScalar(node)) {
      if (typeof node.value === 'string') this.#size += node.value.length;
      if (this.exactIntegers && isRoundedInteger(node.value)) return node.source ?? node.value;
      return node.value;
    }
    if (isSeq(node)) return node.items.map(item => this.#valueOf(item));
    return isMap(node) ? this.#mapOf(node) : null;
  }

  #mapOf(map: YAMLMap): unknown {
    const entries: Record<string, unknown> = { __proto__: null };
    for (const { key, value } of map.items) {
      entries[this.#keyOf(key)] = this.#valueOf(value);
    }
    return entries;
  }

  #keyOf(key: unknown): string {
    return scalarName(this.#valueOf(key)) ?? this.#collectionKey(key);
  }

  /** A collection as a key, such as the template `{{date}}`, is named by its YAML, as in the library. */
  #collectionKey(key: unknown): string {
    const map = new YAMLMap<unknown, null>(this.#document.schema);
    map.items.push(new Pair(key, null));
    const named: unknown = map.toJS(this.#document);
    return Object.keys(named ?? {})[0] ?? '';
  }
}

/** Whether a number stands for an integer that it cannot hold exactly. */
export function isRoundedInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** The name of a scalar key: `1.50` is `1.5`, `~` the empty one. Undefined for a collection. */
export function scalarName(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null || value === undefined ? '' : undefined;
}
