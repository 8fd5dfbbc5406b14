import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const edits = [
  { oldText: 'one', newText: '1' },
  { oldText: 'three', newText: '3' },
];

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'Note.md': 'one\ntwo\nthree\n' } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

describe('the text of edit_note', () => {
  test('names the places of several exact edits, and does not repeat them', async () => {
    const { text, structured } = await client.call('edit_note', { path: 'Note', edits });
    expect(text).toMatch(/^changed Note\.md · versionId \S+ · changeId \S+\n@1 @3 \(2 edits as given\)$/);
    expect(structured['diff']).toContain('-three\n+3');
  });

  test.each([
    ['in a preview', { edits, dryRun: true }],
    ['where the diff is asked for', { edits, diffLines: 20 }],
    ['of a single edit', { edits: edits.slice(1) }],
    ['where an edit may have hit several places', { edits: [{ ...edits[1], replaceAll: true }, edits[0]] }],
  ])('shows the lines %s', async (_case, args) => {
    const { text } = await client.call('edit_note', { path: 'Note', ...args });
    expect(text).toContain('-three\n+3');
  });
});

test('with `diffLines: 0`, the text of several changed notes names five and counts the others', async () => {
  const path = (at: number): string => `T/${at}.md`;
  const notes = Array.from({ length: 7 }, (_item, at) => ({ path: path(at), content: '#old\n' }));
  await client.call('create_notes', { notes });
  const { text } = await client.call('rename_tag', { from: 'old', to: 'new', diffLines: 0 });
  const named = [0, 1, 2, 3, 4].map(path).join(', ');
  expect(text).toMatch(/^7 files changed · changeId \S+ · T\/0\.md/);
  expect(text.endsWith(` · ${named} and 2 more`)).toBe(true);
});
