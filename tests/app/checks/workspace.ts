import { deepEqual, equal, ok } from 'node:assert/strict';
import { z } from 'zod';
import { type AppUnderTest, succeed, textOf, until } from '../support/app-under-test';

const workspace = z.object({
  activeNote: z.string().optional(),
  selection: z
    .object({ path: z.string(), startLine: z.int(), endLine: z.int(), text: z.string() })
    .optional(),
  cursor: z.object({ line: z.int(), column: z.int() }).optional(),
  openTabs: z.array(z.object({ path: z.string(), active: z.boolean() })),
});

async function state(app: AppUnderTest): Promise<z.output<typeof workspace>> {
  return workspace.parse(await succeed(app, 'get_workspace', {}));
}

/** How often a note is open, and how often as the active tab. */
async function tabsOf(app: AppUnderTest, path: string): Promise<{ all: number; active: number }> {
  const tabs = (await state(app)).openTabs.filter(tab => tab.path === path);
  return { all: tabs.length, active: tabs.filter(({ active }) => active).length };
}

/** An opened note takes the place of the active one, and a new tab leaves it open. */
export async function opensNotes(app: AppUnderTest): Promise<void> {
  await app.write('Open/First.md', 'one\ntwo\nthree\n');
  await app.write('Open/Second.md', 'second\n');
  const opened = await succeed(app, 'open_note', { path: 'Open/First.md', newTab: true });
  deepEqual(opened, { path: 'Open/First.md', created: false });
  equal((await state(app)).activeNote, 'Open/First.md');
  equal(await app.shown(), 'one\ntwo\nthree\n');
  await succeed(app, 'open_note', { path: 'Open/Second.md' });
  deepEqual(await tabsOf(app, 'Open/First.md'), { all: 0, active: 0 });
  await succeed(app, 'open_note', { path: 'Open/First.md', newTab: true });
  deepEqual(await tabsOf(app, 'Open/First.md'), { all: 1, active: 1 });
  deepEqual(await tabsOf(app, 'Open/Second.md'), { all: 1, active: 0 });
}

/** A note that is not there is created and shown on request, and only then. */
export async function createsAndOpens(app: AppUnderTest): Promise<void> {
  const path = 'Open/Created.md';
  const { isError } = await app.client.call('open_note', { path });
  ok(isError && (await app.read(path)) === undefined);
  deepEqual(await succeed(app, 'open_note', { path, createIfNeeded: true }), { path, created: true });
  equal(await textOf(app, path), '');
  equal((await state(app)).activeNote, path);
}

/** The cursor is on the line that the caller named. */
export async function opensAtALine(app: AppUnderTest): Promise<void> {
  await app.write('Open/Lines.md', 'one\ntwo\nthree\n');
  await succeed(app, 'open_note', { path: 'Open/Lines.md', newTab: true, line: 2 });
  await until('the cursor is on line 2', async () => (await state(app)).cursor?.line === 2);
}

/**
 * The selection is told with its lines.
 * @param select selects from the second character to the end of the second line in the active editor
 */
export async function tellsTheSelection(app: AppUnderTest, select: () => Promise<void>): Promise<void> {
  const path = 'Open/Selected.md';
  await app.write(path, 'one\ntwo\nthree\n');
  await succeed(app, 'open_note', { path, newTab: true });
  await select();
  const { activeNote, selection, cursor } = await state(app);
  equal(activeNote, path);
  deepEqual(selection, { path, startLine: 1, endLine: 2, text: 'ne\ntwo' });
  deepEqual(cursor, { line: 2, column: 4 });
}

/** `@active` is the note that the user sees, for reading and for writing. */
export async function writesTheActiveNote(app: AppUnderTest): Promise<void> {
  const path = 'Open/Active.md';
  await app.write(path, 'one\ntwo\n');
  await succeed(app, 'open_note', { path, newTab: true });
  const read = await succeed(app, 'read_note', { path: '@active' });
  equal(read['path'], path);
  const edits = [{ oldText: 'two', newText: 'TWO' }];
  const edited = await succeed(app, 'edit_note', { path: '@active', ifMatch: read['versionId'], edits });
  equal(edited['path'], path);
  equal(await textOf(app, path), 'one\nTWO\n');
  await until('the editor shows the edit', async () => (await app.shown()) === 'one\nTWO\n');
}

/** After `@active` is deleted no tab shows it, and the name means it no more. */
export async function deletesTheActiveNote(app: AppUnderTest): Promise<void> {
  const path = 'Open/Deleted.md';
  await app.write(path, 'kept\n');
  await succeed(app, 'open_note', { path, newTab: true });
  const { changeId } = await succeed(app, 'delete', { path: '@active' });
  ok((await app.read(path)) === undefined);
  await until('no tab shows the note', async () => (await tabsOf(app, path)).all === 0);
  ok((await state(app)).activeNote !== path);
  const { structured } = await app.client.call('read_note', { path: '@active' });
  ok(structured['path'] !== path);
  await succeed(app, 'undo_change', { changeId });
  equal(await textOf(app, path), 'kept\n');
}
