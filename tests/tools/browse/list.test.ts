import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { textMatching } from '../../support/matchers';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'b.md': '12345',
      'A.md': '',
      'é.md': '',
      'Zoo/x.md': '',
      'Zoo/deep/y.md': '',
      'Zoo/deep/y2.md': '',
      'apes/z.txt': '',
      'Zoo.md': '',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function paths(args: Record<string, unknown>): Promise<unknown[]> {
  const { structured } = await client.call('list', args);
  return [structured['items']].flat().map(item => field(item, 'path'));
}

describe('list', () => {
  test('shows folders before files, each by name without regard to case', async () => {
    expect(await paths({})).toEqual(['apes', 'Zoo', 'A.md', 'b.md', 'é.md', 'Zoo.md']);
  });

  test('walks the tree when recursive, content right behind its folder', async () => {
    const whole = [
      'apes',
      'apes/z.txt',
      'Zoo',
      'Zoo/deep',
      'Zoo/deep/y.md',
      'Zoo/deep/y2.md',
      'Zoo/x.md',
      'A.md',
      'b.md',
      'é.md',
      'Zoo.md',
    ];
    expect(await paths({ recursive: true })).toEqual(whole);
    expect(await paths({ path: 'zoo/', recursive: true })).toEqual(whole.slice(3, 7));
  });

  test('returns the facts of files and folders', async () => {
    const { structured } = await client.call('list', {});
    expect(field(structured, 'items', 1)).toEqual({
      kind: 'directory',
      name: 'Zoo',
      path: 'Zoo',
      childrenCount: 2,
    });
    expect(field(structured, 'items', 3)).toEqual({
      kind: 'file',
      name: 'b.md',
      path: 'b.md',
      extension: 'md',
      size: 5,
      created: textMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      modified: textMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test('shows one kind only when asked', async () => {
    expect(await paths({ recursive: true, only: 'directories' })).toEqual(['apes', 'Zoo', 'Zoo/deep']);
    expect(await paths({ only: 'files' })).toEqual(['A.md', 'b.md', 'é.md', 'Zoo.md']);
  });

  test('answers page by page', async () => {
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const { structured } = await client.call('list', {
        recursive: true,
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...[structured['items']].flat().map(item => field(item, 'path')));
      expect(structured['totalCount']).toBe(11);
      expect(structured['hasMore']).toBe(structured['nextCursor'] !== undefined);
      cursor = structured['nextCursor'];
    } while (cursor !== undefined);
    expect(seen).toEqual(await paths({ recursive: true }));
  });

  test('refuses the cursor of another query', async () => {
    const { structured } = await client.call('list', { limit: 1 });
    const other = await client.call('list', { limit: 1, recursive: true, cursor: structured['nextCursor'] });
    expect(field(other.structured, 'error', 'code')).toBe('invalid_cursor');
  });

  test('reports a file or an absent folder, with similar folders', async () => {
    for (const path of ['A.md', 'zo']) {
      const { structured } = await client.call('list', { path });
      expect(field(structured, 'error', 'code')).toBe('not_found');
    }
    expect(field((await client.call('list', { path: 'zo' })).structured, 'error', 'candidates')).toEqual([
      'Zoo',
    ]);
  });
});
