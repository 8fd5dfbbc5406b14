import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { InOrder } from '../../src/utils/lazily';
import { countBefore } from '../../src/utils/collections';
import { jsonSize } from '../../src/utils/json';
import {
  bytesOfPage,
  rowsOfPage,
  compareSortKeys,
  type SortKey,
  Cursors,
  type Page,
  type PageRequest,
  paginate,
} from '../../src/utils/page';
import { steppingSlicer } from '../search/slicers';
import { named, nearest, nearestNamed, editsWithin, letterSet, mayBeWithin } from '../../src/utils/near';
import { ToolFailure } from '../../src/errors';

describe('what is done in order', () => {
  test('work runs in the order of the calls, also after a failure', async () => {
    const inOrder = new InOrder();
    const log: string[] = [];
    const step = (name: string) => async (): Promise<string> => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
      return name;
    };
    const results = await Promise.allSettled(['a', 'b', 'c'].map(name => inOrder.run(step(name))));
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('halving', () => {
  test('halving finds the place that a plain walk over the sorted list finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 })),
        fc.integer({ min: -1, max: 21 }),
        (list, wanted) => {
          const sorted = list.toSorted((a, b) => a - b);
          const walked = sorted.filter(number => number < wanted).length;
          expect(countBefore(sorted.length, index => Number(sorted[index]) < wanted)).toBe(walked);
        },
      ),
      { seed: 20_261_122, numRuns: 500 },
    );
  });
});

describe('pages', () => {
  function rowsOf<Row>(rows: readonly Row[], limit: number, made: Row[] = []): Promise<Row[]> {
    const rowOf = (row: Row): Row => {
      made.push(row);
      return row;
    };
    return rowsOfPage(rows, limit, rowOf, steppingSlicer());
  }

  describe('the rows of a page', () => {
    it('are all that were asked for, where they fit', async () => {
      expect([...(await rowsOf(['a', 'b', 'c'], 3))]).toEqual(['a', 'b', 'c']);
    });

    it('leave out what has no row', async () => {
      const rowOf = (item: number): number | undefined => (item % 2 === 0 ? item : undefined);
      expect([...(await rowsOfPage([1, 2, 3, 4], 3, rowOf, steppingSlicer()))]).toEqual([2, 4]);
    });

    it('end before the first that does not fit, and none behind it is made', async () => {
      const made: string[] = [];
      const rows = ['x'.repeat(60_000), 'y'.repeat(60_000), 'z'];
      expect([...(await rowsOf(rows, 1, made))]).toEqual(rows.slice(0, 1));
      expect(made).toEqual(rows.slice(0, 2));
    });

    it('are at least one, however large', async () => {
      expect(await rowsOf(['x'.repeat(500_000), 'y'], 1)).toHaveLength(1);
    });

    it('do not seem to fit where one does not, whose measuring ended at the limit', async () => {
      const row = Array.from({ length: 50_000 }, (_item, index) => index);
      expect(jsonSize(await rowsOf([row], 1), 100_000)).toBeGreaterThan(100_000);
    });

    it('are measured as the bytes of their JSON', async () => {
      const rows = Array.from({ length: 1000 }, (_row, index) => ({
        name: `${index} é"`,
        text: 'x'.repeat(index),
      }));
      let left = 99_000;
      const fitting = rows.findIndex(row => (left -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0);
      expect(await rowsOf(rows, 1)).toHaveLength(fitting);
    });

    it('have a kilobyte each, never less than 100 kB nor more than 2 MB together', () => {
      expect([1, 500, 10_000].map(bytesOfPage)).toEqual([100_000, 500_000, 2_000_000]);
    });
  });
});

describe('near words', () => {
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

    it('gives each candidate once', () => {
      const twice = [...vault, 'Zebra.md', 'Archive/garden.md'];
      expect(nearest('garden', twice)).toEqual(nearest('garden', vault));
      expect(nearest('zebra', twice)).toEqual(['Zebra.md']);
    });

    it('answers many questions about the same candidates as it answers each alone', () => {
      const candidates = vault.map(named);
      for (const wanted of ['gardne', 'GARDEN', 'Daily/2026-11-21', 'Cafe', 'Zebar', 'garden plan of mine'])
        expect(nearestNamed(wanted, candidates, 2)).toEqual(nearest(wanted, vault, 2));
    });

    it('prefers few typing errors to more, also once enough was found', () => {
      const names = ['abcdefgh', 'abcdefgx', 'abcdefxx', 'abcdexxx', 'abcdefgy'];
      expect(nearest('abcdefgz', names, 2)).toEqual(['abcdefgh', 'abcdefgx']);
      expect(nearest('abcdefgz', [...names].reverse(), 2)).toEqual(['abcdefgh', 'abcdefgx']);
    });

    it('finds a name of three letters where a word begins, not within one', () => {
      const names = ['Hyperparameters.md', 'Three rpa tools.md', 'rpa.md', 'Rpas.md'];
      expect(nearest('RPA', names)).toEqual(['rpa.md', 'Rpas.md', 'Three rpa tools.md']);
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

    it('gives the best of those that count', () => {
      const isEven = (name: string): boolean => name.endsWith('a.md');
      const found = nearestNamed(wanted, names.map(named), 4, isEven);
      expect(found).toHaveLength(4);
      expect(found).toEqual(nearest(wanted, names.filter(isEven), 4));
    });

    it('asks whether a name counts only if it is among the best', () => {
      const asked: string[] = [];
      const accepts = (name: string): boolean => asked.push(name) > 0;
      const many = names.map((_name, index) => `Garden ${20_000 + index}.md`);
      expect(nearestNamed('Garden', many.map(named), 3, accepts)).toHaveLength(3);
      expect(asked.length).toBeLessThan(10);
    });
  });

  describe('the distance of two words', () => {
    /** The whole table, cell by cell. */
    function plainDistance(a: string, b: string): number {
      const table = Array.from({ length: a.length + 1 }, (_, row) => [row]);
      const at = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
      for (let row = 0; row <= a.length; row += 1)
        for (let column = row === 0 ? 0 : 1; column <= b.length; column += 1) {
          const isSwap =
            row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
          const edits = Math.min(
            row === 0 ? column : Infinity,
            at(row - 1, column) + 1,
            at(row, column - 1) + 1,
            at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
            isSwap ? at(row - 2, column - 2) + 1 : Infinity,
          );
          table[row]?.splice(column, 1, edits);
        }
      return at(a.length, b.length);
    }

    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä'), maxLength: 9 });

    test('the edits between two words are those of the whole table, up to the tolerance', () => {
      fc.assert(
        fc.property(word, fc.array(word), fc.integer({ min: 0, max: 4 }), (wanted, others, tolerance) => {
          for (const other of others) {
            const plain = plainDistance(other, wanted);
            const edits = plain <= tolerance ? plain : undefined;
            expect([other, editsWithin(other, wanted, tolerance)]).toEqual([other, edits]);
            if (edits !== undefined)
              expect(mayBeWithin(letterSet(other), letterSet(wanted), edits)).toBe(true);
          }
        }),
        { seed: 20_261_122, numRuns: 1_000 },
      );
    });
  });
});

const seed = 20261121;
const cursorsOf = (secret: string): Cursors =>
  new Cursors(text => createHash('sha256').update(`${secret} ${text}`).digest('base64url'));
const cursors = cursorsOf('secret');
const binding = { tool: 'list', query: { path: 'Notes', includes: ['*.md'] }, access: 'default' };

interface Item {
  readonly name: string;
  readonly size: number;
}

type Options = Partial<PageRequest<Item>>;

const keyOf = (item: Item): SortKey => [item.size, item.name];
const byKey = (a: Item, b: Item): number => compareSortKeys(keyOf(a), keyOf(b));
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, size: index % 7 })).sort(byKey);
const page = (list: readonly Item[], options: Options = {}): Page<Item> =>
  paginate({ items: list, keyOf, limit: 10, binding, cursors, ...options });

const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof ToolFailure ? error.code : String(error);
  }
  return 'accepted';
};

describe('paging', () => {
  it('gives the first page, the count of all and a cursor', () => {
    const list = items(25);
    const { nextCursor, ...first } = page(list);
    expect(first).toEqual({ page: list.slice(0, 10), totalCount: 25, hasMore: true });
    expect(nextCursor).toMatch(/^[\w-]{20,40}$/u);
  });

  it('gives no cursor with the last page', () => {
    const list = items(10);
    expect(page(list)).toEqual({ page: list, totalCount: 10, hasMore: false });
    expect(page([])).toEqual({ page: [], totalCount: 0, hasMore: false });
  });

  it('walks a list that stays as it is, whatever the limit', () => {
    const list = items(103);
    for (const limit of [1, 7, 50, 103, 1000]) {
      const seen: Item[] = [];
      let next = page(list, { limit });
      seen.push(...next.page);
      while (next.nextCursor !== undefined) {
        next = page(list, { limit, cursor: next.nextCursor });
        seen.push(...next.page);
      }
      expect(seen).toEqual(list);
    }
  });

  it('goes on behind the place of its item when that is gone', () => {
    const list = items(30);
    const { nextCursor } = page(list);
    const without = list.filter((_, index) => index < 5 || index > 12);
    expect(page(without, { cursor: nextCursor }).page[0]).toEqual(list[13]);
  });

  it('gives an empty last page when all that was left is gone', () => {
    const list = items(30);
    const { nextCursor } = page(list);
    expect(page(list.slice(0, 4), { cursor: nextCursor })).toEqual({
      page: [],
      totalCount: 4,
      hasMore: false,
    });
  });

  it('serves a descending order, and keys of any text', () => {
    const names = ['é', 'z\0a', '\ud800', '😀', '', 'a"b', '\u2028', '__proto__'].sort().reverse();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const next: Page<string> = paginate({
        items: names,
        keyOf: name => [name],
        compare: (a, b) => compareSortKeys(b, a),
        limit: 1,
        cursor,
        binding,
        cursors,
      });
      seen.push(...next.page);
      cursor = next.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(names);
  });

  it('walks 4,000 items without doubles or gaps while others come, go and change their names', () => {
    let list = items(4_000);
    const steady = new Set(list.filter(item => Number(item.name.slice(1)) % 3 !== 0).map(item => item.name));
    const seen = new Map<string, number>();
    let cursor: string | undefined;
    let round = 0;
    do {
      const next = page(list, { limit: 60, cursor });
      for (const { name } of next.page) seen.set(name, (seen.get(name) ?? 0) + 1);
      cursor = next.nextCursor;
      round += 1;
      // The last item delivered goes, others are renamed, and new ones come on both sides of the place.
      const last = next.page.at(-1);
      list = list
        .filter(
          item => steady.has(item.name) || (item !== last && Number(item.name.slice(1)) % 11 !== round % 11),
        )
        .map(item => (steady.has(item.name) ? item : { ...item, name: `${item.name}r` }))
        .concat({ name: `early ${round}`, size: -1 }, { name: `late ${round}`, size: 6.5 })
        .sort(byKey);
    } while (cursor !== undefined);
    expect([...steady].filter(name => seen.get(name) !== 1)).toEqual([]);
    expect(round).toBeGreaterThan(60);
  });

  it('delivers every item that stays once, for any list and any changes', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 3 });
    const entry = fc.record({ name, size: fc.integer({ min: 0, max: 3 }) });
    const list = fc.uniqueArray(entry, { selector: item => JSON.stringify(keyOf(item)), maxLength: 30 });
    fc.assert(
      fc.property(
        list,
        list,
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (stay, come, limit, picks) => {
          const others = come.filter(item => !stay.some(other => byKey(item, other) === 0));
          const seen: Item[] = [];
          let cursor: string | undefined;
          let round = 0;
          do {
            const present = others.filter(
              (_, index) => (picks[(round + index) % (picks.length || 1)] ?? 0) % 2 === 0,
            );
            const next = page([...stay, ...present].sort(byKey), { limit, cursor });
            seen.push(...next.page);
            cursor = next.nextCursor;
            round += 1;
          } while (cursor !== undefined);
          const steady = seen.filter(item => stay.includes(item));
          expect(steady).toEqual([...stay].sort(byKey));
          expect(new Set(seen).size).toBe(seen.length);
        },
      ),
      { seed, numRuns: 500 },
    );
  });
});

describe('a cursor', () => {
  const list = items(50);
  const cursor = page(list).nextCursor ?? '';

  it('is good for another limit and another order of arguments', () => {
    const query = { cursor, limit: 5, includes: ['*.md'], path: 'Notes' };
    expect(page(list, { cursor, limit: 5, binding: { ...binding, query } }).page[0]).toEqual(list[10]);
  });

  it.each([
    ['another tool', { binding: { ...binding, tool: 'list_notes' } }],
    ['another query', { binding: { ...binding, query: { path: 'Notes' } } }],
    ['other rules', { binding: { ...binding, access: 'guest' } }],
    ['another installation', { cursors: cursorsOf('other') }],
  ])('is refused for %s', (_what, options: Options) => {
    expect(refusal(() => page(list, { cursor, ...options }))).toBe('invalid_cursor');
    expect(refusal(() => page(list, { cursor }))).toBe('accepted');
  });

  it.each([
    ['nothing', ''],
    ['garbage', 'not a cursor!'],
    ['words', 'abcdef'],
    ['a million characters', 'A'.repeat(1_000_000)],
    ['a name of every object', '__proto__'],
    ['its own beginning', cursor.slice(0, -5)],
    ['itself twice', cursor + cursor],
    ['itself padded', `${cursor}=`],
    ['itself with a space', `${cursor} `],
  ])('is refused when it is %s', (_what, text) => {
    expect(refusal(() => page(list, { cursor: text }))).toBe('invalid_cursor');
  });

  it('is refused with any of its characters changed', () => {
    for (let index = 0; index < cursor.length; index += 1) {
      for (const letter of ['A', 'b', '0', '_']) {
        if (cursor[index] === letter) continue;
        const changed = cursor.slice(0, index) + letter + cursor.slice(index + 1);
        expect(refusal(() => page(list, { cursor: changed }))).toBe('invalid_cursor');
      }
    }
  });

  it('is as short for a key of any length', () => {
    const long = [{ name: 'x'.repeat(100_000), size: -1 }, ...list];
    const first = page(long, { limit: 1 });
    expect(first.nextCursor).toHaveLength(cursor.length);
    expect(page(long, { cursor: first.nextCursor }).page[0]).toEqual(list[0]);
  });

  it('is forgotten after many others, the oldest first', () => {
    const few = cursorsOf('few');
    const key = (index: number): SortKey => [index, 'x'.repeat(100_000)];
    const made = Array.from({ length: 60 }, (_, index) => few.for(key(index), binding));
    expect(refusal(() => few.keyOf(made[0] ?? '', binding))).toBe('invalid_cursor');
    expect(few.keyOf(made[59] ?? '', binding)).toEqual(key(59));
  });
});
