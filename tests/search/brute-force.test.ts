import fc from 'fast-check';
import type { SearchQuery } from '../../src/search/query/query';
import { searchIn, storeOf } from './vaults';

/** Each found in the plainest way that there is, without any code of the search. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, () => '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
const isLetter = (text: string): boolean => /^[\p{L}\p{N}]$/u.test(text) && !/\p{Script=Han}/u.test(text);
const startsWord = (text: string, at: number): boolean =>
  at === 0 || !isLetter(text.charAt(at - 1)) || !isLetter(text.charAt(at));
const placesOf = (text: string, test: (at: number) => boolean): boolean =>
  Array.from(text, (_, at) => at).some(test);

function hasWord(text: string, word: string): boolean {
  return placesOf(text, at => text.startsWith(word, at) && startsWord(text, at));
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function edits(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_2, j) => i + j),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      let least = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, at(i - 2, j - 2) + 1);
      const row = table[i];
      if (row) row[j] = least;
    }
  }
  return at(a.length, b.length);
}

const word = fc.constantFrom(
  'art',
  'Artist',
  'start',
  'éclair',
  'Eclair',
  'e\u0301cole',
  'straße',
  'x1',
  'form',
  'from',
  'former',
  '東京',
  '東京都',
  'ＡＲＴ',
);
const gap = fc.constantFrom(' ', ' ', '\n', '\n\n', '_', '. ', '-', '  ');
const text = fc
  .array(fc.tuple(word, gap), { maxLength: 12 })
  .map(pairs => pairs.map(([one, blank]) => one + blank).join(''));
const vault = fc
  .array(text, { minLength: 1, maxLength: 6 })
  .map(texts => Object.fromEntries(texts.map((one, index) => [`${'~'.repeat(index + 1)}.md`, one])));
const settings = { seed: 20261121, numRuns: 150 } as const;

type Vault = Readonly<Record<string, string>>;

async function expectFound(
  files: Vault,
  query: SearchQuery,
  matches: (folded: string) => boolean,
): Promise<void> {
  const expected = Object.entries(files).filter(([, one]) => matches(fold(one)));
  const { paths } = await searchIn(storeOf(files), { ...query, allWords: true, exact: true });
  expect([...paths].sort()).toEqual(expected.map(([path]) => path).sort());
}

describe('every result equals that of a naive search', () => {
  it('for words', async () => {
    const asked = fc.array(fc.oneof(word, fc.constantFrom('ar', 'for', '京', 'ec', 'tart')), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(vault, asked, fc.option(word), async (files, words, without) => {
        const query = [...words, ...(without === null ? [] : [`-${without}`])].join(' ');
        await expectFound(files, { query }, folded => {
          const isThere = words.every(one => hasWord(folded, fold(one)));
          return isThere && (without === null || !hasWord(folded, fold(without)));
        });
      }),
      settings,
    );
  });

  it('for phrases', async () => {
    const asked = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '));
    await fc.assert(
      fc.asyncProperty(vault, asked, async (files, query) => {
        const plain = (one: string): string => one.replace(/[ ]*\n[ ]*(?!\n)|[ ]+/gu, () => ' ');
        await expectFound(files, { query, mode: 'phrase' }, folded =>
          folded.split(/\n{2,}/u).some(paragraph => plain(paragraph).includes(fold(query))),
        );
      }),
      settings,
    );
  });

  it('for wildcards', async () => {
    const asked = fc
      .array(fc.constantFrom('*', '?', 'a', 'r', 't', 'fo', 'er', 'ec', 's'), { minLength: 1, maxLength: 5 })
      .map(parts => parts.join(''))
      .filter(pattern => /[*?]/u.test(pattern) && !/^\*+$/u.test(pattern));
    await fc.assert(
      fc.asyncProperty(vault, asked, async (files, query) => {
        const source = query
          .replace(/\*+/gu, () => '[\\p{L}\\p{N}]*')
          .replaceAll('?', () => '[\\p{L}\\p{N}]');
        const pattern = safePattern(`^(?:${source})`);
        await expectFound(files, { query, mode: 'wildcard' }, folded =>
          placesOf(
            folded,
            at => startsWord(folded, at) && (pattern.exec(folded.slice(at))?.[0] ?? '') !== '',
          ),
        );
      }),
      settings,
    );
  });

  it('for typing errors', async () => {
    const asked = fc.constantFrom(
      'art',
      'from',
      'form',
      'artits',
      'eclari',
      'strase',
      'formers',
      'xx1',
      'star',
    );
    await fc.assert(
      fc.asyncProperty(vault, asked, async (files, query) => {
        const allowed = query.length <= 3 ? 0 : query.length <= 6 ? 1 : 2;
        await expectFound(files, { query, mode: 'fuzzy' }, folded =>
          wordsOf(folded).some(one => one.startsWith(query) || edits(one, query) <= allowed),
        );
      }),
      settings,
    );
  });

  it('for regular expressions', async () => {
    const atom = fc.constantFrom(
      'a',
      'r',
      't',
      'Art',
      'form',
      '.',
      '[aeiou]',
      '[^a]',
      '\\w',
      '\\d',
      '(?:art|from)',
      '(st|x)',
      '\\b',
      '東',
    );
    const piece = fc
      .tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}'))
      .map(([one, times]) => one + (one === '\\b' ? '' : times));
    const pattern = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(piece, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '$'),
      )
      .map(([start, pieces, end]) => start + pieces.join('') + end);
    await fc.assert(
      fc.asyncProperty(vault, pattern, fc.boolean(), async (files, query, caseSensitive) => {
        const native = safePattern(query, caseSensitive ? 'u' : 'iu');
        const lines = (one: string): string[] =>
          one === '' ? [] : one.replace(/\n$/u, () => '').split('\n');
        const expected = Object.entries(files).filter(
          ([path, one]) => native.test(path.slice(0, -3)) || lines(one).some(line => native.test(line)),
        );
        const { paths } = await searchIn(storeOf(files), { query, mode: 'regex', caseSensitive });
        expect([...paths].sort()).toEqual(expected.map(([path]) => path).sort());
      }),
      { ...settings, numRuns: 400 },
    );
  });

  it('and each range is a match in the named line', async () => {
    await fc.assert(
      fc.asyncProperty(vault, word, fc.integer({ min: 20, max: 60 }), async (files, query, contextLength) => {
        const { details, totalMatches } = await searchIn(
          storeOf(files),
          { query, exact: true, allWords: true },
          { contextLength },
        );
        let shown = 0;
        for (const { path, matches, moreMatches = 0 } of details) {
          shown += moreMatches;
          for (const { text: snippet, ranges, line, field } of matches) {
            shown += ranges.length;
            expect(snippet.length).toBeLessThanOrEqual(contextLength);
            if (field !== 'title')
              expect(files[path]?.split('\n')[line - 1]).toContain(snippet.replaceAll('…', ''));
            for (const [start, end] of ranges) expect(fold(snippet.slice(start, end))).toBe(fold(query));
          }
        }
        expect(shown).toBe(totalMatches);
      }),
      settings,
    );
  });
});

/** Patterns that are generated here from parts that cannot run away. */
function safePattern(source: string, flags = 'u'): RegExp {
  return Reflect.construct(RegExp, [source, flags]);
}
