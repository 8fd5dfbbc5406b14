/** A disk that is really full: a small one of its own holds the vault, its journal and the host's state. Needs root. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { builtProduct } from '../../support/process/built-product';
import { base64Of } from '../../support/files/sample-files';
import { field } from '../../support/json';
import { SpawnedLectern } from '../../support/process/spawned-lectern';
import { eventually } from '../../support/time/waiting';
import { VaultFolder } from '../../support/files/vault-folder';

const text = 'a line of text\n'.repeat(10_000);
const diskSize = '6m';

let folder: VaultFolder;
let lectern: SpawnedLectern | undefined;
let isMounted = false;
beforeAll(() => {
  folder = new VaultFolder();
  rmSync(folder.path, { recursive: true });
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder.parent]);
  isMounted = mount.status === 0;
  mkdirSync(folder.path);
  folder.write('Note.md', text);
  folder.write('Other.md', '[[Note]]\n');
});
afterAll(async () => {
  await lectern?.kill();
  if (isMounted) spawnSync('umount', [folder.parent]);
  folder.remove();
});

/** Takes all that is left. */
function fill(): void {
  const file = openSync(join(folder.parent, 'filler'), 'w');
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1));
    } catch {
      // Less than that is left.
    }
  }
  closeSync(file);
}

test('on a full disk writes fail and change nothing, and succeed when there is space again', async () => {
  if (!isMounted) {
    console.warn('Not tried: a disk of its own cannot be mounted here.');
    return;
  }
  lectern = await SpawnedLectern.start(builtProduct().command, folder);
  const { client } = lectern;
  const append = { path: 'Note', mode: 'append', content: 'more\n' };
  fill();
  for (const [tool, args] of [
    ['update_note', append],
    ['update_note', append],
    ['create_note', { path: 'New', content: text }],
    ['add_attachment', { name: 'data.txt', data: base64Of(text), note: 'Note', embed: true }],
    ['move', { path: 'Note', newPath: 'Moved' }],
    ['delete', { path: 'Note' }],
  ] as const) {
    const answer = await client.call(tool, args);
    expect([tool, field(answer.structured, 'error', 'code')]).toEqual([tool, 'storage_error']);
    expect(field(answer.structured, 'error', 'message')).toBe('The disk is full.');
  }
  expect(readFileSync(join(folder.path, 'Note.md'), 'utf8')).toBe(text);
  expect((await client.call('read_note', { path: 'Other' })).isError).toBe(false);
  const { told } = lectern;
  await eventually(() => told().includes('The compiled code of the plugin could not be kept'), 30_000);

  rmSync(join(folder.parent, 'filler'));
  const again = await client.call('update_note', append);
  expect(again.isError).toBe(false);
  expect(readFileSync(join(folder.path, 'Note.md'), 'utf8')).toBe(`${text}more\n`);
  const { structured } = await client.call('undo_change', { changeId: again.structured['changeId'] });
  expect(structured).not.toHaveProperty('error');
  expect(readFileSync(join(folder.path, 'Note.md'), 'utf8')).toBe(text);

  rmSync(join(folder.path, 'Other.md'));
  const isGone = async (): Promise<boolean> => (await client.call('read_note', { path: 'Other' })).isError;
  await eventually(isGone, 30_000);
  fill();
  await lectern.stop();
  const background = ['What is known of the notes', 'The compiled code of the plugin'];
  expect(background.map(what => told().split(`${what} could not be kept`).length - 1)).toEqual([1, 1]);
}, 120_000);
