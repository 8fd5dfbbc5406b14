import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';
import { fencesIn, textOf } from './pages';

const pages = ['docs/usage.md', 'CHANGELOG.md'].map(path => ({ path, text: textOf(path) }));

/** A call as a page shows it, and the answer shown below it: paths by lines, or a part of the answer as JSON. */
const examples = pages.flatMap(page => {
  const fences = fencesIn(page);
  return fences.flatMap(({ info, code }, index) => {
    const answer = fences[index + 1];
    const call: unknown = info === 'json list' ? JSON.parse(code) : undefined;
    return call === undefined || answer === undefined ? [] : [{ page: page.path, call, answer }];
  });
});

/** The vault in which the pages' examples are true; that of the tests of `list`. */
const files = {
  'README.md': 'root',
  'notes.txt': 'text',
  'draft.tmp': 'x',
  'projects/alpha.md':
    '---\ntitle: Alpha\nstatus: open\npriority: 2\ntags: [work/alpha]\ndue: 2026-03-01\n---\nbody',
  'projects/beta.md': '---\nstatus: done\npriority: 10\naliases: [B, Second]\n---\nbody #work',
  'projects/archive/old.md': 'old',
  'projects/archive/old.tmp': 'x',
  'projects/plan.canvas': '{}',
  'archive/2024.md': 'archived',
  'Daily/2026-01-01.md': 'day',
  'Daily/2026-01-02.md': 'day',
};

const listing = z.looseObject({
  items: z.array(z.looseObject({ path: z.string() })),
  nextCursor: z.string().optional(),
});

let lectern: RunningLectern;
let client: TestClient;
let lastCursor: string | undefined;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files,
    prepare: folder => {
      const [then, midnight] = [new Date('2025-06-01T12:00:00Z'), new Date('2025-12-31T23:30:00Z')];
      for (const path of Object.keys(files)) utimesSync(join(folder.path, path), then, then);
      utimesSync(join(folder.path, 'README.md'), then, midnight);
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

/** `…` stands for the cursor of the answer before. */
async function answerTo(call: unknown): Promise<z.output<typeof listing>> {
  const given = z.record(z.string(), z.unknown()).parse(call);
  const args = given['cursor'] === '…' ? { ...given, cursor: lastCursor } : given;
  const { structured } = await client.call('list', args);
  const answer = listing.parse(structured);
  lastCursor = answer.nextCursor;
  return answer;
}

describe('the examples of `list`', () => {
  test.each(examples)('in $page: $call', async ({ call, answer }) => {
    const { items, ...rest } = await answerTo(call);
    if (answer.info === 'text') {
      expect(items.map(({ path }) => path)).toEqual(answer.code.trimEnd().split('\n'));
    } else {
      const told: unknown = JSON.parse(answer.code.replaceAll('"…"', () => JSON.stringify(lastCursor ?? '')));
      expect({ items, ...rest }).toMatchObject(z.record(z.string(), z.unknown()).parse(told));
    }
  });

  test('are there for each page', () => {
    expect(new Set(examples.map(({ page }) => page)).size).toBe(pages.length);
  });

  test('are drawn from the vault that the page shows', () => {
    const usage = textOf('docs/usage.md');
    expect(Object.keys(files).filter(path => !usage.includes(path.split('/').at(-1) ?? path))).toEqual([]);
  });
});
