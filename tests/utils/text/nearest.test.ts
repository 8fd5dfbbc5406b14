import type { Candidate } from '../../../src/utils/text/nearest';
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
