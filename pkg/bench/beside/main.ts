/**
 * `npm run bench:beside -- --other FOLDER`: the rows of the benchmark in two builds, in turns within one run, each
 * build over its own copy of the vault. See ../README.md.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inTurns, median, ratio, series } from '../measure/statistics';
import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { BenchVault } from '../vault/vault-folder';
import { Build, Calls } from './build';

const { values } = parseArgs({
  options: {
    /** A folder with `main.js`, `manifest.json` and `dist/lectern.mjs`. */
    other: { type: 'string' },
    notes: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
  },
});
if (values.other === undefined) throw new Error('Name the folder of the other build: --other FOLDER');

/** Of each row: milliseconds for the calls of one build, the limits of their number, and rounds of turns. */
const [budget, fewest, most, rounds] = [1_500, 24, 240, 8];

const vault = BenchVault.open(Number(values.notes));
const folder = mkdtempSync(join(tmpdir(), 'lectern-beside-'));
const builds: Build[] = [];
try {
  for (const root of [process.cwd(), resolve(values.other)]) {
    const copy = join(folder, String(builds.length));
    cpSync(vault.path, copy, { recursive: true, preserveTimestamps: true });
    builds.push(await Build.start(root, copy));
  }
  const [own, other] = builds;
  if (own !== undefined && other !== undefined) await compareAll(own, other, values.only.toLowerCase());
} finally {
  for (const build of builds) await build.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function compareAll(own: Build, other: Build, only: string): Promise<void> {
  process.stdout.write(
    '| call | this build, ms | other build, ms | × other |\n| --- | ---: | ---: | ---: |\n',
  );
  for (const operation of operations)
    if (`${operation.tool} ${operation.name}`.toLowerCase().includes(only))
      process.stdout.write(`| ${(await compared(operation, own, other)).join(' | ')} |\n`);
}

/** Name, medians and the ratio of this build to the other. */
async function compared(operation: Operation, own: Build, other: Build): Promise<string[]> {
  const args = operation.args({ truth: vault.truth, vault: vault.path, run: 0 });
  if (!other.has(operation.tool, args)) return [operation.name, '', 'not offered', ''];
  const runs = [new Calls(operation, own, vault.truth), new Calls(operation, other, vault.truth)] as const;
  const problems = [await runs[0].problem(), await runs[1].problem()];
  const warm = median([
    ...(await series(3, () => runs[0].call())),
    ...(await series(3, () => runs[1].call())),
  ]);
  const calls = Math.ceil(Math.min(most, Math.max(fewest, budget / warm)) / rounds / 2) * 2;
  const times = await inTurns(
    [
      { name: 'own', run: () => runs[0].call() },
      { name: 'other', run: () => runs[1].call() },
    ],
    rounds,
    calls,
  );
  for (const run of runs) await run.finish();
  const [ofOwn, ofOther] = [times.get('own') ?? [], times.get('other') ?? []];
  const cell = (values: readonly number[][], problem: string | undefined): string =>
    `${median(values.flat()).toFixed(2)}${problem === undefined ? '' : ' (wrong)'}`;
  return [
    operation.name,
    cell(ofOwn, problems[0]),
    cell(ofOther, problems[1]),
    ratio(ofOwn, ofOther).toFixed(2),
  ];
}
