/** What a change breaks elsewhere without writing there: links to headings and blocks, bases, settings of the app. */
import { narrowToken, vaultForEach, withNarrow } from '../../support/open-vault';

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
    expect(said).toContain('`Board.canvas`, `Plan.md`');
    expect(said).toContain('`rename_heading`');
  });

  test('names no file that the caller does not see, and finds links by its own name', async () => {
    await vault.call('update_note', { path: 'Heat', mode: 'append', content: 'See [[Heat#Pump]].' });
    const { hints: own } = await vault
      .as(narrowToken)
      .ask('edit_note', edit('## Pump', '## New', { dryRun: true }));
    expect(JSON.stringify(own)).toMatch(/Links in `Heat\.md`, `Plan\.md` lead/u);
  });

  test('names the note itself where its own links lead nowhere', async () => {
    expect(await hints('edit_note', edit('## Costs', '## Prices'))).toContain('`Diary.md`, `Heat.md`');
    const both = { changes: [{ path: 'Heat', edits: [{ oldText: '## Pump', newText: '' }] }] };
    expect(await hints('edit_notes', both)).toContain('`Board.canvas`, `Plan.md`');
  });

  test('names those that embed a block', async () => {
    expect(await hints('edit_note', edit(' ^rated', ''))).toContain('`Diary.md`');
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
      '.obsidian/daily-notes.json': '{"folder":"Work/Days"}',
    },
  });

  test.each([
    ['rename_tag', { from: 'area', to: 'field' }, '`By tag.base`, `Escaped.base`, `Formula.base`'],
    [
      'rename_property',
      { property: 'Status', newProperty: 'state' },
      '`By status.base`, `Formula.base`, `Shown.base`',
    ],
    ['move', { path: 'Work', newPath: 'Job' }, '`Escaped.base`, `Job/Own.base`, `Shown.base`'],
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

  test('a moved note says nothing of them', async () => {
    const { hints } = await vault.ask('move', { path: 'Work/A', newPath: 'Work/B' });
    expect(hints).toEqual([expect.stringContaining('undo_change')]);
  });
});
