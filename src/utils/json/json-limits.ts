/** Limits for JSON from outside, so that a short text cannot cause much work or memory. */

const maxDepth = 64;
const maxValues = 100_000;
/** Of one object: the engine makes one of 90,000 keys in a single step of 60 ms, and looks through it in others. */
const maxKeys = 20_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether JSON nests deeper than 64 levels, has more than 100,000 values, or more than 20,000 keys in one
 * object; counted before values are built.
 */
export function isTooComplex(text: string): boolean {
  // Key counts of the open objects and lists, outermost first; lists count none.
  const keys: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfPlainString(text, at) ?? endOfString(text, at);
    else if (unit === comma) {
      values += 1;
      const count = (keys.pop() ?? 0) + 1;
      if (count > maxKeys) return true;
      keys.push(count);
    } else if (unit === openList || unit === openObject) {
      keys.push(unit === openList ? -Infinity : 1);
      values += 1;
    } else if (unit === closeList || unit === closeObject) keys.pop();
    if (keys.length > maxDepth || values > maxValues) return true;
  }
  return false;
}

/** Like `endOfString`; undefined for a string in which an escape comes before the first quote. */
function endOfPlainString(text: string, start: number): number | undefined {
  const at = text.indexOf('"', start + 1);
  if (at === -1) return text.length;
  return text.charCodeAt(at - 1) === backslash ? undefined : at;
}

/** The index of the quote that ends the string begun at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at += 1;
  }
  return text.length;
}

/** `JSON.parse` makes `__proto__` an own key, which careless copying turns into a prototype. */
export function holdsProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // The keys of a list are numbers: converting them to texts takes twenty times as long as reading its items.
  if (Array.isArray(value)) return value.some(holdsProto);
  if (Object.hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(holdsProto);
}

/** Whether any text or key within a value contains an unpaired surrogate. */
export function holdsLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsLoneSurrogate);
  return Object.entries(value).some(([key, item]) => !key.isWellFormed() || holdsLoneSurrogate(item));
}
