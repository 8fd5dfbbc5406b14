/** `npm run bench:agent`: what scripted jobs cost a model. See README.md beside this file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { profiles } from '../../../src/utils/rights';
import { replaceBetween } from '../report/page';
import { markdownTable, plainTable } from '../report/text-table';
import { drive } from './drive';
import { jobs } from './jobs';
import { againstLimits, lowered, readLimits } from './records';
import { listSentence, tableOf } from './report';

const usage = `Usage: npm run bench:agent -- [options]

  --markdown  also write the table into docs/performance.md
  --limits    also write what was measured into limits.json
`;

const root = process.cwd();
const limitsFile = join(root, 'pkg', 'bench', 'agent', 'limits.json');

try {
  const { values } = parseArgs({
    options: {
      markdown: { type: 'boolean', default: false },
      limits: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else await measure(values);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

interface Wanted {
  readonly markdown: boolean;
  readonly limits: boolean;
}

async function measure({ markdown, limits }: Wanted): Promise<void> {
  const costs = await drive({ product: root, profiles, jobs });
  const table = tableOf(costs);
  const sentence = listSentence(costs);
  process.stdout.write(`${plainTable(table)}\n\n${sentence}\n`);
  if (markdown) {
    const page = join(root, 'docs', 'performance.md');
    replaceBetween(page, 'bench agent', `${markdownTable(table)}\n\n${sentence}`);
  }
  const held = readLimits(limitsFile);
  if (limits) writeFileSync(limitsFile, `${JSON.stringify(lowered(costs, held), null, 2)}\n`);
  else process.stdout.write(`${againstLimits(costs, held).join('\n')}\n`);
}
