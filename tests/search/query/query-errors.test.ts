import fc from 'fast-check';
import { ToolFailure } from '../../../src/errors';
import { parseQuery } from '../../../src/search/query/language/query-parser';
import { nodesOf } from '../../../src/search/query/language/query-tree';
import { searchIn, storeOf } from '../vaults';

async function failureOf(query: string): Promise<unknown> {
  return searchIn(storeOf({}), query).catch((error: unknown) => error);
}

function codeOf(error: unknown): string {
  return error instanceof ToolFailure ? error.code : '';
}

describe('a query that cannot be read', () => {
  it.each([
    ['"no end', '`"no end` at character 1 of `query` is missing its closing quote.'],
    ['-a (b', '`(` at character 4 of `query` is not closed.'],
    ['a ()', '`()` at character 3 of `query` is empty.'],
    ['a OR b)', '`)` at character 7 of `query` closes nothing.'],
    ['tag:a (b', '`(` at character 7 of `query` is not closed.'],
    ['OR', '`OR` at character 1 of `query` needs something on both sides.'],
    ['OR a', '`OR` at character 1 of `query` needs something on both sides.'],
    ['a OR', '`OR` at character 3 of `query` needs something on both sides.'],
    ['a OR OR b', '`OR` at character 3 of `query` needs something on both sides.'],
    ['a AND OR b', '`AND` at character 3 of `query` needs something on both sides.'],
    ['(a OR) b', '`OR` at character 4 of `query` needs something on both sides.'],
    ['a path:', '`path:` at character 3 of `query` needs a value.'],
    ['line: OR a', '`line:` at character 1 of `query` needs a value.'],
    ['(tag:) a', '`tag:` at character 2 of `query` needs a value.'],
    ['a [b', '`[` at character 3 of `query` is not closed.'],
    ['a []b', '`[]` at character 3 of `query` names no property.'],
    ['[b:]', '`[b:]` at character 1 of `query` has no value.'],
    ['[b:<]', '`<` at character 4 of `query` has nothing to compare with.'],
    ['[text](url)', '`[text]` at character 1 of `query` is a link, not an operator.'],
    ['[[Note]]', '`[[Note]]` at character 1 of `query` is a link, not an operator.'],
    ['a status:done', '`status:` at character 3 of `query` is not an operator.'],
    ['a tags:x', '`tags:` at character 3 of `query` is not an operator.'],
    ['a /\\d+', '`/\\d+` at character 3 of `query` begins a regular expression that has no closing slash.'],
    [
      '/a b/s',
      '`/a b/s` at character 1 of `query` has the flag "s", which is not supported; `i` is the default.',
    ],
    ['a /(b/', 'At character 3 of `query`: `(b` is not a valid regular expression: missing closing ).'],
    ['path:/(b/', 'At character 6 of `query`: `(b` is not a valid regular expression: missing closing ).'],
    ['[x:/(b/]', 'At character 4 of `query`: `(b` is not a valid regular expression: missing closing ).'],
    [
      'line:(a tag:b)',
      '`tag:b` at character 9 of `query` is about the whole note and cannot be used inside `line:`.',
    ],
    ['path:(a tag:b)', '`tag:b` at character 9 of `query` cannot be used inside `path:`.'],
    [
      'section:([ab])',
      '`[ab]` at character 10 of `query` is about the whole note and cannot be used inside `section:`.',
    ],
    [
      `${'('.repeat(60)}a${')'.repeat(60)}`,
      '`(` at character 51 of `query` is nested more than 50 levels deep.',
    ],
  ])('says where and why: %s', async (query, message) => {
    const failure = await failureOf(query);
    expect(failure).toBeInstanceOf(ToolFailure);
    expect(failure).toMatchObject({ code: 'invalid_query', message });
  });

  it.each([
    ['title:x', '`file:`'],
    ['tags:x', '`tag:`'],
    ['due:soon', '`[due:soon]`'],
  ])('names the operator that is meant by %s', async (query, way) => {
    const failure = await failureOf(query);
    expect(failure instanceof ToolFailure ? failure.hint : '').toContain(way);
  });

  it.each([
    ...[
      'https://a.b/c',
      '10:30',
      'C:\\temp',
      'a::b',
      'note:',
      'std::vector',
      'port:8080',
      'x:y',
      '->',
      '--flag',
    ],
    ...[
      'a->b',
      'f(x)',
      'a(b)c',
      '- [ ] x',
      '[x] y',
      '/usr/bin/env',
      '/tmp',
      'and/or',
      'a-b',
      'ORGANIC',
      '13"',
    ],
    ...[
      'what about X :)',
      'a (b',
      'a b)',
      '"a (b" c)',
      'the ECL (it may be EL/1; I forgot',
      'note: a) b) c)',
    ],
  ])('is accepted: %s', query => {
    expect(() => parseQuery(query)).not.toThrow();
  });

  it('quotes a part of the query in its message and nothing else', async () => {
    const pieces = fc.constantFrom(
      ...[
        'a',
        'OR',
        'AND',
        '-',
        '(',
        ')',
        '"',
        '/',
        '[',
        ']',
        ':',
        '<5',
        'path:',
        'line:',
        'tag:',
        'match-case:',
        '\\',
      ],
      ...[' ', ' ', 'null', 'x:y', '[a:b]', '/b/', '“', '#t', '日本', '😀'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 14 }), async parts => {
        const query = parts.join('');
        try {
          const tree = parseQuery(query);
          if (tree === undefined) return;
          for (const { place } of nodesOf(tree)) {
            expect(place.start).toBeGreaterThanOrEqual(0);
            expect(place.end).toBeLessThanOrEqual(query.length);
            expect(place.start).toBeLessThanOrEqual(place.end);
          }
          await searchIn(storeOf({ 'a.md': '---\na: b\n---\na b #t\n- [ ] x:y' }), query);
        } catch (error) {
          expect(error).toBeInstanceOf(ToolFailure);
          expect(codeOf(error)).toMatch(/^invalid_(?:query|argument)$/u);
        }
      }),
      { seed: 7, numRuns: 1500 },
    );
  });

  it('includes every word', () => {
    const atom = fc.constantFrom('w1', 'w2', '"w3 w4"', '-w5', 'path:w6', '(w7 OR w8)', '[w9:w10]', '/w11/');
    fc.assert(
      fc.property(fc.array(atom, { minLength: 1, maxLength: 8 }), fc.boolean(), (atoms, isEither) => {
        const query = atoms.join(isEither ? ' OR ' : ' ');
        const tree = parseQuery(query);
        const texts =
          tree === undefined ? [] : [...nodesOf(tree)].flatMap(node => ('text' in node ? [node.text] : []));
        expect(texts.join(' ').match(/w\d+/gu)).toEqual(query.match(/w\d+/gu));
      }),
      { seed: 3 },
    );
  });
});
