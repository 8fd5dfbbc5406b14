import { RunningLectern } from '../support/lectern';
import { field } from '../support/json';
import type { TestClient } from '../support/clients';
import { tasksOf } from '../../src/vault/dataview/task-groups';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'x\n' }, communityPlugins: ['dataview'] });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function answerFrom(outcome: unknown, query = 'LIST'): Promise<Record<string, unknown>> {
  const plugin = lectern.host.internals.plugins.getPlugin('dataview');
  if (plugin === null) throw new Error('The stand-in is not there.');
  Reflect.set(plugin, 'api', { query: () => Promise.resolve(outcome) });
  return (await client.call('query_dataview', { query })).structured;
}

const ok = (value: unknown): unknown => ({ successful: true, value });

function fail(): never {
  throw new Error('CANARY of a note');
}

test.each([
  [
    'an outcome',
    {
      get successful() {
        return fail();
      },
    },
  ],
  [
    'a result',
    ok({
      type: 'list',
      get values() {
        return fail();
      },
    }),
  ],
  ['a list of rows', ok({ type: 'list', values: new Proxy([], { get: fail }) })],
])(
  'a getter of %s that throws is the plugin’s fault, and its words are told nowhere',
  async (_what, outcome) => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    const answer = await answerFrom(outcome);
    expect(field(answer, 'error', 'code')).toBe('plugin_missing');
    expect(JSON.stringify([answer, logged.mock.calls.map(String)])).not.toContain('CANARY');
    logged.mockRestore();
  },
);

test('a large value of one row is cut as it is read', async () => {
  const row = Array.from({ length: 4000 }, () => 'x'.repeat(20_000));
  const { rows } = await answerFrom(ok({ type: 'list', values: [row] }));
  expect(JSON.stringify(rows).length).toBeLessThan(70_000);
  expect([rows].flat(2).map(text => String(text).length)).toEqual([20_000, 20_000, 20_000]);
});

test('texts go out well-formed', async () => {
  expect((await answerFrom(ok({ type: 'list', values: ['\ud800!'] })))['rows']).toEqual(['\ufffd!']);
});

test('groups without end are walked in steps, between which other calls have their turn', () => {
  const endless: { key: string; rows: unknown[] } = { key: 'k', rows: [] };
  endless.rows.push(endless, endless);
  const steps = [...tasksOf([endless])];
  expect(steps.length).toBeGreaterThanOrEqual(2 ** 8 - 1);
  expect(steps.every(step => step === undefined)).toBe(true);
});
