import { dirname, join } from 'node:path';
import { type Costs, drive } from '../../pkg/bench/agent/drive';
import { jobs } from '../../pkg/bench/agent/jobs';
import { againstLimits, type Limits, lowered, readLimits } from '../../pkg/bench/agent/records';
import { agentFiles } from '../../pkg/bench/agent/vault/agent-vault';
import { profiles } from '../../src/utils/rights';
import { builtProduct } from '../support/process/built-product';

const folder = join(__dirname, '..', '..', 'pkg', 'bench', 'agent');
const vault = new Map(agentFiles().map(({ path, content }) => [path, String(content)]));

const costsOf = (calls: number, bytesOut: number, list: number): Costs => ({
  jobs: [{ name: 'a job', calls, bytesIn: 0, bytesOut }],
  toolLists: { core: list },
});
const limits: Limits = { calls: 10, bytes: 1_000, toolLists: { core: 500 } };

describe('the scripted jobs of a model', () => {
  test('are all completed by the built host, within their limits and not far below them', async () => {
    const product = dirname(builtProduct().mainFile);
    const costs = await drive({ product, profiles, jobs });
    expect(againstLimits(costs, readLimits(join(folder, 'limits.json')))).toEqual([]);
    expect(costs.jobs).toHaveLength(20);
  }, 120_000);

  test.each(jobs)('are not completed by a model that reads and writes nothing: $name', ({ problems }) => {
    expect(problems({ seen: [], file: path => vault.get(path) })).not.toEqual([]);
  });
});

describe('a limit', () => {
  test('holds for the value that it was derived from', () => {
    const costs = costsOf(10, 1_000, 500);
    expect(againstLimits(costs, lowered(costs, limits))).toEqual([]);
  });

  test.each([
    ['calls', costsOf(11, 1_000, 500), 'calls: 11, over the limit of 10'],
    ['bytes', costsOf(10, 1_001, 500), 'bytes: 1001, over the limit of 1000'],
    [
      'a list of tools',
      costsOf(10, 1_000, 501),
      'bytes of the tool list of core: 501, over the limit of 500',
    ],
  ])('of %s is not exceeded', (_name, costs, problem) => {
    expect(againstLimits(costs, limits)).toEqual([problem]);
  });

  test('must be lowered when the cost has fallen', () => {
    expect(againstLimits(costsOf(9, 1_000, 500), limits)).toEqual([
      'calls: 9 of 10; lower the limit with `npm run bench:agent -- --limits`',
    ]);
  });

  test('is needed for every list of tools', () => {
    expect(againstLimits(costsOf(10, 1_000, 500), { ...limits, toolLists: {} })).toEqual([
      'bytes of the tool list of core: 500, over the limit of none',
    ]);
  });
});
