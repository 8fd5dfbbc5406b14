/** What answers say of the way back: how a change is undone, and what to undo instead of what cannot be. */
import { z } from 'zod';
import { codeOf, type TestClient } from '../support/clients';
import { notesOf } from '../support/files/vault-contents';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const files = {
  'A.md': 'Links to [[B]].\n',
  'B.md': 'Secret words of B.\n',
  'C.md': 'C.\n',
  'Folder/D.md': 'D.\n',
};
const noUndo = 'lct_token-that-may-not-undo-anything';
const tokens = [{ name: 'No undo', value: noUndo, rights: 'full', disabledTools: ['undo_change'] }];
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files, settings: { tokens } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

async function changed(tool: string, args: Record<string, unknown>, by = client): Promise<string> {
  const answer = await by.call(tool, args);
  expect(codeOf(answer)).toBe('ok');
  return z.string().parse(answer.structured['changeId']);
}

test.each([
  [{ path: 'B', newPath: 'Folder/' }],
  [{ path: 'Folder', newPath: 'Other' }],
  [
    {
      moves: [
        { path: 'B.md', newPath: 'E.md' },
        { path: 'C.md', newPath: 'F.md' },
      ],
    },
  ],
])('the move %j says how it is taken back', async args => {
  const before = notesOf(lectern.folder.path);
  const { structured, text } = await client.call('move', args);
  expect(text).toContain('undo_change');
  expect(text.split(String(structured['changeId']))).toHaveLength(2);
  expect(codeOf(await client.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
  expect(notesOf(lectern.folder.path)).toEqual(before);
});

test('a dry run has no way back, nor has a token that is not shown it', async () => {
  const args = { path: 'B', newPath: 'Folder/' };
  expect((await client.call('move', { ...args, dryRun: true })).text).not.toContain('undo_change');
  const other = await lectern.connect('2026', noUndo);
  expect((await other.call('move', args)).text).not.toContain('undo_change');
});

const hintOf = (structured: unknown): string => String(field(structured, 'error', 'hint'));

test('an unknown id is answered with the last changes that can be undone, without texts', async () => {
  const first = await changed('edit_note', { path: 'B', edits: [{ oldText: 'Secret', newText: 'Open' }] });
  const second = await changed('move', { path: 'C', newPath: 'Folder/' });
  const undone = await changed('create_note', { path: 'G.md', content: 'x' });
  await client.call('undo_change', { changeId: undone });
  const { structured, text } = await client.call('undo_change', { changeId: 'nope' });
  expect(field(structured, 'error', 'code')).toBe('not_found');
  const hint = hintOf(structured);
  expect(hint.indexOf(second)).toBeGreaterThan(-1);
  expect(hint.indexOf(first)).toBeGreaterThan(hint.indexOf(second));
  expect(hint).toContain('C.md → Folder/C.md');
  expect(hint).not.toContain(undone);
  expect(text).not.toMatch(/Secret|Open|words/u);
});

test.each([
  ['edit_note', { path: 'B', edits: [{ oldText: 'Secret', newText: 'Open' }] }],
  ['move', { path: 'B', newPath: 'Folder/' }],
  ['create_note', { path: 'G.md', content: 'x' }],
  ['delete', { path: 'C.md' }],
])('an id of %s that was used is answered with the others', async (tool, args) => {
  const other = await changed('update_note', { path: 'Folder/D', mode: 'append', content: 'more' });
  const used = await changed(tool, args);
  expect(codeOf(await client.call('undo_change', { changeId: used }))).toBe('ok');
  const again = await client.call('undo_change', { changeId: used });
  expect(codeOf(again)).toBe('version_conflict');
  expect(hintOf(again.structured)).toContain(other);
  expect(hintOf(again.structured)).not.toContain(used);
});

test('at most five are named, none where there are none', async () => {
  const none = await client.call('undo_change', { changeId: 'nope' });
  expect(hintOf(none.structured)).not.toContain('create');
  for (let note = 0; note < 7; note += 1) await changed('create_note', { path: `N${note}.md`, content: 'x' });
  const { structured } = await client.call('undo_change', { changeId: 'nope' });
  expect(hintOf(structured).match(/N\d\.md/gu)).toHaveLength(5);
});
