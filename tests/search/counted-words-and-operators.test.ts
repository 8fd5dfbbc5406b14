import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { TextStore } from '../../src/search/index/text-store';
import { noteOf, type WordCount, WordIndex } from '../../src/search/index/word-index';
import { NoteText } from '../../src/search/text/search-text';
import { wordTerm } from '../../src/search/plan/terms';
import { CharacterKinds, forEachWord, joinedWords } from '../../src/search/text/words';
import { TextFolder } from '../../src/search/text/folded-text';
import { steppingSlicer } from './slicers';
import { modified, type Searched, searchIn, storeOf, factsIn } from './vaults';
import { ToolFailure } from '../../src/errors';
import { parseQuery } from '../../src/search/query/language/query-parser';
import { type OperatorName, operatorNames } from '../../src/search/query/language/query-tree';
import { Query as ParsedQuery } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import { naiveNotes } from './query/model/naive-notes';
import { type Comparison, fits, isAllowed, type Query, written } from './query/model/naive-query';

describe('counted words', () => {
  type Files = Readonly<Record<string, string>>;

  async function counted(files: Files): Promise<TextStore> {
    const store = storeOf(files);
    await store.prepare({ slicer: steppingSlicer().slicer });
    return store;
  }

  /** Scores of weights that were added in another order differ behind the fourth decimal. */
  function rounded({ notes, ...found }: Searched): object {
    return {
      ...found,
      notes: notes.map(note => ({ ...note, score: note.score.toFixed(3) })),
      details: undefined,
    };
  }

  const word = fc.constantFrom(
    ...[
      'prune',
      'pruning',
      'Pruned',
      'garden',
      'Gärten',
      'Gartenhaus',
      'haus',
      'Häuser',
      'the',
      'of',
      'x1',
      'a',
    ],
    ...[
      '東京',
      'книга',
      'книги',
      'ǅungla',
      'résumé',
      'art',
      'artist',
      'theatre',
      'und',
      'der',
      'long'.repeat(40),
    ],
  );
  const line = fc.oneof(
    fc.array(word, { maxLength: 9 }).map(words => words.join(' ')),
    fc.array(word, { minLength: 1, maxLength: 2 }).map(words => `## ${words.join(' ')}`),
    word.map(one => `text #${one} ${one}-${one}`),
  );
  const note = fc
    .tuple(fc.option(word), fc.array(line, { maxLength: 6 }))
    .map(([alias, lines]) => `${alias === null ? '' : `---\naliases: [${alias}]\n---\n`}${lines.join('\n')}`);
  const vault = fc
    .array(fc.tuple(word, note), { minLength: 1, maxLength: 14 })
    .map(notes =>
      Object.fromEntries(notes.map(([name, text], at) => [`${name.slice(0, 20)} ${at}.md`, text])),
    );

  describe('a search in notes whose words are counted', () => {
    it('finds, ranks and counts as one that looks through the texts', async () => {
      const asked = fc.array(
        fc.oneof(word, fc.constantFrom('pru', 'gart', 'ar', 'kni', 'th', 'nowhere', '-haus')),
        {
          minLength: 1,
          maxLength: 5,
        },
      );
      await fc.assert(
        fc.asyncProperty(vault, asked, fc.boolean(), async (files, words, exact) => {
          // With forms the notes that lack a word are ordered by their texts as well, in another part of the search.
          const query = { query: words.join(' '), exact, allWords: !exact };
          const isOnlyExcluded = words.every(one => one.startsWith('-'));
          fc.pre(!isOnlyExcluded);
          expect(rounded(await searchIn(await counted(files), query))).toEqual(
            rounded(await searchIn(storeOf(files), query)),
          );
        }),
        { seed: 20261122, numRuns: 60 },
      );
    });

    it('reads no text that it does not show', async () => {
      const reads: string[] = [];
      const readText = (path: string): Promise<string> => {
        reads.push(path);
        return Promise.resolve('lantern light');
      };
      const store = new TextStore({ readText, maxBytes: () => 1 });
      const { slicer } = steppingSlicer();
      for (let at = 0; at < 40; at += 1) store.expect(`n${at}.md`, { modified: 1 });
      await store.fill({ slicer });
      await store.prepare({ slicer });
      reads.length = 0;
      const page = { most: 3 };
      const found = await searchIn(store, 'lantern', { page });
      expect({ total: found.totalCount, shown: found.paths.length }).toEqual({ total: 40, shown: 3 });
      expect(reads).toHaveLength(3);
    });

    it('counts each occurrence, however many there are in a note', async () => {
      const store = await counted({ 'a.md': `# lantern\n${'lantern '.repeat(3000)}` });
      expect((await searchIn(store, 'lantern')).totalMatches).toBe(3001);
    });

    it('sees a note that was changed since its words were counted', async () => {
      const store = await counted({ 'a.md': 'lantern', 'b.md': 'lamp' });
      store.put('b.md', 'lantern lantern', { modified: 1 });
      store.rename('a.md', 'harbour.md');
      expect((await searchIn(store, 'lantern')).totalMatches).toBe(3);
      expect((await searchIn(store, 'harbour')).paths).toEqual(['harbour.md']);
      expect(store.all().map(({ number }) => number !== undefined)).toEqual([true, true]);
    });
  });

  describe('a store whose notes change often', () => {
    it('gives the same results as a new one', async () => {
      const store = await counted({ 'a.md': 'lantern', 'b.md': 'lamp oil', 'c.md': 'oil' });
      for (let time = 0; time < 1200; time += 1) {
        store.put('b.md', `lamp ${time % 2 === 0 ? 'oil' : 'lantern'}`, { modified });
        if (time % 400 === 0) store.put('c.md', 'oil', { modified });
        await store.fill({ slicer: steppingSlicer().slicer });
      }
      expect(store.index.noteNumbers).toBeLessThan(300);
      const fresh = storeOf({ 'a.md': 'lantern', 'b.md': 'lamp lantern', 'c.md': 'oil' });
      for (const query of ['lantern', 'oil lamp', 'lamp'])
        expect(rounded(await searchIn(store, query))).toEqual(rounded(await searchIn(fresh, query)));
    });
  });

  const kinds = new CharacterKinds();

  describe('numbers of words', () => {
    it('give each word one number, even if it was cut', () => {
      const numbers = new WordIndex(kinds).words;
      const long = 'x'.repeat(300);
      const first = numbers.numberOf(long);
      expect(numbers.numberOf(`${long}y`)).toBe(first);
      expect(numbers.numberOf('art')).not.toBe(first);
      const rules = { kinds, caseSensitive: false, wholeWord: false };
      const { wordTests = [] } = wordTerm({ folded: 'ar', cased: 'ar' }, true, rules).matcher();
      const matching = wordTests.flatMap(test => [...numbers.matching(test)]);
      expect(matching.map(([number]) => numbers.wordAt(number))).toEqual(['art']);
      // What a word that was cut ends with is not known.
      const having = [...numbers.containing('rt')].map(number => numbers.wordAt(number).slice(0, 3));
      expect(having).toEqual(['xxx', 'art']);
    });
  });

  describe('lists of the notes that have a word', () => {
    const plain = (inBody: number): WordCount => ({
      inBody,
      inName: 0,
      inAliases: 0,
      inHeadings: 0,
      inProperties: 0,
    });

    function entriesOf(postings: WordIndex['postings'], word: number): [number, WordCount][] {
      return postings.of(word).map(posting => [noteOf(posting), postings.countOf(posting)]);
    }

    it('give back what was entered, however large', () => {
      const count = fc.record({
        inBody: fc.nat(4_000_000),
        inName: fc.nat(20),
        inAliases: fc.nat(300),
        inHeadings: fc.nat(3000),
        inProperties: fc.nat(900_000),
      });
      const one = fc.oneof(fc.integer({ min: 1, max: 9 }).map(plain), count);
      const entries = fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 4000 }), one), {
        minLength: 500,
        maxLength: 2000,
      });
      fc.assert(
        fc.property(entries, entered => {
          const { postings } = new WordIndex(kinds);
          const expected = new Map<number, [number, WordCount][]>();
          let note = -1;
          for (const [word, step, counted] of entered) {
            note = Math.min(note + step, 2 ** 21 + expected.size);
            const known = expected.get(word * 700) ?? [];
            if (known.at(-1)?.[0] === note) continue;
            expected.set(word * 700, [...known, [note, counted]]);
            postings.add(word * 700, note, counted);
          }
          for (let word = 0; word < 7; word += 1)
            expect(entriesOf(postings, word * 700)).toEqual(expected.get(word * 700) ?? []);
        }),
        { seed: 20261122, numRuns: 40 },
      );
    });

    it.each([
      [
        'in lines',
        Array.from({ length: 40_000 }, (_, at) => `wort${at % 900} e-mail x${at % 7}-y\n`).join(''),
      ],
      ['in one word', Array.from({ length: 40_000 }, (_, at) => `w${at % 900}`).join('-')],
      ['without blanks', '東京都'.repeat(60_000)],
    ])('are the same for a long text %s, counted a portion at a time', async (_place, original) => {
      const text = new NoteText(original, new TextFolder());
      const index = new WordIndex(kinds);
      const turn = steppingSlicer().slicer.slice();
      let portions = 0;
      const watched = { ...turn, due: () => (portions += 1) > 0, pause: () => Promise.resolve() };
      expect(await index.count('title', text, watched)).toBe(0);
      expect(portions).toBeGreaterThanOrEqual(Math.floor(original.length / 65_536));
      const words: string[] = [];
      forEachWord(text.folded, kinds, (start, end) => words.push(text.folded.slice(start, end)));
      words.push(...joinedWords(text.folded, kinds).map(({ word }) => `\u0001${word}`));
      for (const one of ['wort7', '\u0001email', 'email', 'w12', '東京', '京都']) {
        const inBody = words.filter(word => word === one).length;
        const expected = inBody === 0 ? [] : [[0, plain(inBody)]];
        expect([one, entriesOf(index.postings, index.words.find(one) ?? -1)]).toEqual([one, expected]);
      }
    });

    it('stay as they are where a note is counted while removed ones are dropped', async () => {
      const folder = new TextFolder();
      const turn = steppingSlicer().slicer.slice();
      const index = new WordIndex(kinds);
      for (const text of ['one', 'two', 'three']) await index.count('', new NoteText(text, folder), turn);
      index.forget();
      let isCounted = false;
      const pause = async (): Promise<void> => {
        if (!isCounted) await index.count('', new NoteText('three', folder), turn);
        isCounted = true;
      };
      expect(await index.compact([0, 2], { ...turn, due: () => true, pause })).toBeUndefined();
      const word = index.words.find('three') ?? -1;
      expect(entriesOf(index.postings, word).map(([note]) => note)).toEqual([2, 3]);
    });

    it('drop removed notes, and give the others new numbers', async () => {
      const folder = new TextFolder();
      const turn = steppingSlicer().slicer.slice();
      const index = new WordIndex(kinds);
      for (let note = 0; note < 3000; note += 1) {
        await index.count('', new NoteText('one', folder), turn);
        if (note % 3 > 0) index.forget();
      }
      expect(index.isWasteful).toBe(true);
      const kept = Array.from({ length: 1000 }, (_, note) => note * 3);
      const renumbered = await index.compact(kept, steppingSlicer().slicer.slice());
      expect([...(renumbered ?? []).slice(0, 7)]).toEqual([0, -1, -1, 1, -1, -1, 2]);
      const word = index.words.find('one') ?? -1;
      expect(entriesOf(index.postings, word).map(([note]) => note)).toEqual(kept.map((_, note) => note));
      expect([index.noteNumbers, index.isWasteful]).toEqual([1000, false]);
    });
  });
});

describe('operators', () => {
  const notes = naiveNotes(12);
  const store = storeOf(Object.fromEntries(notes.map(({ path, text }) => [path, text])));
  const { tagsOf, propertiesOf } = factsIn(store);
  /** Read once: thousands of queries ask for them. */
  const facts = {
    tagsOf: known(tagsOf),
    propertiesOf: known(propertiesOf),
  };

  const word = (text: string): Query => ({ kind: 'word', text });
  const quotes = (text: string): Query => ({ kind: 'quotes', text });
  const regex = (cased: RegExp, uncased: RegExp): Query => ({ kind: 'regex', cased, uncased });
  const not = (of: Query): Query => ({ kind: 'not', of });
  const and = (...all: Query[]): Query => ({ kind: 'and', all });
  const or = (...all: Query[]): Query => ({ kind: 'or', all });
  const operator = (name: OperatorName, of: Query): Query => ({ kind: 'operator', name, of });
  const property = (name: string, value?: Query | Comparison): Query => ({
    kind: 'property',
    name,
    ...(value === undefined ? {} : { value }),
  });

  const texts = [
    word('dog'),
    word('Mix'),
    quotes('otdog'),
    quotes('dog cat'),
    regex(/^mix|t$/u, /^mix|t$/iu),
  ];
  const values = [word('dog'), word('work'), quotes('Work'), regex(/work.*a/u, /work.*a/iu)];

  /** Each operator by its name, with expressions that ask for it alone. */
  const operators: Readonly<Record<string, readonly Query[]>> = {
    word: [word('dog'), word('flour')],
    quotes: [quotes('dog cat'), quotes('otdo')],
    regex: [regex(/^- .*dog/u, /^- .*dog/iu), regex(/mix (dog|cat)/u, /mix (dog|cat)/iu)],
    '-': [not(word('cat')), not(quotes('mix'))],
    OR: [or(word('hotdog'), word('draft')), or(quotes('flour mix'), word('cat'))],
    '( )': [and(word('dog'), word('mix')), and(word('dog'), or(word('cat'), word('flour')))],
    ...Object.fromEntries(
      operatorNames.map(name => {
        const operands = name === 'path' || name === 'file' || name === 'tag' ? values : texts;
        return [name, operands.map(of => operator(name, of))];
      }),
    ),
    '[property]': [property('status'), property('rank')],
    '[property:value]': [
      property('status', word('draft')),
      property('status', quotes('Draft')),
      property('status', regex(/^d.*t$/u, /^d.*t$/iu)),
      property('status', not(word('draft'))),
      property('status', or(word('done'), word('dog'))),
      property('status', word('null')),
    ],
    '[property:<5]': [
      property('rank', { kind: 'comparison', sign: '<', number: 5 }),
      property('rank', { kind: 'comparison', sign: '>=', number: 12 }),
    ],
  };
  const names = Object.keys(operators);

  /** Both together in each way that the language has. */
  function joined(one: Query, other: Query): Query[] {
    return [
      and(one, other),
      or(one, other),
      or(one, not(other)),
      or(and(one, word('mix')), other),
      and(one, not(other)),
      and(not(one), other),
      and(not(one), not(other)),
      not(and(one, other)),
      not(or(one, other)),
      not(and(not(one), other)),
      and(or(one, word('flour')), or(other, word('cat'))),
      and(word('dog'), not(or(one, other))),
    ];
  }

  /** The second within the first where that takes an operand. */
  function nested(outer: Query, inner: Query): Query[] {
    if (outer.kind !== 'operator') return [];
    const [dog, cat] = [word('dog'), word('cat')];
    const operands = [
      inner,
      not(inner),
      and(inner, dog),
      and(dog, not(inner)),
      or(inner, cat),
      or(cat, not(inner)),
    ];
    return operands.map(of => operator(outer.name, of));
  }

  function known<Fact>(of: (path: string) => Fact): (path: string) => Fact {
    const facts = new Map(notes.map(({ path }) => [path, of(path)]));
    return path => facts.get(path) ?? of(path);
  }

  async function found(query: Query): Promise<string> {
    try {
      const asked = { query: written(query), allWords: true, exact: true };
      const { slicer } = steppingSlicer();
      const { notes: hits } = await new Search(store, ParsedQuery.parse(asked)).find({
        ...facts,
        slicer,
        accepts: () => true,
        now: modified,
      });
      return hits
        .map(({ path }) => path)
        .sort()
        .join('\n');
    } catch (error) {
      if (error instanceof ToolFailure) return error.code;
      throw error;
    }
  }

  function expected(query: Query): string {
    if (!isAllowed(query)) return 'invalid_query';
    return notes
      .filter(note => fits(note, query))
      .map(({ path }) => path)
      .sort()
      .join('\n');
  }

  async function expectEach(queries: readonly Query[]): Promise<void> {
    const asked = queries.map(query => ({ query: written(query), paths: expected(query) }));
    const got = await Promise.all(
      queries.map(async query => ({ query: written(query), paths: await found(query) })),
    );
    expect(got).toEqual(asked);
  }

  describe('the search language finds the same notes as its naive model', () => {
    it('and every operator of it is here and in the guide', () => {
      expect(names).toEqual(expect.arrayContaining([...operatorNames]));
      const guide = readFileSync('docs/usage.md', 'utf8');
      const [, table = ''] = guide.split("Obsidian's own search");
      const queries = [
        ...table
          .split('\n\n', 2)
          .join('')
          .matchAll(/`([^`]+)`/gu),
      ].map(([, query = '']) => query);
      const used = queries.map(query => JSON.stringify(parseQuery(query))).join('');
      expect(operatorNames.filter(name => !used.includes(`"name":"${name}"`))).toEqual([]);
    });

    it.each(names)('for %s alone, where it finds some notes and not all', async name => {
      const queries = operators[name] ?? [];
      await expectEach(queries);
      const counts = queries.map(query => notes.filter(note => fits(note, query)).length);
      expect(counts.some(count => count > 0 && count < notes.length)).toBe(true);
    });

    it.each(names)('for %s next to and around each other operator', async name => {
      const queries = names.flatMap((other, at) => {
        const [ones, others] = [operators[name] ?? [], operators[other] ?? []];
        const [one, second] = [ones[at % ones.length], others[(at + ones.length) % others.length]];
        if (one === undefined || second === undefined) return [];
        // Each two are joined once; which of them is within the other makes a difference.
        return [...(at < names.indexOf(name) ? [] : joined(one, second)), ...nested(one, second)];
      });
      await expectEach(queries);
    });

    it('for expressions of any shape', async () => {
      const leaf = fc.constantFrom(...Object.values(operators).flat());
      const { query } = fc.letrec<{ query: Query }>(tie => ({
        query: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          leaf,
          fc.tuple(tie('query'), tie('query')).map(([one, other]) => and(one, other)),
          fc.tuple(tie('query'), tie('query')).map(([one, other]) => or(one, other)),
          tie('query').map(not),
          fc.tuple(fc.constantFrom(...operatorNames), tie('query')).map(([name, of]) => operator(name, of)),
        ),
      }));
      await fc.assert(
        fc.asyncProperty(
          query.filter(one => isAllowed(one)),
          one => expectEach([one]),
        ),
        { seed: 20261123, numRuns: 500 },
      );
    });
  });
});
