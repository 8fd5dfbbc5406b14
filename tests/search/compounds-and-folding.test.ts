import fc from 'fast-check';
import { languages, WordForms } from '../../src/search/words/word-forms';
import type { SliceTurn } from '../../src/utils/slicing/time-slicer';
import { Query, type SearchQuery } from '../../src/search/query/query';
import { Search } from '../../src/search/search';
import type { TextStore } from '../../src/search/index/text-store';
import { steppingSlicer } from './slicers';
import { modified, searchIn, storeOf } from './vaults';
import { FoldMap, foldKeepingCase, TextFolder } from '../../src/search/text/folded-text';
import { NoteText } from '../../src/search/text/search-text';
import { anyCharacter } from '../support/text/any-character';
import { findingBlocks } from '../../src/search/text/note-outline';

describe('compounds', () => {
  const german = {
    'Fristen.md': 'Die Zeitung ist mit einer Frist von sechs Wochen zu kündigen.',
    'Woche.md': 'Der zweite Tag der Woche ist für die Steuer und nicht für den Garten.',
    'Balkon.md': 'Ich weiß nicht, wie die Geranien auf den Balkon kommen.',
  };

  /** A store whose notes have their words counted. */
  async function countedIn(files: Readonly<Record<string, string>>): Promise<TextStore> {
    const store = storeOf(files);
    await store.prepare({ slicer: steppingSlicer().slicer });
    return store;
  }

  describe('a compound that no note has', () => {
    it('is found by its parts, in notes that lack it', async () => {
      const { notes, details, totalCount } = await searchIn(await countedIn(german), 'Tageszeitung');
      expect(totalCount).toBe(0);
      expect(notes.map(({ path, missing }) => [path, missing])).toEqual([
        ['Fristen.md', ['Tageszeitung']],
        ['Woche.md', ['Tageszeitung']],
      ]);
      const [match] = details[0]?.matches ?? [];
      const [from, to] = match?.ranges[0] ?? [0, 0];
      expect(match?.text.slice(from, to)).toBe('Zeitung');
    });

    it('is found beside other words of a question', async () => {
      const { paths } = await searchIn(await countedIn(german), 'Tageszeitungen loswerden');
      expect(paths[0]).toBe('Fristen.md');
    });

    it.each([
      [
        'Dutch',
        'stadsbibliotheek',
        'De bibliotheek is niet open op zondag.',
        'Het is een stad met zijn haven.',
      ],
      [
        'Swedish',
        'bibliotekskort',
        'Jag har ett kort som inte är av papper.',
        'Det är ett bibliotek och en park.',
      ],
      ['Finnish', 'kirjastokortti', 'Se on kortti ja se on uusi.', 'Se ei ole kirjasto, mutta se on talo.'],
    ])('is found by its parts in %s', async (_language, query, last, first) => {
      const { paths } = await searchIn(await countedIn({ 'last.md': last, 'first.md': first }), query);
      expect(paths.toSorted()).toEqual(['first.md', 'last.md']);
    });

    it('is not taken apart if all words must be there, or exactly, or if one part is no word of the notes', async () => {
      const store = await countedIn(german);
      for (const asked of [
        { query: 'Tageszeitung', allWords: true },
        { query: 'Tageszeitung', exact: true },
        { query: 'Wandzeitung' },
      ])
        expect((await searchIn(store, asked)).paths).toEqual([]);
    });

    it('is not taken apart by the words of notes that the caller may not see', async () => {
      const accepts = (path: string): boolean => path !== 'Woche.md';
      expect((await searchIn(await countedIn(german), 'Tageszeitung', { accepts })).paths).toEqual([]);
    });

    it('is not taken apart in a language that writes its words apart', async () => {
      const store = await countedIn({ 'a.md': 'This is the pass to the port, and it is for you.' });
      expect((await searchIn(store, 'passport')).paths).toEqual([]);
    });
  });

  describe('a word that a note writes as two', () => {
    const files = {
      'Heating.md': 'The heat pump broke in January.',
      'Oven.md': 'A pump, and the heat of the oven.',
      'Yard.md': 'The pass to the port. Back\nup the files.',
    };

    it.each([
      ['heatpump', ['Heating.md']],
      ['when did the heatpump break', ['Heating.md']],
      ['backup', ['Yard.md']],
      ['passport', []],
    ])('is found where they are beside each other: %s', async (query, paths) => {
      const found = await searchIn(await countedIn(files), query);
      expect([found.paths, found.totalCount]).toEqual([paths, 0]);
    });

    it('is not found by the words of notes that the caller may not see', async () => {
      const accepts = (path: string): boolean => path !== 'Heating.md';
      expect((await searchIn(await countedIn(files), 'heatpump', { accepts })).paths).toEqual([]);
    });
  });

  describe('a word that is no compound of the language of its parts', () => {
    const english = Object.fromEntries(
      ['hand', 'some', 'not', 'book', 'pass', 'word', 'key', 'board'].map(word => [
        `${word}.md`,
        `This is the ${word}, and it is for you.`,
      ]),
    );

    it.each(['password', 'handsome', 'notebook', 'keyboard'])(
      'is not split by the rules of another: %s',
      async word => {
        const store = await countedIn({ ...german, ...english });
        for (const query of [word, `${word} loswerden`])
          expect((await searchIn(store, query)).partialCount).toBe(0);
      },
    );

    it('is not split into stems of three letters', async () => {
      const store = await countedIn({
        ...german,
        'a.md': 'Das ist ein Wort von mir, und die pas ist es nicht.',
      });
      expect((await searchIn(store, 'passwort')).paths).toEqual([]);
    });

    it('is not split into words that are frequent in any language', async () => {
      const store = await countedIn({
        ...german,
        'a.md': 'Das Wort von ist nicht mein und from die zeitung.',
      });
      expect((await searchIn(store, 'fromzeitung')).paths).toEqual([]);
    });
  });

  describe('a compound that a note has', () => {
    const others = Array.from({ length: 2000 }, (_, n) => [`${n}.md`, 'Der Bus ist nicht da.'] as const);

    it.each([0, 1, 2])(
      'is not split, whether or not its note is among every third, which is sampled: %d',
      async at => {
        const files = [...others.slice(0, at), ['x.md', 'Eine Tageszeitung.'] as const, ...others.slice(at)];
        const store = await countedIn({ ...Object.fromEntries(files), ...german });
        for (const query of ['Tageszeitung', 'Tageszeitung loswerden'])
          expect((await searchIn(store, query)).paths).toEqual(['x.md']);
      },
    );
  });

  describe('a question of many made-up compounds', () => {
    const compound = (n: number): string =>
      `zeitungswochensteuergartenfrist${'abcdefghij'[n % 10]}${'klmno'[Math.floor(n / 10) % 5]}`;
    const many = (count: number): string => Array.from({ length: count }, (_, n) => compound(n)).join(' ');

    async function pausesOf(asked: SearchQuery): Promise<number> {
      const { slicer, pauses } = steppingSlicer();
      const store = await countedIn(german);
      await new Search(store, Query.parse(asked)).find({ slicer, now: modified });
      return pauses();
    }

    it('pauses while it splits them, and splits three', async () => {
      const [none, one, three, twelve] = [
        await pausesOf({ query: 'zeitung zeitung' }),
        await pausesOf({ query: many(1) }),
        await pausesOf({ query: many(3) }),
        await pausesOf({ query: many(12) }),
      ];
      expect(one).toBeGreaterThan(none + 3);
      expect(three).toBeGreaterThan(one + 6);
      // The others are only searched.
      expect(twelve - three).toBeLessThan(three);
    });

    it('ends where the call is aborted while they are split', async () => {
      const tooLong = many(3).replaceAll('frist', () => 'fristfristfrist');
      const [all, unsplit] = [await pausesOf({ query: many(3) }), await pausesOf({ query: tooLong })];
      // So all that is not splitting has fewer pauses than splitting, and the call is aborted while words are split.
      expect(all).toBeGreaterThan(2 * unsplit + 1);
      const aborting = new AbortController();
      const { slicer, pauses } = steppingSlicer();
      const searched = new Search(await countedIn(german), Query.parse({ query: many(3) })).find({
        slicer: { ...slicer, slice: limits => abortingAfter(slicer.slice(limits), unsplit + 1) },
        now: modified,
        signal: aborting.signal,
      });
      await expect(searched).rejects.toThrow('aborted');
      expect(pauses()).toBe(unsplit + 1);

      function abortingAfter(turn: SliceTurn, most: number): SliceTurn {
        const pause = async (): Promise<void> => {
          if (pauses() >= most) aborting.abort(new Error('aborted'));
          await turn.pause();
        };
        return { ...turn, pause };
      }
    });
  });

  describe('the parts of a compound', () => {
    const words = new Set(['haus', 'tur', 'haustur', 'schlussel', 'arbeit', 'zimmer']);
    const forms = new WordForms(languages.filter(({ name }) => name === 'German'));
    const parts = (word: string): Promise<readonly string[]> =>
      forms.partsOf(word, one => Promise.resolve(words.has(one)));

    it('are as few as possible, without what joins them', async () => {
      expect(await parts('hausturschlussel')).toEqual(['haustur', 'schlussel']);
      expect(await parts('arbeitszimmer')).toEqual(['arbeit', 'zimmer']);
    });

    it('are none if something is left over, for a word itself, and for a very long one', async () => {
      expect(await parts('hausturschlosser')).toEqual([]);
      expect(await parts('zimmer')).toEqual([]);
      expect(await parts('zimmer'.repeat(7))).toEqual([]);
    });
  });
});

describe('folded text', () => {
  const folder = new TextFolder();
  const fold = (text: string): string => folder.fold(text).folded;

  const piece = fc.constantFrom(
    ...[
      'a',
      'B',
      ' ',
      '\n',
      '\r\n',
      'é',
      'e\u0301',
      'Ü',
      'ß',
      'ẞ',
      'İ',
      'ı',
      'ﬁ',
      '½',
      '…',
      '“',
      '—',
      'ς',
      'Σ',
      'Ａ',
    ],
    ...[
      'か',
      'か\u3099',
      'ｶﾞ',
      '日本',
      '한',
      '\u1112\u1161\u11AB',
      '\u0301',
      '\u200D',
      '😀',
      '👩‍💻',
      '❤️',
      '🇩🇪',
      '𝐀',
      '𠮷',
    ],
    ...['हिन्दी', 'كِتَاب', 'שָׁלוֹם', 'Ёж', 'ﷺ', '\uFEFF', '\u0000', '\u0001', '\uFFFF', 'ø', '\u00AD'],
  );
  const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));

  describe('folding', () => {
    it.each([
      ['Straße', 'strasse'],
      ['ÉCOLE', 'ecole'],
      ['e\u0301cole', 'ecole'],
      ['İstanbul', 'istanbul'],
      ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
      ['Ａｂｃ １２', 'abc 12'],
      ['ﬁx ½', 'fix 1/2'],
      ['ｶﾞ か\u3099', 'ガ が'],
      ['\u1112\u1161\u11AB', '한'],
      ['Łódź Ærø', 'lodz aero'],
      ['Ёж и йод', 'еж и иод'],
      ['“Don’t” — x…', '"don\'t" - x...'],
      ['❤️', '❤'],
      ['हिन्दी', 'हिन्दी'],
      ['كِتَاب', 'كتاب'],
      ['a\u00A0b\u3000c', 'a b c'],
      ['日本語 😀', '日本語 😀'],
    ])('folds %j to %j', (given, folded) => {
      expect(fold(given)).toBe(folded);
    });

    it('gives the same for a text that is folded already, composed or decomposed', () => {
      fc.assert(
        fc.property(text, given => {
          const folded = fold(given);
          expect(fold(folded)).toBe(folded);
          expect(fold(given.normalize('NFD'))).toBe(fold(given.normalize('NFC')));
        }),
        { seed: 7, numRuns: 500 },
      );
    });

    it('is the lower case of the form that keeps letter case', () => {
      fc.assert(
        fc.property(text, given => {
          // Lower-casing a whole text would look for the end of words.
          expect(foldKeepingCase(given).toLowerCase().replaceAll('ς', 'σ')).toBe(fold(given));
        }),
        { seed: 7, numRuns: 300 },
      );
    });

    it('leaves every line where it was', () => {
      fc.assert(
        fc.property(text, given => {
          expect(fold(given).split('\n').length).toBe(given.split('\n').length);
        }),
        { seed: 7, numRuns: 300 },
      );
    });

    it('maps each character of the folded text to one with that fold', () => {
      fc.assert(
        fc.property(text, given => {
          const { folded, map } = folder.fold(given);
          let before = 0;
          for (let at = 0; at < folded.length; at += 1) {
            const [start, end] = map.originalSpan(at, at + 1);
            expect(start).toBeGreaterThanOrEqual(Math.min(before, start));
            expect(end).toBeGreaterThan(start);
            const cluster = given.slice(start, end);
            if (cluster.isWellFormed()) expect(fold(cluster)).toContain(folded.charAt(at));
            before = end;
          }
        }),
        { seed: 11, numRuns: 500 },
      );
    });

    it('maps back and forth between whole characters', () => {
      fc.assert(
        fc.property(text, given => {
          const note = new NoteText(given, folder);
          for (let at = 0; at < note.folded.length; at += 1) {
            const [start, end] = note.originalSpan(at, at + 1);
            const [from, to] = note.foldedSpan(start, end);
            expect(from).toBeLessThanOrEqual(at);
            expect(to).toBeGreaterThan(at);
          }
        }),
        { seed: 12, numRuns: 500 },
      );
    });

    it('keeps the original, whatever is in it', () => {
      fc.assert(
        fc.property(fc.oneof(text, fc.string({ unit: anyCharacter })), given => {
          expect(new NoteText(given, folder).original).toBe(given);
        }),
        { seed: 13, numRuns: 500 },
      );
    });

    it('needs no map where each unit folds to one unit', () => {
      const { bytes } = new FoldMap();
      expect(folder.fold('Grüße? Nein: Gruße').map.bytes).toBeGreaterThan(bytes);
      expect(folder.fold('Grün, 日本 – 😀').map.bytes).toBe(bytes);
    });

    it('makes no text more than four times as long', () => {
      const long = '\uFDFA'.repeat(1000);
      expect(fold(long).length).toBeLessThanOrEqual(4000);
    });

    it('takes a million marks in one run', () => {
      const given = `a${'\u0301\u0323'.repeat(500_000)}b`;
      expect(fold(given)).toBe('ab');
    });
  });

  const code = '`a` ';

  test('the code blocks of a note are found', () => {
    expect(findingBlocks(code.repeat(1000), new FoldMap()).code.count).toBe(1000);
  });

  test('a note with more parts than a scan allows has no blocks', () => {
    const { blocks, sections, code: found } = findingBlocks(code.repeat(1_000_000), new FoldMap());
    expect([blocks.count, sections.count, found.count]).toEqual([0, 0, 0]);
  });
});
