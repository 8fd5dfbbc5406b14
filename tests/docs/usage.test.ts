/** What the pages show, in the example vault. */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { fencesIn, projectRoot, textOf } from './pages';

const vault = join(projectRoot, 'examples', 'vault');

let lectern: RunningLectern;
let client: TestClient;
/** Of the last change. */
let changeId: string;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    prepare: ({ path }) => cpSync(vault, path, { recursive: true }),
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const answered = async (tool: string, input: Record<string, unknown>): Promise<unknown> => {
  const { isError, structured, text } = await client.call(tool, input);
  expect({ isError, text }).toMatchObject({ isError: false });
  return structured;
};

const notesWith = (text: string): string[] =>
  readdirSync(lectern.folder.path, { recursive: true, encoding: 'utf8' })
    .filter(
      path => path.endsWith('.md') && readFileSync(join(lectern.folder.path, path), 'utf8').includes(text),
    )
    .sort();

/** What an assistant calls for each question of the first page, and what the page says of the answer; in order. */
const questions: Readonly<Record<string, () => Promise<void>>> = {
  'What happened on the island in the second week of October?': async () => {
    const text = JSON.stringify(
      await answered('get_context', { query: 'What happened on the island in the second week of October?' }),
    );
    expect(text).toMatch(/Journal\/2026-10-(0[5-9]|1[01])\.md|2026-W41\.md/u);
  },
  'Which links are broken, and what was probably meant?': async () => {
    const before = notesWith('');
    const { items } = z
      .object({ items: z.array(z.looseObject({ suggestions: z.array(z.unknown()) })) })
      .parse(await answered('check_links', {}));
    expect(items.filter(({ suggestions }) => suggestions.length > 0).length).toBeGreaterThan(0);
    expect(notesWith('')).toEqual(before);
  },
  'Rename the tag #book to #reading/book everywhere. Show me first.': async () => {
    const rename = { from: 'book', to: 'reading/book' };
    const preview = await answered('rename_tag', { ...rename, dryRun: true });
    expect(JSON.stringify(preview)).toContain('reading/book');
    expect(notesWith('reading/book')).toEqual([]);
    ({ changeId } = z.object({ changeId: z.string() }).parse(await answered('rename_tag', rename)));
    expect(notesWith('reading/book').length).toBeGreaterThan(3);
  },
  'List the books rated four or more, best first.': async () => {
    const found = z.object({ rows: z.array(z.looseObject({ rating: z.number() })) }).parse(
      await answered('query_notes', {
        where: ['rating>=4'],
        select: ['rating'],
        sort: 'rating',
        order: 'desc',
      }),
    );
    const ratings = found.rows.map(({ rating }) => rating);
    expect(ratings.length).toBeGreaterThan(1);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    expect(ratings.at(-1)).toBeGreaterThanOrEqual(4);
  },
  'Undo what you just did.': async () => {
    await answered('undo_change', { changeId });
    expect(notesWith('reading/book')).toEqual([]);
    for (const path of notesWith(''))
      expect(readFileSync(join(lectern.folder.path, path))).toEqual(readFileSync(join(vault, path)));
  },
};

const asked = [...textOf('README.md').matchAll(/^\| “(.+)” \|/gmu)].map(([, question = '']) => question);

test('each question of the first page is tried here', () => {
  expect(asked).toEqual(Object.keys(questions));
});

test.each(Object.entries(questions))('%s', (_question, ask) => ask());

/** A call as the page shows it, in the order of the page. */
const calls = fencesIn({ path: 'docs/usage.md', text: textOf('docs/usage.md') }).flatMap(({ info, code }) => {
  const tool = /^json (\w+)$/.exec(info)?.[1];
  return tool === undefined
    ? []
    : [{ tool, input: z.record(z.string(), z.unknown()).parse(JSON.parse(code)) }];
});

test.each(calls)('$tool works in the example vault with $input', async ({ tool, input }) => {
  const { structured, isError } = await client.call(tool, input);
  expect({ isError, structured }).toMatchObject({ isError: false });
  const counts = z
    .looseObject({ totalCount: z.number().optional(), count: z.number().optional() })
    .parse(structured);
  expect(counts.totalCount ?? counts.count ?? 1).toBeGreaterThan(0);
});

test('the page shows calls', () => {
  expect(calls.length).toBeGreaterThan(10);
});
