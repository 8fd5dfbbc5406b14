import { result, TestVault } from './support/vault';
import { zoneNamed } from './support/zone';

const zone = zoneNamed('America/New_York');
const vault = new TestVault(
  [
    {
      path: 'Books/Dune.md',
      size: 120,
      created: Date.parse('2026-11-01T15:00:00Z'),
      modified: Date.parse('2026-11-20T15:00:00Z'),
      properties: {
        title: 'Dune',
        price: 12.5,
        'a b': 'with a space',
        Größe: 3,
        done: false,
        due: '2026-12-24',
        at: '2026-12-24T18:30',
        tags: ['Sci-Fi/classic', 'read'],
        author: '[[People/Herbert|Frank]]',
        list: ['x', 'Y', 2, '[[Herbert]]'],
        nested: { deep: { value: 1 }, list: [1] },
        empty: '',
        nothing: null,
      },
      tags: ['Sci-Fi/classic', 'read', 'inline'],
      links: [
        { target: 'People/Herbert', display: 'Frank' },
        { target: 'Nowhere', display: 'Nowhere' },
      ],
    },
    { path: 'People/Herbert.md', properties: { born: '1920-10-08' } },
    { path: 'Root.md' },
    { path: 'Files/report.pdf' },
  ],
  { zone, now: '2026-11-22T15:30:45Z' },
);

function of(expression: string): unknown {
  return result(expression, {
    vault,
    path: 'Books/Dune.md',
    self: 'People/Herbert.md',
    formulas: { two: '1 + 1' },
  });
}

describe('names', () => {
  test.each([
    ['title', 'Dune'],
    ['TITLE', 'Dune'],
    ['note.Title', 'Dune'],
    ['note["a b"]', 'with a space'],
    ['Größe + 1', 4],
    ['missing', null],
    ['missing.deeper.still', null],
    ['missing.contains("x")', null],
    ['nested.deep.value', 1],
    ['nested["deep"]["value"]', 1],
    ['nested.list[0]', 1],
    ['list[7]', null],
    ['formula.two', 2],
    ['formula["two"]', 2],
    ['formula.none', { error: 'Cannot find formula "none"' }],
    ['this.born', '1920-10-08'],
    ['this["born"]', '1920-10-08'],
    ['this.file.name', 'Herbert'],
    ['this.file.folder', 'People'],
    ['this', '[[People/Herbert.md]]'],
    ['file.file.name', 'Dune'],
    ['file.folder', 'Books'],
    ['file.size', 120],
    ['file.mtime', '2026-11-20T10:00:00'],
    ['file("Root").folder', '/'],
    ['file("Files/report.pdf").name', 'report.pdf'],
    ['file.nope', { error: 'Cannot find "nope" on type File' }],
    ['value', null],
  ])('%s', (expression, expected) => expect(of(expression)).toEqual(expected));
});

describe('operators', () => {
  test.each([
    ['1 + 2 * 3 - 4 / 2', 5],
    ['-(2 + 3) * -1', 5],
    ['10 / 5 / 2', 1],
    ['1 / 0', '∞'],
    ['0 - 1 / 0', '-∞'],
    ['2 % 0', 'NaN'],
    ['"a" + 1 + true', 'a1true'],
    ['1 + "a"', '1a'],
    ['"a" + missing', 'a'],
    ['missing * 2', null],
    ['missing < 1', false],
    ['missing >= 1', false],
    ['nothing == null', true],
    ['"text" * 2', { error: 'Invalid operator between String and Number' }],
    ['[1] + [2, 3]', [1, 2, 3]],
    ['"10" > 9', true],
    ['"10" == 10', true],
    ['"b" > "a"', true],
    ['done == false', true],
    ['!done', true],
    ['title && price', true],
    ['empty || missing', false],
    ['false && number("x")', false],
    ['true || number("x")', true],
    ['number("x") || true', { error: 'Unable to parse "x" as a number.' }],
    ['if(missing, number("x"), "no")', 'no'],
    ['if([], "true", "false")', 'true'],
  ])('%s', (expression, expected) => expect(of(expression)).toEqual(expected));
});

describe('dates', () => {
  test.each([
    ['due', '2026-12-24'],
    ['at', '2026-12-24T18:30:00'],
    ['due.isType("date")', true],
    ['date(due).year', 2026],
    ['at.hour * 60 + at.minute', 1110],
    ['now()', '2026-11-22T10:30:45'],
    ['today()', '2026-11-22'],
    ['date("20261224")', '2026-12-24'],
    ['date("202612241830")', '2026-12-24T18:30:00'],
    ['date("2026-12-24T18:30:00Z")', '2026-12-24T13:30:00'],
    ['date("2026-12-24T18:30:00+02:00")', '2026-12-24T11:30:00'],
    ['date("2026-02-30")', { error: 'Unable to parse "2026-02-30" as a date.' }],
    ['date(missing)', null],
    ['date("2024-12-01") + "1M" + "4h" + "3m"', '2025-01-01T04:03:00'],
    ['date("2026-01-31") + "1M"', '2026-02-28'],
    ['date("2026-03-31") - "1 month"', '2026-02-28'],
    ['date("2026-03-07 12:00") + "1d"', '2026-03-08T12:00:00'],
    ['date("2026-03-07 12:00") + "24h"', '2026-03-08T13:00:00'],
    ['due + "x"', { error: 'Unable to parse "x" as a duration.' }],
    ['due * 2', { error: 'Invalid operator between Date and Number' }],
    ['(due - today()).days', 32],
    ['(date("2026-06-11 12:00:00") - date("2026-06-10")).days', 1.5],
    ['(now() - date("2000-01-01")).years.floor()', 26],
    ['(due - today()).toString()', 'a month'],
    ['number(due - today())', { error: 'Unable to parse "a month" as a number.' }],
    ['due > now()', true],
    ['due > "2026-12-23"', true],
    ['due == "2026-12-24"', true],
    ['date("2026-12-24") == at', true],
    ['at.date()', '2026-12-24'],
    ['at.time()', '18:30:00'],
    ['at.format("ddd D MMM YYYY")', 'Thu 24 Dec 2026'],
    ['file.ctime.relative()', '21 days ago'],
    ['file.ctime.relative().contains("days")', true],
    ['duration("1d 2h").hours', 26],
    ['duration("P1DT2H").hours', 26],
    ['(duration("5h") * 2).hours', 10],
    ['2 * duration("5h")', { error: 'Invalid operator between Number and Duration' }],
    ['duration("90m") > "1h"', true],
    ['due.isEmpty()', false],
    ['missing.isEmpty()', true],
  ])('%s', (expression, expected) => expect(of(expression)).toEqual(expected));
});

describe('texts, numbers and patterns', () => {
  test.each([
    ['"a:b:c:d".replace(/:/, "-")', 'a-b:c:d'],
    ['"a:b:c:d".replace(/:/g, "-")', 'a-b-c-d'],
    ['"John Smith".replace(/(\\w+) (\\w+)/, "$2, $1")', 'Smith, John'],
    ['"a.b".replace(".", "$&")', 'a$&b'],
    ['"a,b,c,d".split(",", 3)', ['a', 'b', 'c']],
    ['"a1b2c".split(/\\d/)', ['a', 'b', 'c']],
    ['"abc".split("")', ['a', 'b', 'c']],
    ['"hello world".title()', 'Hello World'],
    ['"  x ".trim() + "|"', 'x|'],
    ['"ABC".lower()', 'abc'],
    ['"abc".slice(-2)', 'bc'],
    ['"abc".containsAll("a", "z")', false],
    ['"it\\"s" + \'"\'', 'it"s"'],
    ['/^b/m.matches("a\\nb")', true],
    ['/^b/.matches("a\\nb")', false],
    ['/ABC/i.matches("xabcx")', true],
    [
      '/(?=a)/.matches("a")',
      { error: 'Regular expression: `pattern` uses look-around at character 6, which is not supported.' },
    ],
    ['escapeHTML("<a href=\\"x\\">&</a>")', '&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;'],
    ['(-2.5).round()', -2],
    ['(1234.567).round(1)', 1234.6],
    ['(5).toFixed(2)', '5.00'],
    ['min(3, 1, 2) + max(3, 1, 2)', 4],
    ['number(" 3.5 ")', 3.5],
    ['"x".nope', { error: 'Cannot find "nope" on type String' }],
    ['"x".repeat(-1)', { error: 'repeat() takes a number of 0 or more' }],
    ['"x".contains()', { error: 'Function "contains" needs an argument' }],
    ['html("<b>x</b>")', '<b>x</b>'],
    ['image("a.png")', '![](a.png)'],
  ])('%s', (expression, expected) => expect(of(expression)).toEqual(expected));
});

describe('lists, objects, links and files', () => {
  test.each([
    ['list.length', 4],
    ['list.contains("x")', true],
    ['list.contains("X")', false],
    ['list.contains(link("Herbert"))', true],
    ['list.contains(file("Herbert"))', true],
    ['list(title).length', 1],
    ['list(missing).length', 0],
    ['[3, 20, 100].sort()', [3, 20, 100]],
    ['["b10", "a", "b9"].sort()', ['a', 'b9', 'b10']],
    ['[1, [2, [3]]].flat()', [1, 2, [3]]],
    ['[1, 1, "1"].unique()', [1, '1']],
    ['[1, 2, 3].map(value * index)', [0, 2, 6]],
    ['[1, 2, 3].filter(value > 1).reduce(acc + value, 10)', 15],
    [
      '[1, "x", 5].filter(value.isType("number")).reduce(if(acc == null || value > acc, value, acc), null)',
      5,
    ],
    ['[[1], [2]].map(value.map(value + 1))', [[2], [3]]],
    ['[1, 2].reverse().join("-")', '2-1'],
    ['[1, 2, 3, 4].mean()', 2.5],
    ['tags.contains("sci-fi")', true],
    ['tags.contains("Sci-Fi/classic")', true],
    ['tags.contains("classic")', false],
    ['file.tags', ['Sci-Fi/classic', 'read', 'inline']],
    ['file.hasTag("#INLINE")', true],
    ['file.hasTag("none", "sci-fi")', true],
    ['file.inFolder("books/")', true],
    ['file.inFolder("Book")', false],
    ['file.hasProperty("NOTHING")', true],
    ['file.hasProperty("none")', false],
    ['file.hasLink("Herbert")', true],
    ['file.hasLink(this)', true],
    ['file.hasLink("[[Herbert]]")', true],
    ['file.hasLink("Root")', false],
    ['author', '[[People/Herbert|Frank]]'],
    ['author == this', true],
    ['author.asFile().properties.born', '1920-10-08'],
    ['author.path', { error: 'Cannot find "path" on type Link' }],
    ['author.contains("Herbert")', true],
    ['author != link("Root")', true],
    ['link("[[Root|The root]]")', '[[Root|The root]]'],
    ['link("https://obsidian.md", "Site")', '[Site](https://obsidian.md)'],
    ['file.asLink("Shown")', '[[Books/Dune.md|Shown]]'],
    ['nested.keys()', ['deep', 'list']],
    ['nested.isEmpty()', false],
    ['nested.none', null],
    ['file.properties.price', 12.5],
  ])('%s', (expression, expected) => expect(of(expression)).toEqual(expected));
});

describe('what is no expression', () => {
  test.each([
    '1 +',
    '+1',
    'a ? b : c',
    'a = 1',
    '{"a": 1}',
    '5.round()',
    'a => a',
    '"open',
    '(1',
    'a b',
    '[1',
    '.a',
    'a.',
    'f(,)',
  ])('%s is nothing', expression => expect(of(expression)).toBeNull());
});

describe('many links among many', () => {
  const count = 900;
  const links = (name: string): string[] =>
    Array.from({ length: count }, (_, index) => `[[${name} ${index}]]`);
  const files = Array.from({ length: count }, (_, index) => ({ path: `Folder/Held ${index}.md` }));
  const many = new TestVault(
    [
      {
        path: 'row.md',
        properties: {
          held: links('Held'),
          others: links('Other'),
          alike: [...links('Other'), '[[Folder/Held 899|shown]]'],
          paths: links('Folder/Held'),
          mixed: ['[[Held 1]]', 'text', '[[Other 1]]'],
        },
      },
      ...files,
    ],
    {
      resolve: linkpath =>
        /^(?:Folder\/)?Held \d+$/u.test(linkpath)
          ? `Folder/${linkpath.slice(linkpath.indexOf('Held'))}.md`
          : undefined,
    },
  );

  test.each([
    ['held.containsAny(others)', false],
    ['held.containsAny(alike)', true],
    ['held.containsAll(paths)', true],
    ['paths.containsAll(alike)', false],
    ['others.containsAny(others)', true],
    ['held.map(value.asFile()).containsAll(held)', true],
    ['held.containsAny(file("Held 3"))', true],
    ['mixed.containsAny("[[Held 1]]")', true],
    ['mixed.containsAll(link("Folder/Held 1"), "text")', true],
    ['mixed.containsAny(link("Held 2"))', false],
    ['held.containsAll()', { error: 'Function "containsAll" needs an argument' }],
    ['held.containsAll([])', true],
    ['[].containsAny(held)', false],
  ])('%s is %j', (expression, expected) => {
    expect(result(expression, { vault: many })).toEqual(expected);
  });
});
