/** What the budget charges, against the work that the language's own functions do. */
import fc from 'fast-check';
import type { BaseFile, DateWords } from '../../src/bases/base-vault';
import { readBase } from '../../src/bases/document/base-document';
import { memberFunctionNames } from '../../src/bases/functions/dispatch';
import { localZone, type Zone } from '../../src/bases/values/zone';
import { BaseRow, RowContext } from '../../src/bases/view/rows';
import { metered } from './support/work-meter';
import { TestVault } from './support/vault';

/** Work that a step may stand for, and work that a base may do before it charges anything. */
const [unitsPerStep, head] = [4, 12_000];

const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_item, index) => make(index));

/** The kinds of large values; an expression that does something for each of them is cheap only if it charges nothing. */
const properties = {
  numbers: range(3000, index => index % 10),
  texts: range(2000, index => `text ${index}`),
  links: range(1000, index => `[[Note ${index % 50}|shown ${index}]]`),
  dates: range(500, index => `2026-01-${String((index % 28) + 1).padStart(2, '0')}`),
  nested: range(60, () => range(60, index => index)),
  map: Object.fromEntries(range(2000, index => [`key${index}`, index])),
  text: 'abcdefgh'.repeat(6000),
  Tags: range(1000, index => `tag${index}/inner`),
  many: range(3000, () => 1),
  long: `[[${'a'.repeat(9000)}]]`,
};
const tags = range(1000, index => `tag${index}/inner`);
const links = range(3000, index => ({ target: `Note ${index % 50}`, display: `shown ${index}` }));

/** What the vault did: about as much as so many steps, by what it takes in the host (measured). */
class Vault extends TestVault {
  units = 0;

  constructor() {
    const zone: Zone = {
      calendarDate: at => (this.did(3), localZone.calendarDate(at)),
      moment: date => (this.did(3), localZone.moment(date)),
    };
    const words: DateWords = {
      format: (_at, format) => (this.did(30), format),
      relative: () => (this.did(60), 'some time ago'),
      duration: () => (this.did(30), 'some time'),
    };
    const large = { properties: { map: properties.map }, tags, links, embeds: links };
    const notes = range(50, index => ({ path: `Note ${index}.md`, ...large }));
    const backlinks = range(2000, index => `Note ${index % 50}.md`);
    super([{ path: 'row.md', backlinks, properties, tags, links, embeds: links }, ...notes], { zone, words });
  }

  override resolve(linkpath: string): BaseFile | undefined {
    this.did(24);
    return this.files.get(`${linkpath}.md`);
  }

  private did(units: number): void {
    this.units += units;
  }
}

const leaves = [
  ...Object.keys(properties),
  ...[
    'note',
    'file',
    'this',
    'this.map',
    'note["none" + text]',
    'file.properties',
    'file.tags',
    'file.links',
  ],
  ...['value', 'index', '"abc"', '(text + "z")', '1', 'null', '""', 'today()', 'date("2026-01-01")'],
  ...[
    'link("Note 1")',
    'file("Note " + index)',
    '/(a|b)c*/g',
    'dates.map(now() - value)',
    '[numbers, map, text]',
  ],
];
const globalNames = ['date', 'duration', 'file', 'link', 'number', 'html', 'escapeHTML', 'list', 'max', 'if'];
const fields = ['length', 'keys()', 'values()', 'tags', 'embeds', 'backlinks', 'properties', 'year', 'days'];

const operators = ['+', '-', '*', '==', '!=', '<', '>=', '&&', '||'];

const { expression } = fc.letrec<{ expression: string }>(tie => {
  const leaf = fc.constantFrom(...leaves);
  const part = fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    tie('expression'),
  );
  const names = fc.constantFrom(...memberFunctionNames);
  const args = fc.array(part, { minLength: 1, maxLength: 3 });
  return {
    expression: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(part, names, args).map(([of, name, all]) => `(${of}).${name}(${all.join()})`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(...globalNames), args)
          .map(([name, all]) => `${name}(${all.join()})`),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(part, fc.constantFrom(...operators), part)
          .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
      },
      { weight: 1, arbitrary: fc.tuple(part, part).map(([a, b]) => `(${a})[${b}]`) },
      {
        weight: 1,
        arbitrary: fc.tuple(part, fc.constantFrom(...fields)).map(([a, name]) => `(${a}).${name}`),
      },
    ),
  };
});

class UnpaidWork extends Error {}

/** The row and its context, with a formula that is tested. */
function rowWith(formula: string, vault: TestVault): { row: BaseRow; context: RowContext } {
  const read = readBase(JSON.stringify({ formulas: { tested: formula } }));
  const file = vault.files.get('row.md');
  if (!read.ok || file === undefined) throw new Error('No such file or base.');
  const context = new RowContext(read.base, vault, file);
  const row = new BaseRow(file, context);
  context.begin(row);
  return { row, context };
}

/** Evaluates a formula for the note. @throws UnpaidWork as soon as there is more work than the steps that were spent stand for */
function evaluate(formula: string): void {
  const vault = new Vault();
  const { row, context } = rowWith(formula, vault);
  let own = 0;
  metered(
    () => row.formula('tested'),
    more => {
      own += more;
      const units = own + vault.units;
      if (units > head + unitsPerStep * context.budget.used)
        throw new UnpaidWork(`${formula} does ${units} units of work for ${context.budget.used} steps`);
    },
  );
}

test('whatever an expression does with large values is paid for', () => {
  const repeated = expression.map(part => `many.map(${part})`);
  fc.assert(fc.property(repeated, evaluate), { seed: 20261126, numRuns: 75 });
});

/** Steps that an expression takes, without those of another one. */
function stepsOf(formula: string, without: string): number {
  const [whole, part] = [formula, without].map(one => {
    const { row, context } = rowWith(one, new Vault());
    const value = row.formula('tested');
    if (typeof value === 'object' && value?.kind === 'error') throw new Error(value.message);
    return context.budget.used;
  });
  return (whole ?? 0) - (part ?? 0);
}

test.each([
  ['numbers + numbers', 'numbers', 6002],
  ['text + "z"', 'text', 1502],
  ['numbers.map(1)', 'numbers', 6001],
  ['numbers.filter(value > 10)', 'numbers', 9001],
  ['numbers.slice(0, 1)', 'numbers', 3003],
  ['numbers.reverse()', 'numbers', 3001],
  ['numbers.sort()', 'numbers', 24001],
  ['numbers.median()', 'numbers', 12001],
  ['numbers.unique()', 'numbers', 18001],
  ['numbers.sum()', 'numbers', 6001],
  ['numbers.join()', 'numbers', 6001],
  ['texts.map(text).length', '[texts, text]', 4000],
  ['numbers.contains(11)', 'numbers', 6002],
  ['numbers.containsAny(11)', 'numbers', 6377],
  ['[numbers, numbers].flat()', 'numbers', 6005],
  ['[1].containsAny(numbers)', 'numbers', 3383],
  ['numbers == numbers.map(value)', 'numbers.map(value)', 6004],
  ['numbers.toString()', 'numbers', 6283],
  ['map.toString()', 'map', 6932],
  ['map == note.map', 'map', 4],
  ['map.keys()', 'map', 2001],
  ['map.values()', 'map', 2001],
  ['note', '1', 24_470],
  ['file.properties', '1', 24_471],
  ['map', '1', 6001],
  ['this.numbers', '1', 3001],
  ['Tags', '1', 1000],
  ['long', '1', 282],
  ['links', '1', 1001],
  ['dates', '1', 4501],
  ['note["none"]', '1', 10],
  ['file.properties["none"]', 'file.properties', 11],
  ['file.hasProperty("none")', '1', 11],
  ['file.hasProperty(text)', 'text', 1511],
  ['note[text]', 'text', 1510],
  ['map[text]', '[map, text]', 1500],
  ['file.tags', '1', 1001],
  ['file.links', '1', 3001],
  ['file.embeds', '1', 3001],
  ['file.backlinks', '1', 2001],
  ['file.hasLink("None")', '1', 3050],
  ['file.hasLink(file)', '1', 401],
  ['file.hasLink(text)', 'text', 4550],
  ['file.hasTag("none")', '1', 3489],
  ['file.hasTag(text)', 'text', 9489],
  ['file.inFolder(text)', 'text', 6002],
  ['file(text)', 'text', 25],
  ['link(text)', 'text', 1501],
  ['link("Note 1").asFile()', 'link("Note 1")', 26],
  ['link("Note 1") == link("Note 2", "x")', '1', 58],
  ['links.containsAny(link("None"))', 'links', 27004],
  ['links.contains("None")', 'links', 2002],
  ['Tags.contains("none")', 'Tags', 5974],
  ['Tags.slice(0, 5).contains(text.slice(0, 9000))', '[Tags.slice(0, 5), text.slice(0, 9000)]', 11272],
  ['number(texts.map("1").slice(0, 1)[0])', 'texts', 6007],
  ['text == text + "z"', 'text', 1506],
  ['text + "a" == text + "b"', '[text + "a", text + "b"]', 1502],
  ['text + "a" < text + "b"', '[text + "a", text + "b"]', 3000],
  ['1 == text', 'text', 1504],
  ['1 < text', 'text', 1502],
  ['today() == text', '[today(), text]', 1519],
  ['today() < text', '[today(), text]', 1508],
  ['today() == date("2026-01-01 10:00")', '[today(), date("2026-01-01 10:00")]', 18],
  ['today() == "2026-01-01"', 'today()', 28],
  ['duration("1d") == "1d"', 'duration("1d")', 12],
  ['duration("1d") < "1d"', 'duration("1d")', 10],
  ['today() + "1d"', 'today()', 18],
  ['today()', '1', 8],
  ['date("2026-01-01")', '"2026-01-01"', 9],
  ['duration("1d")', '"1d"', 9],
  ['today().year', 'today()', 3],
  ['today().date()', 'today()', 9],
  ['today().time()', 'today()', 9],
  ['today().format("YYYY")', 'today()', 52],
  ['today().relative().toString()', 'today().relative()', 98],
  ['duration("1d").toString()', 'duration("1d")', 50],
  ['today().toString()', 'today()', 10],
  ['[text].sort()', '[text]', 84],
  ['[link(text)].sort()', '[link(text)]', 1584],
  ['[text].unique()', '[text]', 1503],
  ['[link(text)].unique()', '[link(text)]', 3004],
  ['[text].join(text)', 'text', 3004],
  ['[text].toString()', 'text', 3004],
  ['"x".slice(text)', 'text', 1502],
  ['"x".isType(text)', 'text', 1502],
  ['text.contains("zz")', 'text', 754],
  ['text.contains(text)', 'text', 12004],
  ['text.startsWith(text)', 'text', 1502],
  ['text.endsWith(text)', 'text', 1502],
  ['text.split("")', 'text', 48002],
  ['text.split("a")', 'text', 12379],
  ['text.replace("a", "b")', 'text', 14067],
  ['text.lower()', 'text', 3001],
  ['text.trim()', 'text', 1501],
  ['text.title()', 'text', 18001],
  ['text.reverse()', 'text', 18001],
  ['"abc".repeat(9000)', '"abc"', 845],
  ['escapeHTML(text.slice(0, 9000))', 'text', 1410],
  ['text.slice(0, 9000).replace(/zz/, text)', 'text', 36007],
  ['text.slice(0, 1000).replace(/a/g, text.slice(0, 700))', 'text', 6869],
  ['text.slice(0, 1000).split(/a/)', 'text', 4256],
  ['text.slice(0, 1000).replace(/(a+)/, "$1".repeat(900))', 'text', 6123],
  ['number("1".repeat(9000))', '"1".repeat(9000)', 281],
  ['text.slice(0, 1000).replace(/(a.*)/, "$1".repeat(60))', 'text.slice(0, 1000).replace(/(a.*)/, "")', 1875],
  ['many.map([]).flat()', 'many.map([])', 3001],
  ['links.containsAny(link("None"), link(text))', '[links, link(text)]', 28529],
  ['today().format("y".repeat(3000))', '"y".repeat(3000)', 1933],
  ['text.toString()', 'text', 1501],
  ['file.hasLink("Note 1")', '1', 425],
  ['file.hasTag("a", "b", "c", "d")', '1', 6495],
  ['image(map)', 'map', 6002],
  ['[[1], [2]].toString()', '[[1], [2]]', 10],
  ['nested == nested.map(value)', 'nested.map(value)', 124],
  ['link("None").linksTo(file)', 'link("None")', 27],
  ['texts.contains("text 1999")', 'texts', 4002],
  ['texts.containsAll("text 1", "text 2")', 'texts', 263],
])('%s takes at least the steps of its work, beside those of %s: %d', (formula, without, least) => {
  expect(stepsOf(formula, without)).toBeGreaterThanOrEqual(least);
});
