/** Writers of files that are no notes. */
import { RuledVault } from '../../rules/vault-with-rules';
import { type Answer, codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { vaultForEach } from '../../support/open-vault';

describe('canvases', () => {
  const board = [
    '{\r',
    '\t"nodes":[\r',
    '\t\t{"id":"a1","type":"text","text":"Plan","x":0,"y":0,"width":250,"height":60},\r',
    '\t\t{"id":"b2","type":"file","file":"Open/Note.md","x":300,"y":0,"width":400,"height":400}\r',
    '\t],\r',
    '\t"edges":[\r',
    '\t\t{"id":"e1","fromNode":"a1","toNode":"b2"}\r',
    '\t]\r',
    '}',
  ].join('\n');
  const files = {
    'Open/Board.canvas': board,
    'Open/Note.md': 'note\n',
    'Open/pic.png': 'x',
    'Open/broken.canvas': '{"nodes":[',
    'Secret/s.md': 'secret\n',
    'Secret/s.canvas': board,
  };

  let vault: RuledVault;
  beforeEach(async () => {
    vault = await RuledVault.start(files, { agent: { deny: ['Secret'] } });
  });
  afterEach(() => vault.close());

  const path = 'Open/Board.canvas';
  const edit = (args: Record<string, unknown>): Promise<Answer> =>
    vault.as('agent').call('edit_canvas', { path, ...args });
  const card = (file: string) => ({ action: 'add_node', fields: { type: 'file', file } });

  describe('edit_canvas', () => {
    test('names nothing that the same call added and removed', async () => {
      const edge = { action: 'add_edge', id: 'e2', fields: { fromNode: 'a1', toNode: 'n' } };
      const operations = [
        { ...card('Open/pic.png'), id: 'n' },
        edge,
        { action: 'remove_node', id: 'b2' },
        { action: 'remove_node', id: 'n' },
        { ...card('Open/pic.png'), id: 'm' },
      ];
      const { structured } = await edit({ operations });
      expect(structured).toMatchObject({ added: ['m'], removedEdges: ['e1'] });
    });

    test('takes the ids and the version that read_attachment shows', async () => {
      const read = await vault.as('agent').call('read_attachment', { path });
      expect(read.structured['text']).toBe(
        [
          'node a1 text text="Plan" at 0,0 size 250×60',
          'node b2 file file="Open/Note.md" at 300,0 size 400×400',
          'edge e1 a1 → b2',
        ].join('\n'),
      );
      const operations = [{ action: 'update_edge', id: 'e1', fields: { label: 'so' } }];
      expect(codeOf(await edit({ operations, ifMatch: read.structured['versionId'] }))).toBe('ok');
      expect(vault.text(path)).toBe(board.replace('"toNode":"b2"', () => '"toNode":"b2","label":"so"'));
      const broken = await vault.as('agent').call('read_attachment', { path: 'Open/broken.canvas' });
      expect(broken.structured['text']).toBe('{"nodes":[');
    });

    test('changes a canvas, returns the ids, and is undone byte for byte', async () => {
      const operations = [
        { action: 'add_node', fields: { type: 'text', text: 'Idea' } },
        { action: 'remove_node', id: 'b2' },
      ];
      const preview = await edit({ operations, dryRun: true });
      expect(vault.text(path)).toBe(board);
      const answer = await edit({ operations });
      expect(answer.structured).toMatchObject({
        path,
        changed: true,
        added: preview.structured['added'],
        removedEdges: ['e1'],
      });
      const [id] = [answer.structured['added']].flat();
      expect(id).toMatch(/^[0-9a-f]{16}$/u);
      expect(vault.text(path)).toBe(
        [
          '{\r',
          '\t"nodes":[\r',
          '\t\t{"id":"a1","type":"text","text":"Plan","x":0,"y":0,"width":250,"height":60},\r',
          `\t\t{"id":"${String(id)}","type":"text","text":"Idea","x":740,"y":0,"width":250,"height":60}\r`,
          '\t],\r',
          '\t"edges":[]\r',
          '}',
        ].join('\n'),
      );
      expect(answer.text).toContain('1 edge removed with nodes: e1');
      await vault.as('agent').call('undo_change', { changeId: answer.structured['changeId'] });
      expect(vault.text(path)).toBe(board);
    });

    test('accepts files that the token sees, by their paths in the vault', async () => {
      const answer = await edit({ operations: [card('note'), card('Open/pic.png')] });
      expect(codeOf(answer)).toBe('ok');
      expect(vault.text(path)?.match(/"file":"[^"]+"/gu)).toEqual([
        '"file":"Open/Note.md"',
        '"file":"Open/Note.md"',
        '"file":"Open/pic.png"',
      ]);
    });

    test('gives the same result for a hidden and an absent file', async () => {
      const hidden = await edit({ operations: [card('Secret/s.md')] });
      const absent = await edit({ operations: [card('Secret/z.md')] });
      expect(codeOf(hidden)).toBe('not_found');
      expect(hidden.text).toBe(absent.text.replace('z.md', () => 's.md'));
      const update = { action: 'update_node', id: 'b2', fields: { file: 'Secret/s.md' } };
      expect(codeOf(await edit({ operations: [update] }))).toBe('not_found');
      expect(vault.text(path)).toBe(board);
    });

    test('refuses a canvas that changed, that is not a canvas, that is broken, and that the token may not write', async () => {
      const operations = [{ action: 'remove_node', id: 'a1' }];
      expect(codeOf(await edit({ operations, ifMatch: 'f'.repeat(20) }))).toBe('version_conflict');
      expect(codeOf(await edit({ operations, path: 'Open/Note.md' }))).toBe('unsupported_file');
      expect(codeOf(await edit({ operations, path: 'Open/broken.canvas' }))).toBe('unsupported_file');
      expect(codeOf(await edit({ operations, path: 'Open/None.canvas' }))).toBe('not_found');
      expect(codeOf(await edit({ operations, path: 'Secret/s.canvas' }))).toBe('permission_denied');
      expect(codeOf(await edit({ operations, path: 'Secret/none.canvas' }))).toBe('permission_denied');
      expect(vault.text(path)).toBe(board);
      expect(vault.text('Open/broken.canvas')).toBe('{"nodes":[');
    });
  });

  describe('common mistakes', () => {
    const editOne = (operation: unknown): Promise<Answer> => edit({ operations: [operation] });

    test.each([
      [
        'fields beside the action',
        { action: 'add_node', text: 'New' },
        /Operation 1: There is no argument "text"/,
      ],
      [
        'another word for the action',
        { action: 'add', fields: {} },
        /Operation 1: `action` must be add_node/,
      ],
    ])('%s get an error with the right form of an operation', async (_, operation, message) => {
      const answer = await editOne(operation);
      expect(codeOf(answer)).toBe('invalid_argument');
      expect(answer.text).toMatch(message);
      expect(answer.text).toContain('"fields": {"type": "text"');
    });

    test.each([
      [{ action: 'update_node', nodeId: 'a1' }, ['update_node', '"id"', '"fields"']],
      [{ action: 'remove_node', node: 'a1' }, ['remove_node', '"id"']],
      [{ action: 'add_edge', from: 'a1' }, ['add_edge', '"fields"', 'fromNode']],
    ])('of %j the same action is shown in its right form', async (operation, parts) => {
      const said = String(field((await editOne(operation)).structured, 'error', 'hint'));
      const all = ['update_node', 'remove_node', 'add_edge', 'add_node', '"id"', '"fields"', 'fromNode'];
      expect(all.filter(part => said.includes(part))).toEqual(parts);
    });

    test.each([
      [{ type: 'text', text: 'x', colour: '1' }, /no field "colour" here/, 'color'],
      [{ type: 'text', text: 'x', Width: 5 }, /no field "Width" here/, 'width'],
      [{ type: 'text', text: 'x', fromNode: 'a1' }, /no field "fromNode" here/, undefined],
      [{ text: 'x' }, /needs `type`/, undefined],
      [{ type: 'text', text: 'x', label: 'y' }, /A text node has no field `label`/, undefined],
      [{ type: 'group', text: 'y' }, /A group node has no field `text`/, undefined],
    ])(
      'a field that is misspelt or in the wrong place for JSON Canvas is refused: %j',
      async (fields, message, candidate) => {
        const answer = await editOne({ action: 'add_node', fields });
        expect(codeOf(answer)).toBe('invalid_argument');
        expect(answer.text).toMatch(message);
        if (candidate !== undefined) expect(answer.text).toContain(`Candidates: ${candidate}`);
        expect(vault.text(path)).toBe(board);
      },
    );

    test('fields of plugins are taken', async () => {
      const own = {
        styleAttributes: { shape: 'pill' },
        dynamicHeight: true,
        zIndex: 3,
        portal: true,
        ratio: 1.5,
      };
      const answer = await edit({ operations: [{ action: 'update_node', id: 'a1', fields: own }] });
      expect(codeOf(answer)).toBe('ok');
      expect(vault.text(path)).toContain(
        '"styleAttributes":{"shape":"pill"},"dynamicHeight":true,"zIndex":3',
      );
    });

    test('the picture behind a group has to exist for the token', async () => {
      const group = (background: string) => ({ action: 'add_node', fields: { type: 'group', background } });
      const codes = [];
      for (const background of ['Open/none.png', 'Secret/s.md', 'Secret/none.png'])
        codes.push(codeOf(await edit({ operations: [group(background)] })));
      expect(codes).toEqual(['not_found', 'not_found', 'not_found']);
      expect(codeOf(await edit({ operations: [group('pic.png')] }))).toBe('ok');
      expect(vault.text(path)).toContain('"background":"Open/pic.png"');
    });

    test('a canvas may be named without its extension, and a missing one is reported as missing', async () => {
      const operations = [{ action: 'update_node', id: 'a1', fields: { text: 'New' } }];
      expect((await edit({ path: 'Board', operations })).structured).toMatchObject({ path, changed: true });
      const missing = await edit({ path: 'Open/Bord.canvas', operations });
      expect(codeOf(missing)).toBe('not_found');
      expect(missing.text).toContain(
        'There is no canvas with this name. Create an empty one with `create_note`',
      );
      expect(missing.text).toContain('Candidates: Open/Board.canvas');
      for (const hidden of ['Secret/s.canvas', 'Secret/none.canvas'])
        expect(codeOf(await edit({ path: hidden, operations }))).toBe('permission_denied');
    });
  });

  test('create_note makes an empty canvas, which edit_canvas fills', async () => {
    const agent = vault.as('agent');
    const created = await agent.call('create_note', { path: 'Open/New/Plan.canvas' });
    expect(created.structured).toMatchObject({ path: 'Open/New/Plan.canvas', created: true });
    expect(vault.text('Open/New/Plan.canvas')).toBe('{\n\t"nodes":[],\n\t"edges":[]\n}');
    const operations = [{ action: 'add_node', id: 'one', fields: { type: 'text', text: 'First' } }];
    expect(codeOf(await edit({ path: 'Open/New/Plan.canvas', operations }))).toBe('ok');
    expect(vault.text('Open/New/Plan.canvas')).toContain('"text":"First"');
    vault.lectern.folder.write('Open/Bare.canvas', '{}\n');
    await vault.lectern.host.settled();
    await edit({ path: 'Open/Bare.canvas', operations });
    expect(vault.text('Open/Bare.canvas')).toMatch(/\}\n$/u);
    const content = '{"nodes":[],"edges":[],"metadata":{}}';
    const given = await agent.call('create_note', { path: 'Open/Other.canvas', content });
    expect(given.structured['error']).toMatchObject({
      message: 'A canvas is not a note: it is created empty.',
    });
    const typed = await agent.call('create_note', { path: 'Open/Other.canvas', properties: { a: 1 } });
    expect(codeOf(typed)).toBe('unsupported_file');
    expect(codeOf(await agent.call('create_note', { path: 'Secret/New.canvas' }))).toBe('permission_denied');
    await agent.call('undo_change', { changeId: created.structured['changeId'] });
  });

  test.each(['', '\n', '{}', '{ "nodes": [], "edges": [] }', '{\n  "edges": []\n}\n'])(
    'the content %j is an empty canvas',
    async content => {
      const notes = [{ path: 'Open/Many.canvas', content }];
      await vault.as('agent').call('create_note', { path: 'Open/One.canvas', content });
      await vault.as('agent').call('create_notes', { notes });
      for (const made of ['Open/One.canvas', 'Open/Many.canvas'])
        expect(vault.text(made)).toBe('{\n\t"nodes":[],\n\t"edges":[]\n}');
    },
  );
});

describe('bases', () => {
  const base = 'filters: file.hasTag("a")\r\nviews:\r\n  - type: table\r\n    name: All\r\n';

  const vault = vaultForEach({ files: { 'Lists/All.base': base, 'Note.md': 'x\n' } });
  const { text: read } = vault;

  test('a base is created as given, with warnings about its mistakes', async () => {
    const content = 'formulas:\n  a: nope()\nviews: [{type: table}]\n';
    const { structured, text } = await vault.call('create_note', { path: 'New/My.base', content });
    const warning = 'formulas.a: Cannot find function "nope" in `nope()`.';
    expect(structured).toMatchObject({ path: 'New/My.base', created: true, warnings: [warning] });
    expect(text).toContain(`Warning: ${warning}`);
    expect(read('New/My.base')).toBe(content);
    await vault.ask('undo_change', { changeId: structured['changeId'] });
    expect(await vault.ask('stat', { paths: ['New/My.base'] })).toMatchObject({ items: [{ exists: false }] });
  });

  test('an edit of a base keeps every other byte, and can be undone', async () => {
    const edits = [{ oldText: 'file.hasTag("a")', newText: 'file.hasTag("b"' }];
    const ifMatch = (await vault.ask('read_attachment', { path: 'All.base' }))['versionId'];
    expect(ifMatch).toBeDefined();
    const answer = await vault.ask('edit_note', { path: 'All.base', edits, ifMatch });
    expect(answer).toMatchObject({ path: 'Lists/All.base', changed: true });
    expect(answer['warnings']).toEqual([expect.stringContaining('Unable to parse formula')]);
    expect(read('Lists/All.base')).toBe(base.replace('"a")', () => '"b"'));
    await vault.ask('undo_change', { changeId: answer['changeId'] });
    expect(read('Lists/All.base')).toBe(base);
  });

  test('a base without mistakes has no warnings, and a preview writes nothing', async () => {
    const edits = [{ oldText: '"a"', newText: '"b"' }];
    expect(await vault.ask('edit_note', { path: 'Lists/All.base', edits, dryRun: true })).not.toHaveProperty(
      'warnings',
    );
    expect(read('Lists/All.base')).toBe(base);
  });

  test('text is added to a base, or replaces it', async () => {
    const added = await vault.ask('update_note', {
      path: 'Lists/All.base',
      mode: 'append',
      content: '  - type: [\n',
    });
    expect(added['warnings']).toEqual([expect.stringContaining('cannot be parsed')]);
    const create = (path: string, formula: string): Promise<Record<string, unknown>> =>
      vault.ask('create_note', { path, content: `formulas:\n  s: ${formula}\n` });
    const quoted = await create('Stars.base', '"★".repeat(3)');
    expect(quoted['warnings']).toEqual([expect.stringContaining('single quotes')]);
    expect(await create('Right.base', `'"★".repeat(3)'`)).not.toHaveProperty('warnings');
    const whole = await vault.ask('update_note', {
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
    ['create_note', { path: 'a.canvas', content: '{"nodes":[{"id":"a"}]}' }, 'unsupported_file'],
    ['create_note', { path: 'a.canvas', content: '[]' }, 'unsupported_file'],
    ['edit_note', { path: 'None.base', edits: [{ oldText: 'a', newText: 'b' }] }, 'not_found'],
    ['update_note', { path: 'None.base', mode: 'append', content: 'x', createIfNeeded: false }, 'not_found'],
    ['update_frontmatter', { path: 'Lists/All.base', set: { a: 1 } }, 'unsupported_file'],
    ['update_tags', { path: 'Lists/All.base', add: ['a'] }, 'unsupported_file'],
  ])('%s refuses %j as %s', async (tool, args, code) => {
    expect(field(await vault.ask(tool, args), 'error', 'code')).toBe(code);
    expect(read('Lists/All.base')).toBe(base);
  });

  test('bases are among several notes that are created or edited at once, each with its warnings', async () => {
    const notes = [
      { path: 'a.md', content: 'x' },
      { path: 'New/b.base', content: 'formulas:\n  a: nope()\n' },
    ];
    const made = await vault.call('create_notes', { notes });
    const warning = 'New/b.base: formulas.a: Cannot find function "nope" in `nope()`.';
    expect(made.structured).toMatchObject({ filesChanged: 2, warnings: [warning] });
    expect(made.text).toContain(`Warning: ${warning}`);
    expect(read('New/b.base')).toBe('formulas:\n  a: nope()\n');
    const changes = [
      { path: 'Lists/All.base', edits: [{ oldText: 'hasTag("a")', newText: 'hasTag("a"' }] },
      { path: 'New/b.base', edits: [{ oldText: 'nope()', newText: 'file.name' }] },
      { path: 'Note.md', edits: [{ oldText: 'x', newText: 'y' }] },
    ];
    const edited = await vault.call('edit_notes', { changes });
    expect(edited.structured).toMatchObject({ filesChanged: 3 });
    expect(edited.structured['warnings']).toEqual([
      expect.stringMatching(/^Lists\/All\.base: .*Unable to parse/),
    ]);
    expect(edited.text).toContain('Warning: Lists/All.base');
    expect(read('Lists/All.base')).toBe(base.replace('hasTag("a")', () => 'hasTag("a"'));
    await vault.ask('undo_change', { changeId: edited.structured['changeId'] });
    expect(read('Lists/All.base')).toBe(base);
    const refused = { notes: [{ path: 'c.md' }, { path: 'c.base', properties: { a: 1 } }] };
    expect(field(await vault.ask('create_notes', refused), 'error', 'code')).toBe('invalid_argument');
    expect(await vault.ask('stat', { paths: ['c.md'] })).toMatchObject({ items: [{ exists: false }] });
  });
});
