import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { compilePattern } from '../../../src/search/match/compiled-pattern';
import { PatternMatcher, readPattern } from '../../../src/search/match/pattern-matcher';
import { CharacterKinds } from '../../../src/search/text/words';
import { TextFolder } from '../../../src/search/text/folded-text';
import { NoteText } from '../../../src/search/text/search-text';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { searchIn, storeOf } from '../vaults';

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
      expect(String(field(structured, 'hints'))).toContain('Only parts of `Long.md`');
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
    for (let step = 0; step < 100; step += 1) if (turn.due(true)) await turn.pause();
    for (let step = 0; step < 10; step += 1) {
      now += 9;
      if (turn.due(true)) await turn.pause();
    }
    expect(longest).toBe(9);
  });
});
