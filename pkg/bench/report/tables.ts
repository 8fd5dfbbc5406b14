/** Figures as text for a terminal and for docs/performance.md. */
import { type Figures, limitNames, limits, overLimit, type Unit } from '../limits';
import type { OperationFigures } from '../measure/operation-run';
import type { Recorded } from './recorded';
import { markdownTable, plainTable, type Row } from './text-table';

/** Every row of the benchmark; milliseconds. */
export function rowReport(rows: readonly OperationFigures[]): string {
  return plainTable([
    ['call', 'first', 'p50', 'p95', 'block', 'limit', 'answer'],
    ...rows.map(({ operation: { name, limit }, first, p50, p95, block, problem }) => [
      ...[name, shown(first), shown(p50), shown(p95), shown(block)],
      limit === undefined ? '' : String(limits[limit].most),
      problem === undefined ? 'ok' : `WRONG: ${problem}`,
    ]),
  ]);
}

export function limitReport(figures: Figures, times: number): string {
  const over = overLimit(figures, times);
  return plainTable([
    ['limit', 'at most', 'measured', '', 'row'],
    ...limitNames.flatMap((name): Row[] => {
      const { what, unit, most } = limits[name];
      const { [name]: figure } = figures;
      if (figure === undefined) return [];
      const verdict = over.includes(name) ? 'OVER' : 'ok';
      return [[what, amount(most * times, unit), amount(figure.value, unit), verdict, figure.row ?? '']];
    }),
  ]);
}

/** The table of docs/performance.md. */
export function limitTable(recorded: Recorded): string {
  const rows = limitNames.map((name): Row => {
    const { what, unit, most } = limits[name];
    const { [name]: figure } = recorded;
    if (figure === undefined) return [what, amount(most, unit), '–'];
    const value = amount(figure.value, unit);
    return [what, amount(most, unit), `${figure.value > most ? `**${value}**` : value} (${figure.date})`];
  });
  return markdownTable([['what', 'limit', 'measured'], ...rows]);
}

function amount(value: number, unit: Unit): string {
  switch (unit) {
    case 'times':
      return `× ${shown(value)}`;
    case 'MB':
      return `${Math.round(value)} MB`;
    case 'ms':
      return value >= 1_000 ? `${shown(value / 1_000)} s` : `${shown(value)} ms`;
  }
}

/** Three digits are significant. */
function shown(value: number): string {
  if (!Number.isFinite(value)) return 'never';
  return String(Number(value.toPrecision(value >= 100 ? Math.ceil(Math.log10(value + 1)) : 3)));
}
