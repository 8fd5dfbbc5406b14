import { commonWord } from '../../pkg/bench/vault/planted';
import { VaultGenerator } from '../../pkg/bench/vault/generator';
import type { Answer } from '../support/clients';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const notes = 1000;
/** Of text, for twenty hits. */
const maxBytes = 6500;

let lectern: RunningLectern;
let ask: (tool: string, args: Record<string, unknown>) => Promise<Answer>;

beforeAll(async () => {
  const files = Object.fromEntries(
    [...new VaultGenerator(notes).files()]
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, content }) => [path, content]),
  );
  lectern = await RunningLectern.start({ files });
  const client = await lectern.connect();
  ask = (tool, args) => client.call(tool, args);
}, 60_000);
afterAll(() => lectern.close());

describe('results over a large vault', () => {
  it('have twenty matches of a common word in little text, and say how to continue', async () => {
    const { text, structured } = await ask('search', { query: commonWord });
    expect(structured).toMatchObject({ totalCount: notes * 0.4, hasMore: true });
    expect([structured['results']].flat()).toHaveLength(20);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    expect(text).toContain(String(structured['nextCursor']));
    expect(text).toContain(`${notes * 0.4} notes`);
  }, 60_000);

  it('say how many matches of a note are left out', async () => {
    const { structured, text } = await ask('search', { query: 'the', matchesPerNote: 1, limit: 5 });
    for (const result of [structured['results']].flat()) {
      const more = Number(field(result, 'moreMatches') ?? 0);
      if (more > 0) expect(text).toContain(`(${more} more)`);
    }
  }, 60_000);

  it.each([
    ['query_notes', {}],
    ['check_links', {}],
    ['check_links', { kind: 'orphans' }],
    ['list_tags', {}],
    ['list_properties', { property: 'status' }],
    ['get_links', { path: 'Hubs/Grand Hub.md', direction: 'in' }],
  ])(
    'of %s %j count the rows that are left out and have the cursor of the next page',
    async (tool, args) => {
      const { structured, text } = await ask(tool, { ...args, limit: 1 });
      expect(structured).toMatchObject({ hasMore: true });
      expect(Number(structured['totalCount'])).toBeGreaterThan(1);
      expect(text).toContain(String(structured['nextCursor']));
    },
    60_000,
  );

  it('of explore_graph say that there is more', async () => {
    const { structured } = await ask('explore_graph', { path: 'Hubs/Grand Hub.md', depth: 3, limit: 2 });
    expect(structured).toMatchObject({ truncated: true });
  }, 60_000);
});
