/** Merges two rankings by the ranks of each note (reciprocal rank fusion). */

/** The larger, the smaller the advantage of the first ranks. */
const softness = 60;
const meaningWeight = 1;
/** Makes scores readable numbers. */
const scale = 100;

/** The scores of all notes in either ranking. @param byWords and @param byMeaning paths, best first */
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
