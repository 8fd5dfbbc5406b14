import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Answer, TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { contentsOf } from '../../support/files/vault-contents';

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: {
      '.obsidian/templates.json': '{"folder":"Templates"}',
      'Templates/Book.md': '---\nstatus: new\n# kept\nrating:\n---\n# {{title}}\n',
      'Old/Book.md': 'Another book.\n',
      'There.md': 'There.\n',
    },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const code = ({ structured, isError }: Answer): unknown =>
  isError ? field(structured, 'error', 'code') : 'ok';
/** The vault without its hidden folders: the journal and the trash. */
const visibleContents = (): unknown =>
  Object.fromEntries(
    Object.entries(contentsOf(lectern.folder.path)).filter(([path]) => !path.startsWith('.')),
  );
const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');

describe('create_note', () => {
  test('finds a template by its name in the folder of templates, and sets properties over it', async () => {
    const answer = await client.call('create_note', {
      path: 'Books/Dune.md',
      template: 'Book',
      properties: { status: 'lent', author: 'Frank Herbert' },
    });
    expect(code(answer)).toBe('ok');
    expect(text('Books/Dune.md')).toBe(
      '---\nstatus: lent\n# kept\nrating:\nauthor: Frank Herbert\n---\n# Dune\n',
    );
  });

  test('makes properties the frontmatter of a note without one', async () => {
    await client.call('create_note', { path: 'a', content: 'Text.\n', properties: { tags: ['x'] } });
    expect(text('a.md')).toBe('---\ntags:\n  - x\n---\nText.\n');
  });

  test('refuses properties under two names', async () => {
    const answer = await client.call('create_note', { path: 'a', properties: {}, frontmatter: {} });
    expect(code(answer)).toBe('invalid_argument');
  });
});

describe('create_notes', () => {
  test('fills a template for all notes that name no other one, in one change', async () => {
    const before = visibleContents();
    const { structured, text: said } = await client.call('create_notes', {
      template: 'Book',
      notes: [
        { path: 'Books/Dune', properties: { status: 'lent' }, content: 'Sand.\n' },
        { path: 'Books/Emma' },
        { path: 'Books/Copy', template: 'Old/Book' },
      ],
    });
    expect([text('Books/Dune.md'), text('Books/Emma.md'), text('Books/Copy.md')]).toEqual([
      '---\nstatus: lent\n# kept\nrating:\n---\n# Dune\nSand.\n',
      '---\nstatus: new\n# kept\nrating:\n---\n# Emma\n',
      'Another book.\n',
    ]);
    expect(said).toContain('# Emma');
    await client.call('undo_change', { changeId: structured['changeId'] });
    expect(visibleContents()).toEqual(before);
  });

  test.each([
    ['a template that is not there', [{ path: 'A' }, { path: 'B', template: 'None' }], 'not_found'],
    ['a note that is there', [{ path: 'A' }, { path: 'There' }], 'already_exists'],
    ['a base', [{ path: 'A' }, { path: 'B.base' }], 'invalid_argument'],
    ['one path twice', [{ path: 'A' }, { path: 'a' }], 'invalid_argument'],
  ])('creates no note from a template beside %s', async (_name, others, expected) => {
    const before = visibleContents();
    expect(code(await client.call('create_notes', { template: 'Book', notes: others }))).toBe(expected);
    expect(visibleContents()).toEqual(before);
  });

  const notes = [
    { path: 'Import/A.md', content: 'a\n', properties: { kind: 'letter' } },
    { path: 'Import/Deep/B', content: 'b\n' },
    { path: 'C.md' },
  ];

  test('creates all notes and folders in one change, which one undo takes back', async () => {
    const before = visibleContents();
    const { structured } = await client.call('create_notes', { notes });
    expect(structured).toMatchObject({
      filesChanged: 3,
      files: [
        { path: 'Import/A.md', created: true },
        { path: 'Import/Deep/B.md', created: true },
        { path: 'C.md', created: true },
      ],
    });
    expect([text('Import/A.md'), text('Import/Deep/B.md'), text('C.md')]).toEqual([
      '---\nkind: letter\n---\na\n',
      'b\n',
      '',
    ]);
    const { structured: changes } = await client.call('list_changes', {});
    expect(
      new Set(
        z
          .array(z.object({ changeId: z.string() }))
          .parse(changes['changes'])
          .map(c => c.changeId),
      ),
    ).toEqual(new Set([structured['changeId']]));
    expect(code(await client.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
    expect(visibleContents()).toEqual(before);
  });

  test('previews without writing', async () => {
    const before = visibleContents();
    const { structured } = await client.call('create_notes', { notes, dryRun: true });
    expect(structured).toMatchObject({ filesChanged: 3, dryRun: true });
    expect(visibleContents()).toEqual(before);
  });

  test.each([
    ['a name is taken', [{ path: 'New.md' }, { path: 'There.md' }], 'already_exists'],
    ['a name is taken in another letter case', [{ path: 'New.md' }, { path: 'there.md' }], 'already_exists'],
    ['a path is given twice', [{ path: 'New.md' }, { path: 'new' }], 'invalid_argument'],
    ['a path leaves the vault', [{ path: 'New.md' }, { path: '../x.md' }], 'invalid_path'],
    ['a path is hidden', [{ path: 'New.md' }, { path: '.obsidian/x.md' }], 'invalid_path'],
  ])('creates none where %s', async (_why, given, expected) => {
    const before = visibleContents();
    expect(code(await client.call('create_notes', { notes: given }))).toBe(expected);
    expect(visibleContents()).toEqual(before);
  });

  test.each(['../x.md', '.obsidian/x.md', 'a|b.md'])('names the invalid path %s', async path => {
    const { text: said } = await client.call('create_notes', { notes: [{ path: 'New.md' }, { path }] });
    expect(said).toContain(`Note 2 ("${path}"): `);
  });

  test('names the path that cannot be created', async () => {
    const { text: said } = await client.call('create_notes', {
      notes: [{ path: 'New.md' }, { path: 'There' }],
    });
    expect(said).toContain('Note 2 ("There"): There is already a note at this path.');
    expect(said).not.toContain('ifExists');
  });
});

describe('diffLines', () => {
  const lines = Array.from({ length: 30 }, (_, number) => `line ${number}\n`).join('');
  const files = z.array(z.object({ diff: z.string() }));
  const diffsOf = ({ structured }: Answer): string[] =>
    files.parse(structured['files']).map(({ diff }) => diff);

  test('is a budget that the files of a change share, and a cut diff says how many lines are missing', async () => {
    const given = [
      { path: 'a', content: lines },
      { path: 'b', content: lines.toUpperCase() },
    ];
    const usual = await client.call('create_notes', { notes: given, dryRun: true });
    const [first = '', second = ''] = diffsOf(usual);
    expect(first.split('\n')).toHaveLength(31);
    expect(second.split('\n')).toHaveLength(9);
    expect(second).toMatch(/… 23 more lines of the diff left out$/);
    const whole = await client.call('create_notes', { notes: given, dryRun: true, diffLines: 2000 });
    expect(diffsOf(whole).map(diff => diff.split('\n').length)).toEqual([31, 31]);
    const none = await client.call('create_notes', { notes: given, dryRun: true, diffLines: 0 });
    expect(diffsOf(none)).toEqual([
      '… 31 more lines of the diff left out',
      '… 31 more lines of the diff left out',
    ]);
  });

  test('shows the links that follow a move, before and after it', async () => {
    await client.call('create_note', { path: 'Link', content: 'See [[There]].\n' });
    const change = { path: 'There.md', newPath: 'Gone/Here.md' };
    const links = [
      { path: 'Link.md', linksUpdated: 1, diff: '@@ -1,1 +1,1 @@\n-See [[There]].\n+See [[Here]].' },
    ];
    const preview = await client.call('move', { ...change, dryRun: true });
    expect(preview.structured['files']).toEqual(links);
    const { structured } = await client.call('move', change);
    expect(structured['files']).toEqual(links);
  });
});
