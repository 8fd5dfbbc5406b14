import fc from 'fast-check';
import { languagesOfWords, languages, WordForms } from '../../src/search/words/word-forms';
import { searchIn, storeOf } from './vaults';
import { steppingSlicer } from './slicers';
import type { SearchQuery } from '../../src/search/query/query';

const russian = 'Это список книг и не только книг, что я читал как на море.';
const german = 'Das ist eine Kündigung für die Versicherung und nicht der Vertrag.';

describe('other forms of a word', () => {
  it.each([
    ['pruning', 'The tree was pruned in March and it is fine.'],
    ['interviews', 'The interview was in the morning and it went well.'],
    ['happy', 'It was the happiness of the cat.'],
    ['kündigen', german],
    ['matrix', 'The matrices of it and the vertices were in the book.'],
    ['vertices', 'The vertex of the graph was in the index and it is fine.'],
    ['index', 'The indices of the list were in the book.'],
    ['indices', 'The indexes of the list were in the book.'],
    ['Matrizen', `${german} Die Matrix.`],
    ['Index', `${german} Die Indizes.`],
    ['Matrix', `${german} Die Inzidenzmatrizen.`],
    ['Inzidenzmatrizen', `${german} Die Inzidenzmatrix.`],
    ['книга', russian],
    ['новый', 'Это новая книга, и это не только книга.'],
    ['كتاب', 'هذا في الكتاب على الرف من البيت'],
  ])('are found: %s', async (query, text) => {
    const { details, totalCount } = await searchIn(storeOf({ 'a.md': text }), query);
    expect(totalCount).toBe(1);
    expect(details[0]?.matches[0]?.match).toBe('form');
    expect((await searchIn(storeOf({ 'a.md': text }), { query, exact: true })).totalCount).toBe(0);
  });

  it.each([
    ['Булгакова', 'Роман написал Михаил Булгаков, и это не только роман.'],
    ['островов', 'Это остров, и на нём не только песок.'],
  ])('are found where one is the stem of the other: %s', async (query, text) => {
    const { details } = await searchIn(storeOf({ 'a.md': text }), query);
    expect(details[0]?.matches[0]?.match).toBe('form');
  });

  it('are marked as another form below a heading, too', async () => {
    const store = storeOf({ 'garden.md': '# Garden\n\nPrune the tree.\n', 'b.md': 'Pruning.' });
    const { details } = await searchIn(store, { query: 'pruning', heading: 'Garden' });
    expect(details[0]?.matches[0]).toMatchObject({ text: 'Prune the tree.', match: 'form' });
  });

  it('count a little less than the word itself', async () => {
    const store = storeOf({ 'a.md': 'We had pruned the hedge.', 'z.md': 'We were pruning the hedge.' });
    const { paths, totalCount } = await searchIn(store, 'pruning');
    expect([paths, totalCount]).toEqual([['z.md', 'a.md'], 2]);
  });

  it.each([
    ['with letter case', { query: 'Pruning', caseSensitive: true }],
    ['as whole words', { query: 'pruning', wholeWord: true }],
    ['in quotes', { query: '"pruning"' }],
    ['as words that must not occur', { query: 'hedge -pruning' }],
  ])('are not searched for words %s', async (_how, query) => {
    const store = storeOf({ 'a.md': 'pruned hedge' });
    expect((await searchIn(store, query)).totalCount).toBe(query.query.startsWith('hedge') ? 1 : 0);
  });

  it('are those of the language that the notes are in', () => {
    const formsIn = (name: string): WordForms => new WordForms(languages.filter(one => one.name === name));
    expect(formsIn('German').of('versicherungen')?.includes('versicherung', 0)).toBe(true);
    expect(formsIn('English').of('versicherungen')?.includes('versicherung', 0)).toBe(false);
    expect(formsIn('English').of('книга')).toBeUndefined();
  });
});

describe('the language of a question', () => {
  it.each([
    ['how do i water the fern', ['English']],
    ['wie oft muss ich den farn giessen', ['German']],
    ['was hat meine betreuerin uber kapitel 3 gesagt', ['German']],
    ['quand dois je payer mes impots', ['French']],
    ['cuando tengo que pagar impuestos', ['Spanish']],
    ['che cosa ha detto la mia relatrice', ['Italian']],
    ['quando tenho que pagar impostos', ['Portuguese']],
    ['wat zei mijn begeleider over hoofdstuk 3', ['Dutch']],
    ['vad sa min handledare om kapitel 3', ['Swedish']],
    ['hvad sagde min vejleder om kapitel 3', ['Danish']],
    ['hva sa veilederen min om kapittel 3', ['Norwegian']],
    ['mita han sanoi kun olin siella', ['Finnish']],
    ['где я был на море', ['Russian']],
    ['что сказала моя руководительница о главе', ['Russian']],
    ['ماذا قالت مشرفتي عن الفصل', ['Arabic']],
    ['hvornar skal jeg betale', ['Danish', 'Norwegian']],
    ['fern water', []],
  ])('of %j is %j', (query, names) => {
    const asked = languagesOfWords(query.split(' '));
    expect(asked.map(({ name }) => name)).toEqual(names);
  });
});

describe('the stop words of a question', () => {
  it.each([
    ['English', 'who when why where how what which'],
    ['German', 'wer wen wem wann warum wieso weshalb wo woher wohin wie was welche'],
    ['French', 'qui quand pourquoi ou comment combien quoi quel'],
    ['Spanish', 'quien cuando que donde como cual'],
    ['Italian', 'chi quando perche dove come cosa quale quali'],
    ['Portuguese', 'quem quando onde como qual quais quanto'],
    ['Dutch', 'wie wanneer waarom waar hoe wat welke'],
    ['Swedish', 'vem nar varfor var hur vad vilken'],
    ['Danish', 'hvem hvorfor hvor hvad hvilken hvordan'],
    ['Norwegian', 'hvem nar hvorfor hvor hva hvilken hvordan'],
    ['Finnish', 'kuka milloin miksi missa miten mika mita'],
  ])('in %s include the words that ask: %s', (asked, words) => {
    const stops = languages.find(({ name }) => name === asked)?.stopWords();
    expect(words.split(' ').filter(word => stops?.has(word) !== true)).toEqual([]);
  });

  it('are not those of a language that no note has', async () => {
    const store = storeOf({
      'usr.md': 'The usr of the disk, and that is it.',
      'paths.md': 'The bin and the dir of usr, and all of it.',
    });
    const { notes } = await searchIn(store, 'usr bin dir');
    expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
      ['paths.md', undefined],
      ['usr.md', ['bin', 'dir']],
    ]);
  });

  const notes = {
    'Anna.md': 'Betreuerin.',
    'over.md': 'Über eine Funktion.',
    'day.md': 'She wrote 300 words.',
    'b.md': 'The end of it.',
  };

  it('are not searched, nor near ones for them, whatever the language of the notes', async () => {
    const { paths, replaced } = await searchIn(
      storeOf(notes),
      'Was hat meine Betreuerin über Kapitel 3 gesagt?',
    );
    expect([paths, [...replaced]]).toEqual([['Anna.md'], []]);
  });

  it('are those of the notes where several languages have them', async () => {
    const store = storeOf({ 'a.md': 'Jeg er ikke her, og det blev sent. Skat.', 'b.md': 'Jeg skal ikke.' });
    expect((await searchIn(store, 'hvornår skal jeg betale skat')).paths).toEqual(['a.md']);
  });
});

describe('a number', () => {
  it.each([
    ['3', ['a.md', 'd.md']],
    ['20', []],
    ['202', ['c.md']],
  ])('of few digits is no beginning of another one: %s', async (query, expected) => {
    const store = storeOf({ 'a.md': 'Page 3.', 'b.md': '300 words', 'c.md': '20261128', 'd.md': 'the 3rd' });
    expect((await searchIn(store, query)).paths).toEqual(expected);
  });
});

describe('a word that no note has', () => {
  const files = { 'a.md': 'The passport renewal takes weeks.', 'b.md': 'A ticket.' };

  it('finds similar spellings at once, marked as such', async () => {
    const { paths, replaced, details } = await searchIn(storeOf(files), 'pasport renewal');
    expect(paths).toEqual(['a.md']);
    expect([...replaced]).toEqual([['pasport', ['passport']]]);
    expect(details[0]?.matches).toMatchObject([
      {
        ranges: [
          [4, 12],
          [13, 20],
        ],
      },
    ]);
    expect((await searchIn(storeOf(files), 'pasport')).details[0]?.matches).toMatchObject([
      { match: 'near' },
    ]);
  });

  it('is told as it was asked, and the similar one as a note writes it', async () => {
    const store = storeOf({ 'Straße.md': 'Die Prüfungsordnung gilt.', 'b.md': 'Nur ein Prüfer.' });
    const { replaced } = await searchIn(store, 'Pruefungsordnung');
    expect([...replaced]).toEqual([['Pruefungsordnung', ['Prüfungsordnung']]]);
    expect([...(await searchIn(store, 'Strasze')).replaced]).toEqual([['Strasze', ['Straße']]]);
    const nothing = await searchIn(store, { query: 'Prüfungsordnnung', exact: true });
    expect(nothing.suggestions).toEqual(['Prüfungsordnung']);
    expect(nothing.absent?.words.map(({ word }) => word)).toEqual(['Prüfungsordnnung']);
    const { notes } = await searchIn(store, 'Überfällige Prüfungsordnung');
    expect(notes.map(({ missing }) => missing)).toEqual([['Überfällige']]);
  });

  it('finds nothing else if it must match exactly', async () => {
    expect((await searchIn(storeOf(files), { query: 'pasport', exact: true })).totalCount).toBe(0);
  });
});

const files = {
  'hyphen.md': 'Send an e-mail now.',
  'none.md': 'Send an email now.',
  'comma.md': 'It cost 1,234.56 in all.',
  'point.md': 'It cost 1234.56 in all.',
  'apostrophe.md': 'Ask O’Brien.',
  'together.md': 'Ask OBrien.',
  'bold.md': 'an im**por**tant thing',
  'plain.md': 'an important thing',
  'points.md': 'the U.S.A. today',
  'letters.md': 'the USA today',
  'dotted.md': 'set os.environment there',
  'code.md': 'call snake_case_name first',
  'sentence.md': 'The end.Next day',
};

describe.each([false, true])('a word with marks between its letters, counted: %p', isCounted => {
  it.each([
    ['e-mail', ['hyphen.md', 'none.md']],
    ['email', ['hyphen.md', 'none.md']],
    ['E-Mail', ['hyphen.md', 'none.md']],
    ['1,234.56', ['comma.md', 'point.md']],
    ['1234.56', ['comma.md', 'point.md']],
    ['O’Brien', ['apostrophe.md', 'together.md']],
    ['obrien', ['apostrophe.md', 'together.md']],
    ['important', ['bold.md', 'plain.md']],
    ['USA', ['letters.md', 'points.md']],
    ['U.S.A.', ['letters.md', 'points.md']],
    ['osenvironment', ['dotted.md']],
    ['snakecase', ['code.md']],
    ['ema', ['none.md']],
    ['nextday', []],
  ])('is found as %s in each spelling', async (query, expected) => {
    const store = storeOf(files);
    if (isCounted) await store.prepare({ slicer: steppingSlicer().slicer });
    const { paths, details } = await searchIn(store, { query, exact: true });
    expect(paths.toSorted()).toEqual(expected);
    for (const { matches } of details) expect(matches.length).toBeGreaterThan(0);
  });

  it('is shown as it is written', async () => {
    const store = storeOf(files);
    if (isCounted) await store.prepare({ slicer: steppingSlicer().slicer });
    const { details } = await searchIn(store, { query: 'email', exact: true });
    const shown = details.map(({ path, matches: [match] }) => [
      path,
      match?.ranges.map(([start, end]) => match.text.slice(start, end)),
    ]);
    expect(shown.toSorted()).toEqual([
      ['hyphen.md', ['e-mail']],
      ['none.md', ['email']],
    ]);
  });

  it('may have two hundred thousand parts', async () => {
    const store = storeOf({ 'dashes.md': `${'a-'.repeat(200_000)}last`, 'other.md': 'last' });
    if (isCounted) await store.prepare({ slicer: steppingSlicer().slicer });
    const { paths } = await searchIn(store, { query: 'alast', exact: true });
    expect(paths).toEqual(['dashes.md']);
  });
});

describe('the plainest search', () => {
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
        .array(fc.constantFrom('*', '?', 'a', 'r', 't', 'fo', 'er', 'ec', 's'), {
          minLength: 1,
          maxLength: 5,
        })
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
        fc.asyncProperty(
          vault,
          word,
          fc.integer({ min: 20, max: 60 }),
          async (files, query, contextLength) => {
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
          },
        ),
        settings,
      );
    });
  });

  /** Patterns that are generated here from parts that cannot run away. */
  function safePattern(source: string, flags = 'u'): RegExp {
    return Reflect.construct(RegExp, [source, flags]);
  }
});
