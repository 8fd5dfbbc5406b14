import { isDeepStrictEqual } from 'node:util';
import {
  getAllTags,
  getLinkpath,
  parseFrontMatterTags,
  type CachedMetadata,
  getFrontMatterInfo,
  iterateRefs,
  parseFrontMatterAliases,
  parseFrontMatterEntry,
  parseFrontMatterStringArray,
  parseLinktext,
  parseYaml,
  resolveSubpath,
  stringifyYaml,
  stripHeading,
  stripHeadingForLink,
} from 'obsidian';
import { z } from 'zod';
import { noteRecordings } from '../../support/recordings';
import type { TemporaryVault } from '../temporary-vault';
import { noteVault, plain } from './note-vault';
import { iterateCacheRefs } from '../../../pkg/headless/obsidian';
import { YAMLParseError } from '../../../pkg/headless/obsidian/metadata/reading/yaml';
import { metadataOf } from '../../../pkg/headless/obsidian/metadata/records/note-record';
import { NoteRecorder } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';

/**
 * Compares the cache with what the real app recorded for notes that are not part of this repository. Point
 * LECTERN_RECORDED at a folder of JSON files that hold `fileContents`, `filePath`, `cachedMetadata` and more.
 */
describe('recorded notes', () => {
  const SHARE_THAT_MUST_BE_EQUAL = 67 / 69;

  const recording = z.object({
    fileContents: z.string(),
    filePath: z.string(),
    cachedMetadata: z.record(z.string(), z.unknown()),
    getAllTags: z.array(z.string()).nullable(),
    parseFrontMatterTags: z.array(z.string()).nullable(),
    resolveLinkToPath: z.record(z.string(), z.string().nullable()).default({}),
  });
  type Recording = z.infer<typeof recording>;

  const folder = process.env.LECTERN_RECORDED;
  const recordings: Recording[] =
    folder === undefined ? [] : [...noteRecordings(folder).values()].map(one => recording.parse(one));

  /** All recorded notes in one vault, and empty files for everything else that a link led to. */
  function filesOf(all: readonly Recording[]): Record<string, string> {
    const targets = all.flatMap(one => Object.values(one.resolveLinkToPath)).filter(path => path !== null);
    return {
      ...Object.fromEntries(targets.map(path => [path, ''])),
      ...Object.fromEntries(all.map(one => [one.filePath, one.fileContents])),
    };
  }

  function fieldsThatDiffer({ host }: TemporaryVault, recorded: Recording): string[] {
    const cache = host.app.metadataCache.getCache(recorded.filePath);
    if (cache === null) return ['all'];
    const ours = z.record(z.string(), z.unknown()).parse(plain(cache));
    const fields = new Set([...Object.keys(ours), ...Object.keys(recorded.cachedMetadata)]);
    const different = [...fields].filter(key => !isDeepStrictEqual(ours[key], recorded.cachedMetadata[key]));
    if (!isDeepStrictEqual(getAllTags(cache), recorded.getAllTags)) different.push('getAllTags');
    if (!isDeepStrictEqual(parseFrontMatterTags(cache.frontmatter), recorded.parseFrontMatterTags))
      different.push('parseFrontMatterTags');
    return different;
  }

  (folder === undefined ? test.skip : test)(
    'the cache and the links equal what the app recorded',
    async () => {
      const vault = await noteVault(filesOf(recordings));
      try {
        const different = recordings
          .map(one => `${one.filePath}: ${fieldsThatDiffer(vault, one).join(', ')}`)
          .filter(line => !line.endsWith(': '));
        const links = recordings.flatMap(one =>
          Object.entries(one.resolveLinkToPath).map(([link, target]) => ({
            link,
            target,
            source: one.filePath,
          })),
        );
        const astray = links.filter(({ link, target, source }) => {
          const found = vault.host.app.metadataCache.getFirstLinkpathDest(getLinkpath(link), source);
          return (found?.path ?? null) !== target;
        });
        const equal = recordings.length - different.length;
        console.warn(
          [
            `Equal to the app in every field: ${equal} of ${recordings.length} notes.`,
            `Links that lead where they led in the app: ${links.length - astray.length} of ${links.length}.`,
            ...different,
          ].join('\n'),
        );
        expect(recordings.length).toBeGreaterThan(0);
        expect(equal).toBeGreaterThanOrEqual(Math.floor(recordings.length * SHARE_THAT_MUST_BE_EQUAL));
        expect(astray).toEqual([]);
      } finally {
        await vault.close();
      }
    },
  );

  if (folder === undefined) {
    console.warn('SKIPPED: set LECTERN_RECORDED to a folder of recordings to compare with the real app.');
  }
});

describe('functions of metadata', () => {
  function cacheOf(text: string): CachedMetadata {
    return metadataOf(new NoteRecorder().record(text));
  }

  function isMade(cache: CachedMetadata, member: string): boolean {
    return Object.getOwnPropertyDescriptor(cache, member)?.get === undefined;
  }

  describe('tags and aliases', () => {
    test.each([
      '---\ntags: [a, b]\n---\n#c text #d/e',
      '---\ntags: [a, a]\n---\n#b',
      '---\ntags: a\n---\n#b #a',
      '---\ntags: [a b, 7]\n---\n#c',
      '---\ntags: &x [a, b]\ncopy: *x\n---\n#a #c',
      '---\ntitle: no tags\n---\n#c #d',
      '#c #d',
      '#c #d #c #c',
    ])('are named without making what else the note holds, in the same order: %j', text => {
      const [asked, seen, made] = [cacheOf(text), cacheOf(text), cacheOf(text)];
      expect(seen.frontmatter).toEqual(made.frontmatter);
      expect(made.tags).toBeDefined();
      expect(getAllTags(asked)).toEqual(getAllTags(made));
      expect(getAllTags(seen)).toEqual(getAllTags(made));
      expect([asked, seen].map(cache => isMade(cache, 'tags'))).toEqual([false, false]);
      if (made.frontmatter !== undefined) expect(isMade(asked, 'frontmatter')).toBe(false);
      expect(Reflect.ownKeys({ ...asked })).toEqual(Reflect.ownKeys({ ...made }));
      expect(asked).toEqual(made);
    });

    test('are those that a plugin added', () => {
      const cache = cacheOf('---\ntags: [a, b]\n---\n#c');
      Object.assign(cache.frontmatter ?? {}, { tags: ['a'] });
      expect(getAllTags(cache)).toEqual(['#a', '#c']);
      cache.tags = [];
      expect(getAllTags(cache)).toEqual(['#a']);
    });

    test('are computed again when a plugin removes or replaces the frontmatter', () => {
      const cache = cacheOf('---\ntags: [a, b]\n---\n#c');
      delete cache.frontmatter;
      expect(getAllTags(cache)).toEqual(['#c']);
      const other = cacheOf('#c');
      other.frontmatter = { tags: ['d'] };
      expect(getAllTags(other)).toEqual(['#d', '#c']);
    });

    test('come from the frontmatter first, as often as they are written', () => {
      expect(getAllTags(cacheOf('---\ntags: [a, b]\n---\n#a #c'))).toEqual(['#a', '#b', '#a', '#c']);
      expect(getAllTags(cacheOf(''))).toEqual([]);
    });

    test.each<[unknown, string[] | null]>([
      [{ tags: 'one' }, ['#one']],
      [{ tags: 'a, b' }, []],
      [{ tags: ['a', '#b', 3] }, ['#a', '#b']],
      [{ tags: [] }, []],
      [{ tags: null }, null],
      [{ tag: 'a' }, null],
      [null, null],
      [undefined, null],
    ])('of %j are %j', (frontmatter, tags) => {
      expect(parseFrontMatterTags(frontmatter)).toEqual(tags);
    });

    test('may be aliases', () => {
      expect(parseFrontMatterAliases({ aliases: ['A b', 2] })).toEqual(['A b', '2']);
      expect(parseFrontMatterAliases({ aliases: 'A, b' })).toEqual(['A, b']);
      expect(parseFrontMatterAliases({ aliases: [1984, null] })).toEqual(['1984']);
      expect(parseFrontMatterAliases({ aliases: null })).toBeNull();
      expect(parseFrontMatterAliases({ alias: 'a' })).toBeNull();
    });
  });

  describe('entries of the frontmatter', () => {
    const frontmatter = { status: 'new', Other: [1, ' two ', {}, ''], none: null };

    test('are found by name or by expression', () => {
      expect(parseFrontMatterEntry(frontmatter, 'status')).toBe('new');
      expect(parseFrontMatterEntry(frontmatter, /^other$/i)).toBe(frontmatter.Other);
      expect(parseFrontMatterEntry(frontmatter, /e/g)).toBe(frontmatter.Other);
      expect(parseFrontMatterEntry(frontmatter, 'toString')).toBeNull();
      expect(parseFrontMatterEntry(null, 'status')).toBeNull();
    });

    test('may be lists of texts', () => {
      expect(parseFrontMatterStringArray(frontmatter, 'Other')).toEqual(['1', 'two']);
      expect(parseFrontMatterStringArray(frontmatter, 'status')).toEqual(['new']);
      expect(parseFrontMatterStringArray(frontmatter, 'none')).toBeNull();
    });
  });

  describe('the place of the frontmatter', () => {
    test('is given by offsets', () => {
      const text = '---\r\na: 1\r\n---\r\ntext';
      const info = getFrontMatterInfo(text);
      expect(info).toEqual({ exists: true, frontmatter: 'a: 1\r\n', from: 5, to: 11, contentStart: 16 });
      expect(text.slice(info.contentStart)).toBe('text');
    });

    test('is missing when there is none', () => {
      const info = { exists: false, frontmatter: '', from: 0, to: 0, contentStart: 0 };
      expect(getFrontMatterInfo('text\n---\n')).toEqual(info);
    });
  });

  describe('references', () => {
    const cache = cacheOf('[[a]] ![[b]] [[c]]');

    test('are links, then embeds, until the callback returns true', () => {
      const seen: string[] = [];
      expect(iterateCacheRefs(cache, ({ link }) => void seen.push(link))).toBe(false);
      expect(seen).toEqual(['a', 'c', 'b']);
      expect(iterateCacheRefs(cache, ({ link }) => link === 'c')).toBe(true);
      expect(iterateRefs(cache.links ?? [], ({ link }) => link === 'b')).toBe(false);
    });
  });

  describe('the text of a link', () => {
    test('is split at its first hash', () => {
      expect(parseLinktext('a\u00a0b#c#d')).toEqual({ path: 'a b', subpath: '#c#d' });
      expect(parseLinktext('a')).toEqual({ path: 'a', subpath: '' });
      expect(getLinkpath('a/b.md#^c')).toBe('a/b.md');
    });

    test('has headings without characters that would break it', () => {
      expect(stripHeadingForLink('A: [[b]] | #c ^d %%e%%  f')).toBe('A b c d e f');
      expect(stripHeading('A: *b*,  c_d-e!')).toBe('A b c_d-e');
    });
  });

  describe('a subpath', () => {
    const cache = cacheOf(
      '# One\n## Part\n### Deep\n# Two: *b*\n## Part\ntext ^Id\n- item ^it\n\nnote[^1]\n\n[^1]: foot\n',
    );
    const lineOf = (subpath: string): number | undefined => resolveSubpath(cache, subpath)?.start.line;

    test.each([
      ['#One', 0],
      ['#two b', 3],
      ['#Part', 1],
      ['#Two: b#Part', 4],
      ['#One#Deep', 2],
      ['#Two b#Deep', undefined],
      ['#^id', 5],
      ['#^gone', undefined],
      ['#^__proto__', undefined],
      ['#[^1]', 10],
      ['#', undefined],
      ['', undefined],
    ])('%j leads to line %s', (subpath, line) => {
      expect(lineOf(subpath)).toBe(line);
    });

    test('of a heading ends at the next of its level', () => {
      const result = resolveSubpath(cache, '#One');
      expect(result?.type === 'heading' && [result.current.heading, result.next.heading]).toEqual([
        'One',
        'Two: *b*',
      ]);
      expect(result?.end?.line).toBe(3);
      expect(resolveSubpath(cache, '#Two b')?.end).toBeNull();
    });

    test('of a block includes its list item', () => {
      const result = resolveSubpath(cache, '#^it');
      expect(result?.type === 'block' && result.list?.position.start.line).toBe(6);
    });
  });

  describe('YAML', () => {
    test('is read as the frontmatter is', () => {
      expect(parseYaml('a: 2024-01-05\na: [x]\n')).toEqual({ a: ['x'] });
      expect(parseYaml('')).toBeNull();
      expect(() => void parseYaml('a: [')).toThrow(YAMLParseError);
    });

    test('that would exhaust the stack is refused', () => {
      const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
      expect(() => void parseYaml('['.repeat(20_000))).toThrow('too_deep');
      expect(() => stringifyYaml(deep)).toThrow('too deep');
    });

    test('is written with lists in blocks and long lines in one', () => {
      const long = 'word '.repeat(40).trim();
      expect(stringifyYaml({ a: ['b'], c: long })).toBe(`a:\n  - b\nc: ${long}\n`);
    });

    test('is written for circular values', () => {
      const own: { self?: unknown } = {};
      own.self = own;
      expect(stringifyYaml(own)).toContain('&a1');
    });
  });
});
