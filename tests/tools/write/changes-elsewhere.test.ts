/** Writers say what a change does to links, bases, canvases and settings that it does not write. */
import { type Answer, hintsOf } from '../../support/clients';
import { narrowToken, vaultForEach, withNarrow } from '../../support/open-vault';

describe('what a change breaks elsewhere without writing there', () => {
  describe('a note that loses a heading or a block', () => {
    const vault = vaultForEach({
      ...withNarrow({ deny: ['Board.canvas', 'Diary.md'] }),
      files: {
        'Heat.md': '# Heat\n\nSee [[#Costs]].\n\n## Pump\n\nOld one ^rated\n\n## Costs\n\nFew.\n',
        'Plan.md': '[[Heat#Pump]] and [[Heat]]\n',
        'Diary.md': '![[Heat#^rated]] [costs](Heat.md#Costs)\n',
        'Broken.md': '[[Heat#Nowhere]]\n',
        'Board.canvas': JSON.stringify({
          nodes: [
            { id: 'a', type: 'file', file: 'Heat.md', subpath: '#Pump', x: 0, y: 0, width: 9, height: 9 },
          ],
          edges: [],
        }),
      },
    });
    const hints = async (tool: string, args: Record<string, unknown>): Promise<string> =>
      JSON.stringify((await vault.ask(tool, args))['hints'] ?? []);
    const edit = (oldText: string, newText: string, more = {}): Record<string, unknown> => ({
      ...{ path: 'Heat', edits: [{ oldText, newText }] },
      ...more,
    });

    test.each([false, true])('names the files whose links led there (dry run: %s)', async dryRun => {
      const said = await hints('edit_note', edit('## Pump', '## Heat pump', { dryRun }));
      expect(said).toContain('\\"Board.canvas\\", \\"Plan.md\\"');
      expect(said).toContain('`rename_heading`');
    });

    test('names no file that the caller does not see, and finds links by its own name', async () => {
      await vault.call('update_note', { path: 'Heat', mode: 'append', content: 'See [[Heat#Pump]].' });
      const { hints: own } = await vault
        .as(narrowToken)
        .ask('edit_note', edit('## Pump', '## New', { dryRun: true }));
      expect(JSON.stringify(own)).toMatch(/Links in \\"Heat\.md\\", \\"Plan\.md\\" lead/u);
    });

    test('names the note itself where its own links lead nowhere', async () => {
      expect(await hints('edit_note', edit('## Costs', '## Prices'))).toMatch(/Diary\.md.*Heat\.md/u);
      const both = { changes: [{ path: 'Heat', edits: [{ oldText: '## Pump', newText: '' }] }] };
      expect(await hints('edit_notes', both)).toContain('\\"Board.canvas\\", \\"Plan.md\\"');
    });

    test('names those that embed a block', async () => {
      expect(await hints('edit_note', edit(' ^rated', ''))).toContain('\\"Diary.md\\"');
      const rest = {
        path: 'Heat',
        targetType: 'heading',
        target: 'Pump',
        operation: 'replace',
        content: 'New.',
      };
      expect(await hints('patch_note', { ...rest, dryRun: true })).toBe('[]');
    });

    test.each([
      [
        'the links follow in the same call',
        'rename_heading',
        { path: 'Heat', heading: 'Pump', newHeading: 'New' },
      ],
      ['the spelling still fits', 'edit_note', edit('## Pump', '## PUMP')],
      ['no link names it', 'edit_note', edit('# Heat\n', '# Warm\n')],
      ['the heading only moves', 'edit_note', edit('Few.\n', 'Few.\n\n## More\n')],
    ])('says nothing where %s', async (_why, tool, args) => {
      expect(await hints(tool, { ...args, dryRun: true })).toBe('[]');
      expect(await hints(tool, args)).toBe('[]');
    });
  });

  describe('a replaced text and a deleted file', () => {
    const vault = vaultForEach({
      files: {
        'Loss aversion.md': 'Loss aversion.\n',
        'Talk.md': 'On [[Loss aversion]], [[Loss aversion|it]] and [web](https://x.org/Loss%20aversion).\n',
        'Map.png': 'not really',
        'Board.canvas': JSON.stringify({
          nodes: [{ id: 'a', type: 'file', file: 'Map.png', x: 0, y: 0, width: 9, height: 9 }],
          edges: [],
        }),
      },
    });

    test.each([
      ['Loss-aversion', true],
      ['Loss Aversion', false],
    ])('targets that become %s are told before and after: %s', async (replace, isTold) => {
      const args = { find: 'Loss aversion', replace };
      const preview = await vault.ask('replace_in_notes', args);
      const done = await vault.ask('replace_in_notes', { ...args, confirm: preview['count'] });
      for (const { hints } of [preview, done])
        expect(/\b2\b.*`move`/u.test(JSON.stringify(hints ?? []))).toBe(isTold);
    });

    test.each([true, false])('a canvas that shows a deleted file is counted (dry run: %s)', async dryRun => {
      const { hints } = await vault.ask('delete', { path: 'Map.png', dryRun });
      expect(hints).toEqual([expect.stringContaining('Board.canvas')]);
    });
  });

  describe('a renamed tag, property or folder', () => {
    const vault = vaultForEach({
      files: {
        'Work/A.md': '---\nstatus: open\ntags: [area/one]\n---\n',
        'Work/Own.base': 'filters: file.inFolder("Work")\nviews: [{type: table, name: T}]\n',
        'By tag.base': 'filters: file.hasTag("area")\nviews: [{type: table, name: T}]\n',
        'By status.base':
          'filters: note.status == "open"\nviews: [{type: table, name: T, order: [file.name, status]}]\n',
        'Formula.base':
          'formulas: {late: \'if(note["Status"] == "open", 1)\'}\nviews: [{type: table, name: T, filters: {not: [\'tags.containsAny("x", "area/one")\']}}]\n',
        'Shown.base':
          'properties: {note.status: {displayName: State}}\nfilters: file.path.startsWith("Work/")\n',
        'Escaped.base':
          'filters: "file.hasTag(\\"area\\") && file.inFolder(\\"Work\\")"\nviews: [{type: table, name: area}]\n',
        'Other.base':
          'filters: file.inFolder("Workshop") && statuses && file.status\nviews: [{type: table, name: T}]\n',
        'One.base': 'filters: file.name != "One"\nviews: [{type: table, name: T}]\n',
        'One.md': 'x\n',
        '.obsidian/daily-notes.json': '{"folder":"Work/Days"}',
      },
    });

    test.each([
      ['rename_tag', { from: 'area', to: 'field' }, '"By tag.base", "Escaped.base", "Formula.base"'],
      [
        'rename_property',
        { property: 'Status', newProperty: 'state' },
        '"By status.base", "Formula.base", "Shown.base"',
      ],
      ['move', { path: 'One.md', newPath: 'Two.md' }, '"One.base".'],
      ['move', { path: 'Work', newPath: 'Job' }, '"Escaped.base", "Job/Own.base", "Shown.base"'],
    ])('%s names the bases that still have the old name', async (tool, args, named) => {
      const [first] = [(await vault.ask(tool, args))['hints']].flat();
      expect(String(first)).toContain(named);
    });

    test.each(['type', 'name', 'area'])(
      'a property is not %s of a view or a text of a filter',
      async property => {
        await vault.call('update_frontmatter', { path: 'Work/A', set: { [property]: 'x' } });
        expect(
          (await vault.ask('rename_property', { property, newProperty: 'kind' }))['hints'],
        ).toBeUndefined();
      },
    );

    test('a moved folder is still where the app makes daily notes', async () => {
      expect(String((await vault.ask('move', { path: 'Work', newPath: 'Job' }))['hints'])).toContain('daily');
      expect(vault.text('.obsidian/daily-notes.json')).toBe('{"folder":"Work/Days"}');
    });

    test.each([
      ['move', { path: 'Work/A', newPath: 'Work/B' }],
      ['rename_tag', { from: 'area', to: 'Area' }],
      ['rename_property', { property: 'status', newProperty: 'Status' }],
    ])('%s with %j says nothing of them', async (tool, args) => {
      expect(JSON.stringify(await vault.ask(tool, args))).not.toContain('.base');
    });
  });
});

describe('links that a new note takes over', () => {
  const vault = vaultForEach({
    files: {
      'Archive/Old/Rates.md': 'x\n',
      'Top.md': 'x\n',
      'Uses.md': '[[Rates]] [[Top]]\n',
      'Sub/Local.md': '[[Top]] and [a](Top.md)\n',
      'Sub/Exact.md': '[[Archive/Old/Rates]] [[Wish#Part]]\n',
      'Secret/Spy.md': '[[Rates]] [[Wish]]\n',
      'Secret/Hidden.md': 'x\n',
      'Sees.md': '[[Hidden]]\n',
    },
    ...withNarrow({ deny: ['Secret'] }),
    isSettled: true,
  });

  const preview = (path: string): Promise<Answer> =>
    vault.call('create_note', { path, content: 'x', dryRun: true });

  test('are told with the notes that have them and where they led', async () => {
    const taken = hintsOf(await preview('New/Rates.md'));
    for (const name of ['"Uses.md"', '"Secret/Spy.md"', '"Archive/Old/Rates.md"'])
      expect(taken).toContain(name);
    expect(taken).not.toContain('"Sub/Exact.md"');
    expect(hintsOf(await preview('New/Wish'))).toContain('"Sub/Exact.md"');
    const notes = [{ path: 'New/Rates.md' }, { path: 'New/Wish.md' }];
    const both = hintsOf(await vault.call('create_notes', { notes, dryRun: true }));
    for (const name of ['"Uses.md"', '"Sub/Exact.md"']) expect(both).toContain(name);
    const appended = { path: 'New/Rates', mode: 'append', content: 'x', dryRun: true };
    expect(hintsOf(await vault.call('update_note', appended))).toContain('"Uses.md"');
  });

  test('are told of links only that lead elsewhere then, as the caller sees them', async () => {
    expect((await preview('Sub/Top.md')).structured).not.toHaveProperty('hints');
    expect((await preview('Archive/Old/Mine/Rates.md')).structured).not.toHaveProperty('hints');
    const narrow = vault.as(narrowToken);
    const call = (path: string): Promise<Answer> =>
      narrow.call('create_note', { path, content: 'x', dryRun: true });
    expect(hintsOf(await call('New/Rates.md'))).toContain('"Uses.md"');
    expect(JSON.stringify(await call('New/Rates.md'))).not.toContain('Secret');
    expect(hintsOf(await call('New/Hidden.md'))).toContain('"Sees.md"');
    expect(JSON.stringify(await call('New/Hidden.md'))).not.toContain('Secret');
  });
});
