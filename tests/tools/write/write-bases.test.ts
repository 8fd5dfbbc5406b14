import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

const base = 'filters: file.hasTag("a")\r\nviews:\r\n  - type: table\r\n    name: All\r\n';

let lectern: RunningLectern;
let client: TestClient;

beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'Lists/All.base': base, 'Note.md': 'x\n' } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

function read(path: string): string {
  return readFileSync(join(lectern.folder.path, path), 'utf8');
}

async function call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

test('a base is created as given, with warnings about its mistakes', async () => {
  const content = 'formulas:\n  a: nope()\nviews: [{type: table}]\n';
  const { structured, text } = await client.call('create_note', { path: 'New/My.base', content });
  const warning = 'formulas.a: Cannot find function "nope" in `nope()`.';
  expect(structured).toMatchObject({ path: 'New/My.base', created: true, warnings: [warning] });
  expect(text).toContain(`Warning: ${warning}`);
  expect(read('New/My.base')).toBe(content);
  await call('undo_change', { changeId: structured['changeId'] });
  expect(await call('stat', { paths: ['New/My.base'] })).toMatchObject({ items: [{ exists: false }] });
});

test('an edit of a base keeps every other byte, and can be undone', async () => {
  const edits = [{ oldText: 'file.hasTag("a")', newText: 'file.hasTag("b"' }];
  const answer = await call('edit_note', { path: 'All.base', edits });
  expect(answer).toMatchObject({ path: 'Lists/All.base', changed: true });
  expect(answer['warnings']).toEqual([expect.stringContaining('Unable to parse formula')]);
  expect(read('Lists/All.base')).toBe(base.replace('"a")', () => '"b"'));
  await call('undo_change', { changeId: answer['changeId'] });
  expect(read('Lists/All.base')).toBe(base);
});

test('a base without mistakes has no warnings, and a preview writes nothing', async () => {
  const edits = [{ oldText: '"a"', newText: '"b"' }];
  expect(await call('edit_note', { path: 'Lists/All.base', edits, dryRun: true })).not.toHaveProperty(
    'warnings',
  );
  expect(read('Lists/All.base')).toBe(base);
});

test('text is added to a base, or replaces it', async () => {
  const added = await call('update_note', {
    path: 'Lists/All.base',
    mode: 'append',
    content: '  - type: [\n',
  });
  expect(added['warnings']).toEqual([expect.stringContaining('cannot be parsed')]);
  const whole = await call('update_note', {
    path: 'Lists/All.base',
    mode: 'overwrite',
    content: 'views: []\n',
    overwriteIfExists: true,
    ifMatch: added['versionId'],
  });
  expect(whole).not.toHaveProperty('warnings');
  expect(read('Lists/All.base')).toBe('views: []\r\n');
});

test.each([
  ['create_note', { path: 'Lists/All.base', content: '' }, 'already_exists'],
  ['create_note', { path: 'a.base', properties: { a: 1 } }, 'invalid_argument'],
  ['create_note', { path: 'a.canvas', content: '{}' }, 'unsupported_file'],
  ['edit_note', { path: 'None.base', edits: [{ oldText: 'a', newText: 'b' }] }, 'not_found'],
  ['update_note', { path: 'None.base', mode: 'append', content: 'x', createIfNeeded: false }, 'not_found'],
  ['update_frontmatter', { path: 'Lists/All.base', set: { a: 1 } }, 'unsupported_file'],
  ['update_tags', { path: 'Lists/All.base', add: ['a'] }, 'unsupported_file'],
])('%s refuses %j as %s', async (tool, args, code) => {
  expect(field(await call(tool, args), 'error', 'code')).toBe(code);
  expect(read('Lists/All.base')).toBe(base);
});

test('bases are among several notes that are created or edited at once, each with its warnings', async () => {
  const notes = [
    { path: 'a.md', content: 'x' },
    { path: 'New/b.base', content: 'formulas:\n  a: nope()\n' },
  ];
  const made = await client.call('create_notes', { notes });
  const warning = 'New/b.base: formulas.a: Cannot find function "nope" in `nope()`.';
  expect(made.structured).toMatchObject({ filesChanged: 2, warnings: [warning] });
  expect(made.text).toContain(`Warning: ${warning}`);
  expect(read('New/b.base')).toBe('formulas:\n  a: nope()\n');
  const changes = [
    { path: 'Lists/All.base', edits: [{ oldText: 'hasTag("a")', newText: 'hasTag("a"' }] },
    { path: 'New/b.base', edits: [{ oldText: 'nope()', newText: 'file.name' }] },
    { path: 'Note.md', edits: [{ oldText: 'x', newText: 'y' }] },
  ];
  const edited = await client.call('edit_notes', { changes });
  expect(edited.structured).toMatchObject({ filesChanged: 3 });
  expect(edited.structured['warnings']).toEqual([
    expect.stringMatching(/^Lists\/All\.base: .*Unable to parse/),
  ]);
  expect(edited.text).toContain('Warning: Lists/All.base');
  expect(read('Lists/All.base')).toBe(base.replace('hasTag("a")', () => 'hasTag("a"'));
  await call('undo_change', { changeId: edited.structured['changeId'] });
  expect(read('Lists/All.base')).toBe(base);
  const refused = { notes: [{ path: 'c.md' }, { path: 'c.base', properties: { a: 1 } }] };
  expect(field(await call('create_notes', refused), 'error', 'code')).toBe('invalid_argument');
  expect(await call('stat', { paths: ['c.md'] })).toMatchObject({ items: [{ exists: false }] });
});
