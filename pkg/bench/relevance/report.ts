/** The measurements as a table, and as a list of what is not right yet. */
import type { Row } from '../report/text-table';
import { meanOf, type Outcome, type Way, ways } from './measure';
import { kinds } from './questions/question';

/** A row for all, each of these languages, and each kind of question. In a cell nDCG@10, then recall@10. */
export function summaryOf(outcomes: readonly Outcome[], shown: readonly string[]): Row[] {
  const row = (name: string, group: readonly Outcome[]): string[] => [
    name,
    String(group.length),
    ...ways.map(way => cell(group, way)),
  ];
  const groups = (names: readonly string[], of: 'language' | 'kind'): Row[] =>
    names.map(name =>
      row(
        name,
        outcomes.filter(({ question }) => question[of] === name),
      ),
    );
  return [
    ['questions', 'number', ...ways],
    row('all', outcomes),
    ...groups(shown, 'language'),
    ...groups(kinds, 'kind'),
  ];
}

export function listOfMisses(outcomes: readonly Outcome[]): string {
  const missesOf = (way: Way): string[] =>
    outcomes
      .filter(({ quality }) => quality[way].ndcg < 1)
      .map(({ question, found, quality }) => {
        const shown = found[way].slice(0, 6).map(path => `${path} (${question.answers[path] ?? 0})`);
        return `${quality[way].ndcg.toFixed(2)}  ${question.query}  [${question.kind}]: ${shown.join(', ')}`;
      });
  const chapter = (way: Way): string => [way, ...missesOf(way)].join('\n');
  return [chapter('words'), chapter('fuzzy')].join('\n\n');
}

function cell(group: readonly Outcome[], way: Way): string {
  if (group.length === 0) return '';
  const { ndcg, recall } = meanOf(group, way);
  return `${ndcg.toFixed(3)} / ${recall.toFixed(2)}`;
}
