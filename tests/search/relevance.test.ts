import { corpus } from '../../pkg/bench/relevance/corpus';
import { meanOf, measureRelevance, type Outcome } from '../../pkg/bench/relevance/measure';
import { qualityOf } from '../../pkg/bench/relevance/metrics';
import { questions } from '../../pkg/bench/relevance/questions';
import { kinds, languages } from '../../pkg/bench/relevance/questions/question';

/** What docs/relevance.md shows, less what a change may cost that is right for other reasons. */
const leeway = 0.01;
const measured = { words: 0.94, fuzzy: 0.68 } as const;

describe('the relevance of what is found', () => {
  let outcomes: readonly Outcome[] = [];

  beforeAll(async () => {
    outcomes = await measureRelevance();
  });

  it.each(['words', 'fuzzy'] as const)('does not fall below what was measured, with %s', way => {
    expect(meanOf(outcomes, way).ndcg).toBeGreaterThan(measured[way] - leeway);
  });

  it.each(['words', 'fuzzy'] as const)('is higher than with naive search methods, with %s', way => {
    for (const baseline of ['plain BM25', 'substring'] as const) {
      expect(meanOf(outcomes, way).ndcg).toBeGreaterThan(meanOf(outcomes, baseline).ndcg + 0.1);
      expect(meanOf(outcomes, way).recall).toBeGreaterThan(meanOf(outcomes, baseline).recall + 0.1);
    }
  });

  it('is higher than with them in every language', () => {
    for (const name of languages) {
      const group = outcomes.filter(({ question }) => question.language === name);
      const baseline = Math.max(meanOf(group, 'plain BM25').ndcg, meanOf(group, 'substring').ndcg);
      expect(meanOf(group, 'words').ndcg).toBeGreaterThan(baseline);
      expect(meanOf(group, 'fuzzy').ndcg).toBeGreaterThan(baseline);
    }
  });
});

describe('what a search by words must find first', () => {
  it.each([
    ['whole question', 0.95],
    ['word form', 0.85],
    ['typing error', 0.95],
  ] as const)('holds for each %s', async (kind, least) => {
    const group = (await measureRelevance()).filter(({ question }) => question.kind === kind);
    expect(meanOf(group, 'words').ndcg).toBeGreaterThanOrEqual(least);
  });
});

describe('the corpus and its questions', () => {
  const paths = corpus.map(({ path }) => path);

  it('have each note and each question once, and answers that are notes', () => {
    expect(new Set(paths).size).toBe(paths.length);
    expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
    const answers = questions.flatMap(question => Object.keys(question.answers));
    expect(answers.filter(path => !paths.includes(path))).toEqual([]);
    expect(questions.filter(question => !Object.values(question.answers).includes(2))).toEqual([]);
  });

  it('ask in every language and of every kind', () => {
    expect(new Set(questions.map(({ language }) => language))).toEqual(new Set(languages));
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });
});

describe('the quality of an order', () => {
  const answers = { best: 2, good: 1 } as const;

  it('is 1 when the answers come first and the better ones before the others', () => {
    expect(qualityOf(['best', 'good', 'other'], answers)).toEqual({ ndcg: 1, recall: 1 });
  });

  it('falls with each place that an answer comes later, and with answers that are missing', () => {
    // By hand: gains 3 and 1, divided by the binary logarithm of place + 1.
    const ideal = 3 + 1 / Math.log2(3);
    expect(qualityOf(['good', 'best'], answers).ndcg).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal, 12);
    expect(qualityOf(['other', 'best'], answers).ndcg).toBeCloseTo(3 / Math.log2(3) / ideal, 12);
    expect(qualityOf(['other', 'best'], answers).recall).toBe(0.5);
    expect(qualityOf([], answers)).toEqual({ ndcg: 0, recall: 0 });
  });

  it('looks at ten notes', () => {
    const others = Array.from({ length: 10 }, (_, index) => `other ${index}`);
    expect(qualityOf([...others, 'best', 'good'], answers)).toEqual({ ndcg: 0, recall: 0 });
  });
});
