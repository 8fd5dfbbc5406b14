/** Tables as text: the first row is the head. */
export type Row = readonly string[];

export function plainTable(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  );
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map(row => row.map(cell).join('  ').trimEnd()).join('\n');
}

export function markdownTable([head = [], ...rows]: readonly Row[]): string {
  const line = (row: Row): string => `| ${row.join(' | ')} |`;
  const rule = head.map((_name, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
}
