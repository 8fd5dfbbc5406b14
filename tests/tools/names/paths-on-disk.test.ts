/** A path on disk is answered with the path in the vault, where the caller is shown the vault's folder. */
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const rules = 'lct_token-with-a-hidden-folder-0000';
let lectern: RunningLectern;
beforeAll(async () => {
  const tokens = [{ name: 'rules', value: rules, rights: 'full', deny: ['Hidden'] }];
  lectern = await RunningLectern.start({ files: { 'Projects/Pelican.md': 'x\n' }, settings: { tokens } });
});
afterAll(() => lectern.close());

const onDisk = (path: string): string => `${lectern.folder.path}${path}`;

test.each([
  ['read_note', () => ({ path: onDisk('/Projects/Pelican.md') }), '"Projects/Pelican.md"'],
  ['create_note', () => ({ path: onDisk('/New/Tern.md') }), '"New/Tern.md"'],
  ['list', () => ({ path: onDisk('/Projects/') }), '"Projects"'],
  ['list', () => ({ path: onDisk('') }), '"/"'],
  ['move', () => ({ path: 'Projects/Pelican.md', newPath: onDisk('/Old/Pelican.md') }), '"Old/Pelican.md"'],
  [
    'read_note',
    () => ({ path: onDisk('/Projects/Pelican.md').replaceAll('/', '\\') }),
    '"Projects/Pelican.md"',
  ],
])('%s suggests the path below the vault, but not by rules for folders', async (tool, args, path) => {
  const client = await lectern.connect();
  const { structured } = await client.call(tool, args());
  expect(field(structured, 'error', 'code')).toBe('invalid_path');
  expect(field(structured, 'error', 'hint')).toBe(`Paths are relative to the vault: write ${path}.`);
  const narrow = await lectern.connect('2026', rules);
  const refused = await narrow.call(tool, args());
  expect(field(refused.structured, 'error', 'code')).toBe('invalid_path');
  expect(field(refused.structured, 'error', 'hint')).not.toContain(`write ${path}.`);
});

test.each(['/../other.md', '/.obsidian/app.md', '/Projects/.hidden.md'])(
  'no path is suggested that would be refused: %s',
  async below => {
    const client = await lectern.connect();
    const { structured } = await client.call('read_note', { path: onDisk(below) });
    expect(field(structured, 'error', 'code')).toBe('invalid_path');
    expect(String(field(structured, 'error', 'hint'))).not.toContain(
      `write ${JSON.stringify(below.slice(1))}`,
    );
  },
);
