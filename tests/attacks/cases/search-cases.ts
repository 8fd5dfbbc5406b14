import { type Attack, callOf, callsOf } from '../attack';

/** Patterns whose engine works long, or whose program is large. */
const patterns: readonly string[] = [
  ...['(?:)', 'a*', '^', '$', '\\b', '.*', '.', '(a+)+$', '(x+x+)+y', 'a.*b|a', '(?s).*'],
  ...['.{500}', '.{500}x', '[\\u0000-\\u{10FFFF}]{650}', '[\\u0000-\\u{10FFFF}]{1000}', '(?:a|b){0,300}c'],
  ...[
    '(?i)[\\p{L}]{600}',
    '(?:.*){50}',
    '(?:a.{30}b.{200}){2}c',
    '[a-f]{4}\\d+[^ ]*$',
    'item \\d+',
    'q{3}zz',
  ],
];

const run = 'a'.repeat(999);

/** As many as one query may have; each is hundreds of thousands of times in several notes. */
const maxWords = Array.from({ length: 32 }, (_item, index) => String(index + 1)).join(' ');

/** Words that are each a part of a long run of one letter, or of letters joined by marks. */
const linesOfRuns = Array.from({ length: 30 }, (_item, index) => 'a'.repeat(index + 1));

/** Queries made against the way in which texts are looked for. */
const needles: readonly (readonly [name: string, mode: string, query: string])[] = [
  ['phrase of a run', 'phrase', `${run}b${run}`],
  ['phrase of many words', 'phrase', `${'a '.repeat(900)}b`],
  ['wildcard of stars', 'wildcard', `${'*a'.repeat(12)}b`],
  ['wildcard of a run', 'wildcard', `${run}b${run.slice(1)}*`],
  ['wildcard of marks', 'wildcard', '????????*x'],
  ['fuzzy', 'fuzzy', 'aaaaaaaaab'],
  ['fuzzy with near words', 'fuzzy', 'wrods itme'],
  ['words of one letter', 'words', 'a'],
  ['32 words', 'words', maxWords],
  ['lines of 30 words in runs', 'words', `line:(${linesOfRuns.join(' OR ')})`],
  ['text that folds to more', 'words', 'ﷺ ﬃ ẞ İ'],
  ['text of folded marks', 'phrase', `e${'\u0301'.repeat(900)}`],
];

/** Searches of the whole vault, hostile notes included. */
export const searchAttacks: readonly Attack[] = [
  ...patterns.map(query => callOf(`search regex ${query}`, 'search', { query, mode: 'regex' })),
  ...needles.map(([name, mode, query]) => callOf(`search ${name}`, 'search', { query, mode })),
  callOf('search regex .{500} below Hostile', 'search', { query: '.{500}', mode: 'regex', path: 'Hostile' }),
  callOf('search words below Hostile', 'search', { query: 'words', path: 'Hostile', matchesPerNote: 50 }),
  callOf('search case and whole word', 'search', { query: 'Item', caseSensitive: true, wholeWord: true }),
  callsOf('16 searches by regex', 'search', { query: '(?:a|b){0,300}c', mode: 'regex' }, 16),
];
