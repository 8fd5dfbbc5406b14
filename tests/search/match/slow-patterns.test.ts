import { RunningLectern } from '../../support/lectern';
import { field } from '../../support/json';
import { searchIn, storeOf } from '../vaults';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';

/** Each look at the clock takes so many milliseconds. */
function slowSlicer(step: number) {
  let now = 0;
  return createTimeSlicer({
    now: () => (now += step),
    yieldToLoop: () => Promise.resolve(),
    othersWaiting: () => false,
  });
}

const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [`n${String(n).padStart(2, '0')}.md`, `lamp ${n}\n`]),
);

describe('a search that may take long', () => {
  it.each([
    ['regex', 'l.mp'],
    ['wildcard', 'l?mp'],
    ['wildcard', '*mp'],
  ] as const)(
    'by %s stops after a second of work, and continues after the last note',
    async (mode, query) => {
      const store = storeOf(files);
      const paths: string[] = [];
      let from: string | undefined;
      for (let parts = 0; parts < 60; parts += 1) {
        const part = from === undefined ? undefined : { from };
        const found = await searchIn(store, { query, mode }, { slicer: slowSlicer(40), part });
        paths.push(...found.paths);
        from = found.stopped?.at;
        if (from === undefined) break;
        expect(found.stopped?.left).toBeGreaterThan(0);
      }
      expect(paths.toSorted()).toEqual(Object.keys(files));
    },
  );

  it('searches a part again to the same end, however long it takes', async () => {
    const asked = { query: 'l.mp', mode: 'regex' } as const;
    const part = { from: 'n10.md', to: 'n50.md' };
    const found = await searchIn(storeOf(files), asked, { slicer: slowSlicer(40), part });
    expect(found).toMatchObject({ totalCount: 40, stopped: { at: 'n50.md', left: 9 } });
  });

  it('counts only notes that may match as left', async () => {
    const others = Array.from({ length: 500 }, (_, n): [string, string] => [`o${n}.md`, 'A table.\n']);
    const store = storeOf({ ...files, ...Object.fromEntries(others) });
    await store.prepare({ slicer: slowSlicer(0) });
    const found = await searchIn(store, { query: 'lamp .', mode: 'regex' }, { slicer: slowSlicer(40) });
    expect(found.stopped?.left).toBeGreaterThan(0);
    expect(found.stopped?.left).toBeLessThan(60);
  });

  it('has no limit for words, since these are fast', async () => {
    const found = await searchIn(storeOf(files), 'lamp', { slicer: slowSlicer(40) });
    expect(found.totalCount).toBe(60);
    expect(found.stopped).toBeUndefined();
  });
});

it('a slow pattern returns its results in parts by cursors, each note once', async () => {
  const line = 'ab'.repeat(700);
  const slow = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`slow ${n}.md`, `${line}c ${n}\n`.repeat(8)]),
  );
  const lectern = await RunningLectern.start({ files: slow });
  try {
    const client = await lectern.connect();
    const seen: string[] = [];
    let cursor: unknown;
    let truncated = 0;
    do {
      const { structured, text } = await client.call('search', {
        ...{ query: '(?:a.{30}b.{200}){2}c', mode: 'regex', limit: 3 },
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...[structured['results'] ?? []].flat().map(row => String(field(row, 'path'))));
      cursor = structured['nextCursor'];
      if (structured['truncated'] === true) {
        truncated += 1;
        expect(text).toContain('nextCursor');
      }
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(Object.keys(slow).toSorted());
    expect(truncated).toBeGreaterThan(0);
  } finally {
    await lectern.close();
  }
}, 60_000);
