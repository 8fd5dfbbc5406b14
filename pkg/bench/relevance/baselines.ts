/** Textbook searches, to compare the product's with. */
import type { CorpusNote } from './corpus';

/** Finds notes: paths, best first. */
export type Ranker = (query: string) => readonly string[] | Promise<readonly string[]>;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const frontmatter = /^---\n[^]*?\n---\n/;

/** How soon further occurrences stop counting, and how much the length of a text counts against it. */
const saturation = 1.2;
const norm = 0.75;

/** Textbook BM25 over the text below the frontmatter: lower-cased words, any of which may occur. */
export function plainBm25(notes: readonly CorpusNote[]): Ranker {
  const documents = notes.map(({ path, text }) => {
    const words = wordsOf(text.replace(frontmatter, ''));
    return { path, length: words.length, counts: countsOf(words) };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarityOf = (word: string): number => {
    const having = documents.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  return query => {
    const words = wordsOf(query).map(word => ({ word, rarity: rarityOf(word) }));
    const scored = documents.map(({ path, length, counts }) => {
      const divisor = saturation * (1 - norm + (norm * length) / average);
      const scores = words.map(({ word, rarity }) => {
        const count = counts.get(word) ?? 0;
        return (rarity * count * (saturation + 1)) / (count + divisor);
      });
      return { path, score: scores.reduce((sum, score) => sum + score, 0) };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .map(({ path }) => path);
  };
}

/** Notes that contain the query in name or text, in any letter case, in the order of their paths. */
export function substringOrder(notes: readonly CorpusNote[]): Ranker {
  const texts = notes
    .map(({ path, text }) => ({ path, lowered: `${path}\n${text}`.toLowerCase() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return query => {
    const wanted = query.replaceAll('"', '').toLowerCase();
    return texts.filter(({ lowered }) => lowered.includes(wanted)).map(({ path }) => path);
  };
}

function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
