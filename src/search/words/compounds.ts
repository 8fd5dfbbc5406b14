/** The parts of compounds, words that are written together: `tageszeitung` is `tag`, `es`, `zeitung`. */

/** Least lengths of a compound's last part and of its others: shorter ones are in too many words. */
export const [shortestLastPart, shortestPart] = [4, 3];
/** A longer word takes too long to split. */
const longestCompound = 40;

/**
 * Splits a whole word, into the fewest parts, the last as long as possible.
 * @param word folded @param joints what may stand between two parts, such as `s` @param isPart whether a part is a word
 * @returns the parts without what joins them; none if there is no such split
 */
export function partsOfCompound(
  word: string,
  joints: readonly string[],
  isPart: (part: string) => boolean,
): readonly string[] {
  if (word.length > longestCompound) return [];
  /** By the place at which it begins: the best split of the rest of the word. */
  const best = new Map<number, readonly string[]>();
  for (let start = word.length - shortestLastPart; start >= 0; start -= 1) {
    const split = splitFrom(word, start, { joints, isPart, best });
    if (split.length > 0) best.set(start, split);
  }
  return best.get(0) ?? [];
}

interface Splitting {
  readonly joints: readonly string[];
  readonly isPart: (part: string) => boolean;
  readonly best: ReadonlyMap<number, readonly string[]>;
}

function splitFrom(word: string, start: number, { joints, isPart, best }: Splitting): readonly string[] {
  if (start > 0 && isPart(word.slice(start))) return [word.slice(start)];
  let fewest: readonly string[] = [];
  for (let end = start + shortestPart; end <= word.length - shortestLastPart; end += 1) {
    if (!isPart(word.slice(start, end))) continue;
    for (const joint of ['', ...joints]) {
      const rest = word.startsWith(joint, end) ? best.get(end + joint.length) : undefined;
      if (rest === undefined || (fewest.length > 0 && rest.length + 1 >= fewest.length)) continue;
      fewest = [word.slice(start, end), ...rest];
    }
  }
  return fewest;
}
