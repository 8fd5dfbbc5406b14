import { stringify } from 'yaml';
import { type Attack, callOf } from '../attack';
import { pathOfBaseNote } from '../base-notes';

type Note = Parameters<typeof pathOfBaseNote>[0];

/** A list of so many texts of one character. */
const many = (count: number): string =>
  `"${'x'.repeat(Math.min(count, 10))}".repeat(${Math.ceil(count / 10)}).split("")`;
/** The same value so many times. */
const each = (count: number, value: string): string => `${many(count)}.map(${value})`;
/** A text of so many letters that is no literal. */
const long = (count: number, letter = 'a'): string => `"${letter}".repeat(${count})`;
const twice = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_item, index) => [
      `f${index + 1}`,
      `[formula.f${index}, formula.f${index}]`,
    ]),
  );

/** A formula, which is run for one note. */
export const hostileFormulas: readonly (readonly [name: string, note: Note, formula: string])[] = [
  // Values that are made of properties.
  ['properties in a map', 'map', 'file.properties.big.map(1)'],
  ['properties for each of many', 'map', each(9000, 'file.properties.isEmpty()')],
  ['properties of aliases', 'alias', each(3000, 'file.properties.isEmpty()')],
  ['aliases as one object', 'alias', 'note == note'],
  ['an object equal to itself', 'map', each(8000, 'note == note')],
  ['an object among others', 'map', `[note].contains(note)`],
  ['another property each time', 'keys', each(9000, 'note["k" + index]')],
  ['an absent property each time', 'keys', each(9000, 'note["none" + index]')],
  ['an absent entry each time', 'map', each(9000, 'note["none" + index]')],
  ['an absent entry of all properties', 'keys', each(9000, 'file.properties["none" + index]')],
  ['whether it has the property', 'keys', each(9000, 'file.hasProperty("none" + index)')],
  ['the name of a property is long', 'keys', each(3000, `file.hasProperty(${long(90_000)})`)],
  ['keys of an object', 'map', each(3000, 'big.keys()')],
  ['values of an object', 'map', each(3000, 'big.values()')],
  ['this in a map', 'map', each(9000, 'this.big')],
  ['all of this in a map', 'map', each(9000, 'this.file.properties.isEmpty()')],
  ['computed names of this', 'keys', each(9000, 'this["k" + index]')],
  ['properties of another file', 'text', each(9000, 'file("Bases/map.md").properties.isEmpty()')],
  // Lists and objects as texts.
  ['the number of a list', 'list', each(3000, 'number(note.big)')],
  ['the number of an object', 'map', each(3000, 'number(note.big)')],
  ['the date of a list', 'list', each(3000, 'date(note.big)')],
  ['the duration of a list', 'list', each(3000, 'duration(note.big)')],
  ['a date and the duration of a list', 'list', each(3000, 'today() + note.big')],
  ['the file of a list', 'list', each(3000, 'file(note.big)')],
  ['the link of a list', 'list', each(3000, 'link(note.big, note.big)')],
  ['a folder that is a list', 'list', each(3000, 'file.inFolder(note.big)')],
  ['a tag that is a list', 'list', each(3000, 'file.hasTag(note.big)')],
  ['a type that is a list', 'list', each(3000, '"x".isType(note.big)')],
  ['the link to a list', 'list', each(3000, 'file.hasLink(note.big)')],
  ['markup of a list', 'list', each(3000, 'html(note.big)')],
  ['a list as an index', 'map', each(3000, 'note.big[note.big]')],
  ['a list as a separator', 'list', each(3000, '"x".split(note.big)')],
  ['the beginning is a list', 'list', each(3000, '"x".startsWith(note.big)')],
  ['the format is a list', 'list', each(3000, 'now().format(note.big)')],
  ['a text and a list', 'list', each(3000, '("" + note.big).length')],
  ['many lists, the unique ones', 'list', each(4000, 'note.big') + '.unique()'],
  ['many objects, the unique ones', 'map', each(4000, 'note.big') + '.unique()'],
  ['many lists in order', 'list', each(3000, 'note.big') + '.sort()'],
  ['many objects in order', 'map', each(3000, 'note.big') + '.sort()'],
  ['many lists joined', 'list', each(3000, 'note.big') + '.join("")'],
  ['relative dates as a text', 'dates', each(1000, 'note.big.map(value.relative()).toString()')],
  ['durations as a text', 'dates', 'note.big.map(now() - value).toString()'],
  ['formats that are all different', 'dates', each(9000, 'now().format("YYYY" + index)')],
  // Texts that are looked for.
  [
    'a long text in a longer one',
    'text',
    `[1,2,3,4,5,6].map((${long(99_000)}).contains(${long(24_999)} + "b" + ${long(25_000)}))`,
  ],
  [
    'all of the long texts',
    'text',
    `(${long(99_000)}).containsAll(${long(49_999)}, ${long(24_999)} + "b" + ${long(25_000)})`,
  ],
  [
    'split by a long text',
    'text',
    `[1,2,3].map((${long(99_000)}).split(${long(24_999)} + "b" + ${long(25_000)}).length)`,
  ],
  [
    'a long text replaced',
    'text',
    `[1,2,3].map((${long(99_000)}).replace(${long(24_999)} + "b" + ${long(25_000)}, "").length)`,
  ],
  [
    'a text of 128 letters in a long one',
    'text',
    each(900, `(${long(99_000)}).contains(${long(63)} + "b" + ${long(64)})`),
  ],
  ['a long beginning', 'text', each(5000, 'note.big.startsWith(note.big + "b")')],
  ['a long text compared', 'text', each(5000, 'note.big + "a" < note.big + "b"')],
  ['long texts that are equal', 'text', each(5000, '(note.big + "a") == (note.big + "a")')],
  ['a long text as a number', 'text', each(5000, '1 == note.big')],
  ['a long text as a position', 'text', each(5000, '"x".slice(note.big)')],
  ['a long text among tags', 'tags', `file.tags.contains(${long(90_000)})`],
  ['long tags asked for', 'tags', each(500, `file.hasTag(${long(90_000)})`)],
  ['a long text in a folder', 'text', each(5000, 'file.inFolder(note.big)')],
  ['letters replaced one by one', 'text', 'note.big.replace("a", "b").replace("b", "cc").length'],
  ['a pattern with many matches', 'text', 'note.big.replace(/a/g, "b").length'],
  [
    'groups of a pattern in a long replacement',
    'text',
    `note.big.replace(/(a)/g, ${long(5000, '$1')}).length`,
  ],
  ['a pattern that finds nothing, in front of many', 'text', each(5000, '/(b|c)*d/.matches(note.big)')],
  // Lists that are made.
  ['big lists as one', 'list', each(4000, 'note.big') + '.flat().length'],
  ['lists as one, again and again', 'list', each(200, `[note.big, note.big].flat().length`)],
  ['many lists that are looked for', 'list', `[1].containsAny(${Array(2000).fill('note.big').join()})`],
  ['lists that are looked for in lists', 'texts', 'big.containsAll(big)'],
  ['a list looked for in itself', 'list', '[big, big, big].contains(big)'],
  ['a list behind a list', 'list', each(3000, '(big + big).length')],
  ['slices of a list', 'list', each(3000, 'big.slice(1).length')],
  ['a list turned round', 'list', each(3000, 'big.reverse().length')],
  ['a list of few', 'list', each(3000, 'big.filter(value > 100).length')],
  ['a list reduced to itself', 'list', 'big.reduce(acc + value, [])'],
  ['a list reduced to a deep one', 'list', 'big.reduce([acc], 1)'],
  ['the text of a deep list', 'list', 'big.reduce([acc], 1).toString()'],
  ['a deep list compared', 'list', 'big.reduce([acc], 1) == big.reduce([acc], 1)'],
  ['deep lists, the unique ones', 'list', '[big.reduce([acc], 1)].unique()'],
  ['statistics again and again', 'list', each(3000, 'big.median()')],
  ['maximum of many', 'list', `max(${Array(3000).fill('big').join()})`],
  // Files and links.
  ['tags again and again', 'tags', each(9000, 'file.tags.length')],
  ['links again and again', 'wikilinks', each(9000, 'file.links.length')],
  ['links to what is not there', 'wikilinks', each(5000, 'file.hasLink("none" + index)')],
  ['links to what is there', 'wikilinks', each(5000, 'file.hasLink(file)')],
  ['links compared', 'links', 'big.contains(link("none"))'],
  ['links, the unique ones', 'links', each(100, 'big.unique().length')],
  ['links as files', 'links', each(100, 'big.map(value.asFile()).length')],
  ['files with other names', 'text', each(6000, 'file("none" + index)')],
  ['files with long names', 'text', each(500, `file(${long(90_000)} + index)`)],
  ['links are equal', 'links', 'big == big.map(link("" + value))'],
];

/** Bases that are hostile as a whole, over all notes of the vault. */
const hostileBases: readonly (readonly [name: string, base: Record<string, unknown>])[] = [
  [
    '400 patterns',
    { formulas: patterns(300, index => `/(a{1,${(index % 90) + 1}}b?)*${index}/.matches("a")`) },
  ],
  [
    '300 patterns of all letters',
    { formulas: patterns(300, index => `/(?i)[\\p{L}]{1,${100 + (index % 9)}}/i.matches("a")`) },
  ],
  [
    'lists of lists',
    { formulas: { f0: '"x"', ...twice(40), f: 'formula.f40.toString()' }, views: viewOf('formula.f') },
  ],
  ['expensive rows', { filters: `${many(10_000)}.map(value + index).length < 0` }],
  ['expensive rows below the slow ones', { filters: `${many(2000)}.map(value + index).length < 0` }],
  [
    'long texts as groups',
    { formulas: { f: `(${long(90_000)} + file.path).reverse()` }, views: [{ groupBy: 'formula.f' }] },
  ],
  ['lists as groups', { formulas: { f: `${many(9000)}.map(file.path)` }, views: [{ groupBy: 'formula.f' }] }],
  [
    'long texts in a summary',
    { formulas: { f: `(${long(90_000)} + file.path).reverse()` }, views: summed('formula.f', 'Unique') },
  ],
  [
    'lists in a summary',
    { formulas: { f: `${many(9000)}.map(file.path)` }, views: summed('formula.f', 'Unique') },
  ],
  [
    'a summary of many steps',
    {
      summaries: { s: 'values.map(values.length + value).unique().length' },
      views: summed('file.name', 's'),
    },
  ],
  [
    'a summary that never ends',
    { summaries: { s: 'values.map(values.map(values.map(1)))' }, views: summed('file.name', 's') },
  ],
  [
    'a summary of medians',
    { summaries: { s: 'values.map(values.median())' }, views: summed('file.size', 's') },
  ],
  [
    'formulas that are kept',
    {
      filters: `${Array.from({ length: 30 }, (_item, index) => `formula.f${index}.length`).join(' + ')} > 0`,
      formulas: patterns(30, index => `(${long(1900)} + file.path + ${index}).reverse()`),
    },
  ],
  [
    'lists of long texts that are kept',
    {
      filters: 'formula.f.length > 0',
      formulas: { f: `${many(10)}.map((${long(90_000)} + index).reverse())` },
    },
  ],
  [
    'thousands of names',
    {
      filters: `[${Array.from({ length: 4000 }, (_item, index) => index.toString(36).replace(/^\d/u, 'z')).join()}].length > 0`,
    },
  ],
  ['names that are computed', { filters: `${many(3000)}.map(note["k" + index]).length > 0` }],
  ['links that are computed', { filters: `${many(3000)}.map(link("k" + index).asFile()).length > 0` }],
  [
    'hundreds of sort rules',
    {
      formulas: { f: `(${long(290)} + file.path).reverse()` },
      views: [{ sort: Array(500).fill({ property: 'formula.f' }) }],
    },
  ],
  [
    'thousands of columns',
    { formulas: { f: many(5000) }, views: [{ order: Array(3000).fill('formula.f') }] },
  ],
  [
    'hundreds of columns with lists',
    {
      formulas: patterns(290, () => many(100)),
      views: [{ order: Array.from({ length: 290 }, (_item, index) => `formula.f${index}`) }],
    },
  ],
  [
    'columns of the largest property',
    { filters: 'file.inFolder("Bases")', views: [{ order: ['note.big', 'file.properties', 'file.links'] }] },
  ],
];

function patterns(count: number, formula: (index: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_item, index) => [`f${index}`, formula(index)]));
}

function viewOf(...order: string[]): Record<string, unknown>[] {
  return [{ order }];
}

function summed(column: string, name: string): Record<string, unknown>[] {
  return [{ order: ['file.name'], summaries: { [column]: name } }];
}

/** Bases made to stop the app by what one step of them costs. */
export const baseAttacks: readonly Attack[] = [
  ...hostileFormulas.map(([name, note, f]) =>
    callOf(`query_base of a note, ${name}`, 'query_base', {
      source: stringify({
        filters: `file.path == "${pathOfBaseNote(note)}"`,
        formulas: { f },
        views: viewOf('formula.f'),
      }),
      this: pathOfBaseNote(note),
    }),
  ),
  ...hostileBases.map(([name, base]) =>
    callOf(`query_base of all, ${name}`, 'query_base', { source: stringify(base), limit: 1000 }),
  ),
];
