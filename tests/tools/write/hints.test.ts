/** Writers say when a value, a name or an argument may not have been meant. */
import { z } from 'zod';
import { codeOf, hintsOf } from '../../support/clients';
import { field } from '../../support/json';
import { textMatching } from '../../support/matchers';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';

describe('what may be meant instead', () => {
  const vault = vaultForAll({
    files: {
      'Plugins/Backlinks.md': 'x\n',
      'Sync and publish/Plans.md': 'x\n',
      'Work/one.md': '---\naliases: one\ndone: true\ncount: 5\ndue: 2026-01-01\n---\ntext #idea\n',
      'Secret/Gardens/Roses.md': 'x\n',
      'pic.png': 'x',
    },
    ...withNarrow({ deny: ['Secret'] }),
    asks: narrowToken,
  });

  type Call = readonly [tool: string, args: Record<string, unknown>, hint: string];

  const path = 'Work/one.md';
  const note = { content: 'x', dryRun: true };
  const asked: readonly Call[] = [
    [
      'create_note',
      { path: 'Plugins', ...note },
      '"Plugins" is a folder: for a note in it write "Plugins/Name.md".',
    ],
    ['create_note', { path: 'Plugin', ...note }, 'Similar names: "Plugins".'],
    ['create_note', { path: 'Backlinks', ...note }, 'The name already exists: "Plugins/Backlinks.md".'],
    ['create_note', { path: 'Backlink', ...note }, 'Similar names: "Plugins/Backlinks.md".'],
    ['create_note', { path: 'Plugin/x.md', ...note }, '"Plugin" is new; similar folders: "Plugins".'],
    ['create_note', { path: 'Work/A#B', ...note }, 'cannot point to a name with "#"'],
    ['create_notes', { notes: [{ path: 'Plugin/x.md' }], dryRun: true }, 'The folder "Plugin" is new'],
    [
      'create_folder',
      { path: 'Sync/', dryRun: true },
      'The folder "Sync" is new; similar folders: "Sync and publish".',
    ],
    [
      'update_note',
      { path: 'Plugins/Backlink', mode: 'append', createIfNeeded: true, ...note },
      'Similar names: "Plugins/Backlinks.md".',
    ],
    ['update_note', { path: 'Plugin', mode: 'append', ...note }, 'Similar names: "Plugins".'],
    [
      'move',
      { path, newPath: 'Plugin', dryRun: true },
      'No folder is called "Plugin", so this is a new name; similar folders: "Plugins".',
    ],
    ['move', { path, newPath: 'Archive', dryRun: true }, '`newPath: "Work/Archive"`'],
    [
      'move',
      { path, newPath: 'Sync/', dryRun: true },
      'The folder "Sync" is new; similar folders: "Sync and publish".',
    ],
    ['move', { path: 'pic.png', newPath: 'pic.md', dryRun: true }, 'changes from ".png" to ".md"'],
    [
      'update_frontmatter',
      { path, set: { aliases: ['two'] }, dryRun: true },
      '`replace: true` sets only the list.',
    ],
    [
      'update_frontmatter',
      { path, set: { done: 'true' }, dryRun: true },
      'for a checkbox pass true or false without quotes.',
    ],
    ['update_frontmatter', { path, set: { Done: 'yes' }, dryRun: true }, 'for a checkbox pass true or false'],
    ['update_frontmatter', { path, set: { count: '7' }, dryRun: true }, 'pass a number without quotes.'],
    [
      'update_frontmatter',
      { path, set: { 'frontmatter.done': false }, dryRun: true },
      'for the property "done" leave out what is before the dot.',
    ],
    ['update_frontmatter', { path, set: { tags: ['#x y'] }, dryRun: true }, 'without "#"'],
    ['update_frontmatter', { path, set: { tags: ['a b'] }, dryRun: true }, 'has a space'],
    ['update_frontmatter', { path, set: { due: 'tomorrow' }, dryRun: true }, ': pass "20'],
    ['update_frontmatter', { path, set: { due: 'next friday' }, dryRun: true }, ': pass "20'],
    ['update_frontmatter', { path, set: { begin: '@tomorrow' }, dryRun: true }, ': pass "20'],
    ['replace_in_notes', { find: 'te.t', replace: 'x' }, 'No note here has a match.'],
    ['replace_in_notes', { find: 't.*t', replace: 'x' }, 'With `regex: true` there are matches'],
    ['replace_in_notes', { find: 'a\\nb', replace: 'x', regex: true }, 'line by line'],
    ['replace_in_notes', { find: '(t)ext', replace: '\\1', regex: true }, '`$1`'],
    ['replace_in_notes', { find: '#ideas', replace: 'x' }, 'use `rename_tag`'],
  ];

  test.each(asked)('%s %j has the hint: %s', async (tool, args, hint) => {
    const { structured, text, isError } = await vault.call(tool, args);
    expect(isError).toBe(false);
    expect([structured['hints']].flat().join(' ')).toContain(hint);
    expect(text).toContain(`Hint: `);
  });

  const plain: readonly (readonly [string, Record<string, unknown>])[] = [
    ['create_note', { path: 'Work/two.md', ...note }],
    ['create_note', { path: 'Roses', ...note }],
    ['create_note', { path: 'Gardens', ...note }],
    ['create_note', { path: 'Garden/x.md', ...note }],
    ['create_note', { path: 'Plugs/x.md', ...note }],
    ['update_note', { path: '@daily', mode: 'append', ...note }],
    ['move', { path, newPath: 'Plugins', dryRun: true }],
    ['move', { path, newPath: 'Work/three.md', dryRun: true }],
    [
      'update_frontmatter',
      { path, set: { due: '2026-02-01', done: false, count: 7, tags: ['x'] }, dryRun: true },
    ],
    ['update_frontmatter', { path, set: { aliases: ['two'] }, replace: true, dryRun: true }],
  ];

  test.each(plain)('%s %j has no hint', async (tool, args) => {
    const { structured, isError } = await vault.call(tool, args);
    expect([isError, structured['hints']]).toEqual([false, undefined]);
  });

  test.each(['Work/x.txt', 'Work/x.canvas'])('a note is not moved to %s', async newPath => {
    const structured = await vault.ask('move', { path, newPath });
    const hint: unknown = expect.stringContaining('".md"');
    expect(structured['error']).toMatchObject({ code: 'unsupported_file', hint });
  });
});

describe('what is meant for something else', () => {
  const vault = vaultForAll({
    files: {
      'Books/Dune.md':
        '---\nstatus: read\naliases: [A, B]\nyear: 1965\nlent: true\ndue: 2026-01-01\ntags: [novel]\n---\nsand #desert\n\n# Sand\n',
      'Books/Emma.md': '---\nyear: 1815\nlent: false\ndue: 2026-02-01\ntags: [novel/love]\n---\nbath\n',
      'Secret/Spy.md': '---\npages: 300\ntags: [spy]\n---\n',
      'Plain.md': 'the sand and the sea\n',
      'Empty.md': '---\nyear:\n---\n',
    },
    ...withNarrow({ deny: ['Secret'] }),
    asks: narrowToken,
    isSettled: true,
  });

  const dry = { dryRun: true };
  const property = { path: 'Plain', operation: 'replace', targetType: 'frontmatter', ...dry };

  test.each<[string, Record<string, unknown>, string]>([
    [
      'patch_note',
      { ...property, target: 'frontmatter.status', value: 'x' },
      '"frontmatter.status" is a new property, dot included; for the property "status" leave out what is before the dot.',
    ],
    ['patch_note', { ...property, target: 'year', content: '1999' }, 'Pass a number as `value`.'],
    [
      'create_note',
      { path: 'New.md', properties: { 'note.status': 'a', 'properties.lent': true }, ...dry },
      'for the property "status" leave out what is before the dot. "properties.lent" is a new property',
    ],
    ['create_note', { path: 'New.md', properties: { tags: ['#a novel'] }, ...dry }, 'without "#"'],
    [
      'create_notes',
      { notes: [{ path: 'New.md', properties: { 'note.status': 'a' } }], ...dry },
      '"note.status" is a new property, dot included',
    ],
    [
      'update_frontmatter',
      { path: 'Plain', set: { year: '1999' }, ...dry },
      '"year" becomes the text "1999"; in other notes it is a number. Pass a number without quotes.',
    ],
    [
      'update_frontmatter',
      { path: 'Plain', set: { lent: 'yes' }, ...dry },
      '"lent" becomes the text "yes"; in other notes it is a checkbox. Pass true or false without quotes.',
    ],
    [
      'update_frontmatter',
      { path: 'Plain', set: { Due: 'soon' }, ...dry },
      '"Due" becomes the text "soon"; in other notes it is a date. Phrases are not converted: pass a date such as 2026-03-01.',
    ],
    [
      'create_note',
      { path: 'New.md', properties: { year: 'long ago' }, ...dry },
      'in other notes it is a number',
    ],
    ['rename_tag', { from: 'novel', to: '#novel', ...dry }, '`from` and `to` are the same tag'],
    [
      'rename_tag',
      { from: 'desert', to: 'novel', ...dry },
      '#novel already exists, in 1 note: #desert is merged into it',
    ],
    ['rename_tag', { from: 'novel', to: 'novel/old', ...dry }, '#novel/love becomes #novel/old/love.'],
    ['rename_property', { property: 'year', newProperty: 'year', ...dry }, 'are the same name'],
    ['rename_property', { property: 'Tags', newProperty: 'labels', ...dry }, '"Tags"'],
    ['update_frontmatter', { path: 'Empty', set: { year: '1999' }, ...dry }, 'it is a number'],
    [
      'rename_heading',
      { path: 'Books/Dune', heading: 'Sand', newHeading: 'Sand', ...dry },
      '`heading` and `newHeading` are the same',
    ],
    [
      'replace_in_notes',
      { find: 'sea', replace: 'see', tag: 'novell' },
      'No note has the tag "#novell"; similar tags: "#novel"',
    ],
  ])('%s %j gets a hint about the value', async (tool, args, hint) => {
    expect(hintsOf(await vault.call(tool, args))).toContain(hint);
  });

  test.each<[string, Record<string, unknown>]>([
    ['update_frontmatter', { path: 'Plain', set: { year: 1999, due: '2026-03-01', status: 'x' }, ...dry }],
    ['update_frontmatter', { path: 'Plain', set: { pages: 'many' }, ...dry }],
    ['create_note', { path: 'New.md', properties: { status: 'a', year: 2000, lent: true }, ...dry }],
    ['rename_tag', { from: 'desert', to: 'spy', ...dry }],
    ['rename_tag', { from: 'novel', to: 'Novel', ...dry }],
    ['rename_property', { property: 'aliases', newProperty: 'alias', ...dry }],
  ])('%s %j gets no hint, nor one about hidden notes', async (tool, args) => {
    const answer = await vault.call(tool, args);
    expect(answer.isError).toBe(false);
    expect(answer.structured).not.toHaveProperty('hints');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['replace_in_notes', { find: 'sea', replace: 'sea' }, '`find` and `replace` are the same text'],
    ['replace_in_notes', { find: 'sea', replace: 'see', dryRun: false }, '`confirm`'],
    [
      'update_note',
      { path: 'Plain', mode: 'append', content: 'x', heading: 'Log' },
      'To add text below a heading or to a block use `patch_note`.',
    ],
    ['edit_note', { path: 'Plain', heading: 'Log', content: 'x' }, 'use `patch_note`'],
  ])('%s %j is refused with the right way', async (tool, args, way) => {
    const structured = await vault.ask(tool, args);
    const said = ['message', 'hint'].map(part => String(field(structured, 'error', part)));
    expect(said.join(' ')).toContain(way);
  });

  test('a value that is appended to a property is not treated as its whole value', async () => {
    const call = { ...property, path: 'Books/Dune', target: 'aliases', operation: 'append', value: 'C' };
    const answer = await vault.call('patch_note', call);
    expect(answer.structured).not.toHaveProperty('error');
    expect(hintsOf(answer)).toBe('');
  });
});

describe('lists that a single value replaces', () => {
  const vault = vaultForEach({
    files: { 'a.md': '---\naliases: [A, B]\ntags: [one]\n---\n' },
  });

  test.each([
    [{ set: { aliases: 'x' } }, [textMatching(/"aliases" was a list; this single value/)]],
    [{ set: { Aliases: 'x' } }, [textMatching(/To add to the list, pass a list in `set`/)]],
    [{ set: { aliases: 'x' }, replace: true }, undefined],
    [{ set: { aliases: ['x'] } }, undefined],
    [{ set: { aliases: null } }, undefined],
    [{ set: { tags: 'two' } }, [textMatching(/"tags" was a list; this single value/)]],
    [{ set: { tags: 'one' } }, undefined],
  ])('update_frontmatter with %j reports when one value replaces others', async (change, hints) => {
    const { structured, isError } = await vault.call('update_frontmatter', { path: 'a', ...change });
    expect([isError, structured['hints']]).toEqual([false, hints]);
  });
});

describe('properties that a write leaves unreadable', () => {
  const broken = '---\ntitle: Q3: Planning\ntags: [x]\n---\nbody';
  const fine = '---\ntitle: "Q3: Planning"\ntags: [x]\n---\nbody\n';

  const vault = vaultForEach({
    files: {
      'a.md': fine,
      'b.md': 'plain\n',
      'open.md': '---\ntitle: x\nbody',
      'marked.md': '\uFEFF---\r\ntitle: x\r\nbody\r\n',
      'Templates/T.md': '---\nx: {{title}}: y\n---\n',
      '.obsidian/core-plugins.json': '{"templates":true}',
      '.obsidian/templates.json': '{"folder":"Templates"}',
    },
  });

  async function hintsOf(tool: string, args: Record<string, unknown>): Promise<string> {
    const answer = await vault.call(tool, args);
    expect(codeOf(answer)).toBe('ok');
    const hints = z.array(z.string()).parse(answer.structured['hints'] ?? []);
    for (const hint of hints) expect(answer.text).toContain(hint.slice(0, 30));
    return JSON.stringify(hints);
  }

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['create_note', { path: 'n', content: broken }, /line 2/u],
    ['create_note', { path: 'n', content: broken, dryRun: true }, /line 2/u],
    ['create_note', { path: 'n', template: 'T' }, /line 2/u],
    [
      'create_notes',
      {
        notes: [
          { path: 'm', content: 'ok' },
          { path: 'n', content: broken },
        ],
      },
      /n\.md.*line 2/u,
    ],
    ['update_note', { path: 'n', mode: 'append', content: broken }, /line 2/u],
    ['update_note', { path: 'b', mode: 'prepend', content: broken }, /line 2/u],
    ['edit_note', { path: 'a', edits: [{ oldText: 'tags: [x]', newText: 'x: 1\ntags: [x' }] }, /line [34]/u],
    [
      'edit_notes',
      { changes: [{ path: 'a', edits: [{ oldText: '"Q3: Planning"', newText: 'a: b' }] }] },
      /a\.md.*line 2/u,
    ],
    ['create_note', { path: 'n', content: '---\n- one\n- two\n---\n' }, /below line 1/u],
    ['create_note', { path: 'n', content: '---\ntitle: x\nbody' }, /line 1/u],
    ['create_note', { path: 'n', content: '---\na: 1\ntags: one, two\n---\n' }, /`tags`.*line 3/u],
    ['edit_note', { path: 'a', edits: [{ oldText: 'tags: [x]', newText: 'Tags: x y' }] }, /`tags`.*line 3/u],
    ['update_frontmatter', { path: 'open', set: { x: 1 } }, /line 4/u],
    ['update_frontmatter', { path: 'marked', set: { x: 1, y: 2 } }, /line 5/u],
    ['update_tags', { path: 'open', add: ['t'] }, /line \d/u],
    ['update_frontmatter', { path: 'open', set: { x: 1 }, dryRun: true }, /line 4/u],
  ])('%s %j', async (tool, args, expected) => {
    expect(await hintsOf(tool, args)).toMatch(expected);
  });

  test.each<[string, Record<string, unknown>]>([
    ['create_note', { path: 'n', content: fine }],
    ['create_note', { path: 'n', content: '---\n---\nx' }],
    ['create_note', { path: 'n', content: '---\n# a comment\n---\nx' }],
    ['create_note', { path: 'n', content: '---\nA line\n' }],
    ['create_note', { path: 'n', content: '---\ntags: one\n---\n' }],
    ['update_note', { path: 'b', mode: 'append', content: broken }],
  ])('%s %j says nothing of it', async (tool, args) => {
    expect(await hintsOf(tool, args)).not.toMatch(/line|tags/u);
  });

  test('a merge and an undo say it too', async () => {
    await vault.call('create_note', { path: 'n', content: broken });
    const edit = { path: 'n', edits: [{ oldText: 'Q3: Planning', newText: 'Q3' }] };
    const structured = await vault.ask('edit_note', edit);
    expect(structured['hints']).toBeUndefined();
    expect(await hintsOf('undo_change', { changeId: structured['changeId'] })).toMatch(/line 2/u);
  });
});
