/** The name of whom something belongs to is the name. */
import * as z from 'zod';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const found = z.object({
  totalCount: z.number(),
  results: z.array(z.object({ path: z.string(), missing: z.array(z.string()).optional() })),
});

const files = {
  'Chieko.md': 'Chieko sends paper.\n',
  'Tam.md': 'A boat that Tam has.\n',
  'Brief.md': 'James has a letter.\n',
  'Author.md': "Euan's book about O'Brien.\n",
  'Other.md': 'The sea.\n',
};

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

test.each([
  ["Chieko's", 'Chieko.md'],
  ['Chieko’s paper', 'Chieko.md'],
  ["Tam's boat", 'Tam.md'],
  ['TAM’S boat?', 'Tam.md'],
  ["James' letter", 'Brief.md'],
  ["James's letter", 'Brief.md'],
  ["Euan's book", 'Author.md'],
  ['Euan book', 'Author.md'],
  ["O'Brien", 'Author.md'],
  ["O'Brien's book", 'Author.md'],
])('%j finds %s whole', async (query, path) => {
  const { results } = found.parse((await client.call('search', { query })).structured);
  expect(results[0]).toMatchObject({ path });
  expect(results[0]?.missing).toBeUndefined();
});

test('a word as it is written is searched as that', async () => {
  const { structured } = await client.call('search', { query: "Chieko's", exact: true });
  expect(found.parse(structured).totalCount).toBe(0);
});
