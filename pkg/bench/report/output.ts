/** Tables as text for a terminal and as Markdown for docs/performance.md. */
import type { Figures } from './figures';
import { machineText } from './machine';
import { replaceBetween } from './page';
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

/** @throws Error if the page has no table for this size of vault */
export function writeIntoPage(file: string, figures: Figures): void {
  replaceBetween(file, `bench ${figures.vault.notes}`, markdownReport(figures));
}

function introduction({ machine, vault }: Figures): string {
  const size = `${vault.notes.toLocaleString('en')} notes, ${shown(vault.bytes / 1e6)} MB, ${vault.folders} folders`;
  return (
    `${size} (vault ${vault.digest.slice(0, 12)}), on ${machineText(machine)}; ` +
    `load average ${machine.load[0].toFixed(1)} before and ${machine.load[1].toFixed(1)} after.`
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
