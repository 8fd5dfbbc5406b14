import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { catastrophes } from '../support/hostile-patterns';
import { field } from '../support/json';
import { vaultForAll } from '../support/open-vault';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { type Change, changes, type Question, question, vault } from './notes';
import { fold, isNear, nameOf, Reference, wordStarts, words } from './reference';

describe('hostile questions', () => {
  const list = Array.from({ length: 3000 }, (_, n) => n);

  const vault = vaultForAll({
    files: {
      ...Object.fromEntries(catastrophes.map(([, text], index) => [`hostile/${index}.md`, text])),
      'canary.md': '---\nmixed: [1, a]\nsecret: canary-text(\n---\nwords\n',
      'one.md': '---\nmixed: .nan\n---\nwords\n',
      'two.md': '---\nmixed: {a: 1}\n---\nwords\n',
      'three.md': '---\nmixed: Word\n---\nwords\n',
      'four.md': 'words\n',
    },
  });

  async function codeOf(tool: string, args: Record<string, unknown>): Promise<unknown> {
    return field(await vault.ask(tool, args), 'error', 'code');
  }

  describe('hostile regular expressions', () => {
    it.each(catastrophes.map(([pattern]) => pattern))(
      '%j is answered, in parts where it is slow',
      async query => {
        let cursor: unknown;
        for (let parts = 0; parts < 20; parts += 1) {
          const answer = await vault.ask('search', { query, mode: 'regex', path: 'hostile', cursor });
          expect(answer).toHaveProperty('totalMatches');
          cursor = answer['nextCursor'];
          if (cursor === undefined) break;
        }
        expect(cursor).toBeUndefined();
      },
    );

    it.each([
      '^(\\d+)*\\1$',
      '(((a{100}){100}){100}){100}',
      '[\\u0000-\\u{10FFFF}]{1000}{1000}',
      Array.from({ length: 9000 }, (_, n) => `w${n}`).join('|'),
      '('.repeat(30_000),
      '(?y)a',
      '(?gggg)a',
      '(?<=a)b',
    ])('refuses %#', async query => {
      expect(await codeOf('search', { query, mode: 'regex' })).toBe('invalid_query');
      expect(await codeOf('query_notes', { filter: { regexp: [query, { var: 'path' }] } })).toBe(
        'invalid_query',
      );
    });

    it.each(['^', '$', '()', '(?:)*'])('%j, which matches the empty text everywhere, ends', async query => {
      expect(await vault.ask('search', { query, mode: 'regex' })).toHaveProperty('totalMatches');
    });
  });

  describe('hostile globs', () => {
    const answered = [
      '*(*(*(a|b)))',
      '+(a|aa)',
      '+(+(+(a)))',
      `${'**/a/'.repeat(10)}**/b`,
      `${'*a'.repeat(10)}*b`,
      '{1..1000000}.md',
      '!(!(!(!(a*b*c*d*))))',
      '[[:constructor:]]',
      '('.repeat(512),
    ];

    it.each(answered)('%j is answered', async pattern => {
      expect(await vault.ask('search', { query: 'words', includes: [pattern] })).toMatchObject({
        totalCount: 0,
      });
      expect(await vault.ask('query_notes', { excludes: [`x${pattern}`.slice(0, 512)] })).toHaveProperty(
        'rows',
      );
    });

    it.each([
      '{a,b}'.repeat(20),
      `@(${Array.from({ length: 5000 }, (_, n) => `x${n}`).join('|')})`,
      'a'.repeat(70_000),
      '{'.repeat(5000),
      '('.repeat(30_000),
    ])('refuses %#', async pattern => {
      expect(await codeOf('search', { query: 'words', includes: [pattern] })).toBe('invalid_query');
    });
  });

  describe('hostile filters', () => {
    const doubling = {
      reduce: [list.slice(0, 40), { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'x'],
    };

    it.each<[string, unknown, string]>([
      [
        'loops in loops',
        { map: [list, { reduce: [list, { '+': [{ var: 'current' }, 1] }, 0] }] },
        'budget_exceeded',
      ],
      ['a doubling text', doubling, 'budget_exceeded'],
      ['log', { log: 'x' }, 'invalid_query'],
      ['method', { method: ['', 'constructor'] }, 'invalid_query'],
      ['an unknown operator', { constructor: [1] }, 'invalid_query'],
    ])('stops %s', async (_name, filter, code) => {
      expect(await codeOf('query_notes', { filter })).toBe(code);
    });

    it('are refused where they nest too deep', async () => {
      const deep: unknown = JSON.parse(`${'{"!":['.repeat(300)}1${']}'.repeat(300)}`);
      await expect(
        vault.call('query_notes', { filter: deep }).then(({ structured }) => {
          if ('error' in structured) throw new Error('refused');
        }),
      ).rejects.toThrow();
    });

    it('reveal nothing of the note on which they fail', async () => {
      const answer = await vault.ask('query_notes', {
        filter: { regexp: [{ var: 'frontmatter.secret' }, 'x'] },
      });
      expect(answer).toMatchObject({ error: { code: 'invalid_query' } });
      expect(JSON.stringify(answer)).not.toContain('canary');
    });

    it('sorts and groups by values of every kind, what is missing last', async () => {
      for (const order of ['asc', 'desc']) {
        const { rows } = await vault.ask('query_notes', {
          sort: 'frontmatter.mixed',
          order,
          excludes: ['hostile'],
        });
        expect([rows].flat().at(-1)).toEqual({ path: 'four.md' });
      }
      const { groups } = await vault.ask('query_notes', {
        groupBy: 'frontmatter.mixed',
        excludes: ['hostile'],
      });
      expect([groups].flat().map(group => field(group, 'count'))).toEqual([1, 1, 1, 1, 1, 1]);
    });
  });

  describe('cursors', () => {
    it('are valid for one query of one tool only', async () => {
      const asked = { query: 'words', limit: 1 };
      const cursor = String((await vault.ask('search', asked))['nextCursor']);
      expect(await vault.ask('search', { ...asked, cursor })).toMatchObject({ totalCount: 5 });
      const flipped = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
      const proto = Buffer.from('{"__proto__":{"a":1}}').toString('base64url');
      for (const bad of ['!', cursor.slice(0, -1), flipped, proto, 'A'.repeat(1_000_000)])
        expect(await codeOf('search', { ...asked, cursor: bad })).toBe('invalid_cursor');
      expect(await codeOf('search', { ...asked, query: 'word', cursor })).toBe('invalid_cursor');
      for (const tool of ['query_notes', 'check_links', 'list_tags', 'list_properties'])
        expect(await codeOf(tool, { cursor })).toBe('invalid_cursor');
    });
  });
});

describe('questions', () => {
  let lectern: RunningLectern;
  let client: TestClient;

  beforeAll(async () => {
    lectern = await RunningLectern.start();
    client = await lectern.connect();
  });
  afterAll(() => lectern.close());

  const rows = z.array(z.record(z.string(), z.unknown()));

  async function ask(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { structured, isError } = await client.call(tool, args);
    if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${JSON.stringify(structured)}`);
    return structured;
  }

  async function list(
    tool: string,
    args: Record<string, unknown>,
    key: string,
  ): Promise<z.infer<typeof rows>> {
    const answer = await ask(tool, { limit: 200, ...args });
    expect(answer['hasMore']).toBe(false);
    return rows.parse(answer[key] ?? []);
  }

  async function found(args: Record<string, unknown>): Promise<string[]> {
    return (await list('search', args, 'results')).map(({ path }) => String(path)).sort();
  }

  function full(path: string): string {
    return join(lectern.folder.path, path);
  }

  /** The host has met what was done to the files; it may read them later. */
  async function seen(): Promise<void> {
    await lectern.host.settled();
  }

  /** Makes the vault on disk equal to this one. */
  async function lay(files: Readonly<Record<string, string>>): Promise<void> {
    for (const path of new Reference(lectern.folder.path).paths) rmSync(full(path));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(full(path)), { recursive: true });
      writeFileSync(full(path), text);
    }
    await seen();
  }

  async function make(change: Change): Promise<void> {
    const { paths } = new Reference(lectern.folder.path);
    const chosen = paths[change.pick % Math.max(1, paths.length)];
    const isTaken = paths.some(path => nameOf(path) === change.name);
    const place = `${change.folder}${change.name}.md`;
    if (change.kind === 'write' && !isTaken) {
      if (change.by === 'tool') await ask('create_note', { path: place, content: change.text });
      else {
        mkdirSync(dirname(full(place)), { recursive: true });
        writeFileSync(full(place), change.text);
      }
    } else if (chosen !== undefined && change.kind !== 'write') {
      await alter(change, chosen, place, isTaken);
    }
    if (change.by === 'disk') await seen();
  }

  async function alter(
    { kind, by, text }: Change,
    path: string,
    place: string,
    isTaken: boolean,
  ): Promise<void> {
    const byTool = by === 'tool';
    if (kind === 'delete') {
      if (byTool) await ask('delete', { path });
      else rmSync(full(path));
    } else if (kind === 'append') {
      const added = text.replace(/^---\n[\s\S]*?\n---\n/u, () => '');
      if (byTool) await ask('update_note', { path, mode: 'append', content: added });
      else writeFileSync(full(path), new Reference(lectern.folder.path).text(path) + added);
    } else if (!isTaken) {
      if (byTool) await ask('move', { path, newPath: place });
      else {
        mkdirSync(dirname(full(place)), { recursive: true });
        renameSync(full(path), full(place));
      }
    }
  }

  const hasWord = (parts: readonly string[], word: string): boolean =>
    parts.some(part => wordStarts(part, word).length > 0);

  async function checkSearch(real: Reference, asked: Question): Promise<void> {
    const { without, filter } = asked;
    const query = [
      ...asked.words,
      ...(without === null ? [] : [`-${without}`]),
      ...(filter === null ? [] : [filter]),
    ];
    const passes = (path: string): boolean => {
      const [key, value = ''] = filter?.split(':') ?? [];
      if (key === 'tag') return real.withTag(value).includes(path);
      if (key === 'path') return fold(path).includes(value);
      return key === undefined || fold(path.slice(path.lastIndexOf('/') + 1)).includes(value);
    };
    const wanted = real.whereTogether(
      parts =>
        asked.words.every(word => hasWord(parts, word)) && (without === null || !hasWord(parts, without)),
    );
    expect(await found({ query: query.join(' '), exact: true, allWords: true })).toEqual(
      wanted.filter(passes),
    );
    expect(await found({ query: asked.phrase, mode: 'phrase' })).toEqual(
      real.where(text =>
        text
          .split(/\n{2,}/u)
          .some(paragraph => paragraph.replace(/[ ]*\n|[ ]+/gu, () => ' ').includes(asked.phrase)),
      ),
    );
    expect(await found({ query: asked.wildcard, mode: 'wildcard' })).toEqual(
      real.where(text => {
        const pattern = nativePattern(
          asked.wildcard.replaceAll('*', '[a-z0-9]*').replaceAll('?', '[a-z0-9]'),
        );
        return words(text).some(word => pattern.exec(word)?.index === 0);
      }),
    );
    const regex = nativePattern(asked.regex, 'iu');
    expect(await found({ query: asked.regex, mode: 'regex' })).toEqual(
      real.paths.filter(path =>
        [nameOf(path), ...real.text(path).split('\n')].some(line => regex.test(line)),
      ),
    );
    const tolerance = asked.fuzzy.length <= 3 ? 0 : asked.fuzzy.length <= 6 ? 1 : 2;
    expect(await found({ query: asked.fuzzy, mode: 'fuzzy' })).toEqual(
      real.where(text =>
        words(text).some(word => word.startsWith(asked.fuzzy) || isNear(word, asked.fuzzy, tolerance)),
      ),
    );
  }

  async function checkFacts(real: Reference, { tag, status, rating }: Question): Promise<void> {
    const queried = async (args: Record<string, unknown>): Promise<unknown[]> =>
      (await list('query_notes', args, 'rows')).map(({ path }) => String(path)).sort();
    const tagged = real.withTag(tag);
    expect(await queried({ tag })).toEqual(tagged);
    expect(await queried({ where: [`tags=${tag}`] })).toEqual(tagged);
    expect(await found({ query: 'a', tag })).toEqual(
      real.whereTogether(parts => hasWord(parts, 'a')).filter(path => tagged.includes(path)),
    );
    const listed = await list('list_tags', {}, 'tags');
    expect(listed.find(row => row['tag'] === tag)?.['total'] ?? 0).toBe(tagged.length);
    expect(await queried({ where: [`status=${status}`] })).toEqual(
      real.paths.filter(path => real.property(path, 'status') === status),
    );
    const rated = real.paths.filter(path => Number(real.property(path, 'rating') ?? 0) >= rating);
    expect(await queried({ where: [`rating>=${rating}`] })).toEqual(rated);
    expect(await queried({ filter: { '>=': [{ var: 'frontmatter.rating' }, rating] } })).toEqual(rated);
    const values = await list('list_properties', { property: 'status' }, 'values');
    expect(values.find(({ value }) => value === status)?.['files'] ?? []).toEqual(
      real.paths.filter(path => real.property(path, 'status') === status),
    );
  }

  async function checkLinks(real: Reference): Promise<void> {
    const links = real.links();
    const broken = await list('check_links', {}, 'items');
    expect(broken.map(({ source, line }) => `${String(source)}:${String(line)}`).sort()).toEqual(
      links.flatMap(link => (link.target === undefined ? [`${link.source}:${link.line}`] : [])).sort(),
    );
    const orphans = await list('check_links', { kind: 'orphans' }, 'items');
    expect(orphans.map(({ path }) => String(path)).sort()).toEqual(
      real.paths.filter(path => !links.some(link => link.target === path && link.source !== path)),
    );
    for (const path of real.paths.filter(one => nameOf(one).length % 2 === 1)) {
      const answer = await ask('get_links', {
        path,
        direction: 'in',
        includeUnlinked: true,
        withContext: false,
      });
      const places = (key: string): string[] =>
        rows.parse(answer[key] ?? []).map(({ source, line }) => `${String(source)}:${String(line)}`);
      expect(places('incoming').sort()).toEqual(
        links.flatMap(link => (link.target === path ? [`${link.source}:${link.line}`] : [])).sort(),
      );
      expect(places('unlinked').sort()).toEqual(real.mentionsOf(path).sort());
    }
  }

  describe('every result equals one that is computed from the files', () => {
    it('also right after writes, moves and deletions by tools and by other programs', async () => {
      await fc.assert(
        fc.asyncProperty(vault, changes, question, async (files, made, asked) => {
          await lay(files);
          for (const change of made) await make(change);
          const real = new Reference(lectern.folder.path);
          await checkSearch(real, asked);
          await checkFacts(real, asked);
          await checkLinks(real);
        }),
        { seed: 20261121, numRuns: 10 },
      );
    }, 120_000);
  });

  /** Of our own patterns only. */
  function nativePattern(source: string, flags = 'u'): RegExp {
    return Reflect.construct(RegExp, [source, flags]);
  }
});
