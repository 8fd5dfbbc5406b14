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

/** Without a loop: a search asks this of each name in a vault. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
