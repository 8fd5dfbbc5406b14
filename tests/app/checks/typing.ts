import { deepEqual, equal, ok } from 'node:assert/strict';
import { type AppUnderTest, succeed, textOf, until } from '../support/app-under-test';

const path = 'Typed.md';

/** An edit in the two seconds before the app saves what was typed loses no key, is not merged, and can be undone. */
export async function keepsWhatIsTyped(app: AppUnderTest): Promise<void> {
  await app.write(path, 'one\ntwo\nthree\n');
  await app.type(path, 'typed\n');
  const { changeId } = await succeed(app, 'edit_note', {
    path,
    edits: [{ oldText: 'two', newText: 'TWO' }],
  });
  const both = 'one\nTWO\nthree\ntyped\n';
  equal(await textOf(app, path), both);
  await until('the editor shows both', async () => (await app.shown()) === both);
  const merged = (await app.notices()).filter(notice => notice.includes('modified externally'));
  deepEqual(merged, []);
  await succeed(app, 'undo_change', { changeId });
  equal(await textOf(app, path), 'one\ntwo\nthree\ntyped\n');
}

/** A read answers what the user sees, and its version is good for an edit. */
export async function readsWhatIsTyped(app: AppUnderTest): Promise<void> {
  await app.write(path, 'one\n');
  await app.type(path, 'unsaved\n');
  const read = await succeed(app, 'read_note', { path });
  ok(JSON.stringify(read).includes('unsaved'));
  await succeed(app, 'edit_note', {
    path,
    ifMatch: read['versionId'],
    edits: [{ oldText: 'one', newText: 'two' }],
  });
  equal(await textOf(app, path), 'two\nunsaved\n');
}
