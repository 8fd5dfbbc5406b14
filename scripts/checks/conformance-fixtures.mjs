// The product's HTTP stack with the fixtures of tests/conformance, and what the suite said of it.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { bundleProgram } from '../bundle.mjs';
import { root } from '../host-process.mjs';

const outfile = join(root, 'dist', 'test-build', 'conformance.cjs');

/** Builds and starts the server. @returns its `url` and `token`, and `stop` */
export async function startFixtures() {
  await bundleProgram(join(root, 'tests', 'conformance', 'main.ts'), outfile);
  const child = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', code => reject(new Error(`The fixtures ended before they were ready (${code}).`)));
  });
  return { ...JSON.parse(line), stop: () => child.kill() };
}

/** The scenarios that count for a revision; undefined where all do. */
export function scoredScenarios(cache, suite, revision) {
  if (suite === 'suite-2025') return undefined;
  const file = join(cache, 'node_modules', suite, 'requirements', `${revision}.yaml`);
  return new Set(parse(readFileSync(file, 'utf8')).server);
}

/** What came out, by scenario, from the `checks.json` that the suite writes for each. */
export function verdicts(folder, scored) {
  return readdirSync(folder).map(name => {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'));
    const failures = checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id);
    const succeeded = checks.filter(({ status }) => status === 'SUCCESS').length;
    const isScored = scored === undefined || scored.has(scenario);
    return { scenario, failures, succeeded, isScored, passed: failures.length === 0 && succeeded > 0 };
  });
}
