import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';
import { fencesIn, projectRoot, textOf } from './pages';

/** A call as the page shows it, in the order of the page. */
const calls = fencesIn({ path: 'docs/usage.md', text: textOf('docs/usage.md') }).flatMap(({ info, code }) => {
  const tool = /^json (\w+)$/.exec(info)?.[1];
  return tool === undefined
    ? []
    : [{ tool, input: z.record(z.string(), z.unknown()).parse(JSON.parse(code)) }];
});

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    prepare: ({ path }) => cpSync(join(projectRoot, 'examples', 'vault'), path, { recursive: true }),
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

test.each(calls)('$tool works in the example vault with $input', async ({ tool, input }) => {
  const { structured, isError } = await client.call(tool, input);
  expect({ isError, structured }).toMatchObject({ isError: false });
  const counts = z
    .looseObject({ totalCount: z.number().optional(), count: z.number().optional() })
    .parse(structured);
  expect(counts.totalCount ?? counts.count ?? 1).toBeGreaterThan(0);
});

test('the page shows calls', () => {
  expect(calls.length).toBeGreaterThan(10);
});
