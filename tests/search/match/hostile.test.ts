import { ToolFailure } from '../../../src/errors';
import { compilePattern } from '../../../src/search/match/compiled-pattern';
import { searchIn, storeOf } from '../vaults';
import { catastrophes } from '../../support/hostile-patterns';

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
    expect((user + system) / 1000).toBeLessThan(25);
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

  it.each(['^', '$', '', '()', 'a*', '\\b', '(?:)*'].filter(query => query !== ''))(
    'ends for %j, which matches the empty text everywhere',
    async query => {
      const { totalMatches } = await searchIn(storeOf({ '~.md': 'a b\n\nc' }), { query, mode: 'regex' });
      expect(totalMatches).toBeLessThanOrEqual(8);
    },
  );

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
