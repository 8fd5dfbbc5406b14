import { KeptRows } from '../../../src/utils/json/kept-rows';
import type { SliceTurn } from '../../../src/utils/slicing/time-slicer';
import { type RowSource, writtenPage } from '../../../src/vault/queries/listings/written-page';

interface Item {
  readonly path: string;
  readonly size: number;
}

type Row = Item;

const items: readonly Item[] = Array.from({ length: 500 }, (_item, index) => ({
  path: `Folder/Note ${index}.md`,
  size: index,
}));

/** Counts the work between two looks at the clock. */
class WatchedWork {
  facts = 0;
  rows = 0;
  pauses = 0;
  most = 0;
  private sinceLook = 0;

  readonly source: RowSource<Item, Row> = {
    factsOf: ({ size }) => {
      this.facts += 1;
      this.work();
      return [size, 0, 0, 0];
    },
    rowOf: ({ path }, [size]) => {
      this.rows += 1;
      this.work();
      return { path, size };
    },
    kept: new KeptRows(() => undefined),
    isUneven: true,
  };

  readonly turn: SliceTurn = {
    due: isSlow => {
      if (isSlow === true) this.sinceLook = 0;
      return isSlow === true;
    },
    pause: () => {
      this.pauses += 1;
      return Promise.resolve();
    },
    share: work => work(this.turn),
    worked: () => 0,
  };

  private work(): void {
    this.sinceLook += 1;
    this.most = Math.max(this.most, this.sinceLook);
  }

  async page(list = items, source = this.source): Promise<readonly Row[]> {
    return [...(await writtenPage(list, source, { limit: 1000, turn: this.turn })).rows];
  }

  /** How many rows were made since the last time. */
  made(): number {
    const { rows } = this;
    this.rows = 0;
    return rows;
  }
}

describe('a page of rows', () => {
  let work: WatchedWork;
  beforeEach(() => {
    work = new WatchedWork();
  });

  it('makes no row again while nothing changed', async () => {
    const first = await work.page();
    expect(work.made()).toBe(500);
    const second = await work.page();
    expect(work.made()).toBe(0);
    expect(second).toEqual(first);
    expect(second.every((row, index) => row === first[index])).toBe(true);
  });

  it('makes the rows of a changed, renamed, added or removed file again, and few beside it', async () => {
    await work.page();
    work.made();
    for (const list of [
      items.with(200, { path: 'Folder/Note 200.md', size: -1 }),
      items.with(200, { path: 'Folder/NOTE 200.md', size: 200 }),
      items.toSpliced(200, 0, { path: 'Folder/New.md', size: 1 }),
      items.toSpliced(200, 1),
    ]) {
      await work.page();
      work.made();
      expect(await work.page(list)).toEqual(list);
      expect(work.made()).toBeGreaterThan(0);
      expect(await work.page(list)).toEqual(list);
      expect(work.made()).toBe(0);
    }
    await work.page();
    expect(work.made()).toBeLessThan(260);
  });

  it('makes other rows where something else is asked for, and keeps both', async () => {
    const [titles, tags] = ['titles', 'tags'].map(asked => ({ ...work.source, asked }));
    for (const source of [titles, tags, titles, tags]) await work.page(items, source);
    expect(work.made()).toBe(1000);
  });

  it('reads the facts of a file once for each row that is made', async () => {
    await work.page();
    expect([work.facts, work.rows]).toEqual([500, 500]);
  });

  it('looks at the clock after each row and after each reading of what it is made of, where they are uneven', async () => {
    await work.page();
    expect(work.most).toBe(1);
    expect(work.pauses).toBeGreaterThan(1000);
    await work.page();
    expect(work.most).toBe(1);
  });

  it('makes few long rows beyond those that fit', async () => {
    let made = 0;
    const source: RowSource<Item, Row & { readonly text: string }> = {
      factsOf: ({ size }) => [size, 0, 0, 0],
      rowOf: ({ path }, [size]) => {
        made += 1;
        return { path, size, text: 'x'.repeat(200_000) };
      },
      isUneven: true,
    };
    const { rows, isFull } = await writtenPage(items, source, { limit: 10_000, turn: work.turn });
    expect([rows.length, isFull]).toEqual([9, true]);
    expect(made).toBeLessThanOrEqual(10);
  });
});
