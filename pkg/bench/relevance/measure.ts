/** Runs every question with every kind of search. */
import { plainBm25, type Ranker, substringOrder } from './baselines';
import { corpus } from './corpus';
import { meanQuality, type Quality, qualityOf } from './metrics';
import { productSearch } from './product';
import { questions } from './questions';
import type { Question } from './questions/question';

export const ways = ['words', 'fuzzy', 'plain BM25', 'substring'] as const;
export type Way = (typeof ways)[number];

export interface Outcome {
  readonly question: Question;
  readonly found: Readonly<Record<Way, readonly string[]>>;
  readonly quality: Readonly<Record<Way, Quality>>;
}

export async function measureRelevance(): Promise<Outcome[]> {
  const rankers: Readonly<Record<Way, Ranker>> = {
    words: await productSearch(corpus, 'words'),
    fuzzy: await productSearch(corpus, 'fuzzy'),
    'plain BM25': plainBm25(corpus),
    substring: substringOrder(corpus),
  };
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const { query, answers } = question;
    const found = await eachWay(async way => rankers[way](query));
    outcomes.push({
      question,
      found,
      quality: await eachWay(way => Promise.resolve(qualityOf(found[way], answers))),
    });
  }
  return outcomes;
}

/** The mean over some outcomes. */
export function meanOf(outcomes: readonly Outcome[], way: Way): Quality {
  return meanQuality(outcomes.map(({ quality }) => quality[way]));
}

async function eachWay<T>(value: (way: Way) => Promise<T>): Promise<Record<Way, T>> {
  return {
    words: await value('words'),
    fuzzy: await value('fuzzy'),
    'plain BM25': await value('plain BM25'),
    substring: await value('substring'),
  };
}
