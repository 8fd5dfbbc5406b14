/** Counts typing errors between words and names. */

/** Longer words are not compared. */
export const maxWordLength = 100;

/** The number of typing errors allowed for a word. */
export function toleranceFor(word: string): 0 | 1 | 2 {
  if (word.length <= 3) return 0;
  return word.length <= 6 ? 1 : 2;
}

/** The letters of a text as bits, one for each of 32 groups: they rule out most candidates without a comparison. */
export function letterSet(text: string, start = 0, end = text.length): number {
  let set = 0;
  for (let at = start; at < end; at += 1) set |= 1 << (text.charCodeAt(at) & 31);
  return set;
}

/** Whether this many edits can turn one set of letters into another: each adds and removes at most one. */
export function mayBeWithin(letters: number, others: number, most: number): boolean {
  return hasAtMost(letters & ~others, most) && hasAtMost(others & ~letters, most);
}

function hasAtMost(bits: number, most: number): boolean {
  let left = bits;
  for (let count = 0; count < most && left !== 0; count += 1) left &= left - 1;
  return left === 0;
}

/**
 * Edits (insert, delete, replace, swap neighbours) that make one text of the other; undefined if they are more than
 * `most`. For each number of edits it follows how far one text can be made equal to the beginning of the other, by
 * the number of letters (the shift) that the other one is ahead.
 */
export function editsWithin(one: string, other: string, most: number): number | undefined {
  const goal = other.length - one.length;
  if (Math.abs(goal) > most) return undefined;
  const reached = new Array<number>(2 * most + 3).fill(-2);
  for (let edits = 0; edits <= most; edits += 1) {
    const first = Math.max(-edits, goal - most + edits);
    const last = Math.min(edits, goal + most - edits);
    let behind = reached[first + most] ?? -2;
    for (let shift = first; shift <= last; shift += 1) {
      const here = reached[shift + most + 1] ?? -2;
      let at = edits === 0 ? 0 : Math.max(here + 1, behind, (reached[shift + most + 2] ?? -2) + 1);
      if (at === here + 1 && isSwap(one, here, other, here + shift)) at += 1;
      const end = Math.min(one.length, other.length - shift);
      while (at < end && one.charCodeAt(at) === other.charCodeAt(at + shift)) at += 1;
      if (shift === goal && at >= end) return edits;
      behind = here;
      reached[shift + most + 1] = Math.min(at, end);
    }
  }
  return undefined;
}

function isSwap(one: string, at: number, other: string, place: number): boolean {
  return (
    one.charCodeAt(at) === other.charCodeAt(place + 1) && one.charCodeAt(at + 1) === other.charCodeAt(place)
  );
}
