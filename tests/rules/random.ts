/** Draws that are the same for the same seed. */
export interface Random {
  /** A whole number from 0, below the given one. */
  below(limit: number): number;
  of<T>(values: readonly T[]): T;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    of: values => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('There is nothing to draw from.');
      return value;
    },
  };
}
