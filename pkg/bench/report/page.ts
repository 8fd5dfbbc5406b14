/** Writes tables into a page of the documentation, each between two markers. */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Replaces what is between `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
 * @throws Error if the page has not these lines
 */
export function replaceBetween(file: string, name: string, text: string): void {
  const begin = `<!-- ${name}: begin -->`;
  const end = `<!-- ${name}: end -->`;
  const page = readFileSync(file, 'utf8');
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} needs the lines "${begin}" and "${end}".`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}
