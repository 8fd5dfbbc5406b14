/** The parts of compounds, words that are written together: `tageszeitung` is `tag`, `es`, `zeitung`. */

/** Least lengths of a compound's last part and of its others: shorter ones are in too many words. */
export const [minLastPartLength, minPartLength] = [4, 3];
/** A longer word takes too long to split. */
const maxCompoundLength = 40;

/** Whether a part is a word. */
type PartTest = (part: string) => Promise<boolean>;

/**
 * Splits a whole word, into the fewest parts, the last as long as possible.
 * @param word folded @param joints what may stand between two parts, such as `s`
 * @returns the parts without what joins them; none if there is no such split
 */
export async function partsOfCompound(
  word: string,
  joints: readonly string[],
  isPart: PartTest,
): Promise<readonly string[]> {
  if (word.length > maxCompoundLength) return [];
  /** By the place at which it begins: the best split of the rest of the word. */
  const best = new Map<number, readonly string[]>();
  for (let start = word.length - minLastPartLength; start >= 0; start -= 1) {
    const split = await splitFrom(word, start, { joints, isPart, best });
    if (split.length > 0) best.set(start, split);
  }
  return best.get(0) ?? [];
}

interface Splitting {
  readonly joints: readonly string[];
  readonly isPart: PartTest;
  readonly best: ReadonlyMap<number, readonly string[]>;
}

async function splitFrom(
  word: string,
  start: number,
  { joints, isPart, best }: Splitting,
): Promise<readonly string[]> {
  if (start > 0 && (await isPart(word.slice(start)))) return [word.slice(start)];
  let fewest: readonly string[] = [];
  for (let end = start + minPartLength; end <= word.length - minLastPartLength; end += 1) {
    const rest = splitOfRest(word, end, { joints, best });
    if (rest === undefined || (fewest.length > 0 && rest.length + 1 >= fewest.length)) continue;
    if (await isPart(word.slice(start, end))) fewest = [word.slice(start, end), ...rest];
  }
  return fewest;
}

/** The split with the fewest parts of what follows a part and what joins it; undefined if there is none. */
function splitOfRest(
  word: string,
  end: number,
  { joints, best }: Pick<Splitting, 'joints' | 'best'>,
): readonly string[] | undefined {
  let fewest: readonly string[] | undefined;
  for (const joint of ['', ...joints]) {
    const rest = word.startsWith(joint, end) ? best.get(end + joint.length) : undefined;
    if (rest !== undefined && (fewest === undefined || rest.length < fewest.length)) fewest = rest;
  }
  return fewest;
}
