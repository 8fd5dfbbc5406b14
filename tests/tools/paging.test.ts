/** Pages of lists. */
import { VaultGenerator } from '../../pkg/bench/vault/generator';
import { commonWord } from '../../pkg/bench/vault/planted';
import type { Files } from '../support/files/vault-folder';
import { field } from '../support/json';
import { vaultForAll, vaultForEach } from '../support/open-vault';

describe('of a vault that changes between them', () => {
  const count = 450;
  const pathOf = (index: number): string => `f${index % 30}/note ${index}.md`;
  const notes: Files = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [pathOf(index), `#t${index % 7} word\n`]),
  );

  const vault = vaultForEach({ files: notes });

  /** What one change between two pages did to the set of paths. */
  interface Change {
    readonly gone: readonly string[];
  }

  async function disturb(step: number, lastSeen: string): Promise<Change> {
    const { vault: files, fileManager } = vault.lectern.host.app;
    const gone: string[] = [];
    await files.create(`f0/added before ${step}.md`, 'new');
    await files.create(`zz added behind ${step}.md`, 'new');
    const last = files.getFileByPath(lastSeen);
    if (last !== null) {
      await files.delete(last);
      gone.push(lastSeen);
    }
    const moved = files.getFileByPath(pathOf(step * 7));
    if (moved !== null) {
      gone.push(moved.path);
      await fileManager.renameFile(moved, `f29/renamed ${step}.md`);
    }
    return { gone };
  }

  /** Walks all pages, changing the vault between them; answers the paths in the order seen, and those that were touched. */
  async function walk(
    tool: string,
    args: Record<string, unknown>,
    list: string,
  ): Promise<{ seen: string[]; touched: Set<string> }> {
    const seen: string[] = [];
    const touched = new Set<string>();
    let cursor: unknown;
    for (let step = 0; step === 0 || cursor !== undefined; step += 1) {
      const structured = await vault.ask(tool, { ...args, ...(cursor === undefined ? {} : { cursor }) });
      expect(structured).not.toHaveProperty('error');
      seen.push(...[structured[list]].flat().map(item => String(field(item, 'path'))));
      cursor = structured['nextCursor'];
      for (const path of (await disturb(step, seen.at(-1) ?? '')).gone) touched.add(path);
    }
    return { seen, touched };
  }

  const walks: [string, Record<string, unknown>, string][] = [
    ['list', { recursive: true, only: 'files', limit: 40 }, 'items'],
    ['list', { recursive: true, only: 'files', limit: 40, sort: 'name', order: 'desc' }, 'items'],
    ['list_notes', { limit: 40, sort: 'path' }, 'notes'],
    ['query_notes', { limit: 40, sort: 'name' }, 'rows'],
    ['search', { query: 'word', limit: 40 }, 'results'],
    ['search', { query: '-absent', limit: 40 }, 'results'],
  ];

  test.each(walks)(
    '%s %j lists every unchanged item exactly once, whatever changes between pages',
    async (tool, args, list) => {
      const { seen, touched } = await walk(tool, args, list);
      expect(new Set(seen).size).toBe(seen.length);
      const shown = new Set(seen);
      const missed = Object.keys(notes).filter(path => !touched.has(path) && !shown.has(path));
      expect(missed).toEqual([]);
    },
  );
});

describe('of a large vault', () => {
  const notes = 1000;
  /** Of text, for twenty hits. */
  const maxBytes = 6500;

  const files = Object.fromEntries(
    [...new VaultGenerator(notes).files()]
      .filter(({ path }) => path.endsWith('.md'))
      .map(({ path, content }) => [path, content]),
  );
  const vault = vaultForAll({ files });

  it('have twenty matches of a common word in little text, and say how to continue', async () => {
    const { text, structured } = await vault.call('search', { query: commonWord });
    expect(structured).toMatchObject({ totalCount: notes * 0.4, hasMore: true });
    expect([structured['results']].flat()).toHaveLength(20);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    expect(text).toContain(String(structured['nextCursor']));
    expect(text).toContain(`${notes * 0.4} notes`);
  }, 60_000);

  it('say how many matches of a note are left out', async () => {
    const { structured, text } = await vault.call('search', { query: 'the', matchesPerNote: 1, limit: 5 });
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
      const { structured, text } = await vault.call(tool, { ...args, limit: 1 });
      expect(structured).toMatchObject({ hasMore: true });
      expect(Number(structured['totalCount'])).toBeGreaterThan(1);
      expect(text).toContain(String(structured['nextCursor']));
    },
    60_000,
  );

  it('of explore_graph say that there is more', async () => {
    const { structured } = await vault.call('explore_graph', {
      path: 'Hubs/Grand Hub.md',
      depth: 3,
      limit: 2,
    });
    expect(structured).toMatchObject({ truncated: true });
  }, 60_000);
});
