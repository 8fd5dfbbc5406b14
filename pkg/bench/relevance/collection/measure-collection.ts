/** Sends every question of a public collection to the product and to textbook BM25. */
import { stemmer } from '@orama/stemmers/english';
import { plainBm25, type Ranker } from '../baselines';
import { qualityOf, recallAt } from '../metrics';
import { productSearch } from '../product';
import type { Table } from '../report';
import { answersOf, type Collection, type Layout, notesOf } from './read-collection';

const recallDepth = 20;

interface Measured {
  readonly ndcg: number;
  readonly recall: number;
  /** Questions that failed. */
  readonly failed: number;
}

export async function measureCollection(collection: Collection): Promise<Table> {
  const rows: string[][] = [];
  const layouts: readonly Layout[] = ['name', 'heading'];
  for (const layout of layouts) {
    const notes = notesOf(collection, layout);
    const all = [...notes.values()];
    const ways: Readonly<Record<string, Ranker>> = {
      search: await productSearch(all, 'words'),
      'BM25 with stems': plainBm25(all, { termOf: stemmer, hasNames: layout === 'name' }),
      BM25: plainBm25(all, { hasNames: layout === 'name' }),
    };
    for (const [name, ranker] of Object.entries(ways)) {
      const { ndcg, recall, failed } = await measured(collection, ranker, notes);
      rows.push([`title as ${layout}`, name, ndcg.toFixed(3), recall.toFixed(3), String(failed)]);
    }
  }
  return { head: ['notes', 'way', 'nDCG@10', `recall@${recallDepth}`, 'refused'], rows };
}

async function measured(
  { questions }: Collection,
  ranker: Ranker,
  notes: ReturnType<typeof notesOf>,
): Promise<Measured> {
  let [ndcg, recall, failed] = [0, 0, 0];
  for (const question of questions) {
    const answers = answersOf(question, notes);
    const found = await Promise.resolve(question.query)
      .then(ranker)
      .catch(() => {
        failed += 1;
        return [];
      });
    ndcg += qualityOf(found, answers).ndcg;
    recall += recallAt(recallDepth, found, answers);
  }
  return { ndcg: ndcg / questions.length, recall: recall / questions.length, failed };
}
