import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { ToolFailure } from '../../src/errors';
import {
  compareSortKeys,
  Cursors,
  type Page,
  type PageRequest,
  paginate,
  type SortKey,
} from '../../src/utils/page';

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

  it('walks 10,000 items without doubles or gaps while others come, go and change their names', () => {
    let list = items(10_000);
    const steady = new Set(list.filter(item => Number(item.name.slice(1)) % 3 !== 0).map(item => item.name));
    const seen = new Map<string, number>();
    let cursor: string | undefined;
    let round = 0;
    do {
      const next = page(list, { limit: 97, cursor });
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
