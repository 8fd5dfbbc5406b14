import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';
import type { Files } from '../support/files/vault-folder';

const count = 900;
const pathOf = (index: number): string => `f${index % 30}/note ${index}.md`;
const files: Files = Object.fromEntries(
  Array.from({ length: count }, (_, index) => [pathOf(index), `#t${index % 7}\n`]),
);

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

/** What one change between two pages did to the set of paths. */
interface Change {
  readonly gone: readonly string[];
}

async function disturb(step: number, lastSeen: string): Promise<Change> {
  const { vault, fileManager } = lectern.host.app;
  const gone: string[] = [];
  await vault.create(`f0/added before ${step}.md`, 'new');
  await vault.create(`zz added behind ${step}.md`, 'new');
  const last = vault.getFileByPath(lastSeen);
  if (last !== null) {
    await vault.delete(last);
    gone.push(lastSeen);
  }
  const moved = vault.getFileByPath(pathOf(step * 7));
  if (moved !== null) {
    gone.push(moved.path);
    await fileManager.renameFile(moved, `f29/renamed ${step}.md`);
  }
  return { gone };
}

/** Walks all pages, changing the vault between them; answers the paths in the order seen, and those that were touched. */
async function walk(
  tool: string,
  args: Record<string, unknown>,
  list: string,
): Promise<{ seen: string[]; touched: Set<string> }> {
  const seen: string[] = [];
  const touched = new Set<string>();
  let cursor: unknown;
  for (let step = 0; step === 0 || cursor !== undefined; step += 1) {
    const { structured } = await client.call(tool, { ...args, ...(cursor === undefined ? {} : { cursor }) });
    expect(structured).not.toHaveProperty('error');
    seen.push(...[structured[list]].flat().map(item => String(field(item, 'path'))));
    cursor = structured['nextCursor'];
    for (const path of (await disturb(step, seen.at(-1) ?? '')).gone) touched.add(path);
  }
  return { seen, touched };
}

const walks: [string, Record<string, unknown>, string][] = [
  ['list', { recursive: true, only: 'files', limit: 80 }, 'items'],
  ['list', { recursive: true, only: 'files', limit: 80, sort: 'name', order: 'desc' }, 'items'],
  ['list_notes', { limit: 80, sort: 'path' }, 'notes'],
  ['query_notes', { limit: 80, sort: 'name' }, 'rows'],
];

test.each(walks)(
  '%s %j lists every unchanged item exactly once, whatever changes between pages',
  async (tool, args, list) => {
    const { seen, touched } = await walk(tool, args, list);
    expect(new Set(seen).size).toBe(seen.length);
    const shown = new Set(seen);
    const missed = Object.keys(files).filter(path => !touched.has(path) && !shown.has(path));
    expect(missed).toEqual([]);
  },
);
