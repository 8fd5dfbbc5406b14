/** `npm run bench:agent`: what scripted jobs cost a model. See README.md beside this file. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { profiles } from '../../../src/utils/rights';
import { drive } from './drive';
import { jobs } from './jobs';
import { againstLimits, lowered, readBefore, readLimits } from './records';
import { floorSentence, listSentence, markdownTable, plainTable, tableOf } from './report';

const usage = `Usage: npm run bench:agent -- [options]

  --markdown      also write the table into docs/performance.md
  --limits        also write what was measured into limits.json
  --before PATH   instead do the jobs in their old way with the build in this folder, and write before.json
`;

const root = process.cwd();
const own = (name: string): string => join(root, 'pkg', 'bench', 'agent', name);
const [begin, end] = ['<!-- bench agent: begin -->', '<!-- bench agent: end -->'];

try {
  const { values } = parseArgs({
    options: {
      markdown: { type: 'boolean', default: false },
      limits: { type: 'boolean', default: false },
      before: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else if (values.before !== undefined) await recordBefore(resolve(values.before));
  else await measure(values);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function recordBefore(product: string): Promise<void> {
  const costs = await drive({ product, way: 'before', profiles: [], jobs });
  const commit = execFileSync('git', ['-C', product, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const command = `npm run bench:agent -- --before BUILD_OF_${commit.slice(0, 7)}`;
  writeJson(own('before.json'), { commit, command, ...costs });
}

interface Wanted {
  readonly markdown: boolean;
  readonly limits: boolean;
}

async function measure({ markdown, limits }: Wanted): Promise<void> {
  const before = readBefore(own('before.json'));
  const costs = await drive({ product: root, way: 'now', profiles, jobs });
  const table = tableOf(before, costs);
  const sentence = `${floorSentence(before, costs)}\n\n${listSentence(before, costs)}`;
  process.stdout.write(`${plainTable(table)}\n\n${sentence}\n`);
  if (markdown) writeIntoPage(`${markdownTable(table)}\n\n${sentence}`);
  const held = readLimits(own('limits.json'));
  if (limits) writeJson(own('limits.json'), lowered(costs, held));
  else process.stdout.write(`${againstLimits(costs, held).join('\n')}\n`);
}

function writeIntoPage(report: string): void {
  const file = join(root, 'docs', 'performance.md');
  const page = readFileSync(file, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} needs the lines "${begin}" and "${end}".`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${report}\n\n${page.slice(to)}`);
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
