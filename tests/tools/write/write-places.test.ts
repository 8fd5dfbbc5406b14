import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { Answer, TestClient } from '../../support/clients';
import { contentsOf, notesOf } from '../../support/files/vault-contents';

const note = [
  '---',
  'title: A # comment',
  'tags: [one, two]',
  'id: 007',
  '---',
  '# Top',
  'intro #one',
  '',
  '## Tasks',
  '- [ ] first ^t1',
  '',
  '## Log',
  'entry',
  '# Other',
  '## Log',
  'second',
  '`#one` end #one/nested',
  '',
].join('\r\n');

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files: {
      'n.md': note,
      'broken.md': '---\na: [\n---\ntext #one\n',
      'list.md': '---\n- no map\n---\n',
      'plain.md': 'text\n',
      'data.csv': 'a\n',
    },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

function code({ structured, isError }: Answer): unknown {
  return isError ? field(structured, 'error', 'code') : 'ok';
}

function text(path = 'n.md'): string {
  return readFileSync(join(lectern.folder.path, path), 'utf8');
}

const patch = { path: 'n', operation: 'append', targetType: 'heading', target: 'Tasks', content: '- [ ] $1' };

describe('patch_note', () => {
  test.each([
    [{}, '- [ ] first ^t1\r\n', '- [ ] first ^t1\r\n- [ ] $1\r\n'],
    [{ operation: 'prepend' }, '## Tasks\r\n', '## Tasks\r\n- [ ] $1\r\n'],
    [{ target: 'Other::Log', content: 'third' }, 'end #one/nested\r\n', 'end #one/nested\r\nthird\r\n'],
    [{ target: 'Log', occurrence: 1, operation: 'replace' }, 'entry\r\n', '- [ ] $1\r\n'],
    [{ target: 'Top>Log', targetDelimiter: '>' }, 'entry\r\n', 'entry\r\n- [ ] $1\r\n'],
    [
      { targetType: 'block', target: 't1', operation: 'replace', content: '- [x] done' },
      '- [ ] first ^t1',
      '- [x] done ^t1',
    ],
    [
      { targetType: 'frontmatter', target: 'id', operation: 'replace', content: '008' },
      'id: 007',
      'id: "008"',
    ],
  ])('%j changes only its place', async (args, old, fresh) => {
    expect(code(await client.call('patch_note', { ...patch, ...args }))).toBe('ok');
    expect(text()).toBe(note.split(old).join(fresh));
  });

  test.each([
    [{ target: 'Nowhere' }, 'target_not_found'],
    [{ target: 'Log' }, 'target_ambiguous'],
    [{ targetType: 'block', target: 'none' }, 'target_not_found'],
    [{ value: 1 }, 'invalid_argument'],
    [{ content: undefined }, 'invalid_argument'],
    [{ content: undefined, value: 'x' }, 'invalid_argument'],
    [{ targetType: 'block', target: 't1', occurrence: 1 }, 'invalid_argument'],
    [{ ifMatch: 'old' }, 'version_conflict'],
    [{ path: 'broken', targetType: 'frontmatter', target: 'a' }, 'invalid_frontmatter'],
    [{ path: 'absent' }, 'not_found'],
    [{ path: 'data.csv' }, 'unsupported_file'],
    [{ path: '[[n#Top]]' }, 'invalid_path'],
  ])('%j fails with %s and changes nothing', async (args, expected) => {
    const before = notesOf(lectern.folder.path);
    expect(code(await client.call('patch_note', { ...patch, ...args }))).toBe(expected);
    expect(notesOf(lectern.folder.path)).toEqual(before);
  });

  test('makes a missing target on request', async () => {
    await client.call('patch_note', {
      ...patch,
      path: 'plain',
      target: 'New::Deep',
      createTargetIfMissing: true,
    });
    expect(text('plain.md')).toBe('text\n\n# New\n## Deep\n- [ ] $1\n');
  });
});

test('a missing property is created without an option', async () => {
  const property = { targetType: 'frontmatter', operation: 'replace', target: 'status' };
  await client.call('patch_note', { path: 'plain', ...property, value: 'done' });
  expect(text('plain.md')).toMatch(/^---\nstatus: done\n---\n/);
});

test('a property is the same in any letter case, whichever tool writes it', async () => {
  await client.call('create_note', {
    path: 'Case.md',
    content: '---\nDue: 2026-01-01\n---\nx\n',
    frontmatter: { due: '2026-02-02' },
  });
  expect(text('Case.md')).toBe('---\nDue: 2026-02-02\n---\nx\n');
  await client.call('update_frontmatter', { path: 'Case', set: { DUE: '2026-03-03' } });
  expect(text('Case.md')).toBe('---\nDue: 2026-03-03\n---\nx\n');
  const patch = { targetType: 'frontmatter', operation: 'replace', target: 'dUe', content: '2026-04-04' };
  await client.call('patch_note', { path: 'Case', ...patch });
  expect(text('Case.md')).toBe('---\nDue: 2026-04-04\n---\nx\n');
  expect((await client.call('get_frontmatter', { path: 'Case', key: 'due' })).structured).toMatchObject({
    key: 'Due',
    value: '2026-04-04',
  });
  const both = await client.call('update_frontmatter', { path: 'Case', set: { Due: 1 }, remove: ['due'] });
  expect(code(both)).toBe('invalid_argument');
  await client.call('update_frontmatter', { path: 'Case', remove: ['due'] });
  expect(text('Case.md')).toBe('x\n');
});

describe('update_frontmatter', () => {
  test('changes the lines of its properties only', async () => {
    const answer = await client.call('update_frontmatter', {
      path: 'n',
      set: { tags: ['two', 'three'], due: '2026-11-21' },
      remove: ['title', 'absent'],
    });
    expect(code(answer)).toBe('ok');
    expect(text()).toBe(
      note
        .split('title: A # comment\r\n')
        .join('')
        .split('[one, two]')
        .join('[one, two, three]')
        .split('id: 007\r\n')
        .join('id: 007\r\ndue: 2026-11-21\r\n'),
    );
  });

  test('accepts a JSON text that clients send', async () => {
    await client.call('update_frontmatter', {
      path: 'plain',
      set: '{"a": null}',
      remove: '["b"]',
      replace: 'true',
    });
    expect(text('plain.md')).toBe('---\na:\n---\ntext\n');
  });

  test.each([
    [{ path: 'broken', set: { b: 1 } }, 'invalid_frontmatter'],
    [{ path: 'list', set: { b: 1 } }, 'invalid_frontmatter'],
    [{ path: 'n' }, 'invalid_argument'],
    [{ path: 'n', set: { a: 1 }, remove: ['a'] }, 'invalid_argument'],
  ])('%j fails with %s and changes nothing', async (args, expected) => {
    const before = notesOf(lectern.folder.path);
    expect(code(await client.call('update_frontmatter', args))).toBe(expected);
    expect(notesOf(lectern.folder.path)).toEqual(before);
  });
});

describe('tags', () => {
  test('update_tags returns the remaining tags', async () => {
    const { structured } = await client.call('update_tags', { path: 'n', add: ['#three'], remove: ['ONE'] });
    expect(structured['tags']).toEqual(['two', 'three', 'one/nested']);
    expect(text()).toContain('tags: [two, three]');
    expect(text()).toContain('`#one` end #one/nested');
  });

  test('rename_tag changes every note that has it, and no code', async () => {
    const { structured } = await client.call('rename_tag', { from: 'one', to: 'uno' });
    expect(structured).toMatchObject({ filesChanged: 2 });
    expect(text()).toBe(
      note
        .split('[one')
        .join('[uno')
        .split('intro #one')
        .join('intro #uno')
        .split('end #one')
        .join('end #uno'),
    );
    expect(text('broken.md')).toBe('---\na: [\n---\ntext #uno\n');
    expect(code(await client.call('rename_tag', { from: 'one', to: 'uno' }))).toBe('not_found');
    expect(code(await client.call('rename_tag', { from: 'uno', to: 'a b' }))).toBe('invalid_argument');
  });
});

test('a note that is already as requested is not written', async () => {
  await client.call('update_note', { path: 'plain', mode: 'append', content: 'x' });
  const before = contentsOf(lectern.folder.path);
  for (const [tool, args] of [
    ['update_frontmatter', { path: 'n', set: { title: 'A' } }],
    ['update_tags', { path: 'n', add: ['one'] }],
    ['edit_note', { path: 'n', edits: [{ oldText: 'entry', newText: 'entry' }] }],
    ['rename_tag', { from: 'two', to: 'two' }],
  ] as const) {
    const { structured } = await client.call(tool, args);
    expect([tool, structured['changeId'], structured['error']]).toEqual([tool, undefined, undefined]);
  }
  expect(contentsOf(lectern.folder.path)).toEqual(before);
});
