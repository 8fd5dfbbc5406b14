import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: { 'Note.md': 'one\ntwo\nthree\n', 'F/a.md': 'A\n', 'F/b.md': 'B\nB2\n' },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const diff = (...lines: string[]): unknown => expect.stringContaining(lines.join('\n'));

describe('delete with `diffLines`', () => {
  test('shows what would be deleted, and deletes nothing', async () => {
    const { structured, text } = await client.call('delete', {
      path: 'Note.md',
      dryRun: true,
      diffLines: 20,
    });
    expect(structured['files']).toEqual([{ path: 'Note.md', diff: diff('-one', '-two', '-three') }]);
    expect(text).toMatch(/dry run, nothing was written\n[^]*-one\n-two\n-three$/);
    expect(await client.call('read_note', { path: 'Note.md' })).toMatchObject({ isError: false });
  });

  test('shows the notes of a folder within one budget', async () => {
    const { structured } = await client.call('delete', { path: 'F', recursive: true, diffLines: 20 });
    expect(structured['files']).toMatchObject([
      { path: 'F/b.md', diff: diff('-B', '-B2') },
      { path: 'F/a.md', diff: diff('-A') },
    ]);
    const { structured: cut } = await client.call('delete', { path: 'Note.md', diffLines: 1 });
    expect(JSON.stringify(cut['files'])).toMatch(/more lines?/);
  });

  test('shows up to 40 lines by default', async () => {
    const { structured, text } = await client.call('delete', { path: 'Note.md' });
    expect(structured['files']).toEqual([{ path: 'Note.md', diff: diff('-one', '-two', '-three') }]);
    expect(text).toMatch(/-one\n-two\n-three$/);
  });

  test('counts the files whose lines are beyond the budget', async () => {
    const { structured, text } = await client.call('delete', { path: 'F', recursive: true, diffLines: 3 });
    expect(structured['files']).toMatchObject([
      { path: 'F/b.md', diff: diff('-B', '-B2') },
      { path: 'F/a.md', diff: '… 2 more lines of the diff left out' },
    ]);
    expect(text).toMatch(/Without lines here: 1 more file\.$/);
  });

  test('shows nothing with 0', async () => {
    const { structured, text } = await client.call('delete', { path: 'Note.md', diffLines: 0 });
    expect(structured).not.toHaveProperty('files');
    expect(text).not.toContain('one');
  });
});
