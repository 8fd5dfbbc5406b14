import fc from 'fast-check';
import { cutSnippet, groupMatches } from '../../../src/search/show/snippets';
import { CharacterKinds } from '../../../src/search/text/words';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const boundsOf = (text: string): ReadonlySet<number> =>
  new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));

const character = fc.constantFrom(
  ...[
    'a',
    'b',
    ' ',
    'é',
    'e\u0301',
    'n\u0303\u0323',
    '日',
    '本',
    '한',
    '😀',
    '👩‍💻',
    '👨‍👩‍👧‍👦',
    '❤️',
    '🇩🇪',
    '👍🏽',
    '𠮷',
    'क्षि',
  ],
);

const kinds = new CharacterKinds();

describe('snippets', () => {
  it('are cut between characters, no longer than requested, and contain the match', () => {
    const sides = fc.array(character, { maxLength: 60 });
    fc.assert(
      fc.property(sides, sides, fc.integer({ min: 20, max: 80 }), (before, after, length) => {
        const text = `${before.join('')} match ${after.join('')}`;
        const start = before.join('').length + 1;
        const [group] = groupMatches(text, [[start, start + 5]], length);
        const snippet = cutSnippet(text, group?.spans ?? [], { length, kinds });
        const [from = 0, to = 0] = snippet.ranges[0] ?? [];
        expect(snippet.text.slice(from, to)).toBe('match');
        expect(snippet.text.length).toBeLessThanOrEqual(length);
        const bounds = boundsOf(text);
        const shown = snippet.text.replaceAll('…', '');
        const begin = start - from + (snippet.text.startsWith('…') ? 1 : 0);
        expect(bounds).toContain(begin);
        expect(bounds).toContain(begin + shown.length);
        expect(text.slice(begin, begin + shown.length)).toBe(shown);
        expect(snippet.text.startsWith('…')).toBe(text.slice(0, begin).trim() !== '');
        expect(snippet.text.endsWith('…')).toBe(text.slice(begin + shown.length).trim() !== '');
      }),
      { seed: 5, numRuns: 400 },
    );
  });

  const shown = (text: string, match: string, length: number): string => {
    const start = text.indexOf(match);
    const [group] = groupMatches(text, [[start, start + match.length]], length);
    return group === undefined ? '' : cutSnippet(text, group.spans, { length, kinds }).text;
  };

  it.each([
    ['one line only', 'above\nthe match here\nbelow', 'match', 100, 'the match here'],
    ['without the carriage return', 'above\r\nthe match\r\nbelow', 'match', 100, 'the match'],
    ['without blanks around', '   match   \n', 'match', 100, 'match'],
    [
      'room that one side leaves for the other',
      `match ${'word '.repeat(20)}`,
      'match',
      30,
      'match word word word word…',
    ],
    [
      'whole words where they are near',
      'alpha beta gamma match delta epsilon',
      'match',
      21,
      '…gamma match delta…',
    ],
    ['no part of a word', `incomprehensibilities match counterrevolutionaries`, 'match', 30, '…match…'],
    [
      'no part of an address',
      'at https://example.org/notes/archive match x',
      'match',
      30,
      '…org/notes/archive match x',
    ],
    ['a part of a match that is too long', `x${'m'.repeat(50)}x`, 'm'.repeat(50), 20, `…${'m'.repeat(18)}…`],
    ['a match over a line break', 'one quick\nbrown two\nthree', 'quick\nbrown', 100, 'one quick\nbrown two'],
  ])('show %s', (_name, text, match, length, expected) => {
    expect(shown(text, match, length)).toBe(expected);
  });

  it('never split an emoji of several code points when a match is too long', () => {
    expect(shown('👨‍👩‍👧‍👦'.repeat(10), '👨‍👩‍👧‍👦'.repeat(10), 25)).toBe(`${'👨‍👩‍👧‍👦'.repeat(2)}…`);
  });

  it('join matches that are near on one line, and keep those that are far apart', () => {
    const text = `red ${'.'.repeat(10)} red ${'.'.repeat(100)} red\nred`;
    const spans = [...text.matchAll(/red/gu)].map(({ index }): [number, number] => [index, index + 3]);
    const groups = groupMatches(text, spans, 40);
    expect(groups.map(group => [group.line, group.spans.length])).toEqual([
      [1, 2],
      [1, 1],
      [2, 1],
    ]);
  });

  it('count lines by line feeds', () => {
    const text = 'a\r\n\r\n\nb\u2028c\n';
    const at = text.indexOf('c');
    const [group] = groupMatches(text, [[at, at + 1]], 20);
    expect(group?.line).toBe(4);
  });
});
