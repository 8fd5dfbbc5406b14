/** How often a write reads what it changes; counted, since times say little on a busy machine. */
import { diskQuestions } from '../../support/disk-questions';
import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;
afterEach(() => lectern.close());

const notes = Array.from({ length: 8 }, (_, at) => `${at}.md`);

/** How often the disk was asked about each note while a tag was renamed in all of them. */
async function questionsOfRenaming(settings: Record<string, unknown>): Promise<number[]> {
  const files = Object.fromEntries(notes.map(path => [path, '#old and more\n']));
  lectern = await RunningLectern.start({ files, settings, approver: () => Promise.resolve(true) });
  const client = await lectern.connect();
  await client.call('list_tags', {});
  // Reads all texts, which the work in the background would otherwise do at some time.
  await client.call('search', { query: 'old' });
  const asked = await diskQuestions(lectern, async () => {
    const { structured } = await client.call('rename_tag', { from: 'old', to: 'new' });
    expect(structured).toMatchObject({ filesChanged: 8 });
  });
  return notes.map(path => asked.filter(one => one === path).length);
}

test('a write without approval reads each note once', async () => {
  expect(await questionsOfRenaming({})).toEqual(notes.map(() => 1));
});

test('a write that waited for approval is planned again, since notes may have changed', async () => {
  expect(await questionsOfRenaming({ approval: { massChange: 'ask' } })).toEqual(notes.map(() => 2));
});
