import fc from 'fast-check';
import { ToolFailure } from '../../../src/errors';
import { parseQuery } from '../../../src/search/query/language/query-parser';
import { nodesOf } from '../../../src/search/query/language/query-tree';
import { searchIn, storeOf, pathsWith } from '../vaults';

describe('errors of queries', () => {
  async function failureOf(query: string): Promise<unknown> {
    return searchIn(storeOf({}), query).catch((error: unknown) => error);
  }

  function codeOf(error: unknown): string {
    return error instanceof ToolFailure ? error.code : '';
  }

  describe('a query that cannot be read', () => {
    it.each([
      ['"no end', '"\\"no end" at character 1 of `query` is missing its closing quote.'],
      ['-a (b', '"(" at character 4 of `query` is not closed.'],
      ['a ()', '"()" at character 3 of `query` is empty.'],
      ['a OR b)', '")" at character 7 of `query` closes nothing.'],
      ['tag:a (b', '"(" at character 7 of `query` is not closed.'],
      ['OR', '"OR" at character 1 of `query` needs something on both sides.'],
      ['OR a', '"OR" at character 1 of `query` needs something on both sides.'],
      ['a OR', '"OR" at character 3 of `query` needs something on both sides.'],
      ['a OR OR b', '"OR" at character 3 of `query` needs something on both sides.'],
      ['a AND OR b', '"AND" at character 3 of `query` needs something on both sides.'],
      ['(a OR) b', '"OR" at character 4 of `query` needs something on both sides.'],
      ['a path:', '"path:" at character 3 of `query` needs a value.'],
      ['line: OR a', '"line:" at character 1 of `query` needs a value.'],
      ['(tag:) a', '"tag:" at character 2 of `query` needs a value.'],
      ['a [b', '"[" at character 3 of `query` is not closed.'],
      ['a []b', '"[]" at character 3 of `query` names no property.'],
      ['[b:]', '"[b:]" at character 1 of `query` has no value.'],
      ['[b:<]', '"<" at character 4 of `query` has nothing to compare with.'],
      ['[text](url)', '"[text]" at character 1 of `query` is a link, not an operator.'],
      ['[[Note]]', '"[[Note]]" at character 1 of `query` is a link, not an operator.'],
      ['a status:done', '"status:" at character 3 of `query` is not an operator.'],
      ['a tags:x', '"tags:" at character 3 of `query` is not an operator.'],
      [
        'a /\\d+',
        '"/\\\\d+" at character 3 of `query` begins a regular expression that has no closing slash.',
      ],
      [
        '/a b/s',
        '"/a b/s" at character 1 of `query` has the flag "s", which is not supported; `i` is the default.',
      ],
      ['a /(b/', 'At character 3 of `query`: "(b" is not a valid regular expression: missing closing ).'],
      ['path:/(b/', 'At character 6 of `query`: "(b" is not a valid regular expression: missing closing ).'],
      ['[x:/(b/]', 'At character 4 of `query`: "(b" is not a valid regular expression: missing closing ).'],
      [
        'line:(a tag:b)',
        '"tag:b" at character 9 of `query` is about the whole note and cannot be used inside `line:`.',
      ],
      ['path:(a tag:b)', '"tag:b" at character 9 of `query` cannot be used inside `path:`.'],
      [
        'section:([ab])',
        '"[ab]" at character 10 of `query` is about the whole note and cannot be used inside `section:`.',
      ],
      [
        `${'('.repeat(60)}a${')'.repeat(60)}`,
        '"(" at character 51 of `query` is nested more than 50 levels deep.',
      ],
    ])('says where and why: %s', async (query, message) => {
      const failure = await failureOf(query);
      expect(failure).toBeInstanceOf(ToolFailure);
      expect(failure).toMatchObject({ code: 'invalid_query', message });
    });

    it.each([
      ['title:x', '`file:`'],
      ['tags:x', '`tag:`'],
      ['due:soon', '"[due:soon]"'],
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
      const atom = fc.constantFrom(
        'w1',
        'w2',
        '"w3 w4"',
        '-w5',
        'path:w6',
        '(w7 OR w8)',
        '[w9:w10]',
        '/w11/',
      );
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
});

describe('operators of queries', () => {
  /** Names say what a note is for: the rows below name notes by their first letters. */
  const vault = {
    'work/Meeting.md':
      '---\nstatus: Draft\nduration: 3\ndone: false\naliases: [Team Sync]\ndue: 2026-11-20\n---\n' +
      '# Agenda\nMix flour and water.\n\nThe dog sleeps.\n\nThe cat wakes.\n\n# Rest\nNothing of weight. #work/plan\n',
    'work/Meetup.md':
      '---\nstatus: Published\nduration: 12\nempty:\nquoted: ""\nlist: []\nauthor: "[[People/Mara Okafor|Mara]]"\n---\n' +
      'Mix well.\nAdd flour later.\n\nA dog and a cat meet. personal\n\n- [ ] call Ana\n- [x] email Bob\n- [-] call off #work\n',
    'Daily notes/2022-07-01.md':
      'personal work\n\n- [ ] email Ana about the call\n  on Monday\n- plain call\n\n> [!note]\n> - [ ] quoted errand\n',
    'Daily notes/2023-01-09.md':
      'HappyCat said "hello" to each other. #myjob/work\n\n```js\ncall(#code)\n```\n',
    'Ikea.md':
      '# IKEA list\nhappycat and a shelf\nprice 2022-01-01\n\n## Parts\nscrew, dog\n\n## Tools\nhammer, cat\n',
    'Zoo.md': 'word AND or\n',
  };

  /** By its first letters. */
  const initials: Readonly<Record<string, string>> = {
    'work/Meeting.md': 'M',
    'work/Meetup.md': 'U',
    'Daily notes/2022-07-01.md': 'D',
    'Daily notes/2023-01-09.md': 'E',
    'Ikea.md': 'I',
    'Zoo.md': 'Z',
  };

  async function found(query: string): Promise<string> {
    return (await pathsWith(vault, { query, exact: true, allWords: true }))
      .map(path => initials[path])
      .sort()
      .join('');
  }

  const words: readonly (readonly [query: string, notes: string])[] = [
    ['dog', 'IMU'],
    ['dog cat', 'IMU'],
    ['dog OR hello', 'EIMU'],
    ['mix dog OR hello each', 'EMU'],
    ['mix (dog OR hello)', 'MU'],
    ['(dog OR hello) (mix OR each)', 'EMU'],
    ['dog -mix', 'I'],
    ['dog -(mix flour)', 'I'],
    ['dog -(mix hello)', 'IMU'],
    ['dog -(mix OR shelf)', ''],
    ['dog -mix -shelf', ''],
    ['dog -"dog sleeps"', 'IU'],
    ['-dog', 'DEZ'],
    ['-(dog OR hello)', 'DZ'],
    ['dog OR -flour', 'DEIMUZ'],
    ['-dog OR -flour', 'DEIZ'],
    ['"dog and a cat"', 'U'],
    ['"said \\"hello\\" to each other"', 'E'],
    ['“dog and a cat”', 'U'],
    ['mix AND dog', 'MU'],
    ['-(-dog)', 'IMU'],
    ['((dog))', 'IMU'],
    ['dog OR (hello OR (errand))', 'DEIMU'],
    ['/\\d{4}-\\d{2}-\\d{2}/', 'DEIM'],
    ['/dog and a (cat|cow)/ mix', 'U'],
    ['-/\\d{4}-\\d{2}/ dog', 'U'],
    ['/hello/ OR /errand/', 'DE'],
    ['/"hello" to/', 'E'],
    ['/mix (flour|well)/', 'MU'],
  ];

  const notes: readonly (readonly [query: string, notes: string])[] = [
    ['path:work', 'MU'],
    ['path:"Daily notes/2022-07"', 'D'],
    ['path:/\\d{4}-\\d{2}-\\d{2}/', 'DE'],
    ['path:(daily 2022)', 'D'],
    ['path:(work OR 2022)', 'DMU'],
    ['path:(daily -2022)', 'E'],
    ['-path:work dog', 'I'],
    ['-path:(work OR daily)', 'IZ'],
    ['path:work OR hello', 'EMU'],
    ['path:/ikea', 'I'],
    ['path:/work/', 'MU'],
    ['path: work dog', 'MU'],
    ['path:""', 'DEIMUZ'],
    ['file:meet', 'MU'],
    ['file:work', ''],
    ['file:.md dog', 'IMU'],
    ['file:202', 'DE'],
    ['file:/^20\\d\\d-0[1-6]/', 'E'],
    ['-file:meet dog', 'I'],
    ['content:dog', 'IMU'],
    ['content:meetup', ''],
    ['meetup', 'U'],
    ['content:"dog and a cat"', 'U'],
    ['content:(dog mix)', 'MU'],
    ['content:(hello OR errand)', 'DE'],
    ['-content:dog', 'DEZ'],
    ['content:(ikea OR meeting)', 'I'],
    ['tag:#work', 'MU'],
    ['tag:work', 'MU'],
    ['tag:work/plan', 'M'],
    ['tag:myjob', 'E'],
    ['tag:code', ''],
    ['#code', 'E'],
    ['tag:(work OR myjob)', 'EMU'],
    ['tag:(work -work/plan)', 'U'],
    ['tag:/#my.*work/', 'E'],
    ['tag:""', 'EMU'],
    ['-tag:work dog', 'I'],
    ['tag:work OR hello', 'EMU'],
    ['tag:work -tag:work/plan', 'U'],
  ];

  const parts: readonly (readonly [query: string, notes: string])[] = [
    ['line:(mix flour)', 'M'],
    ['mix flour', 'MU'],
    ['line:mix', 'MU'],
    ['line:"mix well"', 'U'],
    ['line:(flour -water)', 'U'],
    ['line:(flour OR shelf)', 'IMU'],
    ['line:(dog OR cat) mix', 'MU'],
    ['-line:(mix flour)', 'DEIUZ'],
    ['mix -line:(mix flour)', 'U'],
    ['line:/^add/', 'U'],
    ['line:meetup', ''],
    ['line:(mix flour) OR hello', 'EM'],
    ['line:(hammer -dog)', 'I'],
    ['block:(dog cat)', 'U'],
    ['block:(flour well)', 'U'],
    ['block:(ana bob)', ''],
    ['block:(ana monday)', 'D'],
    ['-block:(dog cat) dog', 'IM'],
    ['block:(call -(ana OR off))', 'DE'],
    ['section:(dog cat)', 'MU'],
    ['section:(agenda water)', 'M'],
    ['section:(agenda weight)', ''],
    ['section:(ikea screw)', ''],
    ['section:(parts dog)', 'I'],
    ['section:(dog -cat)', 'I'],
    ['-section:(dog cat) dog', 'I'],
    ['task:call', 'DU'],
    ['task:(email ana)', 'D'],
    ['task:(call OR errand)', 'DU'],
    ['task:plain', ''],
    ['task:monday', 'D'],
    ['task:""', 'DU'],
    ['-task:"" dog', 'IM'],
    ['task-todo:email', 'D'],
    ['task-todo:call', 'DU'],
    ['task-todo:errand', 'D'],
    ['task-done:email', 'U'],
    ['task-done:call', 'U'],
    ['task-done:errand', ''],
    ['task-todo:""', 'DU'],
    ['task-done:""', 'U'],
    ['task:(call -ana)', 'U'],
    ['-task-done:"" task:""', 'D'],
    ['task-done:email OR hello', 'EU'],
    ['section:(line:(mix flour) dog)', 'M'],
    ['section:(line:(dog cat) mix)', 'U'],
    ['block:(task-todo:call)', 'DU'],
    ['line:(content:shelf)', 'I'],
    ['section:(/screw/ dog)', 'I'],
  ];

  const cases: readonly (readonly [query: string, notes: string])[] = [
    ['match-case:HappyCat', 'E'],
    ['ignore-case:happycat', 'EI'],
    ['happycat', 'EI'],
    ['match-case:(HappyCat OR shelf)', 'EI'],
    ['match-case:"IKEA list"', 'I'],
    ['match-case:ikea', ''],
    ['-match-case:HappyCat happycat', 'I'],
    ['match-case:(HappyCat OR ignore-case:IKEA)', 'EI'],
    ['match-case:/Happy/', 'E'],
    ['match-case:line:(Mix flour)', 'M'],
    ['match-case:line:(mix flour)', ''],
    ['line:(match-case:Mix flour)', 'M'],
    ['match-case:(Mix ignore-case:FLOUR)', 'MU'],
    ['match-case:path:Daily', 'DE'],
    ['match-case:path:daily', ''],
    ['path:match-case:daily', ''],
    ['match-case:file:ikea', ''],
    ['match-case:tag:Work', ''],
    ['match-case:tag:work', 'MU'],
    ['ignore-case:(match-case:HappyCat OR IKEA)', 'EI'],
    ['match-case:[status:draft]', ''],
    ['match-case:[status:Draft]', 'M'],
    ['ignore-case:[status:draft]', 'M'],
  ];

  const properties: readonly (readonly [query: string, notes: string])[] = [
    ['[status]', 'MU'],
    ['[Status]', 'MU'],
    ['[nothing]', ''],
    ['-[status]', 'DEIZ'],
    ['dog -[status]', 'I'],
    ['[status:Draft]', 'M'],
    ['[status:draft]', 'M'],
    ['[status:dra]', 'M'],
    ['[status:"dra"]', ''],
    ['[status:"Draft"]', 'M'],
    ['[status:Draft OR Published]', 'MU'],
    ['[status:(Draft OR Published)]', 'MU'],
    ['[status:-draft]', 'U'],
    ['[status:/^pub/]', 'U'],
    ['[status OR nothing:draft]', 'M'],
    ['["status":draft]', 'M'],
    ['[/^stat/:draft]', 'M'],
    ['[aliases:"Team Sync"]', 'M'],
    ['[aliases:team]', 'M'],
    ['[aliases:"team"]', ''],
    ['[aliases:team sync]', 'M'],
    ['[duration:3]', 'M'],
    ['[duration:1]', ''],
    ['[duration:<5]', 'M'],
    ['[duration:>5]', 'U'],
    ['[duration:>=12]', 'U'],
    ['[duration:<=3]', 'M'],
    ['[duration:>2 -"12"]', 'M'],
    ['[duration:<5 OR >10]', 'MU'],
    ['mix [duration:<5]', 'M'],
    ['mix -[duration:<5]', 'U'],
    ['[due:<2026-12-01]', 'M'],
    ['[due:>2026-12-01]', ''],
    ['[done:false]', 'M'],
    ['[done:true]', ''],
    ['[empty:null]', 'U'],
    ['[empty]', 'U'],
    ['[quoted:null]', ''],
    ['[quoted:""]', 'U'],
    ['[list:null]', ''],
    ['[status:null]', ''],
    ['[author:[[Mara Okafor]]]', 'U'],
    ['[author:"Mara Okafor"]', 'U'],
    ['[author:mara]', 'U'],
    ['[status:draft] OR hello', 'EM'],
    ['([status:draft] OR [status:published]) dog', 'MU'],
    ['-([status:draft] OR hello)', 'DIUZ'],
    ['[status:draft] line:(mix flour) path:work -tag:myjob', 'M'],
  ];

  describe('the search language', () => {
    it.each(words)('joins words: %s', async (query, expected) => {
      expect(await found(query)).toBe(expected);
    });

    it.each(notes)('asks of notes: %s', async (query, expected) => {
      expect(await found(query)).toBe(expected);
    });

    it.each(parts)('asks of parts of notes: %s', async (query, expected) => {
      expect(await found(query)).toBe(expected);
    });

    it.each(cases)('respects letter case: %s', async (query, expected) => {
      expect(await found(query)).toBe(expected);
    });

    it.each(properties)('asks of properties: %s', async (query, expected) => {
      expect(await found(query)).toBe(expected);
    });
  });
});
