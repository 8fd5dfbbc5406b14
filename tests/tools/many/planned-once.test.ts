/** How often a write reads what it changes; counted, since times say little on a busy machine. */
import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;
afterEach(() => lectern.close());

async function readsOfRenaming(settings: Record<string, unknown>): Promise<number> {
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`${at}.md`, '#old and more\n']));
  lectern = await RunningLectern.start({ files, settings, approver: () => Promise.resolve(true) });
  const client = await lectern.connect();
  await client.call('list_tags', {});
  const reads = jest.spyOn(lectern.host.app.vault, 'readBinary');
  const { structured } = await client.call('rename_tag', { from: 'old', to: 'new' });
  expect(structured).toMatchObject({ filesChanged: 8 });
  return reads.mock.calls.length;
}

test('a write without approval reads each note once', async () => {
  expect(await readsOfRenaming({})).toBe(8);
});

test('a write that waited for approval is planned again, since notes may have changed', async () => {
  expect(await readsOfRenaming({ approval: { massChange: 'ask' } })).toBe(16);
});
