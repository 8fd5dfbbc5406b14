/** `npm run bench:relevance`: measures the ranking of a search. See README.md beside this file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCollection } from './collection/measure-collection';
import { readCollection } from './collection/read-collection';
import type { Outcome } from './measure';
import { listOfMisses, markdownTable, plainTable, summaryOf } from './report';
import { type MeasureWith, sweep } from './sweep';

export { measureRelevance } from './measure';

const usage = `Usage: npm run bench:relevance -- [options]

  --markdown        also write the tables into docs/relevance.md
  --misses          list the questions whose answers do not come first
  --sweep           also try other values for each constant of the ranking
  --collection DIR  measure a public collection: a folder with its files *.ALL, *.QRY and *.REL
  --set NAME=VALUE  measure with another value for a constant; may be given more than once
`;

export async function main(words: readonly string[], measureWith: MeasureWith): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      markdown: { type: 'boolean', default: false },
      misses: { type: 'boolean', default: false },
      sweep: { type: 'boolean', default: false },
      collection: { type: 'string' },
      set: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  if (values.collection !== undefined) {
    print(plainTable(await measureCollection(readCollection(values.collection))));
    return;
  }
  const constants = Object.fromEntries(values.set.map(constantOf));
  const outcomes = await measureWith(constants);
  print(plainTable(summaryOf(outcomes)));
  if (values.misses) print(listOfMisses(outcomes));
  const swept = values.sweep ? await sweep(measureWith, constants) : undefined;
  if (swept !== undefined) print(plainTable(swept));
  if (!values.markdown) return;
  if (values.set.length > 0) throw new Error('The page shows the ranking as it is: leave out --set.');
  writePage(outcomes, swept);
}

function constantOf(text: string): [name: string, value: number] {
  const [name = '', value = ''] = text.split('=');
  if (!Number.isFinite(Number.parseFloat(value))) throw new Error('--set takes NAME=VALUE.');
  return [name, Number.parseFloat(value)];
}

function writePage(outcomes: readonly Outcome[], swept: ReturnType<typeof summaryOf> | undefined): void {
  const file = join(process.cwd(), 'docs', 'relevance.md');
  let page = readFileSync(file, 'utf8');
  page = between(page, 'relevance', markdownTable(summaryOf(outcomes)));
  if (swept !== undefined) page = between(page, 'sweep', markdownTable(swept));
  writeFileSync(file, page);
}

/** Writes a table between the two markers with its name. */
function between(page: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page needs the lines "${begin}" and "${end}".`);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}
