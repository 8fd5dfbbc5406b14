/** Which grams (two or three neighbouring letters) a name must have to be similar to another one. */

const pairKeys = 1 << 12;
const tripleKeys = 1 << 14;

/** The number of keys of grams; different grams may have the same key. */
export const gramKeys = pairKeys + tripleKeys;

/** By character codes. */
export function pairKey(first: number, second: number): number {
  return (first * 37 + second) & (pairKeys - 1);
}

export function tripleKey(first: number, second: number, third: number): number {
  return pairKeys + ((first * 1369 + second * 37 + third) & (tripleKeys - 1));
}

/** Grams of which a similar name has one, near a place. */
export interface GramsAt {
  readonly keys: ReadonlySet<number>;
  readonly place: number;
}

/** The length from which on `gramsOfPieces` can be asked for that many edits. */
export function minLengthFor(edits: number): number {
  return 2 * (edits + 1);
}

/**
 * Cuts the name into one piece more than there may be edits: a name within so many edits has one of them unchanged,
 * at most that many places away, except that its first and its last letter may be swapped with the neighbours in the
 * name. Of each piece it returns the grams at the place where they are rarest.
 * @param name at least `minLengthFor(edits)` characters
 * @param sizeOf how often there is a gram
 */
export function gramsOfPieces(name: string, edits: number, sizeOf: (key: number) => number): GramsAt[] {
  const startOf = (piece: number): number => Math.floor((piece * name.length) / (edits + 1));
  return Array.from({ length: edits + 1 }, (_item, piece) =>
    rarestGrams(name, startOf(piece), startOf(piece + 1), sizeOf),
  );
}

/** The key of the rarest gram of a name of two letters or more. */
export function rarestGram(name: string, sizeOf: (key: number) => number): number {
  const [first, second] = [name.charCodeAt(0), name.charCodeAt(1)];
  if (name.length < 3) return pairKey(first, second);
  const keys = Array.from({ length: name.length - 2 }, (_item, at) => tripleAt(name, at));
  return keys.reduce((rarest, key) => (sizeOf(key) < sizeOf(rarest) ? key : rarest));
}

/** The key of three letters. */
export function tripleAt(name: string, at: number): number {
  return tripleKey(name.charCodeAt(at), name.charCodeAt(at + 1), name.charCodeAt(at + 2));
}

function rarestGrams(name: string, start: number, end: number, sizeOf: (key: number) => number): GramsAt {
  const length = Math.min(3, end - start);
  let rarest: GramsAt = { keys: new Set(), place: start };
  let least = Infinity;
  for (let place = start; place + length <= end; place += 1) {
    const keys = gramsAt(name, place, length, { start, end });
    let size = 0;
    for (const key of keys) size += sizeOf(key);
    if (size >= least) continue;
    least = size;
    rarest = { keys, place };
  }
  return rarest;
}

/** The gram at a place, and those that swaps across the ends of its piece make of it. */
function gramsAt(
  name: string,
  place: number,
  length: number,
  piece: { readonly start: number; readonly end: number },
): Set<number> {
  const firsts = [name.charCodeAt(place)];
  const lasts = [name.charCodeAt(place + length - 1)];
  if (place === piece.start && place > 0) firsts.push(name.charCodeAt(place - 1));
  if (place + length === piece.end && piece.end < name.length) lasts.push(name.charCodeAt(piece.end));
  const middle = name.charCodeAt(place + 1);
  const keyOf = (first: number, last: number): number =>
    length === 2 ? pairKey(first, last) : tripleKey(first, middle, last);
  return new Set(firsts.flatMap(first => lasts.map(last => keyOf(first, last))));
}
