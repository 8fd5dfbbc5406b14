/** Undoing without an id a second time, and what the undo of a move says. */
import { z } from 'zod';
import { codeOf, type TestClient } from '../support/clients';
import { notesOf } from '../support/files/vault-contents';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const files = { 'A.md': 'See [[B]].\n', 'B.md': 'b\n', 'C.md': 'c\n', 'Folder/D.md': 'd\n' };
const writer = { name: 'Writer', value: 'lct_token-that-may-write-only-00', rights: 'write' };
const full = { name: 'Full', value: 'lct_token-with-all-of-the-rights', rights: 'full' };
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files, settings: { tokens: [writer, full] } });
  client = await lectern.connect('2026', writer.value);
});
afterEach(() => lectern.close());

async function changed(tool: string, args: Record<string, unknown>, by = client): Promise<string> {
  const answer = await by.call(tool, args);
  expect(codeOf(answer)).toBe('ok');
  return z.string().parse(answer.structured['changeId']);
}
const hintOf = (structured: unknown): string => String(field(structured, 'error', 'hint'));

test.each<[move: Record<string, unknown>, from: string, to: string]>([
  [{ path: 'C.md', newPath: 'Folder/' }, 'Folder/C.md', 'C.md'],
  [{ path: 'C.md', newPath: 'E.md' }, 'E.md', 'C.md'],
  [{ path: 'B.md', newPath: 'Folder/' }, 'Folder/B.md', 'B.md'],
  [{ path: 'Folder', newPath: 'Other' }, 'Other', 'Folder'],
  [
    {
      moves: [
        { path: 'B.md', newPath: 'E.md' },
        { path: 'C.md', newPath: 'F.md' },
      ],
    },
    'E.md',
    'B.md',
  ],
])('the undo of the move %j says first that %s went to %s', async (move, from, to) => {
  const before = notesOf(lectern.folder.path);
  await changed('move', move);
  const preview = await client.call('undo_change', { dryRun: true });
  const { text, structured } = await client.call('undo_change', {});
  for (const shown of [preview.text, text]) {
    expect(shown).toContain(`${from} → ${to}`);
    expect(shown).not.toMatch(/bytes/u);
  }
  const [first] = z
    .array(z.looseObject({ path: z.string(), movedFrom: z.string().optional() }))
    .parse(structured['files'] ?? [structured]);
  expect(first?.movedFrom).toBeDefined();
  expect(notesOf(lectern.folder.path)).toEqual(before);
});

test.each([1, 2])(
  'after %s undone changes, undo without an id names what may be undone next',
  async count => {
    const older = await changed('update_note', { path: 'C', mode: 'append', content: 'x' });
    for (let done = 0; done < count; done += 1) {
      await changed('update_note', { path: 'B', mode: 'append', content: `${done}` });
      const { structured } = await client.call('list_changes', { actor: 'me', limit: 1 });
      await changed('undo_change', { changeId: field(structured, 'changes', '0', 'changeId') });
    }
    const { structured } = await client.call('undo_change', {});
    expect(field(structured, 'error', 'code')).toBe('invalid_argument');
    expect(hintOf(structured)).toContain(older);
    expect(codeOf(await client.call('undo_change', { changeId: older }))).toBe('ok');
  },
);

test('who has changed nothing is told of the changes of others that it may undo', async () => {
  const others = await changed('update_note', { path: 'C', mode: 'append', content: 'x' });
  const owner = await lectern.connect('2026', full.value);
  const { structured } = await owner.call('undo_change', {});
  expect(field(structured, 'error', 'code')).toBe('not_found');
  expect(hintOf(structured)).toContain(others);
});

test('a change of another token is refused with a reason', async () => {
  const owner = await lectern.connect('2026', full.value);
  const others = await changed('update_note', { path: 'C', mode: 'append', content: 'x' }, owner);
  const { structured } = await client.call('undo_change', { changeId: others });
  expect(field(structured, 'error', 'code')).toBe('permission_denied');
  expect(hintOf(structured)).toMatch(/full/u);
});

test('a change that was undone is listed as such, until the undo is undone', async () => {
  const changeId = await changed('update_note', { path: 'C', mode: 'append', content: 'x' });
  const undo = await changed('undo_change', { changeId });
  const undone = await client.call('list_changes', {});
  expect(undone.text).toContain(`changeId ${changeId}, has been undone`);
  expect(undone.text).not.toContain('cannot be undone');
  expect(field(undone.structured, 'changes', '1', 'undone')).toBe(true);
  await changed('undo_change', { changeId: undo });
  await changed('update_note', { path: 'C', mode: 'append', content: 'y' });
  expect((await client.call('list_changes', {})).text).toContain(`changeId ${changeId}, cannot be undone`);
});
