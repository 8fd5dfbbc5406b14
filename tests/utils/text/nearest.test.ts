import type { Candidate } from '../../../src/utils/text/similar/name-distance';
import { finish, type Steps } from '../../../src/utils/slicing/steps';
import { NameFinder, nearest } from '../../../src/utils/text/folding';

const vault = [
  'Projects/Garden.md',
  'Projects/Garden plan.md',
  'Projects/My Garden.md',
  'Archive/garden.md',
  'Daily/2026-11-20.md',
  'Daily/2026-11-21.md',
  'People/Ada Lovelace.md',
  'Café.md',
  'Zebra.md',
];

describe('nearest', () => {
  it('gives the same name elsewhere first, then names that begin with it, then those that contain it', () => {
    expect(nearest('garden', vault)).toEqual([
      'Archive/garden.md',
      'Projects/Garden.md',
      'Projects/Garden plan.md',
      'Projects/My Garden.md',
    ]);
  });

  it('prefers the very path, whatever its letter case', () => {
    expect(nearest('projects/GARDEN', vault)[0]).toBe('Projects/Garden.md');
  });

  it.each([
    ['Gardne.md', 'Archive/garden.md'],
    ['People/Ada Lovelase.md', 'People/Ada Lovelace.md'],
    ['Cafe', 'Café.md'],
    ['Zebras', 'Zebra.md'],
    ['2026-11-2', 'Daily/2026-11-20.md'],
  ])('forgives typing errors: %j finds %j', (wanted, found) => {
    expect(nearest(wanted, vault)[0]).toBe(found);
  });

  it('gives each candidate once, one that came back too', () => {
    const finder = new NameFinder(vault);
    for (const path of ['Zebra.md', 'Archive/garden.md']) finder.add(path);
    expect(finder.nearest('garden')).toEqual(nearest('garden', vault));
    expect(finder.nearest('zebra')).toEqual(['Zebra.md']);
  });

  it('answers many questions that share folded candidates as it answers each alone', () => {
    const finder = new NameFinder(vault);
    const folded = new Map<number, Candidate>();
    for (const wanted of ['gardne', 'GARDEN', 'Daily/2026-11-21', 'Cafe', 'Zebar', 'garden plan of mine'])
      expect(finder.nearest(wanted, 2, undefined, folded)).toEqual(nearest(wanted, vault, 2));
  });

  it('prefers few typing errors to more, also once enough was found', () => {
    const names = ['abcdefgh', 'abcdefgx', 'abcdefxx', 'abcdexxx', 'abcdefgy'];
    expect(nearest('abcdefgz', names, 2)).toEqual(['abcdefgh', 'abcdefgx']);
    expect(nearest('abcdefgz', [...names].reverse(), 2)).toEqual(['abcdefgh', 'abcdefgx']);
  });

  it('gives nothing that is far off, and nothing for nothing', () => {
    expect(nearest('quarterly report', vault)).toEqual([]);
    expect(nearest('', vault)).toEqual([]);
    expect(nearest('x', [])).toEqual([]);
  });

  it('gives at most as many as asked for, the same whatever the order of the candidates', () => {
    const many = Array.from({ length: 50 }, (_, index) => `Log/entry ${index}.md`);
    const found = nearest('entry', many);
    expect(found).toEqual([0, 1, 2, 3, 4].map(index => `Log/entry ${index}.md`));
    expect(nearest('entry', many.reverse())).toEqual(found);
    expect(nearest('entry', many, 2)).toHaveLength(2);
  });

  it('counts edits exactly up to its tolerance', () => {
    const words = ['kitten', 'sitting', 'mitten', 'kitchen', 'bitten', 'smitten', 'written'];
    expect(nearest('kitten', words, 9)).toEqual([
      'kitten',
      'bitten',
      'mitten',
      'kitchen',
      'smitten',
      'written',
    ]);
  });

  it('serves for names of arguments too', () => {
    expect(nearest('includs', ['path', 'includes', 'excludes', 'limit'], 1)).toEqual(['includes']);
  });

  it('stays cheap for long names', () => {
    const long = Array.from({ length: 500 }, (_, index) => `${'ab'.repeat(5000)}${index}`);
    expect(nearest('ba'.repeat(5000), long)).toHaveLength(5);
  });
});

describe('a search among thousands of similar names', () => {
  /** Of equal length and with the same letters: only a comparison tells them apart. */
  const names = Array.from({ length: 20_000 }, (_item, index) => {
    const letters = index.toString(2).padStart(15, '0').replaceAll('0', 'a').replaceAll('1', 'b');
    return `Folder/${'aab'.repeat(20)}${letters}.md`;
  });
  const wanted = `${'aab'.repeat(20)}abbabababbabba`;

  function stepsOf<Result>(work: Steps<Result>): { readonly steps: number; readonly result: Result } {
    for (let steps = 1; ; steps += 1) {
      const { done, value } = work.next();
      if (done === true) return { steps, result: value };
    }
  }

  it.each([false, true])('compares few of them in each step (with an index: %s)', hasIndex => {
    const finder = new NameFinder(names);
    if (hasIndex) finish(finder.index());
    const search = stepsOf(finder.searching(wanted, 3, () => true, new Map()));
    expect(search.steps).toBeGreaterThan(names.length / 64);
    expect(search.result).toHaveLength(3);
    const ranking = stepsOf(finder.ranking(wanted, 5, () => 'any'));
    expect(ranking.steps).toBeGreaterThan(names.length / 64);
    expect(ranking.result.slice(0, 3)).toEqual(search.result);
  });

  it.each([false, true])('keeps the best few of each kind (with an index: %s)', hasIndex => {
    const finder = new NameFinder(names);
    if (hasIndex) finish(finder.index());
    let [inStep, most] = [0, 0];
    const work = finder.ranking(wanted, 4, candidate => {
      inStep += 1;
      most = Math.max(most, inStep);
      return candidate.endsWith('a.md') ? 'even' : 'odd';
    });
    for (;;) {
      inStep = 0;
      const { done, value } = work.next();
      if (done !== true) continue;
      const isEven = (name: string): boolean => name.endsWith('a.md');
      expect(value).toHaveLength(8);
      expect(value.filter(isEven)).toEqual(finder.nearest(wanted, 4, isEven));
      expect(value.filter(name => !isEven(name))).toEqual(finder.nearest(wanted, 4, name => !isEven(name)));
      expect(most).toBeLessThanOrEqual(64);
      return;
    }
  });

  it('asks whether a name counts only if it is among the best', () => {
    const asked: string[] = [];
    const accepts = (name: string): boolean => asked.push(name) > 0;
    const finder = new NameFinder(names.map((_name, index) => `Garden ${20_000 + index}.md`));
    expect(finder.nearest('Garden', 3, accepts)).toHaveLength(3);
    expect(asked.length).toBeLessThan(10);
  });
});
