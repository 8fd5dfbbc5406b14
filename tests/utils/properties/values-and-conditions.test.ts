import fc from 'fast-check';
import { ValuesByKey } from '../../../src/utils/collections';
import { foldFileName, mayName, nameSameFile } from '../../../src/utils/properties/link-values';
import { ToolFailure } from '../../../src/errors';
import { parseConditions } from '../../../src/utils/properties/conditions';
import { foldTag, tagCovers } from '../../../src/utils/properties/property-names';

describe('values by key', () => {
  test('a key has what was added under it, each value once, in order', () => {
    const values = new ValuesByKey<string, string>();
    for (const value of ['b', 'b', 'a', 'b', 'c']) values.add('key', value);
    values.add('other', 'z');
    expect([...values.of('key')]).toEqual(['b', 'a', 'c']);
    expect([...values.of('other')]).toEqual(['z']);
    expect([...values.of('absent')]).toEqual([]);
  });

  test('a key is gone with its last value, whether or not it had several', () => {
    const values = new ValuesByKey<string, string>();
    values.add('one', 'a');
    values.delete('one', 'b');
    expect([...values.of('one')]).toEqual(['a']);
    values.delete('one', 'a');
    expect([...values.of('one')]).toEqual([]);
    for (const value of ['a', 'b']) values.add('two', value);
    for (const value of ['a', 'b']) values.delete('two', value);
    expect([...values.of('two')]).toEqual([]);
    values.delete('absent', 'a');
  });

  test('an empty text is a value like any other', () => {
    const values = new ValuesByKey<string, string>();
    values.add('key', '');
    expect([...values.of('key')]).toEqual(['']);
    values.add('key', 'a');
    expect([...values.of('key')]).toEqual(['', 'a']);
  });
});

describe('links in properties', () => {
  test.each([
    ['[[Anna]]', 'anna', true],
    ['[[People/Anna.md|A]]', 'anna', true],
    ['[[ANNA#Work]]', 'people/Anna', true],
    ['[[Anna\\|A]]', 'Anna', true],
    ['[[Ann]]', 'Anna', false],
    ['[[Bob|Anna]]', 'Anna', false],
    ['[[Bob#Anna]]', 'Anna', false],
    ['[[A\u030angstro\u0308m]]', '\u00c5ngstr\u00f6m', true],
    ['[[\u212belvin]]', '\u00e5elvin', true],
    ['[[Kelvin]]', '\u212aelvin', true],
  ])('the link %j may lead to a file named %j: %j', (link, name, expected) => {
    expect(mayName(link, foldFileName(name))).toBe(expected);
  });

  test('a link that cannot lead to a file of the name is not followed', () => {
    const followed: string[] = [];
    const follow = (link: string): string[] => {
      followed.push(link);
      return ['People/Anna'];
    };
    expect(nameSameFile('[[Bob]]', 'Anna', follow)).toBe(false);
    expect(nameSameFile('[[Anna]]', 'People/Anna', follow)).toBe(true);
    expect(followed).toEqual(['[[Anna]]']);
  });
});

describe('conditions', () => {
  const clock = { now: () => new Date('2026-11-21T09:30:00+01:00') };

  const note = {
    frontmatter: {
      status: 'In Progress',
      rating: 9,
      version: '10',
      code: 'x007',
      done: false,
      open: true,
      due: '2026-11-20',
      meeting: '2026-11-20T10:00',
      month: '2026-11',
      week: '2026-W47',
      release: '1.12.20',
      authors: ['Ada Lovelace', 'Bob'],
      scores: [3, 12],
      dates: ['2025-01-01', '2026-12-24'],
      empty: '',
      nothing: null,
      list: [],
      blanks: [null, ''],
      map: {},
      zero: 0,
      nested: { deep: { key: 'Value' }, list: [{ name: 'one' }, { name: 'two', size: 5 }] },
      'a.b': 'dotted',
      a: { b: 'nested' },
      'with space': 'yes',
      equation: 'a=b>c',
      city: 'Zu\u0308rich',
      formula: 'E=mc²',
    },
    tags: ['#Project/Garden', 'idea'],
  };

  const test = (...conditions: string[]) =>
    parseConditions(conditions, clock).every(({ holds }) => holds(note));

  describe('a condition', () => {
    it.each([
      'status=in progress',
      'status = IN PROGRESS',
      'status="In Progress"',
      'status!=done',
      'status~prog',
      'status',
      'rating=9',
      'rating=9.0',
      'rating>8',
      'rating>=9',
      'rating<10',
      'rating<=9',
      'rating<1e1',
      'rating!=10',
      'due<05.12.2026',
      'due=20.11.2026',
      'due>2026-W46',
      'due=2026-W47',
      'due<27/11/2026',
      'week>2026-W46',
      'week=2026-w47',
      'week<2026-W48',
      'week<2026-11-23',
      'release>1.12.19',
      'release=1.12.20',
      'version>9',
      'version<11',
      'version=10',
      'code>x006',
      'zero=0',
      'zero',
      'zero<0.5',
      'done=false',
      '!done',
      'open',
      'open=TRUE',
      'open!=false',
      'due=2026-11-20',
      'due=yesterday',
      'due<today',
      'due<=2026-11-20',
      'due>=2026-11-20',
      'due>2026-11-19',
      'due=2026-11',
      'due=2026',
      'due<2026-11-20T00:01',
      'due!=2026-11-21',
      'due~2026-11',
      'meeting=2026-11-20',
      'meeting>2026-11-20T09:59',
      'meeting<2026-11-20T10:01',
      'meeting<=2026-11-20',
      'month=2026-11',
      'month<2026-11-20',
      'authors=bob',
      'authors~BOB',
      'authors~ada',
      'authors~love',
      'authors=Ada Lovelace',
      'authors!=Ada',
      'scores>10',
      'scores<4',
      'scores=12',
      'scores~3',
      'dates>2025',
      'dates<2026',
      '!empty',
      '!nothing',
      '!list',
      '!blanks',
      '!map',
      '!missing',
      'empty=',
      'nothing=',
      'missing=',
      'blanks=',
      'status!=',
      'missing!=x',
      'nested',
      'nested.deep.key=value',
      'nested.list.name=two',
      'nested.list.size>4',
      '!nested.list.none',
      'a.b=dotted',
      'with space=yes',
      'equation=a=b>c',
      'equation~=b',
      'formula=e=mc²',
      'city=z\u00fcrich',
      'city~\u00dcR',
      'tags=project',
      'tags=#PROJECT/garden',
      'tags=idea',
      'tags~project',
      'tags~gard',
      'tags~#idea',
      'tags',
      'tags!=ide',
      'tags!=garden',
      ' status ',
      ' ! missing',
    ])('%j holds', condition => {
      expect(test(condition)).toBe(true);
    });

    it.each([
      'status=progress',
      'status!=in progress',
      'due>=05.12.2026',
      'due>2026-W47',
      'due<2026-W47',
      'week>2026-W47',
      'release>1.12.20',
      'score=3/4',
      'status~done',
      '!status',
      'rating>9',
      'rating<9',
      'rating=90',
      'rating!=9',
      'version<9',
      'done',
      '!open',
      'due=2026-11-21',
      'due>2026-11-20',
      'due>2026',
      'due<2026-11-20',
      'due>yesterday',
      'meeting>2026-11-20',
      'meeting<2026-11-20',
      'authors=Ada',
      'authors!=bob',
      'scores=13',
      '!scores',
      'empty',
      'nothing',
      'list',
      'blanks',
      'map',
      'missing',
      'missing=x',
      'missing>1',
      'missing<1',
      'authors~eve',
      'tags~gard/',
      'missing~x',
      'missing!=',
      'status=',
      'nested=value',
      'nested.deep=value',
      'nested.deep.key.x',
      'nested.none.key=x',
      'nothing.x=1',
      'status.length',
      'authors.length=2',
      'constructor',
      '__proto__',
      'toString',
      'nested.constructor',
      'hasOwnProperty!=',
      'a.c=nested',
      'tags=garden',
      'tags=ide',
      'tags!=project',
      '!tags',
      'tags=',
      'list>0',
      'map~x',
      'Statu=in progress',
      'status>4',
      'status<=4',
      'status<2026-01-01',
      'rating<n/a',
      'due>n/a',
      'done>=0',
      'month>b',
    ])('%j does not hold', condition => {
      expect(test(condition)).toBe(false);
    });

    it('counts with all others, and none always holds', () => {
      expect(test('rating>8', 'open', '!done')).toBe(true);
      expect(test('rating>8', 'done')).toBe(false);
      expect(test()).toBe(true);
    });

    it('asks nothing of a note without properties', () => {
      for (const frontmatter of [null, undefined, {}]) {
        const bare = { frontmatter, tags: [] };
        const holds = (condition: string) => parseConditions([condition], clock)[0]?.holds(bare);
        expect(['!x', 'x!=1', 'x=', '!tags', 'tags='].map(holds)).toEqual([true, true, true, true, true]);
        expect(['x', 'x=1', 'x.y', 'tags', 'tags=a', 'x~a'].map(holds)).toEqual(Array(6).fill(false));
      }
    });

    it.each([
      ['{"in":["#foo",{"var":"tags"}]}', 'is JsonLogic'],
      ['', 'names no property'],
      ['=x', 'names no property'],
      ['!', 'names no property'],
      ['!=x', 'names no property'],
      ['a..b=1', 'names no property'],
      ['.a', 'names no property'],
      ['a>', 'has nothing to compare with'],
      ['a ~ ', 'has nothing to compare with'],
      ['!a=b', 'has a `!` before a comparison'],
      [`a=${'b'.repeat(600)}`, 'is longer than 512 characters'],
    ])('%j is refused: it %s', (condition, problem) => {
      const parse = () => parseConditions(['fine', condition], clock);
      expect(parse).toThrow(ToolFailure);
      expect(parse).toThrow(`Condition 2 of \`where\` ${problem}`);
    });

    it('is one of 64 at most', () => {
      const many = Array.from({ length: 65 }, () => 'a');
      expect(() => parseConditions(many, clock)).toThrow(
        '`where` has 65 conditions; at most 64 are allowed.',
      );
    });

    it('and its opposite never hold together, for any value', () => {
      const value = fc.jsonValue({ maxDepth: 2 });
      const text = fc.oneof(
        // After a comma there may be a second condition.
        fc.string({ maxLength: 8 }).filter(written => !written.includes(',')),
        fc.constantFrom('0', '9', '2026-11-20', 'today', 'true'),
      );
      fc.assert(
        fc.property(value, text, (held, asked) => {
          const subject = { frontmatter: { key: held }, tags: [] };
          const holds = (condition: string) => parseConditions([condition], clock)[0]?.holds(subject);
          expect(holds(`key=${asked}`)).toBe(!holds(`key!=${asked}`));
          expect(holds('key')).toBe(!holds('!key'));
          if (asked.trim() !== '' && !asked.startsWith('=') && !Array.isArray(held)) {
            expect(holds(`key<${asked}`) && holds(`key>=${asked}`)).toBe(false);
          }
        }),
        { seed: 20261121, numRuns: 1000 },
      );
    });
  });

  describe('a tag', () => {
    it('covers itself and those nested in it, with or without #, in any letter case', () => {
      const covers = (wanted: string, tag: string) => tagCovers(foldTag(wanted), foldTag(tag));
      expect(covers('#Work', 'work')).toBe(true);
      expect(covers('work', '#WORK/urgent/now')).toBe(true);
      expect(covers('work/urgent', 'work')).toBe(false);
      expect(covers('work', 'workshop')).toBe(false);
      expect(covers('', 'work')).toBe(false);
    });
  });

  function hintOf(condition: string): string | undefined {
    try {
      parseConditions([condition], clock);
    } catch (error) {
      return error instanceof ToolFailure ? error.hintFor(() => true) : undefined;
    }
    return undefined;
  }

  describe('a condition that no note can fulfil', () => {
    it.each([
      ['modified<bananas', 'compares `modified`, a date, with "bananas"'],
      ['MODIFIED!=bananas', 'compares `modified`, a date, with "bananas"'],
      ['created>20', 'compares `created`, a date, with "20"'],
      ['wordCount<abc', 'compares `wordCount`, a number, with "abc"'],
      ['wordCount>abc', 'compares `wordCount`, a number, with "abc"'],
      ['size>=5 MB', 'compares `size`, a number, with "5 MB"'],
      ['tasks.open=some', 'compares `tasks.open`, a number, with "some"'],
      ['backlinks>x', 'compares `backlinks`, a number, with "x"'],
      ['tasks>0', 'compares `tasks`, which is an object'],
      ['status in lent,repair', 'uses "in", which is not an operator'],
      ['rating between 3 and 5', 'uses "between", which is not an operator'],
      ['status contains open', 'uses "contains", which is not an operator'],
      ['status not in (a, b)', 'uses "not in", which is not an operator'],
      ['title STARTS WITH plan', 'uses "starts with", which is not an operator'],
      ['status is not done', 'uses "is not", which is not an operator'],
    ])('%j is refused: it %s', (condition, problem) => {
      expect(() => parseConditions(['fine', condition], clock)).toThrow(
        `Condition 2 of \`where\` ${problem}`,
      );
    });

    it.each([
      ['modified<bananas', /`modified>2026-10-01`.*`frontmatter\.modified`/],
      ['wordCount>abc', /`wordCount>100`.*`frontmatter\.wordCount`/],
      ['tasks>0', /`tasks\.open`/],
      ['status in a,b', /\{"in":\[\{"var":"frontmatter\.status"\},\["a","b"\]\]\}/],
      ['rating between 3 and 5', /\["rating>=3","rating<=5"\]/],
      ['status contains open', /"status~open"/],
      ['status is done', /"status=done"/],
      ['status is not done', /"status!=done"/],
      ['title ends with x', /regexp/],
      ['amount>1,000', /1000/],
      ['amount<=12,345,678.50', /12345678\.50/],
    ])('%j is refused with the way to write it', (condition, way) => {
      expect(hintOf(condition)).toMatch(way);
    });

    it.each(['amount>1000, amount<3000', 'status=open,rating>=4'])(
      '%j is two conditions and refused',
      condition => {
        expect(() => parseConditions([condition], clock)).toThrow(ToolFailure);
      },
    );

    it.each(['due>05/12/2026', 'due<=5-12-2026'])('%j may mean two dates and is refused', condition => {
      expect(() => parseConditions([condition], clock)).toThrow(ToolFailure);
    });

    it.each([
      'ratio>1/2',
      'check in',
      'in stock',
      'is open',
      'created=',
      'size',
      'title="a, b=c"',
      'tags=a, b',
      'ratio>1,5',
      'frontmatter.size=large',
    ])('%j is read', condition => {
      expect(() => parseConditions([condition], clock)).not.toThrow();
    });
  });
});
