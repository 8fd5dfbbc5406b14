/** Two orders as one: by the places that a note has in both (reciprocal rank fusion). */

/** The larger, the less the first places count more than those behind them. */
const softness = 60;
const meaningWeight = 1;
/** Makes scores readable numbers. */
const scale = 100;

/** The scores of all that one of the orders has. @param byWords and @param byMeaning paths, best first */
export function fusedScores(
  byWords: readonly string[],
  byMeaning: readonly string[],
): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  const add = (paths: readonly string[], weight: number): void => {
    for (const [place, path] of paths.entries())
      scores.set(path, (scores.get(path) ?? 0) + (scale * weight) / (softness + place + 1));
  };
  add(byWords, 1);
  add(byMeaning, meaningWeight);
  return scores;
}
