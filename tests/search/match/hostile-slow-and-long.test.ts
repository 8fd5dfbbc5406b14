import fc from 'fast-check';
import { ToolFailure } from '../../../src/errors';
import { compilePattern } from '../../../src/search/match/compiled-pattern';
import { searchIn, storeOf } from '../vaults';
import { catastrophes } from '../../support/hostile-patterns';
import { RunningLectern } from '../../support/lectern';
import { field } from '../../support/json';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import type { WordTest } from '../../../src/search/match/matcher';
import { wordMatcher, phraseMatcher, wildcardMatcher } from '../../../src/search/match/text-matchers';
import { NoteText, SearchText } from '../../../src/search/text/search-text';
import { CharacterKinds, joinedWords } from '../../../src/search/text/words';
import { TextFolder } from '../../../src/search/text/folded-text';
import { steppingSlicer } from '../slicers';
import { PatternMatcher, readPattern } from '../../../src/search/match/pattern-matcher';

describe('hostile queries', () => {
  const slowPatterns = [
    ...catastrophes,
    ['a.*b|a', 'a'.repeat(200_000)],
    ['(a|b)*c|d', 'ab'.repeat(100_000)],
  ] as const;

  describe('hostile patterns', () => {
    it.each(slowPatterns)('answers %j in linear time', async (query, text) => {
      const { totalCount } = await searchIn(storeOf({ '~.md': text }), { query, mode: 'regex' });
      expect(totalCount).toBe(query === 'a.*b|a' ? 1 : 0);
    });

    it.each([
      '(((a{100}){100}){100}){100}',
      '[\\u0000-\\u{10FFFF}]{1000}{1000}',
      Array.from({ length: 8000 }, (_, n) => `w${n}`).join('|'),
      '('.repeat(30_000),
      `${'(?:'.repeat(300)}a${')'.repeat(300)}`,
      '(?:\\pL{100}){50}',
      '^(\\d+)*\\1$',
      'x{1001}',
      '((a?){500}){2}',
    ])('refuses a bomb before it runs: %#', pattern => {
      expect(() => compilePattern(pattern, { caseSensitive: false }, 'query')).toThrow(ToolFailure);
    });

    it.each([
      ['a letter', '(?:a{900})'.repeat(90)],
      ['a class', '[\\p{L}]{900}'.repeat(70)],
      ['groups in groups', '((((a{10}b){10}){10}){10})'],
      ['an open end', '(?:\\p{L}{30,}){400}'],
    ])('refuses thousands of repetitions of %s before it is compiled', (_name, pattern) => {
      const before = process.cpuUsage();
      expect(() => compilePattern(pattern, { caseSensitive: false }, 'query')).toThrow(ToolFailure);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(50);
    });

    it.each([
      ['[^a{900}{900}]{9}', 9],
      ['\\{900}{9}(?:x{0}){700}', 9],
      ['\\p{Greek}{20}', 20],
      ['(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec){12}', 12],
      ['\\[{9}[\\]{900}]{5}', 5],
    ])('compiles %s, in which braces are letters or repetitions are few', (pattern, least) => {
      expect(compilePattern(pattern, { caseSensitive: true }, 'query').programSize()).toBeGreaterThan(least);
    });

    it.each(['^', '$', '()', 'a*', '\\b', '(?:)*'])('ends for %j, which matches everywhere', async query => {
      const { totalMatches } = await searchIn(storeOf({ '~.md': 'a b\n\nc' }), { query, mode: 'regex' });
      expect(totalMatches).toBeLessThanOrEqual(8);
    });

    it.each([
      ['wildcard', `${'*a'.repeat(12)}b`, 'a'.repeat(100_000)],
      ['wildcard', '*本*語', '日'.repeat(60_000)],
      ['wildcard', '????????*x', 'abcdefghi '.repeat(20_000)],
      ['fuzzy', 'aaaaaaaaab', 'a'.repeat(300_000)],
      ['fuzzy', 'abcdefgh', 'hgfedcba '.repeat(20_000)],
      ['phrase', 'a b a b c', 'a b '.repeat(50_000)],
      ['phrase', 'a b', `a${' '.repeat(200_000)}`.repeat(2)],
      ['words', 'aa', 'a'.repeat(300_000)],
      ['phrase', `${'a'.repeat(999)}b${'a'.repeat(999)}`, 'a'.repeat(3_000_000)],
      ['phrase', `${'a '.repeat(900)}b`, 'a '.repeat(500_000)],
      ['wildcard', `${'a'.repeat(999)}b${'a'.repeat(998)}*`, 'a'.repeat(3_000_000)],
      ['regex', `${'a'.repeat(300)}b${'a'.repeat(300)}`, 'a'.repeat(3_000_000)],
    ] as const)('takes %s %j on a text made against it', async (mode, query, text) => {
      const { totalCount } = await searchIn(storeOf({ '~.md': text }), { query, mode });
      expect(totalCount).toBeLessThanOrEqual(1);
    });

    it.each([
      ['more words than anyone means', 'a '.repeat(501)],
      ['a query without end', 'word'.repeat(1001)],
    ])('refuses %s', async (_name, query) => {
      await expect(searchIn(storeOf({}), query)).rejects.toMatchObject({ code: 'invalid_query' });
    });

    it('reveals nothing of a note in an error', async () => {
      const store = storeOf({ 'canary.md': 'canary words' });
      const failures = await Promise.all(
        ['a(', '(?=canary)', 'x{9999}'].map(query =>
          searchIn(store, { query, mode: 'regex' }).catch((error: unknown) => String(error)),
        ),
      );
      expect(JSON.stringify(failures)).not.toContain('words');
    });
  });
});

describe('slow patterns', () => {
  /** Each look at the clock takes so many milliseconds. */
  function slowSlicer(step: number) {
    let now = 0;
    return createTimeSlicer({
      now: () => (now += step),
      yieldToLoop: () => Promise.resolve(),
      othersWaiting: () => false,
    });
  }

  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`n${String(n).padStart(2, '0')}.md`, `lamp ${n}\n`]),
  );

  describe('a search that may take long', () => {
    it.each([
      ['regex', 'l.mp'],
      ['wildcard', 'l?mp'],
      ['wildcard', '*mp'],
    ] as const)(
      'by %s stops after a second of work, and continues after the last note',
      async (mode, query) => {
        const store = storeOf(files);
        const paths: string[] = [];
        let from: string | undefined;
        for (let parts = 0; parts < 60; parts += 1) {
          const part = from === undefined ? undefined : { from };
          const found = await searchIn(store, { query, mode }, { slicer: slowSlicer(40), part });
          paths.push(...found.paths);
          from = found.stopped?.at;
          if (from === undefined) break;
          expect(found.stopped?.left).toBeGreaterThan(0);
        }
        expect(paths.toSorted()).toEqual(Object.keys(files));
      },
    );

    it('searches a part again to the same end, however long it takes', async () => {
      const asked = { query: 'l.mp', mode: 'regex' } as const;
      const part = { from: 'n10.md', to: 'n50.md' };
      const found = await searchIn(storeOf(files), asked, { slicer: slowSlicer(40), part });
      expect(found).toMatchObject({ totalCount: 40, stopped: { at: 'n50.md', left: 9 } });
    });

    it('counts only notes that may match as left', async () => {
      const others = Array.from({ length: 500 }, (_, n): [string, string] => [`o${n}.md`, 'A table.\n']);
      const store = storeOf({ ...files, ...Object.fromEntries(others) });
      await store.prepare({ slicer: slowSlicer(0) });
      const found = await searchIn(store, { query: 'lamp .', mode: 'regex' }, { slicer: slowSlicer(40) });
      expect(found.stopped?.left).toBeGreaterThan(0);
      expect(found.stopped?.left).toBeLessThan(60);
    });

    it('has no limit for words, since these are fast', async () => {
      const found = await searchIn(storeOf(files), 'lamp', { slicer: slowSlicer(40) });
      expect(found.totalCount).toBe(60);
      expect(found.stopped).toBeUndefined();
    });
  });

  it('a slow pattern returns its results in parts by cursors, each note once', async () => {
    const line = 'ab'.repeat(700);
    const slow = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`slow ${n}.md`, `${line}c ${n}\n`.repeat(8)]),
    );
    const lectern = await RunningLectern.start({ files: slow });
    const now = performance.now.bind(performance);
    // A machine cannot be so fast that the pattern takes no longer than a search may.
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => 20 * now());
    try {
      const client = await lectern.connect();
      const seen: string[] = [];
      let cursor: unknown;
      let truncated = 0;
      do {
        const { structured, text } = await client.call('search', {
          ...{ query: '(?:a.{30}b.{200}){2}c', mode: 'regex', limit: 5 },
          ...(cursor === undefined ? {} : { cursor }),
        });
        seen.push(...[structured['results'] ?? []].flat().map(row => String(field(row, 'path'))));
        cursor = structured['nextCursor'];
        if (structured['truncated'] === true) {
          truncated += 1;
          expect(text).toContain('nextCursor');
        }
      } while (cursor !== undefined);
      expect(seen.toSorted()).toEqual(Object.keys(slow).toSorted());
      expect(truncated).toBeGreaterThan(0);
    } finally {
      clock.mockRestore();
      await lectern.close();
    }
  }, 60_000);
});

describe('long texts', () => {
  const kinds = new CharacterKinds();
  const rules = { kinds, caseSensitive: false, wholeWord: false };
  const textOf = (original: string): NoteText => new NoteText(original, new TextFolder());

  function matcherOf(asked: string): ReturnType<typeof wordMatcher> {
    const test: WordTest = {
      ...{ asked, start: asked, part: asked },
      match: word => (word === asked ? 'exact' : undefined),
    };
    return wordMatcher(test, rules);
  }

  /** Characters that a step may read, and some more behind the last place. */
  const mostInStep = 140_000;

  describe('words of long texts', () => {
    it.each([
      ['one long word', 'a'.repeat(400_000)],
      ['words that are joined by marks', 'a-'.repeat(120_000)],
      ['words beside marks that join nothing', '*ä_'.repeat(90_000)],
      ['words in short lines', 'an a\n'.repeat(80_000)],
    ])('are looked for in steps in %s', (_name, original) => {
      const text = textOf(original);
      let pauses = 0;
      for (const match of matcherOf('a').matches(text)) if (match === undefined) pauses += 1;
      // Words as they stand, and those that have marks between their letters.
      expect(pauses).toBeGreaterThanOrEqual((text.folded.length / mostInStep - 1) * 2);
    });

    it('are not looked into before the first step', () => {
      let read = 0;
      const text = textOf('mail e-post\n'.repeat(20_000));
      const watched = new SearchText(text.original, text.folded, text);
      watched.joinedIn = (start, end) => ((read += end - start), text.joinedIn(start, end, kinds));
      expect(matcherOf('epost').mayMatch(watched)).toBe(true);
      expect(read).toBe(0);
    });

    it('are found with the marks between their letters wherever a step ends', () => {
      const original = Array.from(
        { length: 30_000 },
        (_item, index) => `e-mail ${'x'.repeat(index % 7)}`,
      ).join(' ');
      const found = [...matcherOf('email').matches(textOf(original))].filter(match => match !== undefined);
      expect(found).toHaveLength(30_000);
      const [first] = joinedWords(original, kinds);
      expect(first).toMatchObject({ word: 'email', start: 0, end: 6 });
    });

    it('fold to the same text where nothing changes, which is not kept twice', async () => {
      const original = 'lower case, all of it\n'.repeat(20_000);
      const { folded } = await new TextFolder().foldLong(original, steppingSlicer().slicer.slice());
      expect(folded).toBe(original);
      expect(textOf(`${original}A`).folded).toBe(`${original}a`);
    });
  });

  describe('phrases of long texts', () => {
    const rules = { kinds: new CharacterKinds(), caseSensitive: false, wholeWord: false };
    const folder = new TextFolder();

    function placesIn(phrase: string, text: string): [number, number][] {
      const matcher = phraseMatcher({ folded: phrase, cased: phrase }, rules);
      const note = new NoteText(text, folder);
      const matches = matcher.mayMatch(note) ? [...matcher.matches(note)] : [];
      return matches.flatMap(match => (match === undefined ? [] : [[match.start, match.end]]));
    }

    /** Each place where the words stand with one gap between them, none within the one before. */
    function plainPlaces(words: readonly string[], text: string): [number, number][] {
      const gap = /^(?=\s)[^\S\n]*\n?[^\S\n]*/u;
      const places: [number, number][] = [];
      let behind = 0;
      for (let start = 0; start < text.length; start += 1) {
        let end = start;
        for (const [index, word] of words.entries()) {
          const blanks = index === 0 ? '' : gap.exec(text.slice(end))?.[0];
          const at = blanks === undefined ? -1 : end + blanks.length;
          end = at >= 0 && text.startsWith(word, at) ? at + word.length : -1;
          if (end < 0) break;
        }
        if (end < 0 || start < behind) continue;
        places.push([start, end]);
        behind = end;
      }
      return places;
    }

    it.each([2, 5, 12])(
      'a phrase of up to %d words is found wherever its words stand one after the other',
      most => {
        const word = fc.constantFrom('a', 'b', 'ab', 'aab');
        const gap = fc.constantFrom(' ', '  ', '\n', ' \n ', '\n\n', '\t', '');
        fc.assert(
          fc.property(
            fc.array(word, { minLength: 2, maxLength: most }),
            fc.array(fc.tuple(word, gap), { maxLength: 60 }),
            (words, pieces) => {
              const text = pieces.flat().join('');
              const doubled = `${text} ${words.join(' ')} ${words.join('\n')}`;
              expect(placesIn(words.join(' '), doubled)).toEqual(plainPlaces(words, doubled));
            },
          ),
          { seed: 6, numRuns: 500 },
        );
      },
    );
  });

  describe('wildcards on long words', () => {
    /** Counts the characters that a matcher looks at. */
    class CountedKinds extends CharacterKinds {
      steps = 0;

      override isWordAt(text: string, at: number): boolean {
        this.steps += 1;
        return super.isWordAt(text, at);
      }

      override isLetterAt(text: string, at: number): boolean {
        this.steps += 1;
        return super.isLetterAt(text, at);
      }

      override startsAt(text: string, at: number): boolean {
        this.steps += 1;
        return super.startsAt(text, at);
      }

      override endsAt(text: string, at: number): boolean {
        this.steps += 1;
        return super.endsAt(text, at);
      }
    }

    it.each(['*', '?*', '*a'])('%s examines each letter of a very long word only a few times', query => {
      const length = 20_000;
      const kinds = new CountedKinds();
      const rules = { kinds, caseSensitive: false, wholeWord: false };
      const matcher = wildcardMatcher({ folded: query, cased: query }, rules);
      const matches = [...matcher.matches(new NoteText('a'.repeat(length), new TextFolder()))];
      expect(matches.length).toBeGreaterThan(0);
      // Fewer steps would mean that they are not counted any more.
      expect(kinds.steps).toBeGreaterThan(length / 2);
      expect(kinds.steps).toBeLessThan(8 * length);
    });
  });
});

describe('the longest text that a pattern can match', () => {
  it.each([
    ['abc', 3],
    ['.{500}', 500],
    ['a{2,7}b?', 8],
    ['(?:ab|c{4})d', 5],
    [String.raw`\bXQ-\d{4}\b`, 9],
    ['(?i)[a-f]{3}', 3],
    ['a{3,}', Infinity],
    ['(a|b*)c', Infinity],
    ['(?:^)*a', Infinity],
    ['a{0}b', 1],
    [String.raw`\Qa*\E`, Infinity],
  ])('is known for %j', (pattern, longest) => {
    const { longest: read } = readPattern(pattern);
    expect(read).toBeGreaterThanOrEqual(longest);
    expect(Number.isFinite(read)).toBe(Number.isFinite(longest));
  });
});

describe('a pattern on a very long line', () => {
  const asRegex = (query: string) => ({ query, mode: 'regex' }) as const;

  it.each(['x.{500}y', 'x[^z]{640}y', 'x(?:..){330}y'])(
    'finds %s wherever it is in the line',
    async query => {
      const length = Number(/\d+/u.exec(query)?.[0]) * (query.includes('..') ? 2 : 1);
      const wanted = `x${'.'.repeat(length)}y`;
      for (let before = 0; before < 2400; before += 97) {
        const text = `${'a'.repeat(before)}${wanted}${'b'.repeat(3000)}`;
        const { totalMatches, incomplete } = await searchIn(storeOf({ 'n.md': text }), asRegex(query));
        expect([before, totalMatches, incomplete]).toEqual([before, 1, undefined]);
      }
    },
  );

  it('counts as many matches as there are, whatever the pieces', async () => {
    const { totalMatches, incomplete } = await searchIn(
      storeOf({ 'n.md': 'a'.repeat(45_000) }),
      asRegex('.{500}'),
    );
    expect([totalMatches, incomplete]).toEqual([90, undefined]);
  });

  it('prefers the longer match where that is cut', async () => {
    const line = '-'.repeat(90_000);
    for (let before = 0; before < 200; before += 13) {
      const text = `${line.slice(0, 79_900 + before)}ab${'c'.repeat(60)}d${line}`;
      const { details } = await searchIn(storeOf({ 'n.md': text }), asRegex('abc{1,70}d|a'), {
        contextLength: 200,
      });
      const [start = 0, end = 0] = details[0]?.matches[0]?.ranges[0] ?? [];
      expect([before, end - start]).toEqual([before, 63]);
    }
  });

  it('is reported as incomplete where a match may be longer than a piece', async () => {
    const files = { 'long.md': `x${'a'.repeat(200_000)}y`, 'short.md': 'xay', 'other.md': 'b' };
    const { paths, incomplete } = await searchIn(storeOf(files), asRegex('x.*y'));
    expect([paths, incomplete]).toEqual([['short.md'], ['long.md']]);
  });

  it('is reported as incomplete where characters take two units each', async () => {
    const { incomplete } = await searchIn(storeOf({ 'n.md': '🦊'.repeat(3000) }), asRegex('[^z]{640}x'));
    expect(incomplete).toEqual(['n.md']);
  });

  it('ends after a limited amount of work in one note, and says so', async () => {
    const files = { 'n.md': 'ab'.repeat(200_000) };
    const { incomplete } = await searchIn(storeOf(files), asRegex('(?:a.{30}b.{200}){2}c'));
    expect(incomplete).toEqual(['n.md']);
  });

  it('names the notes in a hint', async () => {
    const lectern = await RunningLectern.start({ files: { 'Long.md': `x${'a'.repeat(200_000)}y` } });
    try {
      const client = await lectern.connect();
      const { structured } = await client.call('search', { query: 'x.*y', mode: 'regex' });
      expect(String(field(structured, 'hints'))).toContain('Only parts of "Long.md"');
    } finally {
      await lectern.close();
    }
  });
});

describe('work of a pattern on a long line', () => {
  /** Units of the engine's work, characters times the size of the program, that a step may take. */
  const maxInStep = 1_000_000;

  it.each([
    ['.{500}', 501],
    ['[^z]{650}', 651],
    ['(?:a|b){0,300}c', 601],
    ['a.{30}', 32],
  ])('is cut into steps that shrink as %s grows', (pattern, size) => {
    const folder = new TextFolder();
    const rules = { kinds: new CharacterKinds(), caseSensitive: false, wholeWord: false };
    const text = new NoteText('a'.repeat(15_000), folder);
    let [from, end, farthest] = [0, 0, 0];
    for (const match of new PatternMatcher(pattern, rules).matches(text)) {
      if (match !== undefined) end = match.end;
      else {
        farthest = Math.max(farthest, end - from);
        from = end;
      }
    }
    expect(farthest * size).toBeLessThan(maxInStep);
  });

  it.each(['.+', 'x.*y|a+', '(?s).+'])(
    'is cut into pieces on which the engine finds %s as on short lines',
    pattern => {
      /** For longer ones, characters times the size of the program, the engine has other code, which is cold. */
      const mostOnShortLines = 262_144;
      const rules = { kinds: new CharacterKinds(), caseSensitive: false, wholeWord: false };
      const text = new NoteText('a'.repeat(400_000), new TextFolder());
      const matches = [...new PatternMatcher(pattern, rules).matches(text)];
      const pauses = matches.filter(match => match === undefined).length;
      const size = compilePattern(pattern, rules, 'query').programSize();
      const pieces = text.folded.length / (mostOnShortLines / size);
      // Each overlaps half of the one before, and there is a pause when it is cut and when it is searched.
      expect(pauses).toBeGreaterThanOrEqual(Math.floor(pieces * 2) * 2);
    },
  );

  it('checks the time after every step, since each may be long', async () => {
    let now = 0;
    let longest = 0;
    const slicer = createTimeSlicer({
      now: () => now,
      yieldToLoop: () => {
        longest = Math.max(longest, now);
        now = 0;
        return Promise.resolve();
      },
      othersWaiting: () => false,
    });
    const turn = slicer.slice();
    for (let step = 0; step < 100; step += 1) if (turn.due()) await turn.pause();
    for (let step = 0; step < 10; step += 1) {
      now += 9;
      if (turn.due()) await turn.pause();
    }
    expect(longest).toBe(9);
  });
});
