/**
 * `npm run bench:beside -- --other FOLDER`: the rows of the benchmark in two builds, in turns within one run, each
 * build over its own copy of the vault. See ../README.md.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median, percentile, series } from '../measure/statistics';
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
const [budget, fewest, most, rounds] = [3_000, 22, 440, 11];
/** Calls of each build before: after fewer, the engine has not compiled all of them. */
const warmUps = 40;

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

/** Of the calls of all rounds, the time of the fastest quarter's slowest: other work on the machine affects it least. */
function quiet(times: readonly number[][]): number {
  return percentile(times.flat(), 0.25);
}

/** Name, medians, and the ratio of the first quartiles of this build and the other. */
async function compared(operation: Operation, own: Build, other: Build): Promise<string[]> {
  const args = operation.args({ truth: vault.truth, vault: vault.path, run: 0 });
  if (!other.has(operation.tool, args)) return [operation.name, '', 'not offered', ''];
  const runs = [new Calls(operation, own, vault.truth), new Calls(operation, other, vault.truth)] as const;
  const problems = [await runs[0].problem(), await runs[1].problem()];
  const warm: number[] = [];
  const until = performance.now() + budget;
  for (let call = 0; call < warmUps && performance.now() < until; call += 1)
    for (const run of runs) warm.push(await run.call());
  const calls = Math.ceil(Math.min(most, Math.max(fewest, budget / median(warm))) / rounds / 2) * 2;
  const times = [Array<number[]>(), Array<number[]>()] as const;
  for (let round = 0; round < rounds; round += 1)
    // Each build is first in every other round.
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      times[at].push(await series(calls, () => runs[at].call()));
  for (const run of runs) await run.finish();
  const [ofOwn, ofOther] = times;
  const cell = (values: readonly number[][], problem: string | undefined): string =>
    `${median(values.flat()).toFixed(2)}${problem === undefined ? '' : ' (wrong)'}`;
  return [
    operation.name,
    cell(ofOwn, problems[0]),
    cell(ofOther, problems[1]),
    (quiet(ofOwn) / quiet(ofOther)).toFixed(2),
  ];
}
