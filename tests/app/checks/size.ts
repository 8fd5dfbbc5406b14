import { equal } from 'node:assert/strict';
import { type AppUnderTest, succeed } from '../support/app-under-test';
import type { Disk } from '../support/disk';

/** Notes of some 600 bytes with words that no other note has. */
export function putManyNotes(disk: Disk, count: number): void {
  for (let note = 0; note < count; note += 1)
    disk.put(`Many/${note}.md`, `# ${note}\n\n${'plainly many words '.repeat(30)}\n`);
}

/** A search reads every note of `putManyNotes`, and counts each. */
export async function findsManyNotes(app: AppUnderTest, count: number): Promise<void> {
  const { totalCount } = await succeed(app, 'search', { query: 'plainly many' });
  equal(totalCount, count);
}
