/** Changes that fail half way while another program writes to what they had changed already. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'one\n', 'b.md': 'one\n', 'c.md': 'one\n' } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

function place(path: string): string {
  return join(lectern.folder.path, path);
}

function text(path: string): string {
  return readFileSync(place(path), 'utf8');
}

/** As soon as the first of the notes is written, another program writes to it and to the last. */
function interfere(): void {
  const { vault } = lectern.host.internals;
  const ref = vault.on('modify', () => {
    vault.offref(ref);
    writeFileSync(place('a.md'), `${text('a.md')}theirs\n`);
    writeFileSync(place('c.md'), 'theirs\n');
  });
}

test('a file that cannot be restored is named, and its change stays listed', async () => {
  interfere();
  const edits = [{ oldText: 'one', newText: 'two' }];
  const answer = await client.call('edit_notes', {
    changes: ['a', 'b', 'c'].map(path => ({ path, edits })),
  });
  expect(field(answer.structured, 'error', 'code')).toBe('version_conflict');
  expect(field(answer.structured, 'error', 'candidates')).toEqual(['a.md']);
  expect(['a.md', 'b.md', 'c.md'].map(text)).toEqual(['two\ntheirs\n', 'one\n', 'theirs\n']);
  const { structured } = await client.call('list_changes', {});
  expect(structured['changes']).toMatchObject([{ kind: 'edit', path: 'a.md', tool: 'edit_notes' }]);
});
