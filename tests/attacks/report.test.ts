import { holds, markdown, type Row } from './report';

function row(name: string, block: number): Row {
  return {
    ...{ name, block, waited: block / 4, own: (block * 3) / 4, mostOwn: 50, work: block / 2 },
    ...{ stat: 30, resident: 400_000_000, grown: 20_000_000, took: 1000, outcome: '' },
  };
}

test('the report of a run lists the slowest attacks first and summarises the others', () => {
  const rows = Array.from({ length: 30 }, (_item, index) => row(`attack ${index}`, index));
  const run = {
    rows,
    load: 0.5,
    quiet: row('no attack', 5),
    before: 300_000_000,
    peak: 500_000_000,
    during: 'a search',
  };
  const [facts, , head, rule, none, first, ...rest] = markdown(run).split('\n');
  expect(facts).toContain('30 attacks');
  expect(facts).toContain('at a load of 0.5; 0 exceeded a limit.');
  expect(facts).toContain(
    '400 MB with the ordinary notes alone, 300 MB before the first attack, and 500 MB at the most, during `a search`.',
  );
  expect(head).toMatch(
    /^\| attack +\| longest block \| waited \| own +\| work +\| slowest `stat` \| memory after \| more +\| limits \|$/,
  );
  expect(rule?.length).toBe(head?.length);
  expect(none).toContain('none, ordinary notes alone');
  expect(first).toMatch(
    /^\| `attack 29` +\| 29 ms +\| 7 ms +\| 22 ms +\| 15 ms +\| 30 ms +\| 400 MB +\| 20 MB +\| hold +\|$/,
  );
  expect(rest).toHaveLength(12);
  expect(rest.at(-1)).toMatch(/^\| the other 18 +\| 17 ms +\| 4 ms +\| 13 ms +\| 9 ms/);
});

test('the report marks an attack that exceeded a limit, and escapes characters that would end a cell', () => {
  const rows = [row('search regex a|b', 68)];
  const run = { rows, load: 1, quiet: row('no attack', 5), before: 1, peak: 1, during: 'a' };
  expect(markdown(run)).toContain('1 exceeded a limit');
  expect(markdown(run).split('\n').at(-1)).toMatch(/^\| `search regex a\\\|b` .*\| exceeded \|$/);
});

test('a block that is long because no processor was free exceeds no limit', () => {
  const waiting = { ...row('search regex a', 90), waited: 60, own: 30 };
  expect(holds(waiting)).toBe(true);
  expect(holds({ ...waiting, waited: 30, own: 60 })).toBe(false);
  expect(holds({ ...waiting, waited: 30, own: 60, mostOwn: 150 })).toBe(true);
});
