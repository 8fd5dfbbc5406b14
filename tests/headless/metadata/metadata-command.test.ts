import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

const root = join(__dirname, '../../..');
const fixtures = join(root, 'tests/fixtures/metadata');

function metadataOf(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(root, 'scripts/metadata.mjs'), ...words], { encoding: 'utf8' });
}

let vault: TemporaryVault | undefined;

afterEach(() => vault?.close());

describe('the command that prints metadata', () => {
  test('prints that of a note anywhere as JSON, and leaves nothing behind', () => {
    const { status, stdout, stderr } = metadataOf(join(fixtures, 'blocks.md'));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(join(fixtures, 'blocks.json'), 'utf8')));
  });

  test('takes the vault around the note', async () => {
    vault = await temporaryVault({ '.obsidian/app.json': '{}', 'F/a.md': '# A', '.hidden/b.md': '# B' });
    expect(JSON.parse(metadataOf(vault.at('F/a.md')).stdout)).toHaveProperty('headings');
    const hidden = metadataOf(vault.at('.hidden/b.md'));
    expect([hidden.status, hidden.stdout]).toEqual([1, '']);
  });

  test('says how it is used when there is no such file', () => {
    expect(metadataOf('gone.md')).toMatchObject({ status: 2, stdout: '' });
    expect(metadataOf()).toMatchObject({ status: 2, stdout: '' });
  });
});
