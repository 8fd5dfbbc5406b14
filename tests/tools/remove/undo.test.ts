import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { codeOf, type TestClient } from '../../support/clients';
import { failDisk } from '../../support/disk-faults';
import { notesOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { anyText, textWith } from '../../support/matchers';
import { type Caller, vaultForEach } from '../../support/open-vault';

const writerToken = 'lct_test-token-that-may-write';
const otherToken = 'lct_test-token-of-another-one';

const files = {
  'a.md': '---\ntags: [old, keep]\n---\none #old/nested\n',
  'b.md': 'see [[a]] and [[a#one|x]] #old\r\n',
  'c.md': '\uFEFFtext without a break',
  'F/x.md': 'x [[a]]\n',
  'F/deep/y.md': 'y\n',
  'F/pic.bin': new Uint8Array([0, 255, 1, 254]),
  'Locked/z.md': 'z #old\n',
};

const vault = vaultForEach({
  files,
  prepare: folder => folder.write('.obsidian/app.json', '{"trashOption":"local"}'),
  settings: {
    tokens: [
      { name: 'writer', value: writerToken, rights: 'write', deny: ['Locked/**'] },
      { name: 'other', value: otherToken, rights: 'write' },
      { name: 'all', value: 'lct_test-token-with-full-rights', rights: 'full' },
    ],
  },
  tokens: [],
});
const writer = vault.as(writerToken);
const { text } = vault;

const changes: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['a new note in new folders', 'create_note', { path: 'N/deep/n', content: 'x' }],
  ['an append', 'update_note', { path: 'b', mode: 'append', content: 'more' }],
  [
    'an edit of a note with a byte order mark',
    'edit_note',
    { path: 'c', edits: [{ oldText: 'text', newText: '$&' }] },
  ],
  ['properties', 'update_frontmatter', { path: 'a', set: { due: '2026-11-21' }, remove: ['tags'] }],
  [
    'a patch',
    'patch_note',
    { path: 'a', operation: 'append', targetType: 'frontmatter', target: 'tags', content: 'new' },
  ],
  ['tags', 'update_tags', { path: 'b', add: ['new'], remove: ['old'] }],
  ['a renamed tag', 'rename_tag', { from: 'old', to: 'fresh' }],
  [
    'edits of several notes',
    'edit_notes',
    {
      changes: [
        { path: 'a', edits: [{ oldText: 'one', newText: 'ONE' }] },
        { path: 'F/x', edits: [{ oldText: 'x ', newText: '' }] },
      ],
    },
  ],
  ['a deleted note', 'delete', { path: 'b' }],
  ['a deleted folder', 'delete', { path: 'F', recursive: true }],
  ['a note deleted for good', 'delete', { path: 'c.md', permanent: true }],
  ['a folder', 'create_folder', { path: 'G/H' }],
  ['a moved note', 'move', { path: 'a', newPath: 'Other/renamed' }],
  ['a moved folder', 'move', { path: 'F', newPath: 'Moved/F2' }],
];

describe.each(changes)('%s', (_what, tool, args) => {
  test('is planned without touching a byte', async () => {
    const before = vault.contents();
    const { structured, isError } = await vault.call(tool, { ...args, dryRun: true });
    expect([isError, structured['dryRun'], structured['changeId']]).toEqual([false, true, undefined]);
    expect(vault.contents()).toEqual(before);
  });

  test('is undone to the exact bytes, and the undo is undone', async () => {
    const before = vault.notes();
    const structured = await vault.ask(tool, args);
    const after = vault.notes();
    expect(after).not.toEqual(before);
    const changeId = await changeIdOf(structured);
    const undone = await vault.call('undo_change', { changeId });
    expect(codeOf(undone)).toBe('ok');
    expect(vault.notes()).toEqual(before);
    const again = await vault.call('undo_change', { changeId: await changeIdOf(undone.structured) });
    expect(codeOf(again)).toBe('ok');
    expect(vault.notes()).toEqual(after);
  });

  test('is listed with its tool, and as undoable until it is undone', async () => {
    const structured = await vault.ask(tool, args);
    const changeId = await changeIdOf(structured);
    const listed = await vault.call('list_changes', {});
    expect(field(listed.structured, 'changes', 0)).toMatchObject({
      changeId,
      tool,
      actor: 'all',
      undoable: true,
    });
    await vault.call('undo_change', { changeId });
    const later = [(await vault.ask('list_changes', {}))['changes']].flat();
    expect(
      later.filter(row => field(row, 'changeId') === changeId).map(row => field(row, 'undoable')),
    ).not.toContain(true);
  });
});

test('a change whose file has another content of the same size since is not listed as undoable', async () => {
  const edits = [{ oldText: 'one', newText: 'two' }];
  const structured = await vault.ask('edit_note', { path: 'a', edits });
  const changeId = await changeIdOf(structured);
  await vault.lectern.host.app.vault.adapter.write(
    'a.md',
    text('a.md').replace('two', () => 'six'),
  );
  const listed = await vault.call('list_changes', {});
  const rows = [listed.structured['changes']].flat();
  expect(rows.find(row => field(row, 'changeId') === changeId)).toMatchObject({ undoable: false });
  expect(codeOf(await vault.call('undo_change', { changeId }))).toBe('version_conflict');
});

async function changeIdOf(answer: Record<string, unknown>): Promise<unknown> {
  if (answer['changeId'] !== undefined) return answer['changeId'];
  const structured = await vault.ask('list_changes', { limit: 1 });
  return field(structured, 'changes', 0, 'changeId');
}

describe('undo_change', () => {
  test.each([{}, { dryRun: true }])(
    'refuses a change whose file was just deleted by another program: %j',
    async args => {
      await vault.ask('update_note', { path: 'b', mode: 'append', content: 'more' });
      rmSync(join(vault.path, 'b.md'));
      expect(codeOf(await vault.call('undo_change', args))).toBe('version_conflict');
      const { structured } = await vault.call('list_changes');
      expect(field(structured, 'changes', 0, 'undoable')).toBe(false);
    },
  );

  test('refuses when the note has changed since, and shows the difference', async () => {
    const structured = await vault.ask('update_note', { path: 'b', mode: 'append', content: 'mine' });
    vault.lectern.folder.write('b.md', `${text('b.md')}theirs\n`);
    const before = text('b.md');
    const refused = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(refused.structured).toMatchObject({
      error: {
        code: 'version_conflict',
        diff: textWith('+theirs'),
        versionId: anyText(),
        message: textWith('"b.md"'),
      },
    });
    expect(text('b.md')).toBe(before);
  });

  test('is allowed for the token’s own changes, or with full rights, and within the rules for writing', async () => {
    const other = vault.as(otherToken);
    const own = await writer.call('update_note', { path: 'b', mode: 'append', content: 'x' });
    expect(codeOf(await other.call('undo_change', { changeId: own.structured['changeId'] }))).toBe(
      'permission_denied',
    );
    expect(codeOf(await writer.call('undo_change', { changeId: own.structured['changeId'] }))).toBe('ok');
    const locked = await vault.call('update_note', { path: 'Locked/z', mode: 'append', content: 'x' });
    expect(codeOf(await writer.call('undo_change', { changeId: locked.structured['changeId'] }))).toBe(
      'permission_denied',
    );
    expect(codeOf(await vault.call('undo_change', { changeId: 'nothing' }))).toBe('not_found');
  });
});

test('nothing else is undone in place of a change that could not be recorded to its end', async () => {
  await vault.ask('update_note', { path: 'c', mode: 'append', content: 'more' });
  const before = vault.notes();
  // The links that followed are recorded last.
  const fails = (nth: number): boolean => nth > 1;
  const disk = failDisk(vault.lectern, { code: 'ENOSPC', fails, operations: ['writeBinary'] });
  const { changeId } = await vault.ask('move', { path: 'a', newPath: 'F/a2' });
  const moved = vault.notes();
  for (const args of [{ changeId }, {}]) expect(codeOf(await vault.call('undo_change', args))).toBe('busy');
  expect(vault.notes()).toEqual(moved);
  disk.repair();
  expect(codeOf(await vault.call('undo_change'))).toBe('ok');
  expect(vault.notes()).toEqual(before);
});

describe('list_changes', () => {
  test('lists for a token only files that it sees, and only its own changes on request', async () => {
    await vault.call('update_note', { path: 'Locked/z', mode: 'append', content: 'x' });
    await vault.call('update_note', { path: 'a', mode: 'append', content: 'x' });
    await writer.call('update_note', { path: 'b', mode: 'append', content: 'x' });
    const seen = async (one: Caller, args = {}): Promise<unknown[]> =>
      [(await one.call('list_changes', args)).structured['changes']].flat().map(row => field(row, 'path'));
    expect(await seen(vault)).toEqual(['b.md', 'a.md', 'Locked/z.md']);
    expect(await seen(writer)).toEqual(['b.md', 'a.md']);
    expect(await seen(writer, { actor: 'me' })).toEqual(['b.md']);
    expect(await seen(vault, { path: 'Locked' })).toEqual(['Locked/z.md']);
    expect(await seen(vault, { since: 'yesterday', limit: 1 })).toEqual(['b.md']);
    expect(await seen(vault, { since: '2100-01-01' })).toEqual([]);
    vault.lectern.folder.write('a.md', 'by hand');
    await vault.lectern.host.settled();
    const [first] = [(await vault.ask('list_changes', { actor: 'any', since: 'today' }))['changes']].flat();
    expect(first).toMatchObject({ path: 'a.md', actor: 'other', undoable: false });
  });

  test('is a line for each file as text', async () => {
    const structured = await writer.ask('move', { path: 'a', newPath: 'Other/away' });
    const { text, structured: listed } = await vault.call('list_changes', { since: 'today', path: 'Other' });
    const changeId = String(structured['changeId']);
    const row = [listed['changes']].flat().find(one => field(one, 'path') === 'a.md');
    const time = String(field(row, 'time'))
      .slice(0, 16)
      .replace('T', () => ' ');
    const line = text.split('\n').find(one => one.includes('move a.md → Other/away.md'));
    expect(line).toContain(' · move · by writer (lectern-tests) · ');
    expect(line?.startsWith(`${time} UTC `)).toBe(true);
    expect(line).toContain(`changeId ${changeId}`);
    expect(text).not.toContain('{');
  });

  test('follows a note through its moves and those of its folders, by the names that it had', async () => {
    await vault.call('update_note', { path: 'F/x', mode: 'append', content: 'x' });
    await vault.call('move', { path: 'F/x', newPath: 'F/moved' });
    await vault.call('move', { path: 'F', newPath: 'G' });
    await vault.call('create_note', { path: 'F/x', content: 'another' });
    const places = async (path: string): Promise<unknown[]> =>
      [(await vault.ask('list_changes', { path }))['changes']]
        .flat()
        .map(row => [field(row, 'kind'), field(row, 'path')]);
    const own = [
      ['move', 'F'],
      ['move', 'F/x.md'],
      ['edit', 'F/x.md'],
    ];
    expect(await places('G/moved.md')).toEqual(own);
    expect(await places('G')).toEqual(own);
    expect(await places('F/x.md')).toEqual([['create', 'F/x.md'], ...own.slice(1)]);
  });

  test.each([
    ['@daily:2026-11-20', ['delete', 'create']],
    ['[[x]]', ['edit']],
    ['![[F/x.md|shown]]', ['edit']],
    ['[[F/pic.bin]]', ['delete']],
    ['[[2026-11-20]]', ['delete', 'create']],
    ['@daily:2026-11-21', []],
    ['[[y]]', []],
    ['[[x#Part]]', 'invalid_path'],
    ['@daily:2026-11-20#Part', 'invalid_path'],
    ['@daily:never', 'invalid_query'],
    ['@active', 'unsupported_here'],
  ])('takes the reference %s', async (path, expected) => {
    await vault.call('update_note', { path: 'F/x', mode: 'append', content: 'x' });
    await vault.call('create_note', { path: '@daily:2026-11-20', content: 'x' });
    for (const deleted of ['2026-11-20.md', 'F/pic.bin']) await vault.call('delete', { path: deleted });
    const answer = await vault.call('list_changes', { path });
    const rows = [answer.structured['changes'] ?? []].flat();
    expect(rows.length > 0 ? rows.map(row => field(row, 'kind')) : codeOf(answer)).toEqual(
      expected.length > 0 ? expected : 'ok',
    );
  });

  test('names near paths for a path that was given, not for that of a periodic note', async () => {
    await vault.call('create_note', { path: '2026-11-22', content: 'x' });
    const told = async (path: string): Promise<string> => (await vault.call('list_changes', { path })).text;
    expect(await told('2026-11-21.md')).toContain('2026-11-22.md');
    expect(await told('@daily:2026-11-21')).not.toContain('2026-11-22.md');
  });

  test('continues after a change', async () => {
    const first = await vault.call('update_note', { path: 'a', mode: 'append', content: 'x' });
    await vault.call('update_note', { path: 'b', mode: 'append', content: 'x' });
    const structured = await vault.ask('list_changes', { since: first.structured['changeId'] });
    expect([structured['changes']].flat().map(row => field(row, 'path'))).toEqual(['b.md']);
  });
});

describe('delete', () => {
  test('never overwrites what is in the trash', async () => {
    for (const round of [1, 2]) {
      await vault.call('create_note', { path: 't', content: `${round}` });
      expect(await vault.ask('delete', { path: 't' })).toMatchObject({
        trashed: 'vault',
        filesDeleted: 1,
      });
    }
    expect([text('.trash/t.md'), text('.trash/t 1.md')]).toEqual(['1', '2']);
  });

  test.each([
    [{ path: 'F' }, 'not_empty'],
    [{ path: '/' }, 'invalid_path'],
    [{ path: '.obsidian' }, 'invalid_path'],
    [{ path: 'nothing' }, 'not_found'],
    [{ path: 'a', permanent: true }, 'permission_denied'],
    [{ path: 'Locked/z' }, 'permission_denied'],
    [{ path: 'Locked/absent' }, 'permission_denied'],
    [{ path: 'Locked', recursive: true }, 'permission_denied'],
    [{ path: 'a', ifMatch: 'old' }, 'version_conflict'],
  ])('%j fails with %s and removes nothing', async (args, expected) => {
    const before = vault.notes();
    expect(codeOf(await writer.call('delete', args))).toBe(expected);
    expect(vault.notes()).toEqual(before);
  });
});

describe('move', () => {
  test('updates links and lists the files', async () => {
    const planned = await vault.call('move', { path: 'a', newPath: 'Other/renamed', dryRun: true });
    const structured = await vault.ask('move', { path: 'a', newPath: 'Other/renamed' });
    expect(structured).toMatchObject({
      path: 'a.md',
      newPath: 'Other/renamed.md',
      linksUpdated: 3,
      files: [
        { path: 'b.md', linksUpdated: 2 },
        { path: 'F/x.md', linksUpdated: 1 },
      ],
    });
    expect(field(planned.structured, 'files')).toEqual(structured['files']);
    expect(text('b.md')).toBe('see [[renamed]] and [[renamed#one|x]] #old\r\n');
    expect(existsSync(join(vault.path, 'a.md'))).toBe(false);
  });

  test.each([
    [{ path: 'a', newPath: 'b' }, 'already_exists'],
    [{ path: 'a', newPath: 'B.md' }, 'already_exists'],
    [{ path: 'F', newPath: 'F/deep/F' }, 'invalid_argument'],
    [{ path: 'F', newPath: '../F' }, 'invalid_path'],
    [{ path: 'a', newPath: 'Locked/a' }, 'permission_denied'],
    [{ path: 'Locked/z', newPath: 'z' }, 'permission_denied'],
    [{ path: 'nothing', newPath: 'z' }, 'not_found'],
    [{ path: 'a', newPath: 'z', ifMatch: 'old' }, 'version_conflict'],
  ])('%j fails with %s and moves nothing', async (args, expected) => {
    const before = vault.notes();
    expect(codeOf(await writer.call('move', args))).toBe(expected);
    expect(vault.notes()).toEqual(before);
  });

  test('of a note with a link to itself is planned as it is done', async () => {
    await vault.ask('create_note', { path: 'F/self', content: 'see [[F/self]] and [[x]]' });
    for (const args of [
      { path: 'F/self', newPath: 'Other/longer' },
      { moves: [{ path: 'Other', newPath: 'Elsewhere' }] },
    ]) {
      const planned = await vault.ask('move', { ...args, dryRun: true });
      const done = await vault.ask('move', args);
      expect(planned).toEqual({ ...done, changeId: undefined, hints: undefined, dryRun: true });
    }
    const after = text('Elsewhere/longer.md');
    expect(after).toContain('longer]] and [[x]]');
    // The undo names the files by the paths that they have then.
    const undone = await vault.ask('undo_change');
    expect(undone).toMatchObject({
      filesChanged: 2,
      files: [
        { path: 'Other', movedFrom: 'Elsewhere' },
        { path: 'Other/longer.md', bytesBefore: after.length, bytesAfter: text('Other/longer.md').length },
      ],
    });
  });

  test('is undone in one row for each file that is there', async () => {
    await vault.ask('move', { path: 'a', newPath: 'b2' });
    await vault.ask('edit_note', { path: 'F/x', edits: [{ oldText: 'x [[b2]]', newText: '[[F/x]]' }] });
    const { changeId } = await vault.ask('move', { path: 'F/x', newPath: 'long name' });
    const undone = await vault.ask('undo_change', { changeId });
    expect(undone).toMatchObject({
      filesChanged: 1,
      files: [{ path: 'F/x.md', movedFrom: 'long name.md', bytesBefore: 14, bytesAfter: 8, created: false }],
    });
    expect(undone['files']).toHaveLength(1);
  });

  test('changes the letter case of a name', async () => {
    expect(await vault.ask('move', { path: 'a', newPath: 'A' })).toMatchObject({
      newPath: 'A.md',
    });
    expect(Object.keys(vault.notes())).toContain('A.md');
  });
});

describe('any sequence of writes', () => {
  const run = { seed: 20_261_121, numRuns: 6 };
  const files = {
    'a.md': '\uFEFF---\r\ntags: [one, two] # why\r\n---\r\n# H\r\nsee [[b]] #one\r\n',
    'b.md': '# H\ntext\n\n# I\n[[a]] and [x](c.md)',
    'c.md': 'due [[a#H]] [[b#I|i]] ![[b#H]]\n',
    'x.canvas': '{"nodes":[{"type":"file","file":"a.md","subpath":"#H"}]}',
    'y.base': 'filters: file.hasLink("b")\n',
  };

  let lectern: RunningLectern;
  let client: TestClient;

  interface Write {
    readonly tool: string;
    readonly args: Record<string, unknown>;
  }

  const path = fc.constantFrom('a', 'b', 'c', 'd', 'N/e');
  const text = fc.constantFrom('x', '$&', 'two\nlines\n', '\u2028😀', '#one/deep');
  const dryless = { overwriteIfExists: true };

  const writes: fc.Arbitrary<Write> = fc.oneof(
    fc.record({ path, content: text }).map(args => ({ tool: 'create_note', args })),
    fc
      .record({ path, content: text, mode: fc.constantFrom('append', 'prepend') })
      .map(args => ({ tool: 'update_note', args: { ...args, ...dryless } })),
    fc.record({ path, oldText: fc.constantFrom('text', 'see', 'x', '#') }).map(({ path: at, oldText }) => ({
      tool: 'edit_note',
      args: { path: at, edits: [{ oldText, newText: '$1', replaceAll: true }] },
    })),
    fc
      .record({ path, content: text, operation: fc.constantFrom('append', 'prepend', 'replace') })
      .map(args => ({ tool: 'patch_note', args: { ...args, targetType: 'heading', target: 'H' } })),
    fc.record({ path, tags: fc.constantFrom('one', 'fresh') }).map(({ path: at, tags }) => ({
      tool: 'update_frontmatter',
      args: { path: at, set: { tags: [tags], due: '2026-11-21' } },
    })),
    fc.record({ path }).map(({ path: at }) => ({ tool: 'update_tags', args: { path: at, remove: ['one'] } })),
    fc
      .record({ from: fc.constantFrom('one', 'two', 'fresh'), to: fc.constantFrom('one', 'new/one') })
      .map(args => ({ tool: 'rename_tag', args })),
    fc
      .record({
        path,
        heading: fc.constantFrom('H', 'I', 'J'),
        newHeading: fc.constantFrom('H', 'J', 'K: [x]'),
      })
      .map(args => ({ tool: 'rename_heading', args: { ...args, occurrence: 1 } })),
    fc
      .record({ property: fc.constantFrom('tags', 'due'), newProperty: fc.constantFrom('labels', 'due') })
      .map(args => ({ tool: 'rename_property', args })),
    fc
      .record({ find: fc.constantFrom('x', 'text', '[[a'), replace: text, confirm: fc.constantFrom(1, 2, 3) })
      .map(args => ({ tool: 'replace_in_notes', args: { ...args, scope: 'all' } })),
    fc.record({ from: path, into: path }).map(args => ({ tool: 'merge_notes', args })),
    fc.record({ path, newPath: path }).map(args => ({ tool: 'move', args })),
    fc.record({ path }).map(args => ({ tool: 'delete', args })),
    fc.constant({ tool: 'delete', args: { path: 'N', recursive: true } }),
    fc.constant({ tool: 'move', args: { path: 'N', newPath: 'M/N' } }),
  );

  interface Made {
    readonly what: string;
    readonly changeId: unknown;
    readonly before: Record<string, string>;
  }

  async function carriedOut(list: readonly Write[]): Promise<Made[]> {
    const made: Made[] = [];
    for (const { tool, args } of list) {
      const before = notesOf(lectern.folder.path);
      const { structured, isError } = await client.call(tool, args);
      if (isError) expect(notesOf(lectern.folder.path)).toEqual(before);
      else if (structured['changeId'] !== undefined)
        made.push({ what: `${tool} ${JSON.stringify(args)}`, changeId: structured['changeId'], before });
    }
    return made;
  }

  async function takenBack(made: readonly Made[]): Promise<Made[]> {
    const undone: Made[] = [];
    for (const { what, changeId, before: wanted } of made.toReversed()) {
      const before = notesOf(lectern.folder.path);
      const { structured, isError, text: words } = await client.call('undo_change', { changeId });
      expect([what, isError ? words : 'ok']).toEqual([what, 'ok']);
      expect([what, notesOf(lectern.folder.path)]).toEqual([what, wanted]);
      undone.push({ what: `undoing ${what}`, changeId: structured['changeId'], before });
    }
    return undone;
  }

  test('every sequence of writes is undone, and the undo undone, step by step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(writes, { minLength: 3, maxLength: 12 }), async list => {
        lectern = await RunningLectern.start({ files });
        client = await lectern.connect();
        try {
          await takenBack(await takenBack(await carriedOut(list)));
        } finally {
          await lectern.close();
        }
      }),
      run,
    );
  }, 120_000);
});
