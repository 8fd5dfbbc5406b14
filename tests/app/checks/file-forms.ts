import { deepEqual, equal, ok } from 'node:assert/strict';
import { type AppUnderTest, succeed } from '../support/app-under-test';

const bom = [0xef, 0xbb, 0xbf];

/** A byte order mark and Windows line ends outlive an edit, byte for byte. */
export async function keepsMarkAndLineEnds(app: AppUnderTest): Promise<void> {
  await app.write('Windows.md', Buffer.from([...bom, ...Buffer.from('one\r\ntwo\r\nthree')]));
  await succeed(app, 'edit_note', { path: 'Windows.md', edits: [{ oldText: 'two', newText: 'zwei' }] });
  deepEqual(await app.read('Windows.md'), Buffer.from([...bom, ...Buffer.from('one\r\nzwei\r\nthree')]));
}

/** A rename that changes nothing but letter case leaves one file, with the new spelling. */
export async function renamesByCaseAlone(app: AppUnderTest): Promise<void> {
  await app.write('Case/lower.md', 'text\n');
  await succeed(app, 'move', { path: 'Case/lower.md', newPath: 'Case/Lower.md' });
  equal((await app.list('Case')).join(), 'Lower.md');
  deepEqual(await app.read('Case/Lower.md'), Buffer.from('text\n'));
}

/** A deleted note is gone from the vault, and comes back byte for byte. */
export async function deletesAndRestores(app: AppUnderTest): Promise<void> {
  const bytes = Buffer.from([...bom, ...Buffer.from('kept\r\n')]);
  await app.write('Gone/Note.md', bytes);
  const { changeId } = await succeed(app, 'delete', { path: 'Gone/Note.md' });
  ok((await app.read('Gone/Note.md')) === undefined);
  await succeed(app, 'undo_change', { changeId });
  deepEqual(await app.read('Gone/Note.md'), bytes);
}
