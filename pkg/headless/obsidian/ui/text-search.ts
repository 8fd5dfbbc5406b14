/** Searches short texts. Scores are our own: only their order is like the app's, higher is better. */

export interface SearchResult {
  readonly score: number;
  /** Start and end of each matched part. */
  readonly matches: [number, number][];
}

type Search = (text: string) => SearchResult | null;

/** Every word of the query must occur, in any order. */
export function prepareSimpleSearch(query: string): Search {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  return text => {
    const folded = text.toLowerCase();
    const matches: [number, number][] = [];
    for (const word of words) {
      const at = folded.indexOf(word);
      if (at < 0) return null;
      matches.push([at, at + word.length]);
    }
    matches.sort((a, b) => a[0] - b[0]);
    return { score: -(matches[0]?.[0] ?? 0) / 100 - text.length / 1000, matches };
  };
}

/** The letters of the query must occur in their order; fewer gaps are better. */
export function prepareFuzzySearch(query: string): Search {
  const letters = Array.from(query.toLowerCase()).filter(letter => letter.trim() !== '');
  return text => {
    const folded = text.toLowerCase();
    const matches: [number, number][] = [];
    let from = 0;
    for (const letter of letters) {
      const at = folded.indexOf(letter, from);
      if (at < 0) return null;
      from = at + letter.length;
      const last = matches.at(-1);
      if (last?.[1] === at) last[1] = from;
      else matches.push([at, from]);
    }
    return { score: -(matches.length - 1) - (matches[0]?.[0] ?? 0) / 100 - text.length / 1000, matches };
  };
}

/** Best first, in place. */
export function sortSearchResults(results: { readonly match: { readonly score: number } }[]): void {
  results.sort((a, b) => b.match.score - a.match.score);
}
