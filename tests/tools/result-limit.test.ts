import { z } from 'zod';
import { type LimitedCall, withinBytes } from '../../src/tools/result-limit';

interface Page extends Record<string, unknown> {
  readonly rows: readonly { readonly summary: object }[];
}

/** One text, as often as YAML aliases repeat it: a megabyte as JSON, next to nothing in memory. */
const properties = Array.from({ length: 100 }, () => 'x'.repeat(10_000));
const pageOf = (length: number): Page => ({
  rows: Array.from({ length }, () => ({ summary: { properties } })),
});

/** Rows of a hundred kilobytes. */
const smallerPageOf = (length: number): Page => ({
  rows: Array.from({ length }, () => ({ summary: { properties: properties.slice(0, 10) } })),
});

interface Asked {
  readonly ask: LimitedCall<Page>;
  /** How many rows were rendered, each time. */
  readonly rendered: number[];
}

function asking(limit: number, pages: (rows: number) => Page): Asked {
  const rendered: number[] = [];
  const ask: LimitedCall<Page> = {
    input: z.object({ limit: z.int().default(100) }),
    output: z.object({
      rows: z.array(z.unknown()),
      nextCursor: z.string().optional(),
    }),
    query: { limit },
    rest: 'Ask again.',
    render: ({ rows }) => {
      rendered.push(rows.length);
      return `${rows.length} rows`;
    },
    pause: () => Promise.resolve(),
    again: ({ limit: fewer = 0 }) => Promise.resolve(pages(fewer)),
  };
  return { ask, rendered };
}

describe('an answer to a caller that asks for many rows', () => {
  test('is measured before it is rendered', async () => {
    const { ask, rendered } = asking(10_000, smallerPageOf);
    const { value } = await withinBytes(smallerPageOf(650), ask);
    expect(rendered).toEqual([[value['rows']].flat().length]);
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(2_000_000);
    expect(rendered[0]).toBeGreaterThan(1);
  });

  test('with one row that is too large has only that row, cut, and says so', async () => {
    const { ask, rendered } = asking(200, pageOf);
    const { value, text } = await withinBytes(pageOf(150), ask);
    expect(rendered).toEqual([1]);
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(200_000);
    expect(text).toContain('Ask again.');
  });
});
