/** The letters of a word as bits: rules out most words without a comparison. */

/** One bit for each of 32 groups of letters. */
export function letterSet(text: string, start: number, end: number): number {
  let set = 0;
  for (let at = start; at < end; at += 1) set |= 1 << (text.charCodeAt(at) & 31);
  return set;
}

/** Whether this many edits can turn one word into another: each adds and removes at most one letter. */
export function areWithin(letters: number, others: number, edits: number): boolean {
  return bitCount(letters & ~others) <= edits && bitCount(others & ~letters) <= edits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
