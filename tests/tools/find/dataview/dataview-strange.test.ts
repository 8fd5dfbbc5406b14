import { RunningLectern } from '../../../support/lectern';
import { field } from '../../../support/json';
import type { TestClient } from '../../../support/clients';

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
  'a getter of %s that throws is reported as an error of the plugin, without its message',
  async (_what, outcome) => {
    const logged = jest.spyOn(console, 'error').mockReturnValue();
    const answer = await answerFrom(outcome);
    expect(field(answer, 'error', 'code')).toBe('plugin_missing');
    expect(JSON.stringify([answer, logged.mock.calls.map(String)])).not.toContain('CANARY');
    logged.mockRestore();
  },
);

test('a large value of one row is cut while it is read', async () => {
  const row = Array.from({ length: 4000 }, () => 'x'.repeat(20_000));
  const { rows } = await answerFrom(ok({ type: 'list', values: [row] }));
  expect(JSON.stringify(rows).length).toBeLessThan(70_000);
  expect([rows].flat(2).map(text => String(text).length)).toEqual([20_000, 20_000, 20_000]);
});

test('texts in results are well-formed', async () => {
  expect((await answerFrom(ok({ type: 'list', values: ['\ud800!'] })))['rows']).toEqual(['\ufffd!']);
});

test('groups that contain themselves are left out', async () => {
  const endless: { key: string; rows: unknown[] } = { key: 'k', rows: [] };
  endless.rows.push(endless, endless);
  expect(await answerFrom(ok({ type: 'task', values: [endless] }))).toMatchObject({
    rows: [],
    totalCount: 0,
  });
});

/** Says that it is long, and costs nothing to make: a sparse list. */
function long(length: number): unknown[] {
  const rows: unknown[] = [];
  rows.length = length;
  return rows;
}

test.each([
  ['rows', { type: 'list', values: long(4e9) }],
  ['tasks in a group', { type: 'task', values: [{ key: 'all', rows: long(4e9) }] }],
  ['headers', { type: 'table', headers: long(4e9), values: [] }],
])(
  'a result with thousands of millions of %s is given up after a limited number of steps',
  async (_what, value) => {
    const answer = await answerFrom(ok(value));
    expect(['budget_exceeded', 'plugin_missing']).toContain(field(answer, 'error', 'code'));
  },
  60_000,
);

test('a row has no more cells than there are headers', async () => {
  const value = { type: 'table', headers: ['File', 'a'], values: [long(4e9)] };
  expect(await answerFrom(ok(value), 'TABLE a')).toMatchObject({ rows: [[null, null]], totalCount: 1 });
}, 60_000);
