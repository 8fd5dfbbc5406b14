// `npm run conformance`: runs the protocol's own test suite in both protocol eras, twice: what needs no fixtures against
// the built product, and everything that counts against the product's HTTP stack with the suite's fixtures.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { basename, join } from 'node:path';
import { scoredScenarios, startFixtures, verdicts } from './conformance-fixtures.mjs';
import { root, startHost } from '../host-process.mjs';
import { installTools } from '../tool-cache.mjs';

const cache = join(root, '.cache', 'conformance');
const results = join(root, '.cache', 'conformance-results');

/** The suite that knows 2026-07-28 is not released yet; the released one knows the 2025 revisions. Both want Node 22. */
const packages = {
  'suite-2025': 'npm:@modelcontextprotocol/conformance@0.1.16',
  'suite-2026': 'npm:@modelcontextprotocol/conformance@0.2.0-alpha.12',
};
const neededNode = [22, 0];

/** Every scenario that needs no fixtures, so that it can be asked of the product itself. All of them must pass. */
const eras = [
  {
    revision: '2025-11-25',
    suite: 'suite-2025',
    scenarios: [
      'completion-complete',
      'server-initialize',
      'ping',
      'tools-list',
      'resources-list',
      'prompts-list',
      'dns-rebinding-protection',
    ],
  },
  { revision: '2025-11-25', suite: 'suite-2026', scenarios: ['server-session-lifecycle'] },
  {
    revision: '2026-07-28',
    suite: 'suite-2026',
    scenarios: [
      'completion-complete',
      'server-stateless',
      'tools-list',
      'resources-list',
      'prompts-list',
      'sep-2164-resource-not-found',
      'caching',
      'http-header-validation',
      'dns-rebinding-protection',
      'server-sse-multiple-streams',
      'input-required-result-unsupported-methods',
      'input-required-result-validate-input',
    ],
  },
];

/** Every scenario of a revision, as each version of the suite has them. */
const wholeRuns = [
  { suite: 'suite-2025', revision: '2025-11-25', options: ['--suite', 'active'] },
  ...['2025-11-25', '2026-07-28'].map(revision => ({
    suite: 'suite-2026',
    revision,
    options: ['--requirements', revision, '--timeout', '10000'],
  })),
];

/** Scenarios with fixtures that count and are not passed, by revision, each with its reason: only what is deprecated. */
const baseline = JSON.parse(
  readFileSync(join(root, 'scripts', 'checks', 'conformance-baseline.json'), 'utf8'),
);

/** Checks within those scenarios that cannot pass, with the reason. One that does pass must leave this list. */
const excused = {
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': 'needs a tool made for the suite',
    'sep-2575-missing-capability-http-400': 'needs a tool made for the suite',
    'sep-2575-http-server-no-independent-requests-on-stream': 'needs a tool made for the suite',
    'sep-2575-server-no-log-without-loglevel': 'needs a tool made for the suite',
  },
};

const node = installTools(cache, packages, neededNode);
rmSync(results, { recursive: true, force: true });
const failures = (await tryProduct()) + (await tryFixtures());
for (const [scenario, checks] of Object.entries(excused)) {
  for (const [check, reason] of Object.entries(checks))
    console.log(`excused   ${scenario} ${check}: ${reason}`);
}
if (failures > 0) {
  console.error(`conformance: ${failures} scenarios failed; details are in ${results}`);
  process.exit(1);
}
console.log('conformance: every scenario passed');

/** @returns how many scenarios failed */
async function tryProduct() {
  console.log('The product:');
  const host = await startHost();
  const proxy = await startProxy(new URL(host.url), host.token);
  let failed = 0;
  try {
    for (const era of eras) {
      for (const scenario of era.scenarios) failed += await run(proxy, era, scenario);
    }
  } finally {
    proxy.close();
    proxy.closeAllConnections();
    await host.stop();
  }
  return failed;
}

/** @returns how many scenarios that count failed */
async function tryFixtures() {
  console.log('The HTTP stack with fixtures:');
  const server = await startFixtures();
  const proxy = await startProxy(new URL(server.url), server.token);
  let failed = 0;
  try {
    for (const { suite, revision, options } of wholeRuns) {
      const out = join(results, `${suite}-${revision}-fixtures`);
      mkdirSync(out, { recursive: true });
      const cli = join(cache, 'node_modules', suite, 'dist', 'index.js');
      await runNode([cli, 'server', '--url', addressOf(proxy), ...options, '-o', out]);
      failed += tell(
        `${revision} ${suite}`,
        verdicts(out, scoredScenarios(cache, suite, revision)),
        baseline[revision],
      );
    }
  } finally {
    proxy.close();
    proxy.closeAllConnections();
    server.stop();
  }
  return failed;
}

function addressOf(proxy) {
  return `http://localhost:${proxy.address().port}/mcp`;
}

/** Prints what a whole run came to. @returns how many scenarios were not as they should be */
function tell(name, scenarios, excuses) {
  const counted = scenarios.filter(({ isScored }) => isScored);
  const bad = counted.filter(({ scenario, passed }) => passed === Object.hasOwn(excuses, scenario));
  const checks = counted.reduce((sum, { succeeded }) => sum + succeeded, 0);
  const passed = counted.filter(scenario => scenario.passed).length;
  console.log(
    `${bad.length === 0 ? 'passed   ' : 'FAILED   '} ${name}: ${passed} of ${counted.length} scenarios that count, ${checks} checks; ` +
      `${scenarios.length - counted.length} that do not count, ${scenarios.filter(each => !each.isScored && each.passed).length} of them passed`,
  );
  for (const { scenario, passed: isGood, failures } of bad) {
    console.log(
      isGood ? `  ${scenario} passes: take it off the baseline.` : `  ${scenario}: ${failures.join(', ')}`,
    );
  }
  for (const [scenario, reason] of Object.entries(excuses)) console.log(`  excused: ${scenario}: ${reason}`);
  return bad.length + (counted.length === 0 ? 1 : 0);
}

/**
 * The suite cannot send a token, so this adds it. Its own address becomes the server's in `Host` and `Origin`;
 * every other value goes on as the suite sent it, since that is what some scenarios try.
 */
function startProxy(target, token) {
  const proxy = createServer((incoming, outgoing) => {
    const own = new Set([`127.0.0.1:${proxy.address().port}`, `localhost:${proxy.address().port}`]);
    const { host: name, origin } = incoming.headers;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    if (own.has(name)) headers.host = target.host;
    if (origin !== undefined && own.has(origin.replace('http://', () => ''))) headers.origin = target.origin;
    const onward = request(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
      answer => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  return new Promise(resolve => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

/** @returns 0 when the scenario passed, otherwise 1 */
async function run(proxy, { revision, suite }, scenario) {
  const url = addressOf(proxy);
  const out = join(results, revision, scenario);
  mkdirSync(out, { recursive: true });
  const cli = join(cache, 'node_modules', suite, 'dist', 'index.js');
  const output = await runNode([
    cli,
    'server',
    '--url',
    url,
    '--scenario',
    scenario,
    '--spec-version',
    revision,
    '-o',
    out,
  ]);
  const checks = checksIn(out);
  const problems = problemsOf(checks, excused[scenario] ?? {});
  console.log(
    `${problems.length === 0 ? 'passed   ' : 'FAILED   '} ${revision} ${scenario}: ${inNumbers(checks)}`,
  );
  if (problems.length === 0) return 0;
  console.log(output);
  for (const problem of problems) console.log(`  ${problem}`);
  return 1;
}

function problemsOf(checks, excuses) {
  const failed = new Set(checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id));
  const problems = [...failed].filter(id => !Object.hasOwn(excuses, id)).map(id => `${id} failed.`);
  for (const id of Object.keys(excuses)) {
    if (!failed.has(id)) problems.push(`${id} no longer fails: take it off the list of excused checks.`);
  }
  if (!checks.some(({ status }) => status === 'SUCCESS')) problems.push('Not one check succeeded.');
  return problems;
}

function inNumbers(checks) {
  const counts = new Map();
  for (const { status } of checks) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status.toLowerCase()}`).join(', ');
}

/** @returns what the suite printed; its exit code knows nothing of excused checks */
function runNode(args) {
  return new Promise(resolve => {
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    child.on('close', () => resolve(output));
  });
}

/** The suite's verdicts, from the `checks.json` that it writes. */
function checksIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(name => basename(name) === 'checks.json');
  return files.flatMap(name => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
