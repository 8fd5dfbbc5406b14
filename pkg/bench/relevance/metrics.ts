/** The quality of a ranking, by graded answers. */

const depth = 10;

/** Paths without `.md`, each with its grade. */
export type Answers = Readonly<Record<string, 1 | 2>>;

export interface Quality {
  /** From 0 to 1: 1 when the answers come first, the better ones before the others. */
  readonly ndcg: number;
  /** The part of the answers that is among the first ten. */
  readonly recall: number;
}

/** @param found best first, no path twice. */
export function qualityOf(found: readonly string[], answers: Answers): Quality {
  const shown = found.slice(0, depth).map(path => answers[path] ?? 0);
  const ideal = Object.values(answers).toSorted((a, b) => b - a);
  const hits = shown.filter(grade => grade > 0).length;
  return {
    ndcg: gainOf(shown) / gainOf(ideal.slice(0, depth)),
    recall: hits / Math.min(depth, ideal.length),
  };
}

export function meanQuality(all: readonly Quality[]): Quality {
  const mean = (value: (quality: Quality) => number): number =>
    all.reduce((sum, quality) => sum + value(quality), 0) / all.length;
  return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall) };
}

/** An answer of grade 2 counts three times one of grade 1; later ranks count less. */
function gainOf(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}
