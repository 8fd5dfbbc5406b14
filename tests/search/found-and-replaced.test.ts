import fc from 'fast-check';
import { Query } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import { TextStore } from '../../src/search/index/text-store';
import { steppingSlicer } from './slicers';
import { modified, searchIn, storeOf } from './vaults';
import { createTimeSlicer } from '../../src/utils/slicing/time-slicer';
import { corpus } from '../../pkg/bench/relevance/corpus';
import { meanOf, measureRelevance, type Outcome } from '../../pkg/bench/relevance/measure';
import { qualityOf } from '../../pkg/bench/relevance/metrics';
import { questions } from '../../pkg/bench/relevance/questions';
import { kinds, languages } from '../../pkg/bench/relevance/questions/question';
import { replacerOf, type Replacing } from '../../src/vault/writing/replace/replacer';
import { busyTurn } from '../support/time/busy-turn';

describe('notes that were not read', () => {
  it('a search that reads missing notes first tells how many are left', async () => {
    const store = new TextStore({ maxBytes: () => 1e9, readText: path => Promise.resolve(`garden ${path}`) });
    for (const path of ['a.md', 'b.md', 'c.md']) store.expect(path, { modified });
    const left: number[] = [];
    const { slicer } = steppingSlicer();
    const { totalCount } = await new Search(store, Query.parse({ query: 'garden' })).find({
      slicer,
      accepts: () => true,
      now: modified,
      onProgress: missing => left.push(missing),
    });
    expect(totalCount).toBe(3);
    expect(left.at(-1)).toBe(0);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
  });

  it('a note that cannot be read is named, and no word is said to be in no note', async () => {
    const readText = (path: string): Promise<string> =>
      path === 'closed.md' ? Promise.reject(new Error('EACCES')) : Promise.resolve('A lamp.');
    const store = new TextStore({ maxBytes: () => 1e9, readText });
    for (const path of ['a.md', 'closed.md']) store.expect(path, { modified });
    for (const query of ['zebra', 'lamp']) {
      const { slicer } = steppingSlicer();
      const search = new Search(store, Query.parse({ query }));
      const { unread, replaced } = await search.find({ slicer, accepts: () => true, now: modified });
      expect([unread, replaced.size]).toEqual([['closed.md'], 0]);
    }
  });

  it('a word of a note outside the searched folder is not replaced, even before that note was read', async () => {
    const texts: Record<string, string> = {
      'Plugins/Panel.md': 'There is a panel for them.',
      'Looks/Theme.md': 'A theme colours it.',
    };
    const store = new TextStore({
      maxBytes: () => 1e9,
      readText: path => Promise.resolve(texts[path] ?? ''),
    });
    for (const path of Object.keys(texts)) store.expect(path, { modified });
    const { slicer } = steppingSlicer();
    const { notes, absent } = await new Search(store, Query.parse({ query: 'theme' })).find({
      slicer,
      accepts: path => path.startsWith('Plugins/'),
      visible: () => true,
      narrowings: [{ name: '`path`', accepts: path => path.startsWith('Plugins/') }],
      now: modified,
    });
    expect(notes).toEqual([]);
    expect(absent?.unknown).toEqual([]);
  });

  const files = Object.fromEntries([
    ...Array.from(
      { length: 40 },
      (_, n) => [`${n}.md`, `Words of the keeper, number ${n}. `.repeat(5)] as const,
    ),
    ['lamp.md', 'The lighthouse.'] as const,
  ]);

  test('a first search has the near words of later ones, whenever the words of all notes are counted', async () => {
    const later = storeOf(files);
    await later.prepare(steppingSlicer());
    const wanted = await searchIn(later, 'lighthuose keeper');
    expect([...wanted.replaced.keys()]).toEqual(['lighthuose']);
    for (let at = 0; at < 40; at += 1) {
      const store = storeOf(files);
      let [now, pauses] = [0, 0];
      const slicer = createTimeSlicer({
        now: () => (now += 1),
        yieldToLoop: async () => {
          if (pauses === at) await store.prepare(steppingSlicer());
          pauses += 1;
        },
        othersWaiting: () => false,
      });
      const found = await searchIn(store, 'lighthuose keeper', { slicer });
      expect([at, found.paths, [...found.replaced]]).toEqual([at, wanted.paths, [...wanted.replaced]]);
    }
  });
});

describe('relevance', () => {
  /** What docs/relevance.md shows, less what a change may cost that is right for other reasons. */
  const leeway = 0.01;
  const measured = { words: 0.94, fuzzy: 0.68 } as const;

  describe('the relevance of what is found', () => {
    let outcomes: readonly Outcome[] = [];

    beforeAll(async () => {
      outcomes = await measureRelevance();
    });

    it.each(['words', 'fuzzy'] as const)('does not fall below what was measured, with %s', way => {
      expect(meanOf(outcomes, way).ndcg).toBeGreaterThan(measured[way] - leeway);
    });

    it.each(['words', 'fuzzy'] as const)('is higher than with naive search methods, with %s', way => {
      for (const baseline of ['plain BM25', 'substring'] as const) {
        expect(meanOf(outcomes, way).ndcg).toBeGreaterThan(meanOf(outcomes, baseline).ndcg + 0.1);
        expect(meanOf(outcomes, way).recall).toBeGreaterThan(meanOf(outcomes, baseline).recall + 0.1);
      }
    });

    it('is higher than with them in every language', () => {
      for (const name of languages) {
        const group = outcomes.filter(({ question }) => question.language === name);
        const baseline = Math.max(meanOf(group, 'plain BM25').ndcg, meanOf(group, 'substring').ndcg);
        expect(meanOf(group, 'words').ndcg).toBeGreaterThan(baseline);
        expect(meanOf(group, 'fuzzy').ndcg).toBeGreaterThan(baseline);
      }
    });
  });

  describe('what a search by words must find first', () => {
    it.each([
      ['whole question', 0.95],
      ['word form', 0.85],
      ['typing error', 0.95],
    ] as const)('holds for each %s', async (kind, least) => {
      const group = (await measureRelevance()).filter(({ question }) => question.kind === kind);
      expect(meanOf(group, 'words').ndcg).toBeGreaterThanOrEqual(least);
    });
  });

  describe('the corpus and its questions', () => {
    const paths = corpus.map(({ path }) => path);

    it('have each note and each question once, and answers that are notes', () => {
      expect(new Set(paths).size).toBe(paths.length);
      expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
      const answers = questions.flatMap(question => Object.keys(question.answers));
      expect(answers.filter(path => !paths.includes(path))).toEqual([]);
      expect(questions.filter(question => !Object.values(question.answers).includes(2))).toEqual([]);
    });

    it('ask in every language and of every kind', () => {
      expect(new Set(questions.map(({ language }) => language))).toEqual(new Set(languages));
      expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(kinds));
    });
  });

  describe('the quality of an order', () => {
    const answers = { best: 2, good: 1 } as const;

    it('is 1 when the answers come first and the better ones before the others', () => {
      expect(qualityOf(['best', 'good', 'other'], answers)).toEqual({ ndcg: 1, recall: 1 });
    });

    it('falls with each place that an answer comes later, and with answers that are missing', () => {
      // By hand: gains 3 and 1, divided by the binary logarithm of place + 1.
      const ideal = 3 + 1 / Math.log2(3);
      expect(qualityOf(['good', 'best'], answers).ndcg).toBeCloseTo((1 + 3 / Math.log2(3)) / ideal, 12);
      expect(qualityOf(['other', 'best'], answers).ndcg).toBeCloseTo(3 / Math.log2(3) / ideal, 12);
      expect(qualityOf(['other', 'best'], answers).recall).toBe(0.5);
      expect(qualityOf([], answers)).toEqual({ ndcg: 0, recall: 0 });
    });

    it('looks at ten notes', () => {
      const others = Array.from({ length: 10 }, (_, index) => `other ${index}`);
      expect(qualityOf([...others, 'best', 'good'], answers)).toEqual({ ndcg: 0, recall: 0 });
    });
  });
});

describe('replacements', () => {
  test('a replacement of one text finds as many places as a plain split of the text', async () => {
    const piece = fc.constantFrom('a', 'A', 'b', 'ab', '\n', '\r\n', ' ', 'İ', 'é', '$1', '𝒳');
    const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
    const needle = fc.constantFrom('a', 'ab', 'b\na', 'é', '𝒳', '$1');
    await fc.assert(
      fc.asyncProperty(text, needle, fc.constantFrom('', 'x', '$&'), async (page, find, replace) => {
        const replacing: Replacing = { find, replace, isRegex: false, caseSensitive: true, wholeWord: false };
        const parts = page.replaceAll('\r\n', '\n').split(find);
        const turn = steppingSlicer().slicer.slice();
        expect(await replacerOf(replacing).splices(page, turn)).toHaveLength(parts.length - 1);
      }),
      { seed: 20_261_122, numRuns: 300 },
    );
  });

  test.each(['\n', 'a\n', 'ab cd\n'])('a pattern pauses often in a text that is only %j', async line => {
    const find = '(x+) (x+)';
    const replacing: Replacing = { find, replace: '', isRegex: true, caseSensitive: true, wholeWord: false };
    const { slicer, pauses } = steppingSlicer();
    await replacerOf(replacing).splices(line.repeat(100_000), slicer.slice());
    expect(pauses()).toBeGreaterThan(50);
  });

  test.each<[string, boolean]>([
    ['a word ', true],
    ['a word\r\n', true],
    ['Größe wo\u0308rd ', true],
    ['ΛΌΓΟΣ word ', false],
    ['w', true],
  ])('a text pauses often in one that is only %j, and finds every place', async (piece, caseSensitive) => {
    const count = 40_000;
    const find = piece.trim().normalize('NFC');
    const text = piece.repeat(count);
    const replacing: Replacing = { find, replace: 'x', isRegex: false, caseSensitive, wholeWord: false };
    const { slicer, pauses } = steppingSlicer();
    const splices = await replacerOf(replacing).splices(text, slicer.slice());
    const step = piece.length;
    expect(splices.every(({ from }, index) => from === index * step)).toBe(true);
    expect(splices).toHaveLength(count);
    expect(splices.every(({ from, to }) => text.slice(from, to).normalize('NFC') === find)).toBe(true);
    expect(pauses()).toBeGreaterThan(10);
  });

  test('a letter and its mark are found where they are, however long the text before them', async () => {
    const { slicer } = steppingSlicer();
    const replacing: Replacing = {
      find: 'é',
      replace: 'x',
      isRegex: false,
      caseSensitive: true,
      wholeWord: false,
    };
    for (const before of [4_095, 4_096, 5_095, 5_096, 6_096, 10_191]) {
      const text = `${'o\u0308'.repeat(3)}${'a'.repeat(before - 6)}e\u0301 b`;
      const splices = await replacerOf(replacing).splices(text, slicer.slice());
      expect(splices).toEqual([{ from: before, to: before + 2, text: 'x' }]);
    }
  });

  test('a group keeps the Unicode form that it has in the text', async () => {
    const replacing = { find: '(.*) x( y)?', replace: '$1|$&$2', isRegex: true, caseSensitive: true };
    const page = 'e\u0301 \u212b x';
    const turn = steppingSlicer().slicer.slice();
    const [splice] = await replacerOf({ ...replacing, wholeWord: false }).splices(page, turn);
    expect(splice?.text).toBe('e\u0301 \u212b|e\u0301 \u212b x');
  });

  test.each([true, false])('a long run of marks takes no long step (pattern: %j)', async isRegex => {
    // Composed in one step it takes more than a second.
    const text = `a${'\u0301\u0316'.repeat(25_000)} end`;
    const replacing: Replacing = {
      find: 'end',
      replace: 'x',
      isRegex,
      caseSensitive: true,
      wholeWord: false,
    };
    const { turn, pauses } = busyTurn();
    const splices = await replacerOf(replacing).splices(text, turn);
    expect(splices).toEqual([{ from: 50_002, to: 50_005, text: 'x' }]);
    expect(pauses()).toBeGreaterThan(5);
  });

  test.each([
    ['می\u200cشود', 'می', [0, 2]],
    ['हिन्दी', 'हिन्द', [0, 5]],
    ['❤\ufe0f', '❤', [0, 1]],
    ['q\u0303', 'q', [0, 1]],
    ['e\u0301', 'e', undefined],
    ['ΛΌΓΟΣ', 'λόγος', [0, 5]],
    ['λόγος', 'ΛΌΓΟΣ', [0, 5]],
  ])('in %j a letter is found apart from marks that stay beside it: %j', async (text, find, place) => {
    const { slicer } = steppingSlicer();
    const replacing: Replacing = {
      find,
      replace: 'x',
      isRegex: false,
      caseSensitive: false,
      wholeWord: false,
    };
    for (const isRegex of /[A-Z\u0370-\u03ff]/iu.test(text) ? [false] : [false, true]) {
      const splices = await replacerOf({ ...replacing, isRegex }).splices(text, slicer.slice());
      expect(splices.map(({ from, to }) => [from, to])).toEqual(place === undefined ? [] : [place]);
    }
  });
});

describe('words that are matched', () => {
  const garden = {
    'both.md': 'Compost feeds the tomatoes.',
    'one.md': 'Compost needs air.',
    'other.md': 'Tomatoes need water.',
    'none.md': 'A list of books.',
  };

  describe('notes that have only some of the words', () => {
    it('come behind those that have all, with the words that they lack', async () => {
      const { notes, totalCount, partialCount } = await searchIn(storeOf(garden), 'compost tomatoes');

      expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
        ['both.md', undefined],
        ['one.md', ['tomatoes']],
        ['other.md', ['compost']],
      ]);
      expect([totalCount, partialCount]).toEqual([1, 2]);
    });

    it('are left out where all words are asked for, and only there', async () => {
      const asked = { query: 'compost tomatoes', allWords: true };
      expect(await searchIn(storeOf(garden), asked)).toMatchObject({ paths: ['both.md'], partialCount: 0 });
      const ten = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.md`, 'compost tomatoes']));
      const found = await searchIn(storeOf({ ...garden, ...ten }), 'compost tomatoes');
      expect([found.totalCount, found.partialCount]).toEqual([11, 2]);
    });

    it('come behind it where they lack one of two words', async () => {
      const store = storeOf({
        'Jürgen Müller.md': '# Jürgen Müller\n\nMüller is the dean.',
        'Course.md': `# Students\n\n| Müller, Lena | 41 |\n\n${'More of the course. '.repeat(40)}`,
        'Other.md': 'Nothing.',
      });
      const { notes } = await searchIn(store, 'Lena Müller');
      expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
        ['Course.md', undefined],
        ['Jürgen Müller.md', ['Lena']],
      ]);
    });

    it('come before one that has all, if they say more of it', async () => {
      const files = {
        'Compost.md': 'compost compost compost',
        'long.md': `${'word '.repeat(900)} compost tomatoes`,
      };
      const other = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, 'tomatoes']));
      expect((await searchIn(storeOf({ ...files, ...other }), 'compost tomatoes')).paths[0]).toBe(
        'Compost.md',
      );
    });

    it('are not listed where they say next to nothing beside the best', async () => {
      const files = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.md`, `common ${n}`]));
      const store = storeOf({ ...files, 'a.md': 'common quixotic', 'b.md': 'quixotic' });
      expect((await searchIn(store, 'common quixotic')).paths.toSorted()).toEqual(['a.md', 'b.md']);
    });

    it('have every phrase, operator and group that is asked for', async () => {
      const store = storeOf({ ...garden, 'Sub/one.md': 'Compost for “raised beds”.' });
      for (const query of ['tomatoes compost "raised beds"', 'tomatoes compost line:(raised beds)'])
        expect((await searchIn(store, query)).paths).toEqual(['Sub/one.md']);
    });

    it('come first if they have the rare words', async () => {
      const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.md`, 'what is the plan']));
      const store = storeOf({ ...files, 'fern.md': 'Water it on Sundays.', 'plan.md': 'the fern' });
      const { paths } = await searchIn(store, 'what is the best day to water the fern?');
      expect(paths.slice(0, 2).sort()).toEqual(['fern.md', 'plan.md']);
    });

    it('are found by the parts of a hyphenated word, and the whole word is listed as missing', async () => {
      const store = storeOf({
        'whole.md': 'A time-sharing system.',
        'blank.md': 'Systems for time sharing.',
        'other.md': 'A list of books.',
        'date.md': 'On 2026-05-01.',
      });
      const { notes } = await searchIn(store, 'time-sharing');
      expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
        ['whole.md', undefined],
        ['blank.md', ['time-sharing']],
      ]);
      expect((await searchIn(store, '2026-05-02')).paths).toEqual([]);
      expect((await searchIn(store, { query: 'time-sharing', allWords: true })).paths).toEqual(['whole.md']);
    });

    it('are found by the words of a question that is written without blanks', async () => {
      const store = storeOf({
        '洗濯機.md': 'エラーは排水の詰まり。',
        '冷蔵庫.md': '前日に空にする。',
        'books.md': 'A list of books.',
      });
      const { notes } = await searchIn(store, '洗濯機のエラーはどうやって直しますか');
      expect(notes.map(({ path, missing }) => [path, missing])).toEqual([['洗濯機.md', []]]);
    });

    it('show the parts of a word that they have', async () => {
      const store = storeOf({
        '洗濯機.md': 'エラーは排水の詰まり。',
        'blank.md': 'Systems for time sharing.',
        'books.md': 'A list of books.',
      });
      const shown = async (query: string): Promise<unknown> => {
        const [note] = (await searchIn(store, query)).details;
        const quoted = note?.matches.map(({ text, ranges }) =>
          ranges.map(range => text.slice(...range)).join(''),
        );
        return [note?.path, quoted, note?.moreMatches];
      };
      expect(await shown('洗濯機のエラーはどうやって直しますか')).toEqual([
        '洗濯機.md',
        ['洗濯機', 'エラー'],
        undefined,
      ]);
      expect(await shown('time-sharing')).toEqual(['blank.md', ['timesharing'], undefined]);
    });

    it('satisfy all other conditions of the query', async () => {
      const store = storeOf({ ...garden, 'Sub/one.md': 'Compost for “raised beds”.' });
      expect((await searchIn(store, 'compost tomatoes -air')).paths).not.toContain('one.md');
      expect((await searchIn(store, 'compost tomatoes path:Sub')).paths).toEqual(['Sub/one.md']);
    });

    it('are fifty at most, in pages that follow each other', async () => {
      const files = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`${n}.md`, `compost ${n}`]));
      const others = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`other ${n}.md`, 'books']));
      const store = storeOf({ ...files, ...others });
      const all = await searchIn(store, 'compost tomatoes');
      expect([all.partialCount, all.paths.length]).toEqual([50, 50]);
      const first = await searchIn(store, 'compost tomatoes', { page: { most: 20 } });
      const rest = await searchIn(store, 'compost tomatoes', { page: { without: new Set(first.paths) } });
      expect([...first.paths, ...rest.paths]).toEqual(all.paths);
    });

    it('are the same whatever notes the caller does not see', async () => {
      const hidden = Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [`secret/${n}.md`, 'compost der die und das']),
      );
      const accepts = (path: string): boolean => !path.startsWith('secret');
      const { notes } = await searchIn(storeOf({ ...garden, ...hidden }), 'compost tomatoes', { accepts });
      expect(notes).toEqual((await searchIn(storeOf(garden), 'compost tomatoes')).notes);
    });
  });

  const filler = (words: number): string => `${'and other words '.repeat(words)}\n`;

  describe('what is asked for as a whole', () => {
    it('ranks a note of that name above an alias that only begins with it', async () => {
      const files = {
        'Moon.md': filler(400),
        'Space.md': '---\naliases: [Moonshot]\n---\n',
        'Sky.md': '---\naliases: [Moon landing, Moon base]\n---\nmoon moon moon\n',
      };
      expect((await searchIn(storeOf(files), 'moon')).paths[0]).toBe('Moon.md');
    });

    const long = 'The long report on the state of the northern lighthouse towers';
    const fields = {
      [`${long}.md`]: filler(300),
      'alias.md': `---\naliases:\n  - "${long}"\n---\n${filler(100)}`,
      'heading.md': `## ${long}\n\nShort.\n`,
      'body.md': `We wrote ${long} then.\n`,
    };

    it('ranks a note of that name first', async () => {
      for (const query of [
        { query: long },
        { query: long, mode: 'phrase' } as const,
        { query: `"${long}" -absent` },
      ])
        expect((await searchIn(storeOf(fields), query)).paths[0]).toBe(`${long}.md`);
    });

    it('ranks so for a single word, and the body last', async () => {
      const one = {
        'Lamp.md': filler(300),
        'alias.md': `---\naliases: [lamp]\n---\n${filler(50)}`,
        'heading.md': `# Lamp\n${filler(10)}`,
        'tag.md': `${filler(10)}#lamp\n`,
        'body.md': `${filler(10)}A lamp.\n`,
      };
      const { paths } = await searchIn(storeOf(one), 'lamp');
      expect([paths[0], paths.at(-1)]).toEqual(['Lamp.md', 'body.md']);
    });

    it('ranks a title with the word above one with another form of it, however short the name of the file', async () => {
      const store = storeOf({
        'chater2020.md': '---\ntitle: Biases Meet the Brain\n---\n# Biases Meet the Brain',
        'Lab meeting.md': '# Lab meeting\n\nShe showed the eye tracker, and will lend it to us in January.',
        'Other.md': 'The end of it, and that is it.',
      });
      expect((await searchIn(store, 'meeting')).paths).toEqual(['Lab meeting.md', 'chater2020.md']);
    });

    it('takes the title in the properties for the name', async () => {
      const files = {
        '20260101.md': `---\ntitle: Moon\n---\n${filler(300)}`,
        'Moon base.md': filler(300),
      };
      expect((await searchIn(storeOf(files), 'moon')).paths[0]).toBe('20260101.md');
    });

    it('lets a name win however new the others are', async () => {
      const store = storeOf({});
      store.put('Moon.md', filler(500), { modified: 0 });
      store.put('New.md', '---\naliases: [Moon]\n---\nmoon moon\n', { modified: 1_700_000_000_000 });
      expect((await searchIn(store, 'moon')).paths).toEqual(['Moon.md', 'New.md']);
    });
  });
});
