/** `npm run bench:relevance`: measures the ranking of a search. See README.md beside this file. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceBetween } from '../report/page';
import { markdownTable, plainTable } from '../report/text-table';
import { measureRelevance } from './measure';
import { listOfMisses, summaryOf } from './report';
import { languages } from './questions/question';

const usage = `Usage: npm run bench:relevance -- [options]

  --markdown  also write the table into docs/relevance.md
  --misses    list the questions whose answers do not come first
`;

const { values } = parseArgs({
  options: {
    markdown: { type: 'boolean', default: false },
    misses: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(usage);
else {
  const outcomes = await measureRelevance();
  process.stdout.write(`${plainTable(summaryOf(outcomes, languages))}\n`);
  if (values.misses) process.stdout.write(`\n${listOfMisses(outcomes)}\n`);
  if (values.markdown)
    replaceBetween(
      join(process.cwd(), 'docs', 'relevance.md'),
      'relevance',
      markdownTable(summaryOf(outcomes, [])),
    );
}
