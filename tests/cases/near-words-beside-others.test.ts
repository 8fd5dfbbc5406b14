/** What stands in for a word that no note has: nothing that says something else, and it is told once. */
import * as z from 'zod';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const found = z.object({
  totalCount: z.number(),
  hints: z.array(z.string()).default([]),
  results: z.array(
    z.object({ path: z.string(), partial: z.boolean().optional(), missing: z.array(z.string()).optional() }),
  ),
});

const files = {
  'Tower.md': 'The tower stands on the rock, and it is grey.\n',
  'Calls.md': 'All the calls: call the tower keeper, call all of them, at the tower.\n',
  'Borrowers.md': 'Who owns a fine boat has to pay no fines.\n',
  'Owners.md': 'Morag owns it.\n',
  'Quiet.md': 'A meadow by the room.\n',
  'Lighthouse.md': 'The lighthouse and its keeper.\n',
  'Kestrel.md': 'A kestrel.\n',
};

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const searched = async (query: string): Promise<z.output<typeof found>> =>
  found.parse((await client.call('search', { query })).structured);

test.each([
  ['How tall is the tower?', 'tall'],
  ['who owes fines', 'owes'],
  ['fell tower', 'fell'],
  ['tower cals', 'cals'],
  ['rook tower', 'rook'],
])('of %j no other word stands in for `%s`', async (query, word) => {
  const { totalCount, results } = await searched(query);
  expect(totalCount).toBe(0);
  expect(results.length).toBeGreaterThan(0);
  for (const { missing } of results) expect(missing).toContain(word);
});

test.each([
  ['lighthuose keeper', 'Lighthouse.md'],
  ['kestrle', 'Kestrel.md'],
  ['cals', 'Calls.md'],
  ['meadwo', 'Quiet.md'],
])('%j still finds %s by a near word', async (query, path) => {
  const { results } = await searched(query);
  expect(results.map(one => one.path)).toContain(path);
});

test.each(['lighthuose fines', 'kestrle keeper', 'meadwo fines', 'who owes fines'])(
  '%j is told one reason, not two that exclude each other',
  async query => {
    const { hints } = await searched(query);
    expect(hints).toHaveLength(1);
    expect(hints[0]).toContain('No note has');
  },
);
