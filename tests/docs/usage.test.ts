import { z } from 'zod';
import { exampleFiles, startExampleVault } from '../support/files/example-vault';
import type { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';
import { fencesIn, textOf } from './pages';

const pages = ['docs/usage.md'].map(path => ({ path, text: textOf(path) }));

/** A call as a page shows it, and the answer shown below it: paths by lines, or a part of the answer as JSON. */
const examples = pages.flatMap(page => {
  const fences = fencesIn(page);
  return fences.flatMap(({ info, code }, index) => {
    const answer = fences[index + 1];
    const call: unknown = info === 'json list' ? JSON.parse(code) : undefined;
    return call === undefined || answer === undefined ? [] : [{ page: page.path, call, answer }];
  });
});

const listing = z.looseObject({
  items: z.array(z.looseObject({ path: z.string() })),
  nextCursor: z.string().optional(),
});

let lectern: RunningLectern;
let client: TestClient;
let lastCursor: string | undefined;

beforeAll(async () => {
  lectern = await startExampleVault();
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

  test('exist for each page', () => {
    expect(new Set(examples.map(({ page }) => page)).size).toBe(pages.length);
  });

  test('use the vault that the page shows', () => {
    const usage = textOf('docs/usage.md');
    expect(Object.keys(exampleFiles).filter(path => !usage.includes(path.split('/').at(-1) ?? path))).toEqual(
      [],
    );
  });
});
