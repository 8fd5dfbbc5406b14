/** The measurements as tables, and as a list of what is not right yet. */
import { meanOf, type Outcome, type Way, ways } from './measure';
import { kinds, languages } from './questions/question';

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A row for all, each language, and each kind of question. In a cell nDCG@10, then recall@10. */
export function summaryOf(outcomes: readonly Outcome[]): Table {
  const row = (name: string, group: readonly Outcome[]): string[] => [
    name,
    String(group.length),
    ...ways.map(way => cell(group, way)),
  ];
  return {
    head: ['questions', 'number', ...ways],
    rows: [
      row('all', outcomes),
      ...languages.map(name =>
        row(
          name,
          outcomes.filter(({ question }) => question.language === name),
        ),
      ),
      ...kinds.map(name =>
        row(
          name,
          outcomes.filter(({ question }) => question.kind === name),
        ),
      ),
    ],
  };
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

export function plainTable({ head, rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_name, column) => Math.max(...all.map(row => (row[column] ?? '').length)));
  return all.map(row => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

export function markdownTable({ head, rows }: Table): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(line).join('\n');
}

function cell(group: readonly Outcome[], way: Way): string {
  if (group.length === 0) return '';
  const { ndcg, recall } = meanOf(group, way);
  return `${ndcg.toFixed(3)} / ${recall.toFixed(2)}`;
}
