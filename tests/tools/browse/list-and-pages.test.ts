import { codeOf } from '../../support/clients';
import { exampleFiles, exampleStart } from '../../support/files/example-vault';
import { field } from '../../support/json';
import { textMatching } from '../../support/matchers';
import { narrowToken, pagesOf, vaultForAll, withNarrow, vaultForEach } from '../../support/open-vault';
import { VaultGenerator } from '../../../pkg/bench/vault/generator';
import { commonWord } from '../../../pkg/bench/vault/planted';
import type { Files } from '../../support/files/vault-folder';

describe('list', () => {
  describe('folders and files', () => {
    const vault = vaultForAll({
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

    async function paths(args: Record<string, unknown>): Promise<unknown[]> {
      const structured = await vault.ask('list', args);
      return [structured['items']].flat().map(item => field(item, 'path'));
    }
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

    test.each([
      ['Zoo/**', ['Zoo/deep', 'Zoo/deep/y.md', 'Zoo/deep/y2.md', 'Zoo/x.md']],
      ['**/*.txt', ['apes/z.txt']],
      ['Zoo/*.md', ['Zoo/x.md']],
      ['Zoo/', ['Zoo']],
      ['*.txt', []],
      ['!Zoo/**', ['apes', 'Zoo', 'A.md', 'b.md', 'é.md', 'Zoo.md']],
    ])('looks into the folders that the pattern %s names', async (pattern, expected) => {
      expect(await paths({ includes: [pattern] })).toEqual(expected);
    });

    test('returns the facts of files and folders', async () => {
      const structured = await vault.ask('list', {});
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
      const pages = await pagesOf(vault, 'list', { recursive: true, limit: 3 });
      for (const { totalCount, hasMore, nextCursor } of pages)
        expect([totalCount, hasMore]).toEqual([11, nextCursor !== undefined]);
      const seen = pages.flatMap(page => [page['items']].flat().map(item => field(item, 'path')));
      expect(seen).toEqual(await paths({ recursive: true }));
    });

    test('refuses the cursor of another query', async () => {
      const structured = await vault.ask('list', { limit: 1 });
      const other = await vault.call('list', { limit: 1, recursive: true, cursor: structured['nextCursor'] });
      expect(field(other.structured, 'error', 'code')).toBe('invalid_cursor');
    });

    test('reports a file or an absent folder, with similar folders', async () => {
      for (const path of ['A.md', 'zo']) {
        const structured = await vault.ask('list', { path });
        expect(field(structured, 'error', 'code')).toBe('not_found');
      }
      expect(field(await vault.ask('list', { path: 'zo' }), 'error', 'candidates')).toEqual(['Zoo']);
    });
  });

  describe('files that are no notes, and paths alone', () => {
    const files = {
      'Art/used.png': 'a',
      'Art/on board.png': 'b',
      'Art/in base.png': 'c',
      'Art/unused.png': 'd',
      'Art/hidden use.png': 'e',
      'Note.md': '![[used.png]]\n',
      'Private/Secret.md': '![[hidden use.png]]\n',
      'Board.canvas':
        '{"nodes":[{"id":"1","type":"file","file":"Art/on board.png","x":0,"y":0,"width":1,"height":1}],"edges":[]}',
      'View.base': 'filters: file.hasLink("in base.png")\nviews:\n  - type: table\n    name: a\n',
    };

    const pathsIn = (items: unknown): unknown[] =>
      Array.isArray(items) ? items.map(item => field(item, 'path')) : [];

    const vault = vaultForAll({
      files,
      ...withNarrow({ rights: 'read', deny: ['Private/**'] }),
    });

    test('list finds the attachments that no note, canvas or base links to', async () => {
      const structured = await vault.ask('list', { path: 'Art', where: ['backlinks=0'] });
      expect(pathsIn(structured['items'])).toEqual(['Art/unused.png']);
    });

    test('a file that only a hidden note shows is unused for a token that does not see the note', async () => {
      const some = vault.as(narrowToken);
      const structured = await some.ask('list', { path: 'Art', where: ['backlinks=0'] });
      expect(pathsIn(structured['items'])).toEqual(['Art/hidden use.png', 'Art/unused.png']);
    });

    test.each<[string, string[]]>([
      ['backlinks>0', ['Art/hidden use.png', 'Art/in base.png', 'Art/on board.png', 'Art/used.png']],
      ['backlinks=Note.md', ['Art/used.png']],
      ['name~board', ['Art/on board.png']],
      [
        'folder=Art',
        Object.keys(files)
          .filter(path => path.startsWith('Art/'))
          .sort(),
      ],
      ['!status', []],
      ['status!=done', []],
    ])('list asks files that are no notes for %s', async (condition, paths) => {
      const structured = await vault.ask('list', { path: 'Art', where: [condition] });
      expect(pathsIn(structured['items']).sort()).toEqual(paths);
    });

    test('a list of paths has one path a line and nothing else', async () => {
      const { structured, text } = await vault.call('list', { path: 'Art', format: 'paths' });
      const paths = [
        'Art/hidden use.png',
        'Art/in base.png',
        'Art/on board.png',
        'Art/unused.png',
        'Art/used.png',
      ];
      expect(structured).toEqual({ items: paths.map(path => ({ path })), totalCount: 5, hasMore: false });
      expect(text).toBe(paths.join('\n'));
    });

    test('a page of paths says how many there are, and where it goes on', async () => {
      const { structured, text } = await vault.call('list', { path: 'Art', format: 'paths', limit: 2 });
      expect(text.split('\n')).toEqual([
        'Art/hidden use.png',
        'Art/in base.png',
        expect.stringContaining('2 of 5'),
        expect.stringContaining(String(structured['nextCursor'])),
      ]);
    });

    test('a list of paths refuses properties, which it would leave out', async () => {
      expect(codeOf(await vault.call('list', { format: 'paths', fields: ['status'] }))).toBe(
        'invalid_argument',
      );
      expect(field(await vault.ask('list', { format: 'paths', path: '' }), 'totalCount')).toBe(5);
    });
  });

  describe('examples', () => {
    const vault = vaultForAll(exampleStart);

    async function list(args: Record<string, unknown>): Promise<Record<string, unknown>> {
      return await vault.ask('list', args);
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
          await paths({
            modifiedUntil: '2025-12-31',
            only: 'files',
            recursive: true,
            includes: ['README.md'],
          }),
        ).toEqual([]);
        expect(await paths({ modifiedUntil: '2026-01-01', includes: ['README.md'] })).toEqual(['README.md']);
        expect(await paths({ createdSince: 'yesterday', includes: ['README.md'] })).toEqual(['README.md']);
        expect(field(await list({ modifiedSince: 'once upon a time' }), 'error', 'code')).toBe(
          'invalid_query',
        );
      });

      test('narrows by size, and sorts by it', async () => {
        expect(await paths({ recursive: true, maxSize: 1 })).toEqual([
          'projects/archive/old.tmp',
          'draft.tmp',
        ]);
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
  });
});

/** Pages of lists. */
describe('pages', () => {
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
});
