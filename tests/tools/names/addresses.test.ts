/** Names as programs write them: addresses of resources, paths of links, files without their ending. */
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { vaultForEach } from '../../support/open-vault';

const canvas = '{"nodes":[],"edges":[]}';
const vault = vaultForEach({
  files: {
    'Ideas/Loss aversion.md': '# Loss\n',
    'Ideas/Größe 5%.md': 'Size.\n',
    'Ideas/100%20 real.md': 'Real.\n',
    'Thesis/Data.md': '![plot](../Assets/v%20f.png)\n',
    'Assets/v f.png': 'png',
    'Boards/Plan.canvas': canvas,
    'Boards/Twice.canvas': canvas,
    'Other/Twice.csv': 'a,b\n',
    'Loss aversion.csv': 'a,b\n',
  },
});

const address = 'vault:///Ideas/Loss%20aversion.md';
const path = 'Ideas/Loss aversion.md';

test.each([
  ['read_note', { path: address }],
  ['get_links', { path: address }],
  ['update_note', { path: address, mode: 'append', content: 'x' }],
  ['edit_note', { path: address, edits: [{ oldText: 'Loss', newText: 'x' }] }],
  ['delete', { path: address }],
])('%s takes the address of a resource', async (tool, args) => {
  const answer = await vault.call(tool, args);
  expect([codeOf(answer), field(answer.structured, 'path')]).toEqual(['ok', path]);
});

test('lists of paths, folders and new places take addresses of resources', async () => {
  const paths = [address, 'vault:///Ideas/Gr%C3%B6%C3%9Fe%205%25.md'];
  const read = await vault.call('read_notes', { paths });
  expect(read.structured['notes']).toMatchObject([{ path }, { path: 'Ideas/Größe 5%.md' }]);
  expect((await vault.call('list', { path: 'vault:///Ideas' })).structured['totalCount']).toBe(3);
  const moved = await vault.call('move', { path: address, newPath: 'vault:///Moved%20notes/New.md' });
  expect(codeOf(moved)).toBe('ok');
  expect(Object.keys(vault.notes())).toContain('Moved notes/New.md');
  const outside = await vault.call('read_note', { path: 'vault:///..%2F..%2Fetc%2Fpasswd' });
  expect(codeOf(outside)).toBe('invalid_path');
});

test('a path of a link is advised, and read, as the path that it stands for', async () => {
  const refused = await vault.call('read_note', { path: './Ideas/Loss%20aversion.md' });
  expect(field(refused.structured, 'error', 'hint')).toContain(`"${path}"`);
  const read = await vault.call('read_note', { path: 'Ideas/Loss%20aversion.md' });
  expect(read.structured['path']).toBe(path);
  const literal = await vault.call('read_note', { path: 'Ideas/100%20 real.md' });
  expect(literal.structured['path']).toBe('Ideas/100%20 real.md');
});

test.each([
  ['[x](../Assets/v%20f.png)', 'Assets/v f.png'],
  ['![x](<../Assets/v f.png>)', 'Assets/v f.png'],
  ['[x](Loss%20aversion.md#Loss)', path],
  ['![[v f.png|300]]', 'Assets/v f.png'],
  ['[[../Assets/v f.png]]', 'Assets/v f.png'],
  ['Loss aversion#Loss', path],
])('resolve_link resolves %s as the app does', async (link, expected) => {
  const answer = await vault.call('resolve_link', { link, from: 'Thesis/Data' });
  expect(answer.structured).toMatchObject({ path: expected });
});

test('read_attachment finds the only file of a name without its ending', async () => {
  for (const name of ['Plan', 'plan', 'Boards/Plan', 'Loss aversion']) {
    const answer = await vault.call('read_attachment', { path: name });
    expect([name, codeOf(answer)]).toEqual([name, 'ok']);
  }
  for (const name of ['Twice', 'Other/Plan', 'Pla'])
    expect(codeOf(await vault.call('read_attachment', { path: name }))).toBe('not_found');
});
