/** Refusals and hints name the right way. */
import { type Answer, hintsOf } from '../support/clients';
import { textWith } from '../support/matchers';
import { field } from '../support/json';
import { narrowToken, vaultForAll, withNarrow } from '../support/open-vault';

const wholeNote = 'Leave the heading out to use the whole note.';

describe('refusals in plain words', () => {
  const vault = vaultForAll({
    files: {
      'Notes/Alpha.md': '---\nStatus: lent\nowner: x\n---\n# Alpha\n\nPay them. #foo\n',
      'Notes/Beta.md': '# Beta\n\n[[Alpha]] [[Gamma]]\n',
      'Notes/Gamma.md': 'nothing\n',
      'Full moon.md': '---\naliases: [Moonshot]\n---\n',
      'Pictures/a.png': 'x',
    },
  });

  async function failure(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { error } = await vault.ask(tool, args);
    return Object.fromEntries(
      ['code', 'message', 'hint', 'candidates'].map(name => [name, field(error, name)]),
    );
  }

  const edit = { oldText: 'a', newText: 'b' };

  test.each([
    ['list', {}, true],
    ['search', { query: 'a' }, true],
    ['list_tags', {}, false],
    ['list_properties', {}, false],
    ['rename_tag', { from: 'foo', to: 'x' }, false],
    ['rename_property', { from: 'owner', to: 'x' }, false],
  ])('%s names `includes` for a file in place of a folder if it has it', async (tool, args, has) => {
    for (const path of ['Notes/Alpha.md', 'Alpha']) {
      const { hint } = await failure(tool, { ...args, path });
      expect(String(hint).includes('includes')).toBe(has);
    }
  });

  test.each([
    ['replace_in_notes', { path: 'Zed', find: 'a', replace: 'b' }, 'note or folder'],
    ['update_tags', { path: 'Zed', add: ['a'] }, 'note'],
    ['update_tags', { path: 'Zed', tag: 'foo', add: ['a'] }, 'note or folder'],
    ['list_tasks', { path: 'Zed' }, 'note or folder'],
    ['check_links', { path: 'Zed' }, 'note or folder'],
    ['check_links', { path: 'Zed/' }, 'folder'],
    ['move', { path: 'Zed', newPath: 'Y' }, 'file or folder'],
    ['delete', { path: 'Zed' }, 'file or folder'],
    ['delete', { path: 'Zed/' }, 'folder'],
    ['read_note', { path: 'Zed' }, 'note'],
  ])('%s %j says that there is no %s', async (tool, args, kind) => {
    const { code, message } = await failure(tool, args);
    expect([code, message]).toEqual(['not_found', textWith(`no ${kind} at`)]);
  });

  test.each(['list', 'search', 'list_tags', 'list_notes'])('%s takes no blank path', async tool => {
    const { code, message } = await failure(tool, {
      path: ' ',
      ...(tool === 'search' ? { query: 'a' } : {}),
    });
    expect([code, message]).toEqual(['invalid_path', textWith('spaces')]);
    const { error } = await vault.ask(tool, { path: './', ...(tool === 'search' ? { query: 'a' } : {}) });
    expect(error).toBeUndefined();
  });

  test.each([
    ['edit_note', { edits: [edit] }],
    ['edit_notes', { edits: [edit] }],
    ['update_note', { mode: 'append', content: 'a', createIfNeeded: false }],
  ])('%s says that a daily note is missing, and what creates it', async (tool, args) => {
    const one = { path: '@daily:2026-12-28', ...args };
    const { code, hint } = await failure(tool, tool === 'edit_notes' ? { changes: [one] } : one);
    expect([code, hint]).toEqual(['not_found', textWith('`create_note`')]);
  });

  describe('a refusal names the right way', () => {
    test.each([
      ['list', { path: 'Notes/Alpha.md' }, /is a file, not a folder/, /`read_note`/, undefined],
      ['list', { path: 'Pictures/a.png' }, /is a file, not a folder/, /`read_attachment`/, undefined],
      ['list', { path: 'Zzzz' }, /no folder at the path "Zzzz"/, /^Use `list` or `search`/, undefined],
      ['delete', { path: 'Notes/Beta.md/' }, /is a file: a final "\/"/, /Leave out the final/, undefined],
      ['read_note', { path: 'Qqqqq' }, /no note at the path "Qqqqq"/, /^Use `list`/, undefined],
      [
        'get_outline',
        { path: 'Moonshot' },
        /no note at the path "Moonshot"/,
        /one of the candidates/,
        ['Full moon.md'],
      ],
      ['read_note', { path: 'Notes/Alphaa.md' }, /no note/, /one of the candidates/, ['Notes/Alpha.md']],
      ['move', { paths: ['Alpha', 'Beta'], newPath: 'Old/' }, /no argument "paths"/, /`moves`/, undefined],
      [
        'get_frontmatter',
        { path: 'Alpha', key: 'staus' },
        /no property of this name/,
        /leave `key` out/,
        ['Status', 'owner'],
      ],
      ['get_frontmatter', { path: 'Beta', key: 'status' }, /no property/, /has no properties/, undefined],
      [
        'update_tags',
        { path: 'Beta', add: ['bar baz'] },
        /^"bar baz" is not a valid tag\.$/,
        /punctuation/,
        undefined,
      ],
      ['rename_tag', { from: 'fooo', to: 'x' }, /No note here has this tag/, /candidates|list_tags/, ['foo']],
      [
        'edit_notes',
        {
          changes: [
            { path: 'Notes/Gamma.md', edits: [{ oldText: 'nothing', newText: 'y' }] },
            { path: 'Alpha', edits: [{ oldText: 'not there at all', newText: 'y' }] },
          ],
        },
        /^Change 2 \("Alpha"\): /,
        /Copy the text exactly/,
        undefined,
      ],
      [
        'edit_notes',
        {
          changes: [
            { path: 'Beta', edits: [edit] },
            { path: 'Qqqqq', edits: [edit] },
          ],
        },
        /^Change 2 \("Qqqqq"\): There is no note/,
        /Use `list`/,
        undefined,
      ],
      [
        'edit_notes',
        {
          changes: [
            { path: 'Beta', edits: [edit] },
            { path: '../x', edits: [edit] },
          ],
        },
        /^Change 2 \("\.\.\/x"\): /,
        /path inside the vault/,
        undefined,
      ],
      [
        'edit_notes',
        {
          changes: [
            { path: 'Beta', edits: [edit] },
            { path: 'Alpha', edits: [{ startLine: 1, newText: 'y' }] },
          ],
        },
        /^Change 2 \("Alpha"\): `ifMatch` is required/,
        /versionId/,
        undefined,
      ],
      [
        'edit_notes',
        {
          changes: [
            { path: 'Beta', edits: [edit] },
            { path: 'Notes/Beta.md', edits: [edit] },
          ],
        },
        /^Change 2 \("Notes\/Beta\.md"\): Change 1 already names this note/,
        /into one change/,
        undefined,
      ],
      [
        'create_note',
        { path: 'New.md', template: 'Nope' },
        /^There is no template "Nope"\.$/,
        /folder of templates/,
        undefined,
      ],
      [
        'create_note',
        { path: 'New.md', template: '../x' },
        /^`template`: The path leaves/,
        /path inside the vault/,
        undefined,
      ],
    ])('%s %j', async (tool, args, message, hint, candidates) => {
      const said = await failure(tool, args);
      expect(String(said['message'])).toMatch(message);
      expect(String(said['hint'])).toMatch(hint);
      expect(said['candidates'] ?? undefined).toEqual(candidates);
    });
  });

  describe('a removal that changes nothing names what the note does not have, with similar names', () => {
    test.each([
      [
        'update_frontmatter',
        { remove: ['ownr'] },
        'The note has no property "ownr"; similar names: "owner".',
      ],
      ['update_tags', { remove: ['#fooo'] }, 'The note has no tag "fooo"; similar names: "foo".'],
      ['update_tags', { remove: 'zz' }, 'The note has no tag "zz".'],
    ])('%s %j', async (tool, args, hint) => {
      const { structured, text } = await vault.call(tool, { path: 'Alpha', ...args });
      expect(structured).toMatchObject({ changed: false, hints: [hint] });
      expect(text).toContain(`Hint: ${hint}`);
    });

    test('a removal of a tag that is not there is told beside an addition', async () => {
      const args = { path: 'Alpha', add: ['fresh'], remove: ['zz'], dryRun: true };
      const structured = await vault.ask('update_tags', args);
      expect([structured['changed'], String(structured['hints'])]).toEqual([true, textWith('"zz"')]);
    });

    test('a removal of a name in another letter case changes the note, and others are told', async () => {
      const args = { path: 'Alpha', remove: ['OWNER', 'none'], dryRun: true };
      const structured = await vault.ask('update_frontmatter', args);
      expect([structured['changed'], String(structured['hints'])]).toEqual([true, textWith('"none"')]);
    });
  });

  test('a property is read in any letter case', async () => {
    const structured = await vault.ask('get_frontmatter', { path: 'Alpha', key: 'status' });
    expect(structured).toMatchObject({ key: 'Status', value: 'lent' });
  });

  test('a single edit is accepted in place of a list', async () => {
    const edits = { oldText: 'Pay them.', newText: 'Paid.' };
    const structured = await vault.ask('edit_note', { path: 'Alpha', edits, dryRun: true });
    expect(structured).toMatchObject({ changed: true });
    expect(structured['diff']).toContain('+Paid.');
  });

  describe('a comparison of a list with a number counts its members', () => {
    test.each([
      [['links>1'], ['Notes/Beta.md']],
      [
        ['backlinks>=1', 'folder=Notes'],
        ['Notes/Alpha.md', 'Notes/Gamma.md'],
      ],
      [['backlinks>1'], []],
      [
        ['tags=0', 'folder=Notes'],
        ['Notes/Beta.md', 'Notes/Gamma.md'],
      ],
      [['backlinks=0', 'folder=Notes'], ['Notes/Beta.md']],
    ])('%j', async (where, expected) => {
      const { rows } = await vault.ask('query_notes', { where });
      expect([rows].flat().map(row => field(row, 'path'))).toEqual(expected);
    });
  });

  test.each([
    ['status=lent|done', /one value/],
    ['status=lent, done', /one value/],
    ['status=Lend', /similar values|`list_properties`/],
  ])('where %j without a match gets a hint with the spelling', async (condition, expected) => {
    const { hints } = await vault.ask('query_notes', { where: [condition] });
    expect([hints].flat().join('\n')).toMatch(expected);
  });
});

describe('what is written wrong', () => {
  const vault = vaultForAll({
    files: {
      'Books/Moby-Dick.md':
        '---\naliases: [The Whale]\nstatus: lent\nadded: 1\nalive: true\n---\n# Loans\n\nsea\n',
      'Templates/Day.md': 'x\n',
      'Torn.md': '---\nstatus: [lent\n---\nx\n',
      'Empty.md': '---\n---\nx\n',
      'Hidden/Ahab.md': '---\naliases: [The Whaler]\n---\n',
    },
    ...withNarrow({ deny: ['Hidden'] }),
    asks: narrowToken,
  });

  const errorOf = ({ structured }: Answer): string =>
    ['message', 'hint', 'candidates'].map(part => String(field(structured, 'error', part))).join(' ');

  test.each(['json', 'markdown'])('read_note as %s says that frontmatter is unreadable', async format => {
    const args = { format, parseFrontmatter: true };
    const torn = await vault.call('read_note', { path: 'Torn', ...args });
    expect(torn.text).toContain('The YAML of the frontmatter does not parse');
    expect(await vault.ask('read_note', { path: 'Empty', ...args })).not.toHaveProperty('hints');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['list', { filter: { status: 'lent' } }, 'Write `where: ["status=lent"]`.'],
    ['list_notes', { filter: { status: 'lent' } }, 'where'],
    ['query_notes', { filter: { status: 'lent' } }, 'write `where: ["status=value"]`'],
    ['list', { tags: ['idea', 'plan'] }, '`where: ["tags='],
    ['search', { query: 'sea', regex: true }, '`mode: "regex"`'],
    ['search', { query: 'sea', fuzzy: true }, '`mode: "fuzzy"`'],
    ['search', { query: 'created:>2026-01-01' }, '`where: ["created>2026-01-01"]`'],
    ['list_tasks', { open: 'yes' }, 'Pass `status: "open"`'],
    ['list_tags', { tag: 'book' }, '`prefix`'],
    ['read_attachment', { path: 'Books' }, 'This path is a folder, not a file.'],
    ['search', { query: 'sea', path: 'Books/Moby-Dick.md' }, '`includes: ["Books/Moby-Dick.md"]`'],
    ['list_notes', { path: 'Moby-Dick' }, '`includes: ["Books/Moby-Dick.md"]`'],
    [
      'read_note',
      { path: '/tmp/x.md' },
      'Paths are relative to the vault: write only what follows its folder, such as "x.md".',
    ],
    ['create_note', { path: '/home/me/vault/Books/x.md', content: '' }, 'Paths are relative to the vault'],
    ['read_note', { path: 'C:\\Users\\me\\vault\\x.md' }, 'Paths are relative to the vault'],
    ['read_note', { path: '~/vault/x.md' }, 'Paths are relative to the vault'],
    ['read_note', { path: '/Books/Moby-Dick.md' }, 'Write "Books/Moby-Dick.md".'],
    ['read_note', { path: 'The Whlae' }, 'Books/Moby-Dick.md'],
  ])('%s %j is refused with the right way', async (tool, args, way) => {
    const answer = await vault.call(tool, args);
    expect(answer.isError).toBe(true);
    expect(errorOf(answer)).toContain(way);
  });

  test('a property that is given as an argument is left out, with the way to filter by it', async () => {
    const answer = await vault.call('list_notes', { status: 'lent' });
    expect(answer.isError).toBe(false);
    expect(hintsOf(answer)).toContain('`where: ["status=lent"]`');
  });

  test.each(['trace', 'language', 'ahab'])(
    '%s, which no note has as a property, is only left out',
    async name => {
      const answer = await vault.call('list_notes', { [name]: 'lent' });
      expect(hintsOf(answer)).toContain(`"${name}"`);
      expect(hintsOf(answer)).not.toContain('where');
    },
  );

  test.each([
    ['status=~len', 'for the operator `~` write "status~len"'],
    ['status~=len', 'for the operator `~` write "status~len"'],
    ['added=>1', 'write "added>=1"'],
    ['added=<1', 'write "added<=1"'],
    ['status<>lent', 'write "status!=lent"'],
  ])('the condition %s without a match gets a hint', async (where, way) => {
    expect(hintsOf(await vault.call('query_notes', { where }))).toContain(way);
  });

  test('the alias of a note that a token does not see is no candidate', async () => {
    expect(errorOf(await vault.call('read_note', { path: 'The Whaler' }))).not.toContain('Hidden');
  });

  test.each([
    ['@today', '`@daily`'],
    ['@yesterday', '`@daily:yesterday`'],
  ])('%s has no other candidates than the day', async (path, day) => {
    const structured = await vault.ask('read_note', { path });
    expect(field(structured, 'error', 'hint')).toContain(day);
    expect(structured['error']).not.toHaveProperty('candidates');
  });

  test('a name of one or two letters has no similar names', async () => {
    expect(hintsOf(await vault.call('query_notes', { where: ['a=b'] }))).toBe(
      'No note has a property "a"; `list_properties` lists them.',
    );
  });

  test('similar names are suggested for each missing property', async () => {
    const hints = hintsOf(await vault.call('query_notes', { where: ['staus=x', 'aded=1'] }));
    expect(hints).toContain('"staus"; similar names: "status"');
    expect(hints).toContain('"aded"; similar names: "added"');
  });

  test('`fields` of list takes properties alone', async () => {
    const hints = hintsOf(await vault.call('list', { fields: ['wordCount', 'stats'] }));
    expect(hints).toContain(
      'No note has a property "wordCount"; `query_notes` with `select: ["wordCount"]` shows this field.',
    );
    expect(hints).not.toContain('Did you mean the field');
  });

  test.each([
    ['whale NEAR sea', '"NEAR" was read as a word; leave it out'],
    [
      '[added]=5',
      '"=5" was read as text; in brackets put a colon after the property: `[name:5]`, `[name:>5]`.',
    ],
    ['section:(sea zzyzx)', 'No note has "section:(sea zzyzx)", and none has "zzyzx" anywhere.'],
  ])('search %s gets a hint', async (query, hint) => {
    expect(hintsOf(await vault.call('search', { query }))).toContain(hint);
  });

  test('one letter is not similar to a longer name that contains it', async () => {
    const structured = await vault.ask('stat', { paths: ['nope/k.md'] });
    expect(field(structured, 'items', 0)).toMatchObject({ exists: false });
    expect(field(structured, 'items', 0)).not.toHaveProperty('candidates');
  });

  test('a missing heading is reported once', async () => {
    const answer = await vault.call('search', { query: 'sea', heading: 'Nonesuch' });
    expect(answer.structured['hints']).toEqual(['No note has a heading "Nonesuch".']);
  });
});

describe('a list of objects', () => {
  const vault = vaultForAll({ files: { 'a.md': 'a\n' } });
  const edits = '"edits":[{"oldText":"…","newText":"…"}]';
  const node = '{"action":"add_node","fields":{"type":"text","text":"…"}}';

  test.each<[string, Record<string, unknown>, string, string]>([
    ['edit_canvas', { path: 'a.canvas' }, 'operations', `{"operations":[${node}]}`],
    ['edit_canvas', { path: 'a.canvas', operations: [] }, 'operations', `{"operations":[${node}]}`],
    ['edit_canvas', { path: 'a.canvas', operations: 'x' }, 'operations', `{"operations":[${node}]}`],
    ['edit_canvas', { path: 'a.canvas', operations: ['x'] }, 'operations[0]', `{"operations":[${node}]}`],
    ['edit_note', { path: 'a' }, 'edits', `{${edits}}`],
    ['edit_note', { path: 'a', oldText: 'x' }, 'edits[0].newText', `{${edits}}`],
    ['edit_notes', {}, 'changes', `{"changes":[{"path":"…",${edits}}]}`],
    ['edit_notes', { changes: [{ path: 'a' }] }, 'changes[0].edits', `{"changes":[{"path":"…",${edits}}]}`],
    ['move', { moves: [{ path: 'a' }] }, 'moves[0].newPath', '{"moves":[{"path":"…","newPath":"…"}]}'],
    ['create_notes', {}, 'notes', '{"notes":[{"path":"…","content":"…"}]}'],
    [
      'update_task',
      { changes: [] },
      'changes',
      '{"changes":[{"path":"…","expectedText":"…","status":"done"}]}',
    ],
    ['update_frontmatter', { path: 'a' }, 'set', '{"set":{"status":"done"}}'],
    ['query_notes', { filter: 'status = done' }, 'filter', '{"filter":{"==":[{"var":"status"},"done"]}}'],
  ])('that %s needs is shown in a refusal of %j', async (tool, args, name, example) => {
    const { error } = await vault.ask(tool, args);
    expect(field(error, 'code')).toBe('invalid_argument');
    expect(field(error, 'message')).toContain(`\`${name}\``);
    expect(field(error, 'hint')).toBe(`Write ${example}.`);
  });
});

describe('a refusal or hint says no more than is true', () => {
  const vault = vaultForAll({
    files: {
      '.obsidian/templates.json': '{"folder":"Templates"}',
      'Templates/Broken.md': '---\na: x\nb: [\n---\n',
      'Plain.md': 'text [[Nowhere]]\n',
      'In/deep.md': 'x #work/deep y\n',
      'Out/deep.md': 'x #idea/deep [[Plain]] [[Nothing]]\n',
      'Out/idea.md': 'x #idea #lone/ly\n',
      'In/lone.md': 'x #lone\n',
      'In/idea.md': 'x #idea #idea/deep\n',
    },
  });
  const dryRun = true;

  test.each([
    [{ from: 'work', to: 'work/deep', dryRun }, ['#work/deep becomes #work/deep/deep']],
    [
      { from: 'idea', to: 'idea/deep', path: 'In', dryRun },
      ['#idea/deep already exists, in 1 note', '#idea/deep becomes #idea/deep/deep'],
    ],
    [{ from: 'lone', to: 'lone/some', path: 'In', dryRun }, []],
  ])('rename_tag %j', async (args, expected) => {
    const { hints = [] } = await vault.ask('rename_tag', args);
    expect(hints).toEqual(expected.map(textWith));
  });

  test.each(['create_note', 'create_notes'])('%s from a template whose YAML does not parse', async tool => {
    const note = { path: 'New.md', template: 'Broken', properties: { c: 1 } };
    const { error } = await vault.ask(tool, tool === 'create_note' ? note : { notes: [note] });
    expect(error).toMatchObject({
      code: 'invalid_frontmatter',
      message: textWith('The YAML of the template does not parse: see line'),
      hint: 'Repair the template, or leave `properties` out.',
    });
  });

  test.each([
    [
      'rename_heading',
      { path: 'Plain', heading: 'Log', newHeading: 'x' },
      'Name a note that has the heading.',
    ],
    ['merge_notes', { from: 'Out/idea', into: 'Plain', heading: 'Log' }, wholeNote],
    ['get_outline', { path: 'Plain', heading: 'Log' }, wholeNote],
    ['read_note', { path: 'Plain', heading: 'Log' }, 'name lines or a block id'],
  ])('%s %j in a note without headings', async (tool, args, way) => {
    const { error } = await vault.ask(tool, args);
    expect(error).toMatchObject({ code: 'target_not_found', hint: textWith(way) });
  });

  test.each(['^', 'q*', '$'])(
    'a replacement of the empty matches of %s says that they are skipped',
    async find => {
      const { count, hints } = await vault.ask('replace_in_notes', { find, regex: true, replace: '> ' });
      expect([count, hints]).toEqual([0, [textWith('empty matches are skipped')]]);
    },
  );

  test('a replacement counts no link that leads nowhere already', async () => {
    const { hints } = await vault.ask('replace_in_notes', { find: 'Nowhere', replace: 'Elsewhere' });
    expect(String(hints)).not.toContain('nowhere');
    const both = await vault.ask('replace_in_notes', {
      find: '(?:Plain|Nothing)\\]',
      regex: true,
      replace: 'X]',
    });
    expect(String(both['hints'])).toContain('1 of them would lead nowhere');
  });
});
