import type { TFile } from 'obsidian';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

/** Lets reads of these files fail. */
function failReads({ host }: RunningLectern, paths: readonly string[]): void {
  const { vault } = host.internals;
  const read = vault.read.bind(vault);
  Reflect.set(vault, 'read', (file: TFile) =>
    paths.includes(file.path) ? Promise.reject(new Error('The disk failed.')) : read(file),
  );
}

test('notes that cannot be read are named on the page of list_notes where they would be, and only there', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const lectern = await RunningLectern.start({
    files: Object.fromEntries(names.map(name => [`${name}.md`, `Words of ${name}.`])),
  });
  failReads(lectern, ['b.md', 'd.md']);
  const client = await lectern.connect();
  const pages: unknown[][] = [];
  for (let cursor: unknown; pages.length < 4;) {
    const { structured } = await client.call('list_notes', {
      limit: 2,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const paths = (key: string): unknown[] => [structured[key] ?? []].flat().map(row => field(row, 'path'));
    pages.push([...paths('notes'), '-', ...paths('skipped')]);
    cursor = structured['nextCursor'];
    if (cursor === undefined) break;
  }
  await lectern.close();
  expect(pages).toEqual([
    ['a.md', '-', 'b.md'],
    ['c.md', '-', 'd.md'],
    ['e.md', '-'],
  ]);
});
