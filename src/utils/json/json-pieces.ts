/** JSON of large values, made in pieces: `JSON.stringify` of 40 MB blocks the thread for 100 ms and more. */
import { LongText, type WrittenText } from '../text/long-text';
import { portionsOf } from '../text/text-portions';
import { isRecord } from './json-field';

/** Approximate characters per piece: some tenths of a millisecond. */
const pieceLength = 32 * 1024;
/** Characters of JSON around a value and its key: quotes, a colon, a comma, a short number. */
const aroundValue = 10;
/** Items of a list that are processed together. */
const itemsAtOnce = 32;

/**
 * The same text as `JSON.stringify` for plain data, a long text included, in pieces of about 32,000 characters. What
 * was written before comes as it is, in UTF-8 bytes.
 */
export function* jsonPieces(value: unknown): Generator<string | Uint8Array, void> {
  let piece = '';
  let written: Uint8Array[] = [];
  let size = 0;
  for (const token of tokensOf(value)) {
    const isText = typeof token === 'string';
    if (isText && size > 0) {
      yield joined(written, size);
      [written, size] = [[], 0];
    }
    if (isText) piece += token;
    else {
      if (piece !== '') yield piece;
      piece = '';
      written.push(token);
      size += token.length;
    }
    if (Math.max(piece.length, size) < pieceLength) continue;
    yield isText ? piece : joined(written, size);
    piece = '';
    [written, size] = [[], 0];
  }
  if (piece !== '') yield piece;
  if (size > 0) yield joined(written, size);
}

function joined(some: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const bytes of some) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

/**
 * The approximate number of characters of plain data as JSON; texts are not scanned, so that long ones cost
 * the same.
 * @param most counting stops beyond this number
 */
export function jsonWeight(value: unknown, most = Infinity): number {
  if (typeof value === 'string' || value instanceof LongText) return value.length + aroundValue;
  if (!isRecord(value)) return aroundValue;
  let weight = aroundValue;
  if (Array.isArray(value)) {
    for (const item of value) {
      weight += jsonWeight(item, most - weight);
      if (weight > most) break;
    }
    return weight;
  }
  // `Object.entries` takes twice as long.
  for (const key of Object.keys(value)) {
    weight += key.length;
    weight += jsonWeight(value[key], most - weight);
    if (weight > most) break;
  }
  return weight;
}

type Token = string | Uint8Array;

function* tokensOf(value: unknown): Generator<Token, void> {
  if (value === undefined) yield 'null';
  else if (value instanceof LongText) yield* tokensOfText(value.sendablePortions());
  else if (jsonWeight(value, pieceLength) <= pieceLength) yield JSON.stringify(value);
  else if (typeof value === 'string') yield* tokensOfText(portionsOf(value));
  else if (Array.isArray(value)) yield* tokensOfList(value);
  else if (typeof value === 'object' && value !== null) yield* tokensOfFields(value);
}

function* tokensOfText(portions: Iterable<string | WrittenText>): Generator<Token, void> {
  yield '"';
  for (const portion of portions)
    yield typeof portion === 'string' ? JSON.stringify(portion).slice(1, -1) : portion.json;
  yield '"';
}

function* tokensOfList(items: readonly unknown[]): Generator<Token, void> {
  let separator = '[';
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    const some = items.slice(at, at + itemsAtOnce);
    if (jsonWeight(some, pieceLength) <= pieceLength) {
      yield `${separator}${JSON.stringify(some).slice(1, -1)}`;
      separator = ',';
      continue;
    }
    for (const item of some) {
      yield separator;
      yield* tokensOf(item);
      separator = ',';
    }
  }
  yield ']';
}

function* tokensOfFields(fields: object): Generator<Token, void> {
  let separator = '{';
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* tokensOf(value);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
