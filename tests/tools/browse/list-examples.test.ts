import { field } from '../../support/json';
import { exampleFiles, startExampleVault } from '../../support/files/example-vault';
import type { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await startExampleVault();
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function list(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call('list', args)).structured;
}

async function paths(args: Record<string, unknown>): Promise<unknown[]> {
  return [(await list(args))['items']].flat().map(item => field(item, 'path'));
}

describe('list, as its documentation shows it', () => {
  test('finds notes at any depth by their name', async () => {
    const notes = Object.keys(exampleFiles).filter(path => path.endsWith('.md'));
    expect((await paths({ recursive: true, includes: ['*.md'] })).sort()).toEqual(notes.sort());
    expect((await paths({ recursive: true, includes: ['**/*.md'] })).sort()).toEqual(notes.sort());
    expect(await paths({ includes: ['*.md'] })).toEqual(['README.md']);
  });

  test('accepts alternatives, also patterns', async () => {
    expect(await paths({ includes: ['{*.md,*.txt}'] })).toEqual(['notes.txt', 'README.md']);
  });

  test('leaves out excluded paths, also relative to the listed folder', async () => {
    const excludes = ['.obsidian/**', '*.tmp', 'archive/**'];
    expect(await paths({ recursive: true, only: 'files', excludes })).toEqual([
      'Daily/2026-01-01.md',
      'Daily/2026-01-02.md',
      'projects/archive/old.md',
      'projects/alpha.md',
      'projects/beta.md',
      'projects/plan.canvas',
      'notes.txt',
      'README.md',
    ]);
    expect(await paths({ path: 'projects', recursive: true, only: 'files', excludes })).toEqual([
      'projects/alpha.md',
      'projects/beta.md',
      'projects/plan.canvas',
    ]);
  });

  test('includes everything in a folder with `folder/**`', async () => {
    expect(await paths({ recursive: true, only: 'files', includes: ['projects/**'] })).toEqual([
      'projects/archive/old.md',
      'projects/archive/old.tmp',
      'projects/alpha.md',
      'projects/beta.md',
      'projects/plan.canvas',
    ]);
  });

  test('lets excludes win, and negation, ranges and extended patterns work', async () => {
    expect(await paths({ recursive: true, includes: ['*.md'], excludes: ['**/*.md'] })).toEqual([]);
    expect(await paths({ recursive: true, only: 'files', includes: ['!*.md', '!*.tmp'] })).toEqual([
      'projects/plan.canvas',
      'notes.txt',
    ]);
    expect(await paths({ recursive: true, includes: ['2026-01-0[2-9].md'] })).toEqual([
      'Daily/2026-01-02.md',
    ]);
    expect(await paths({ recursive: true, includes: ['@(alpha|old).md'] })).toEqual([
      'projects/archive/old.md',
      'projects/alpha.md',
    ]);
    expect(await paths({ recursive: true, only: 'files', excludes: ['!(*.canvas)'] })).toEqual([]);
    expect(await paths({ path: 'projects', only: 'files', includes: ['!(alpha|beta).*'] })).toEqual([
      'projects/plan.canvas',
    ]);
  });

  test('narrows by date, in words or ISO, whole days inclusive in the zone of the user', async () => {
    expect(await paths({ modifiedSince: '2026-01-01', only: 'files' })).toEqual(['README.md']);
    expect(
      await paths({ modifiedUntil: '2025-12-31', only: 'files', recursive: true, includes: ['README.md'] }),
    ).toEqual([]);
    expect(await paths({ modifiedUntil: '2026-01-01', includes: ['README.md'] })).toEqual(['README.md']);
    expect(await paths({ createdSince: 'yesterday', includes: ['README.md'] })).toEqual(['README.md']);
    expect(field(await list({ modifiedSince: 'once upon a time' }), 'error', 'code')).toBe('invalid_query');
  });

  test('narrows by size, and sorts by it', async () => {
    expect(await paths({ recursive: true, maxSize: 1 })).toEqual(['projects/archive/old.tmp', 'draft.tmp']);
    expect(await paths({ only: 'files', sort: 'size', order: 'desc' })).toEqual([
      'notes.txt',
      'README.md',
      'draft.tmp',
    ]);
    expect(await paths({ sort: 'name', order: 'desc' })).toEqual([
      'projects',
      'Daily',
      'archive',
      'README.md',
      'notes.txt',
      'draft.tmp',
    ]);
  });

  test('adds the properties of notes', async () => {
    const listing = await list({ path: 'projects', withFrontmatterSummary: true, includes: ['*.md'] });
    expect(field(listing, 'items', 0, 'frontmatterSummary')).toEqual({
      title: 'Alpha',
      status: 'open',
      priority: 2,
      tags: ['work/alpha'],
      due: '2026-03-01',
    });
    expect(field(listing, 'items', 1, 'frontmatterSummary')).toEqual({
      status: 'done',
      priority: 10,
      aliases: ['B', 'Second'],
    });
    const some = await list({
      path: 'projects',
      withFrontmatterSummary: true,
      fields: ['status'],
      includes: ['alpha.md'],
    });
    expect(field(some, 'items', 0, 'frontmatterSummary')).toEqual({ status: 'open' });
    expect(
      field(await list({ withFrontmatterSummary: true, includes: ['README.md'] }), 'items', 0),
    ).not.toHaveProperty('frontmatterSummary');
  });

  test.each([
    [['status=open'], ['projects/alpha.md']],
    [['priority>9'], ['projects/beta.md']],
    [['status', 'priority<=2'], ['projects/alpha.md']],
    [['aliases=second'], ['projects/beta.md']],
    [['due<2026-03-02', 'due>=2026-03-01'], ['projects/alpha.md']],
    [['tags=work'], ['projects/alpha.md', 'projects/beta.md']],
    [['tags=work/alpha'], ['projects/alpha.md']],
  ])('narrows by properties: %j', async (where, expected) => {
    expect(await paths({ recursive: true, where })).toEqual(expected);
  });

  test('combines them all, page by page', async () => {
    const query = {
      path: 'projects',
      recursive: true,
      only: 'files',
      excludes: ['archive/**', '*.canvas'],
      sort: 'modified',
      order: 'desc',
      limit: 1,
    };
    const first = await list(query);
    expect(first).toMatchObject({ totalCount: 2, hasMore: true });
    const second = await list({ ...query, cursor: first['nextCursor'] });
    expect(second).toMatchObject({ totalCount: 2, hasMore: false });
    expect([field(first, 'items', 0, 'path'), field(second, 'items', 0, 'path')]).toEqual([
      'projects/alpha.md',
      'projects/beta.md',
    ]);
  });
});
