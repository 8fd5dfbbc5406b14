import { readBase, type BaseDocument } from '../../src/bases/document/base-document';
import { Warnings } from '../../src/bases/document/source';
import { toJson } from '../../src/bases/values/text';
import { Budget } from '../../src/bases/evaluation/budget';
import { BaseRow, RowContext } from '../../src/bases/view/rows';
import { summarize } from '../../src/bases/view/summarize';
import { viewRows } from '../../src/bases/view/view';
import { steppingSlicer } from '../search/slicers';
import { textWith } from '../support/matchers';
import { result, TestVault } from './support/vault';

/** The limits of a base and of one evaluation: what is beyond them is an error, and what is below them is not. */

const tooMany = { error: 'The expression takes too many steps.' };
const textTooLong = { error: 'The expression produces a text that is too long.' };
const tooLong = { error: 'The expression takes too long.' };
const tooDeep = { error: 'The expression produces lists that are nested too deeply.' };
const tooLarge = { error: 'The values are too large for a summary.' };

const loop = steppingSlicer();

function base(content: Record<string, unknown>): BaseDocument {
  const read = readBase(JSON.stringify(content, null, 1));
  if (!read.ok) throw new Error(read.message);
  return read.base;
}

/** A clock that shows more at each look. */
function clockOf(msPerLook: number): () => number {
  let now = 0;
  return () => (now += msPerLook);
}

/** So many notes, each with a number. */
function notes(count: number): { path: string; properties: Record<string, unknown> }[] {
  return Array.from({ length: count }, (_item, index) => ({
    path: `Note ${index}.md`,
    properties: { number: index },
  }));
}

async function summaryOf(content: Record<string, unknown>, vault: TestVault): Promise<unknown> {
  const document = base(content);
  const [view] = document.views;
  const context = new RowContext(document, vault, undefined);
  const { rows } = await viewRows(view, vault.files.values(), context, new Warnings(), loop);
  const [value = null] = (await summarize(view, rows, context, loop, new Map())).values();
  return toJson(value, { vault, budget: new Budget(vault.clock) });
}

describe('an evaluation ends by the clock where the charges do not end it', () => {
  const busy = '"x".repeat(4000).split("").map(value + "y").length';

  test('of a row, and the next row begins anew', () => {
    const clock = clockOf(0);
    let now = 0;
    const vault = new TestVault([{ path: 'a.md' }, { path: 'b.md' }], { clock: () => now + clock() });
    const document = base({ formulas: { busy: `if(file.name == "a", ${busy}, 1)`, other: '2' } });
    const context = new RowContext(document, vault, undefined);
    const [a, b] = [...vault.files.values()].map(file => new BaseRow(file, context));
    context.begin(a ?? fail());
    now += 251;
    expect(a?.formula('busy')).toMatchObject({ kind: 'error', message: tooLong.error });
    expect(b?.valueFor({ kind: 'formula', name: 'busy' })).toBe(1);
  });

  test('of a summary that every base has, and of one of this base', async () => {
    const vault = new TestVault(notes(5000), { clock: clockOf(251) });
    const views = [{ summaries: { 'note.number': 'Unique' } }];
    expect(await summaryOf({ views }, vault)).toEqual(tooLong);
    const own = [{ summaries: { 'note.number': 'own' } }];
    expect(
      await summaryOf({ views: own, summaries: { own: 'values.map(value + 1).length' } }, vault),
    ).toEqual(tooLong);
  });

  test('but a machine that takes a quarter of a second for a few steps turns no right answer into an error', () => {
    const vault = new TestVault([{ path: 'row.md' }], { clock: clockOf(1000) });
    expect(result('[1,2,3].map(value + 1).join()', { vault })).toBe('2,3,4');
  });
});

function fail(): never {
  throw new Error('There is no such row.');
}

test('all sort keys are made before rows are compared, a few in a turn', async () => {
  const { slicer, pauses } = steppingSlicer();
  const made: number[] = [];
  const rows = Array.from({ length: 300 }, (_item, index) => ({
    path: `Note ${index}.md`,
    properties: {
      get second(): number {
        made.push(pauses());
        return 300 - index;
      },
    },
  }));
  const sort = ['first', 'second'].map(property => ({ property, direction: 'ASC' }));
  const document = base({ views: [{ type: 'table', sort }] });
  const vault = new TestVault(rows);
  const context = new RowContext(document, vault, undefined);
  const found = await viewRows(document.views[0], vault.files.values(), context, new Warnings(), { slicer });
  expect(found.rows[0]?.file.path).toBe('Note 299.md');
  const inOneTurn = made.map(turn => made.filter(other => other === turn).length);
  expect(Math.max(...inOneTurn)).toBeLessThan(20);
});

describe('below the limits', () => {
  const vault = new TestVault([
    {
      path: 'row.md',
      properties: { words: Array.from({ length: 5000 }, () => 'word'), text: 'a b '.repeat(2000) },
    },
  ]);

  test.each([
    ['words.join(", ").length', 29_998],
    ['text.split(" ").length', 4001],
    ['text.replace(" ", "-").length', 8000],
    ['text.slice(0, 1000).replace(/a/g, "bc").length', 1250],
    ['words.unique().length', 1],
    ['words.contains("other")', false],
    ['text.contains("b a")', true],
    ['words.sort().length', 5000],
    ['file.properties.words.length', 5000],
  ])('%s is %j', (expression, expected) => {
    expect(result(expression, { vault })).toEqual(expected);
  });

  test('the median, and the number of different values, of ten thousand notes are found', async () => {
    const many = new TestVault(notes(10_000));
    expect(await summaryOf({ views: [{ summaries: { number: 'Median' } }] }, many)).toBe(4999.5);
    expect(await summaryOf({ views: [{ summaries: { number: 'Unique' } }] }, many)).toBe(10_000);
  });
});

describe('beyond the limits', () => {
  const list = '"x".repeat(3000).split("")';

  test.each([
    ['the text of a deep list', `${list}.reduce([acc], 1).toString()`, tooDeep],
    ['deep lists compared', `${list}.reduce([acc], 1) == ${list}.reduce([acc], 1)`, tooDeep],
    ['a deep list as an answer', `${list}.reduce([acc], 1)`, tooDeep],
    ['lists as one that is too long', `${list}.map(${list}).flat()`, tooMany],
    ['texts joined', `${list}.map("${'a'.repeat(50)}").join()`, textTooLong],
    ['a text put in many times', `"${'a'.repeat(400)}".replace(/a/g, "${'b'.repeat(300)}")`, textTooLong],
    ['a group put in many times', `"${'a'.repeat(2000)}".replace(/(a+)/, "$1".repeat(9000))`, textTooLong],
  ])('%s is an error', (_name, expression, expected) => {
    expect(result(expression)).toEqual(expected);
  });

  test('an answer of more values than its budget is for', () => {
    const budget = new Budget(() => 0, 1000);
    const list = { kind: 'list' as const, items: Array.from({ length: 2000 }, () => 1) };
    expect(toJson(list, { vault: new TestVault([]), budget })).toEqual(tooMany);
  });

  test('formulas within formulas, each as deep as it may be', () => {
    const formulas = Object.fromEntries(
      Array.from({ length: 80 }, (_item, index) => [`f${index}`, `${'!'.repeat(100)}formula.f${index + 1}`]),
    );
    expect(result('formula.f0', { formulas })).toEqual({ error: 'The formulas are nested too deeply.' });
  });

  test('values that all rows together have no space for', async () => {
    const formulas = { large: '("x".repeat(50000) + file.path).reverse()' };
    const views = [{ summaries: { 'formula.large': 'Unique' } }];
    expect(await summaryOf({ formulas, views }, new TestVault(notes(500)))).toEqual(tooLarge);
    expect(await summaryOf({ formulas, views }, new TestVault(notes(20)))).toBe(20);
  });

  test.each(['Unique', 'Filled', 'Own'])('a summary %s of lists within too many others', async name => {
    const formulas = { deep: '"x".repeat(9000).split("").reduce([acc], 1)' };
    const views = [{ summaries: { 'formula.deep': name } }];
    const summaries = { Own: 'values.length' };
    expect(await summaryOf({ formulas, views, summaries }, new TestVault(notes(1)))).toEqual(tooLarge);
  });

  test('a base that is too long is refused', () => {
    expect(readBase('# '.repeat(16_384)).ok).toBe(true);
    expect(readBase(`${'# '.repeat(16_384)}#`).ok).toBe(false);
  });

  test('looks once at settings of views that aliases repeat', () => {
    const read = readBase('views:\n  - a: &a [note.x, note.y]\n    b: &b [*a, *a]\n    c: [*b, *b]\n');
    expect(read.ok && read.base.ids).toEqual(['note.x', 'note.y']);
  });

  test('a base has at most fifty different regular expressions, and they are not compiled twice', () => {
    const formulas = Object.fromEntries(
      Array.from({ length: 120 }, (_item, index) => [`f${index}`, `/a${index % 60}/.matches("a49")`]),
    );
    const document = base({ formulas });
    expect(document.patterns).toHaveLength(50);
    expect(document.warnings).toHaveLength(20);
    const [file] = new TestVault(notes(1)).files.values();
    const context = new RowContext(document, new TestVault(notes(1)), undefined);
    const row = new BaseRow(file ?? fail(), context);
    expect(['f49', 'f109', 'f1'].map(name => row.formula(name))).toEqual([true, true, false]);
    expect(row.formula('f50')).toHaveProperty('kind', 'error');
    expect(row.formula('f110')).toHaveProperty('kind', 'error');
  });

  test('a malformed regular expression is named when the base is read, also behind fifty', () => {
    expect(base({ formulas: { f: '/(/.matches("a")' } }).warnings).toHaveLength(1);
  });

  test.each<[object, ...string[]]>([
    [{ order: 'file.name' }, 'views[0].order'],
    [{ order: ['file.name', { property: 'x' }, 3] }, 'views[0].order[1]', 'views[0].order[2]'],
    [{ sort: 'rating' }, 'views[0].sort'],
    [{ sort: { property: 'rating' } }, 'views[0].sort'],
    [{ summaries: { rating: 'average' } }, 'Average'],
    [{ order: null, sort: null, summaries: null }],
  ])('a view warns of what it leaves out: %j', (view, ...named) => {
    const { warnings } = base({ views: [view] });
    expect(warnings).toEqual(named.map(textWith));
  });

  test('columns count once, and no more than three hundred; rules of a sort no more than eight', () => {
    const order = Array.from({ length: 700 }, (_item, index) => `note.p${index % 350}`);
    const sort = Array.from({ length: 20 }, (_item, index) => ({ property: `p${index}` }));
    const { views, warnings } = base({ views: [{ order, sort }] });
    expect(views[0].order).toHaveLength(300);
    expect(views[0].sort).toHaveLength(8);
    expect(warnings).toHaveLength(2);
  });
});

test('tags of a property in any letter case are tags, of which nested ones match their parent', () => {
  for (const name of ['tags', 'Tags', 'TAGS', 'Tag', 'tAg']) {
    const vault = new TestVault([{ path: 'row.md', properties: { [name]: ['Work/Home', '#other'] } }]);
    const other = name.toLowerCase().toUpperCase();
    expect(result(`note.${name}.contains("work")`, { vault })).toBe(true);
    expect(result(`note["${other}"].contains("work")`, { vault })).toBe(true);
    expect(result(`file.properties.${other}.containsAny("WORK", "x")`, { vault })).toBe(true);
    expect(result(`${name}.map(value).join()`, { vault })).toBe('Work/Home,other');
  }
});

test('of properties whose names differ in letter case only, the last counts everywhere', () => {
  const vault = new TestVault([{ path: 'row.md', properties: { Due: 1, DUE: 2 } }]);
  expect(
    result('[due, note.due, note["due"], file.properties.due, file.properties["due"]]', { vault }),
  ).toEqual(Array.from({ length: 5 }, () => 2));
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
