/** Tables as text for a terminal and as Markdown for docs/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './figures';
import { shown, type Table, tablesOf } from './tables';

export function plainReport(figures: Figures): string {
  const { complaints } = figures;
  const log =
    complaints.length === 0 ? [] : [['The product wrote to its error stream', ...complaints].join('\n')];
  return `${[introduction(figures), ...tablesOf(figures).map(plainTable), ...log].join('\n\n')}\n`;
}

export function markdownReport(figures: Figures): string {
  return [introduction(figures), ...tablesOf(figures).map(markdownTable)].join('\n\n');
}

/**
 * Puts the report between the two markers for this size of vault.
 * @throws Error when the page does not have them
 */
export function writeIntoPage(file: string, figures: Figures): void {
  const { notes } = figures.vault;
  const [begin, end] = [`<!-- bench ${notes}: begin -->`, `<!-- bench ${notes}: end -->`];
  const page = readFileSync(file, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} needs the lines "${begin}" and "${end}".`);
  writeFileSync(
    file,
    `${page.slice(0, from + begin.length)}\n\n${markdownReport(figures)}\n\n${page.slice(to)}`,
  );
}

function introduction({ machine, vault }: Figures): string {
  const { processor, cores, system, node, load } = machine;
  const size = `${vault.notes.toLocaleString('en')} notes, ${shown(vault.bytes / 1e6)} MB, ${vault.folders} folders`;
  return (
    `${size} (vault ${vault.digest.slice(0, 12)}), on ${processor}, ${cores} cores, ${system}, Node ${node}; ` +
    `load average ${load[0].toFixed(1)} before and ${load[1].toFixed(1)} after.`
  );
}

function plainTable({ title, head, rows }: Table): string {
  const all = [head, ...rows];
  const widths = head.map((_name, column) => Math.max(...all.map(row => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [title, ...all.map(line)].join('\n');
}

function markdownTable({ title, head, rows }: Table): string {
  const line = (row: readonly string[]): string =>
    `| ${row.map(cell => cell.replaceAll('|', () => '\\|')).join(' | ')} |`;
  const rule = head.map((_name, column) => (column === 0 ? '---' : '---:'));
  return [`**${title}**`, '', line(head), line(rule), ...rows.map(line)].join('\n');
}
