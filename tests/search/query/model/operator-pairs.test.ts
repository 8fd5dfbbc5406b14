import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { ToolFailure } from '../../../../src/errors';
import { parseQuery } from '../../../../src/search/query/language/query-parser';
import { type OperatorName, operatorNames } from '../../../../src/search/query/language/query-tree';
import { Query as ParsedQuery } from '../../../../src/search/query/query';
import { Search } from '../../../../src/search/search';
import { steppingSlicer } from '../../slicers';
import { factsIn, modified, storeOf } from '../../vaults';
import { naiveNotes } from './naive-notes';
import { type Comparison, fits, isAllowed, type Query, written } from './naive-query';

const notes = naiveNotes(12);
const store = storeOf(Object.fromEntries(notes.map(({ path, text }) => [path, text])));
const { tagsOf, propertiesOf } = factsIn(store);
/** Read once: thousands of queries ask for them. */
const facts = {
  tagsOf: known(tagsOf),
  propertiesOf: known(propertiesOf),
};

const word = (text: string): Query => ({ kind: 'word', text });
const quotes = (text: string): Query => ({ kind: 'quotes', text });
const regex = (cased: RegExp, uncased: RegExp): Query => ({ kind: 'regex', cased, uncased });
const not = (of: Query): Query => ({ kind: 'not', of });
const and = (...all: Query[]): Query => ({ kind: 'and', all });
const or = (...all: Query[]): Query => ({ kind: 'or', all });
const operator = (name: OperatorName, of: Query): Query => ({ kind: 'operator', name, of });
const property = (name: string, value?: Query | Comparison): Query => ({
  kind: 'property',
  name,
  ...(value === undefined ? {} : { value }),
});

const texts = [word('dog'), word('Mix'), quotes('otdog'), quotes('dog cat'), regex(/^mix|t$/u, /^mix|t$/iu)];
const values = [word('dog'), word('work'), quotes('Work'), regex(/work.*a/u, /work.*a/iu)];

/** Each operator by its name, with expressions that ask for it alone. */
const operators: Readonly<Record<string, readonly Query[]>> = {
  word: [word('dog'), word('flour')],
  quotes: [quotes('dog cat'), quotes('otdo')],
  regex: [regex(/^- .*dog/u, /^- .*dog/iu), regex(/mix (dog|cat)/u, /mix (dog|cat)/iu)],
  '-': [not(word('cat')), not(quotes('mix'))],
  OR: [or(word('hotdog'), word('draft')), or(quotes('flour mix'), word('cat'))],
  '( )': [and(word('dog'), word('mix')), and(word('dog'), or(word('cat'), word('flour')))],
  ...Object.fromEntries(
    operatorNames.map(name => {
      const operands = name === 'path' || name === 'file' || name === 'tag' ? values : texts;
      return [name, operands.map(of => operator(name, of))];
    }),
  ),
  '[property]': [property('status'), property('rank')],
  '[property:value]': [
    property('status', word('draft')),
    property('status', quotes('Draft')),
    property('status', regex(/^d.*t$/u, /^d.*t$/iu)),
    property('status', not(word('draft'))),
    property('status', or(word('done'), word('dog'))),
    property('status', word('null')),
  ],
  '[property:<5]': [
    property('rank', { kind: 'comparison', sign: '<', number: 5 }),
    property('rank', { kind: 'comparison', sign: '>=', number: 12 }),
  ],
};
const names = Object.keys(operators);

/** Both together in each way that the language has. */
function joined(one: Query, other: Query): Query[] {
  return [
    and(one, other),
    or(one, other),
    or(one, not(other)),
    or(and(one, word('mix')), other),
    and(one, not(other)),
    and(not(one), other),
    and(not(one), not(other)),
    not(and(one, other)),
    not(or(one, other)),
    not(and(not(one), other)),
    and(or(one, word('flour')), or(other, word('cat'))),
    and(word('dog'), not(or(one, other))),
  ];
}

/** The second within the first where that takes an operand. */
function nested(outer: Query, inner: Query): Query[] {
  if (outer.kind !== 'operator') return [];
  const [dog, cat] = [word('dog'), word('cat')];
  const operands = [
    inner,
    not(inner),
    and(inner, dog),
    and(dog, not(inner)),
    or(inner, cat),
    or(cat, not(inner)),
  ];
  return operands.map(of => operator(outer.name, of));
}

function known<Fact>(of: (path: string) => Fact): (path: string) => Fact {
  const facts = new Map(notes.map(({ path }) => [path, of(path)]));
  return path => facts.get(path) ?? of(path);
}

async function found(query: Query): Promise<string> {
  try {
    const asked = { query: written(query), allWords: true, exact: true };
    const { slicer } = steppingSlicer();
    const { notes: hits } = await new Search(store, ParsedQuery.parse(asked)).find({
      ...facts,
      slicer,
      accepts: () => true,
      now: modified,
    });
    return hits
      .map(({ path }) => path)
      .sort()
      .join('\n');
  } catch (error) {
    if (error instanceof ToolFailure) return error.code;
    throw error;
  }
}

function expected(query: Query): string {
  if (!isAllowed(query)) return 'invalid_query';
  return notes
    .filter(note => fits(note, query))
    .map(({ path }) => path)
    .sort()
    .join('\n');
}

async function expectEach(queries: readonly Query[]): Promise<void> {
  const asked = queries.map(query => ({ query: written(query), paths: expected(query) }));
  const got = await Promise.all(
    queries.map(async query => ({ query: written(query), paths: await found(query) })),
  );
  expect(got).toEqual(asked);
}

describe('the search language finds the same notes as its naive model', () => {
  it('and every operator of it is here and in the guide', () => {
    expect(names).toEqual(expect.arrayContaining([...operatorNames]));
    const guide = readFileSync('docs/usage.md', 'utf8');
    const [, table = ''] = guide.split("Obsidian's own search");
    const queries = [
      ...table
        .split('\n\n', 2)
        .join('')
        .matchAll(/`([^`]+)`/gu),
    ].map(([, query = '']) => query);
    const used = queries.map(query => JSON.stringify(parseQuery(query))).join('');
    expect(operatorNames.filter(name => !used.includes(`"name":"${name}"`))).toEqual([]);
  });

  it.each(names)('for %s alone, where it finds some notes and not all', async name => {
    const queries = operators[name] ?? [];
    await expectEach(queries);
    const counts = queries.map(query => notes.filter(note => fits(note, query)).length);
    expect(counts.some(count => count > 0 && count < notes.length)).toBe(true);
  });

  it.each(names)('for %s next to and around each other operator', async name => {
    const queries = names.flatMap((other, at) => {
      const [ones, others] = [operators[name] ?? [], operators[other] ?? []];
      const [one, second] = [ones[at % ones.length], others[(at + ones.length) % others.length]];
      if (one === undefined || second === undefined) return [];
      // Each two are joined once; which of them is within the other makes a difference.
      return [...(at < names.indexOf(name) ? [] : joined(one, second)), ...nested(one, second)];
    });
    await expectEach(queries);
  });

  it('for expressions of any shape', async () => {
    const leaf = fc.constantFrom(...Object.values(operators).flat());
    const { query } = fc.letrec<{ query: Query }>(tie => ({
      query: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.tuple(tie('query'), tie('query')).map(([one, other]) => and(one, other)),
        fc.tuple(tie('query'), tie('query')).map(([one, other]) => or(one, other)),
        tie('query').map(not),
        fc.tuple(fc.constantFrom(...operatorNames), tie('query')).map(([name, of]) => operator(name, of)),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(
        query.filter(one => isAllowed(one)),
        one => expectEach([one]),
      ),
      { seed: 20261123, numRuns: 500 },
    );
  });
});
