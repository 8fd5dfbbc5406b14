import type { TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

/** The order of notes by title is kept from one call to the next, so each kind of change must reach it. */

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: {
      'one.md': '---\ntitle: Delta\n---\n',
      'two.md': '---\ntitle: Bravo\nstatus: done\n---\n',
      'sub/three.md': '---\ntitle: Charlie\nstatus: done\n---\n',
      'four.md': '---\ntitle: bravo\n---\n',
    },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

async function listed(args: Record<string, unknown> = {}): Promise<unknown[]> {
  const { structured } = await client.call('list_notes', args);
  return [structured['notes']].flat().map(note => field(note, 'path'));
}

async function changed(tool: string, args: Record<string, unknown>): Promise<void> {
  expect((await client.call(tool, args)).structured).not.toHaveProperty('error');
}

test('notes come by title in either direction, by any condition, and by pages', async () => {
  expect(await listed()).toEqual(['two.md', 'four.md', 'sub/three.md', 'one.md']);
  expect(await listed({ order: 'desc' })).toEqual(['one.md', 'sub/three.md', 'four.md', 'two.md']);
  expect(await listed({ where: ['status=done'] })).toEqual(['two.md', 'sub/three.md']);
  expect(await listed({ path: 'sub' })).toEqual(['sub/three.md']);
  const { structured } = await client.call('list_notes', { limit: 3 });
  expect(await listed({ limit: 3, cursor: structured['nextCursor'] })).toEqual(['one.md']);
});

test('a note that has another title, is new, has moved or is gone is sorted at once', async () => {
  await listed();
  await changed('update_frontmatter', { path: 'one.md', set: { title: 'Alpha' } });
  expect(await listed()).toEqual(['one.md', 'two.md', 'four.md', 'sub/three.md']);
  await changed('create_note', { path: 'Bright.md', content: 'new' });
  expect(await listed()).toEqual(['one.md', 'two.md', 'four.md', 'Bright.md', 'sub/three.md']);
  await changed('move', { path: 'Bright.md', newPath: 'Zulu.md' });
  expect(await listed()).toEqual(['one.md', 'two.md', 'four.md', 'sub/three.md', 'Zulu.md']);
  await changed('delete', { path: 'two.md' });
  expect(await listed()).toEqual(['one.md', 'four.md', 'sub/three.md', 'Zulu.md']);
});
