/** A long run of one character in an argument takes linear time. For patterns the linter looks too. */
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

const run = (character: string): string => character.repeat(100_000);

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Plan.md': 'plan #garden\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

/** Milliseconds; ten times what each takes. Patterns with quadratic and cubic time took 20 seconds and minutes. */
const maxProcessorTime = 1_500;

test.each<[what: string, tool: string, call: Record<string, unknown>]>([
  ['slashes in a tag of a search', 'search', { query: 'plan', tag: `a${run('/')}x` }],
  ['blanks in an aggregate', 'query_notes', { aggregate: [`sum(${' '.repeat(20_000)}`] }],
])('%s are read in linear time', async (_what, tool, call) => {
  const before = process.cpuUsage();
  await client.call(tool, call);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(maxProcessorTime);
});
