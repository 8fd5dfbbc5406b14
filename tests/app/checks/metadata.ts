import { deepEqual, ok } from 'node:assert/strict';
import { type AppUnderTest, succeed, until } from '../support/app-under-test';

/** Links are counted for notes alone, so that "ready" does not come too early. @returns keys of other kinds of files */
export async function keysThatAreNoNotes(app: AppUnderTest): Promise<string[]> {
  await app.write('Keys/Note.md', 'To [[Welcome]].\n');
  await app.write('Keys/Board.canvas', '{"nodes":[],"edges":[]}');
  await until('the note is a key', async () => (await app.resolvedKeys()).includes('Keys/Note.md'));
  return (await app.resolvedKeys()).filter(key => !key.endsWith('.md'));
}

/** A tag that was just written is found, however long the app takes to read the note again. */
export async function findsWhatWasJustWritten(app: AppUnderTest): Promise<void> {
  await succeed(app, 'create_note', { path: 'Keys/Tagged.md', content: 'new #just-written-tag here\n' });
  const found = await succeed(app, 'search', { query: 'just-written-tag' });
  ok(JSON.stringify(found).includes('Keys/Tagged.md'));
  const { tags } = await succeed(app, 'list_tags', {});
  deepEqual(JSON.stringify(tags).includes('just-written-tag'), true);
}

/** An event of the metadata cache, in milliseconds after a write began. */
export interface ToldEvent {
  readonly name: 'changed' | 'resolve' | 'resolved';
  /** Of the note; undefined for `resolved`. */
  readonly path?: string;
  readonly after: number;
}

/** The app tells of one write by `changed`, then `resolve`, then `resolved`, in time for a search after it. */
export function areInOrder(events: readonly ToldEvent[], path: string): void {
  const own = events.filter(event => event.path === path);
  deepEqual(
    own.map(({ name }) => name),
    ['changed', 'resolve'],
  );
  // One may come before, for other notes.
  const end = events
    .slice(events.findIndex(event => event === own[1]))
    .find(({ name }) => name === 'resolved');
  ok(end !== undefined, 'the links were not told as resolved after the write');
  ok(end.after < 5000, `the last event came after ${end.after.toFixed(0)} ms`);
}
