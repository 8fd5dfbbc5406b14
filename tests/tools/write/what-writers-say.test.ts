/** The text of a write: the changed lines, and what a write could not do. */
import { z } from 'zod';
import { unifiedDiffInTurns } from '../../../src/markdown/diff/diff';
import { shortDiff } from '../../../src/tools/shared/short-diff';
import { codeOf } from '../../support/clients';
import { field } from '../../support/json';
import { vaultForEach } from '../../support/open-vault';
import { busyTurn } from '../../support/time/busy-turn';

const shown = async (before: string, after: string): Promise<string[]> =>
  shortDiff(await unifiedDiffInTurns(before, after, {}, busyTurn()));

describe('the short form of a diff', () => {
  test('has the changed lines with their numbers, and none around them', async () => {
    expect(await shown('a\nb\nc\nd\n', 'a\nb\nnew\nc\nd\n')).toEqual(['@3', '+new']);
    expect(await shown('a\nb\nc\nd\n', 'a\nc\nd\n')).toEqual(['@2', '-b']);
  });

  test('names each of several places', async () => {
    const lines = Array.from({ length: 30 }, (_item, at) => `line ${at + 1}\n`);
    const after = lines.with(2, 'three\n').with(25, 'twenty\nsix\n');
    expect(await shown(lines.join(''), after.join(''))).toEqual([
      ...['@3', '-line 3', '+three'],
      ...['@26', '-line 26', '+twenty', '+six'],
    ]);
  });

  test('cuts what two long lines share at both ends, at words', async () => {
    const [before, after] = ['#old', '#new'].map(
      tag => `What was said in the long evening about ${tag} and the winter that came behind it.\n`,
    );
    expect(await shown(before ?? '', after ?? '')).toEqual([
      '@1',
      '-…evening about #old and the winter…',
      '+…evening about #new and the winter…',
    ]);
  });

  test.each([
    ['a short line', 'status: sown\n', 'status: ripe\n', ['@1', '-status: sown', '+status: ripe']],
    ['characters outside the basic plane', '😀 a\n', '😁 a\n', ['@1', '-😀 a', '+😁 a']],
    ['a repeated end', 'aa\n', 'aaa\n', ['@1', '-aa', '+aaa']],
    [
      'a long word',
      `${'x'.repeat(40)}1\n`,
      `${'x'.repeat(40)}2\n`,
      ['@1', `-${'x'.repeat(40)}1`, `+${'x'.repeat(40)}2`],
    ],
  ])('keeps %s whole', async (_name, before, after, lines) => {
    expect(await shown(before, after)).toEqual(lines);
  });

  test('shows an ending of a line that changed, and lets no character end a line', async () => {
    expect(await shown('a\n', 'a\r\n')).toEqual(['@1', '-a', '+a\\r']);
    expect(await shown('', 'one\u2028two\n')).toEqual(['@1', '+one\\u2028two']);
  });

  test('leaves out a last line in which only the line break changed', async () => {
    expect(await shown('one', 'one\ntwo')).toEqual(['@2', '+two']);
    expect(await shown('one\ntwo', 'one')).toEqual(['@2', '-two']);
    expect(await shown('a\none', 'b\none\n')).toEqual(['@1', '-a', '-one', '+b', '+one']);
    expect(await shown('one', 'one\n')).toEqual(['@1', '(only the line break at the end of the file)']);
  });

  test('keeps the count of lines that were left out', async () => {
    const after = Array.from({ length: 60 }, (_item, at) => `${at}\n`).join('');
    expect((await shown('', after)).at(-1)).toMatch(/^… \d+ more lines of the diff left out$/);
  });
});

describe('the text of a write', () => {
  const vault = vaultForEach({
    files: {
      'a.md': '# A\n\n## Log\n\n- one\n\n[[b]] #old\n',
      'l.md': '- one\n',
      'b.md': 'B #old\n',
      'T.md': 'From the template\n',
    },
  });

  const answerTo = async (tool: string, args: Record<string, unknown>): Promise<[string, unknown]> => {
    const { text, structured } = await vault.call(tool, args);
    return [text, structured];
  };

  test('of one note is a line with its version and the change id, and the changed lines', async () => {
    const [text, structured] = await answerTo('edit_note', {
      path: 'a.md',
      edits: [{ oldText: '- one', newText: '- two' }],
    });
    const [version, change] = [field(structured, 'versionId'), field(structured, 'changeId')];
    expect(text).toBe(
      `changed a.md · versionId ${String(version)} · changeId ${String(change)}\n@5\n-- one\n+- two`,
    );
  });

  test('of an unchanged note says so', async () => {
    const [text] = await answerTo('edit_note', { path: 'b.md', edits: [{ oldText: 'B', newText: 'B' }] });
    expect(text).toMatch(/^unchanged b\.md · versionId \w+$/);
  });

  test('of added text names its place, and does not repeat it', async () => {
    const [appended] = await answerTo('update_note', { path: 'l.md', mode: 'append', content: 'x\ny\n' });
    expect(appended).toMatch(/^changed l\.md · versionId \w+ · changeId \S+\n@3 \(2 lines as given\)$/);
    const patch = { operation: 'append', targetType: 'heading', target: 'Log', content: 'z' };
    const [previewed] = await answerTo('patch_note', { path: 'a.md', ...patch, dryRun: true });
    expect(previewed).toMatch(/\n\+z$/);
  });

  test('of a new note repeats the given text only where a template added more', async () => {
    const [plain] = await answerTo('create_note', { path: 'n.md', content: 'mine' });
    expect(plain).toMatch(/^created n\.md · versionId \w+ · changeId \S+$/);
    const [filled] = await answerTo('create_note', { path: 'm.md', template: 'T.md' });
    expect(filled).toMatch(/\n@1\n\+From the template$/);
    const properties = { status: 'open', tags: ['a', 'b'] };
    const [given] = await answerTo('create_note', { path: 'o.md', template: 'T.md', properties });
    expect(given).toMatch(/\n@\d\n\+From the template$/);
  });

  test('of a new note has a blank line between its template and a heading below it', async () => {
    for (const [path, content] of Object.entries({ 'n.md': '## Mine\n', 'm.md': 'mine\n' }))
      await answerTo('create_note', { path, content, template: 'T.md' });
    expect(vault.text('n.md')).toBe('From the template\n\n## Mine\n');
    expect(vault.text('m.md')).toBe('From the template\nmine\n');
  });

  test('of several notes has the same change of them once', async () => {
    const [text] = await answerTo('rename_tag', { from: 'old', to: 'new', dryRun: true });
    expect(text).toBe(
      'would change 2 files · dry run, nothing was written\nwould change a.md, b.md\n-…#old\n+…#new',
    );
    const [done] = await answerTo('rename_tag', { from: 'old', to: 'new', diffLines: 0 });
    expect(done).toMatch(/^2 files changed · changeId \S+ · a\.md, b\.md$/);
  });

  test('of several notes has the number of omitted diff lines once', async () => {
    const changes = ['a.md', 'b.md'].map(path => ({ path, edits: [{ oldText: '#old', newText: '#new' }] }));
    const [text] = await answerTo('edit_notes', { changes, diffLines: 1, dryRun: true });
    expect(text.match(/^… .* left out$/gmu)).toEqual(['… 6 more lines of 2 diffs left out']);
  });

  test('of several new notes is a line, with the paths that differ from the given ones', async () => {
    const [text] = await answerTo('create_notes', { notes: [{ path: 'x.md' }, { path: 'y' }] });
    expect(text).toMatch(/^created 2 notes · changeId \S+ · as y\.md$/);
  });

  test('of the same change in several notes shows it once', async () => {
    const changes = ['a.md', 'b.md'].map(path => ({ path, edits: [{ oldText: '#old', newText: '#new' }] }));
    const same = ['c.md', 'd.md'];
    await answerTo('create_notes', { notes: same.map(path => ({ path, content: 'k: old' })) });
    const [text] = await answerTo('edit_notes', {
      changes: [...changes, ...same.map(path => ({ path, edits: [{ oldText: 'old', newText: 'new' }] }))],
      dryRun: true,
    });
    expect(text).toMatch(/\nwould change c\.md, d\.md\n-k: old\n\+k: new$/);
  });

  test('of several changes never puts a file below lines that are not its own', async () => {
    const values = { c: 'one', d: 'one', e: 'two', f: 'three', g: 'one' };
    const notes = Object.entries(values).map(([path, k]) => ({ path, content: '', properties: { k } }));
    await answerTo('create_notes', { notes });
    const renamed = { property: 'k', newProperty: 'key', dryRun: true };
    const [text] = await answerTo('rename_property', { ...renamed, diffLines: 5 });
    expect(text).toContain('\nwould change c.md, d.md, g.md\n-k: one\n+key: one\nwould change e.md, f.md\n…');
  });

  test('of a preview has no version, since no file has it', async () => {
    const edits = [{ oldText: 'B', newText: 'C' }];
    const [text] = await answerTo('edit_note', { path: 'b.md', edits, dryRun: true });
    expect(text).toBe('would change b.md · dry run, nothing was written\n@1\n-B #old\n+C #old');
  });

  test('without lines of the diff has the sizes instead', async () => {
    const edits = [{ oldText: 'B', newText: 'BB' }];
    const [text] = await answerTo('edit_note', { path: 'b.md', edits, diffLines: 0 });
    expect(text).toMatch(/^changed b\.md · 7 → 8 bytes · versionId \w+ · changeId \S+(\n|$)/);
  });

  test('of a whole note that is replaced names the lines of both', async () => {
    const [, read] = await answerTo('stat', { paths: ['b.md'] });
    const ifMatch = /"versionId":"(\w+)"/.exec(JSON.stringify(read))?.[1];
    const [text] = await answerTo('update_note', {
      ...{ path: 'b.md', mode: 'overwrite', content: 'New', overwriteIfExists: true, ifMatch },
    });
    expect(text).toMatch(/^changed b\.md · versionId \w+ · changeId \S+\n@1\n-B #old\n\+New$/);
  });

  test('of a move names the files whose links follow', async () => {
    const [text] = await answerTo('move', { path: 'b.md', newPath: 'c.md' });
    expect(text).toMatch(
      /^moved to c\.md · 1 link updated · changeId \S+\na\.md · 1 link\n@7\n-\[\[b\]\] #old\n\+\[\[c\]\] #old\nHint: /,
    );
  });

  test('of a deletion says where the file went, and that of its undo what was restored', async () => {
    const [text, structured] = await answerTo('delete', { path: 'b.md' });
    expect(text).toMatch(/^deleted b\.md to the vault trash · .*\n@1\n-B #old\nHint: .*a\.md/);
    const [undone] = await answerTo('undo_change', { changeId: field(structured, 'changeId') });
    expect(undone).toMatch(/^(1 file changed|created b\.md)/);
  });
});

describe('edits as given', () => {
  const edits = [
    { oldText: 'one', newText: '1' },
    { oldText: 'three', newText: '3' },
  ];

  const vault = vaultForEach({ files: { 'Note.md': 'one\ntwo\nthree\n' } });

  describe('the text of edit_note', () => {
    test('names the places of several exact edits, and does not repeat them', async () => {
      const { text, structured } = await vault.call('edit_note', { path: 'Note', edits });
      expect(text).toMatch(/^changed Note\.md · versionId \S+ · changeId \S+\n@1 @3 \(2 edits as given\)$/);
      expect(structured['diff']).toContain('-three\n+3');
    });

    test.each([
      ['in a preview', { edits, dryRun: true }],
      ['where the diff is asked for', { edits, diffLines: 20 }],
      ['of a single edit', { edits: edits.slice(1) }],
      ['where an edit may have hit several places', { edits: [{ ...edits[1], replaceAll: true }, edits[0]] }],
    ])('shows the lines %s', async (_case, args) => {
      const { text } = await vault.call('edit_note', { path: 'Note', ...args });
      expect(text).toContain('-three\n+3');
    });
  });

  test('with `diffLines: 0`, the text of several changed notes names five and counts the others', async () => {
    const path = (at: number): string => `T/${at}.md`;
    const notes = Array.from({ length: 7 }, (_item, at) => ({ path: path(at), content: '#old\n' }));
    await vault.call('create_notes', { notes });
    const { text } = await vault.call('rename_tag', { from: 'old', to: 'new', diffLines: 0 });
    const named = [0, 1, 2, 3, 4].map(path).join(', ');
    expect(text).toMatch(/^7 files changed · changeId \S+ · T\/0\.md/);
    expect(text.endsWith(` · ${named} and 2 more`)).toBe(true);
  });
});

describe('what may not have been meant', () => {
  const table = '| A | B |\n| - | - |\n| 1 | 2 |\n';
  const files = {
    'Plain.md': 'no heading\n',
    'Table.md': `# Behind\n\n${table}\nText.\n\n# Last\n\nText.\n\n${table}\n# None\n\nText.\n`,
    'Tasks.md': `- [x] Water 🔁 every week 📅 2026-11-20\n- [x] Once\n- [ ] Glaze ${'panes '.repeat(25)}🔁 every day 📅 2026-11-20\n`,
    'Tags.md': '---\ntags:\n  - one\n---\n',
    'Kitchen/Bannocks.md': 'Oats.\n',
    'Both.md': '---\ntags: novel, character\n---\n',
    'Blank.md': '---\ntags: [b c]\n---\n',
  };

  const vault = vaultForEach({ files });

  const hintsOf = (structured: unknown): string => JSON.stringify(field(structured, 'hints') ?? []);
  const errorHint = (structured: unknown): string => String(field(structured, 'error', 'hint'));
  const text = (path: string): string => vault.contents()[path] ?? '';
  const patch = (target: string, content: string, operation = 'append'): Record<string, unknown> => ({
    ...{ path: 'Table', targetType: 'heading' },
    ...{ target, content, operation },
  });

  test.each([
    [patch('Behind', '| 3 | 4 |'), true],
    [patch('Behind', '| 3 | 4 |\n| 5 | 6 |\n'), true],
    [patch('Behind', '| 3 | 4 |', 'prepend'), true],
    [{ ...patch('behind', '| 3 | 4 |'), dryRun: true }, true],
    [patch('Last', '| 3 | 4 |', 'prepend'), true],
    [patch('Last', '| 3 | 4 |'), false],
    [patch('None', '| 3 | 4 |'), false],
    [patch('Behind', table), false],
    [patch('Behind', 'More text.'), false],
    [{ ...patch('New', '| 3 | 4 |'), createTargetIfMissing: true }, false],
  ])('patch_note %j says that rows miss the table: %s', async (args, isSaid) => {
    const structured = await vault.ask('patch_note', args);
    expect(hintsOf(structured).includes('`value`')).toBe(isSaid);
  });

  test.each([
    ['replace', '# Last\n\nNew.', true],
    ['append', '\n# Last #\nNew.', true],
    ['replace', '## Last\nNew.', false],
    ['replace', 'New.\n# Last', false],
  ])('patch_note that would %s %j says that the heading is not repeated: %s', async (operation, ...given) => {
    const [content, isSaid] = given;
    const structured = await vault.ask('patch_note', patch('Last', content, operation));
    expect(hintsOf(structured).includes('not written again')).toBe(isSaid);
    expect(text('Table.md').split('# Last\n')).toHaveLength(isSaid ? 2 : 3);
  });

  const edited = (newText: string): Record<string, unknown> => ({
    path: 'Plain',
    edits: [{ oldText: 'no heading', newText }],
  });
  const appended = (content: string): Record<string, unknown> => ({ path: 'Plain', mode: 'append', content });

  test.each([
    ['create_note', { path: 'New', content: '# T\\n\\nText' }, '`content`'],
    ['create_notes', { notes: [{ path: 'New', content: '- a\\n- b\\n' }] }, '`content`'],
    ['update_note', appended('- a\\n- b\\n- c'), '`content`'],
    ['update_note', appended('- a\\n- b'), '`content`'],
    ['create_note', { path: 'New', content: '# B\\n- c' }, '`content`'],
    ['edit_note', edited('- [ ] A\\n- [ ] B'), '`newText`'],
    ['patch_note', patch('Last', 'One.\\n2.\\n'), '`content`'],
    ['edit_note', edited('A\\nB\\n'), '`newText`'],
    ['edit_notes', { changes: [edited('A\\nB\\n')] }, '`newText`'],
  ])('%s %j says that line breaks came as text, which is written', async (tool, args, named) => {
    const structured = await vault.ask(tool, args);
    const [hint] = hintsIn(structured);
    expect(hint).toContain(named);
    expect(hint).toContain('`\\n`');
    expect(Object.values(vault.contents()).join('')).toContain('\\n');
  });

  test.each([
    ['\n---\ntags: [x]\n---\nText', true],
    [' \r\n---\r\nstatus: open\r\ntags:\r\n  - x\r\n- y\r\n---', true],
    ['---\ntags: [x]\n---\nText', false],
    ['\n---\nText\n---\n', false],
    ['\n---\nNote: text', false],
  ])('create_note with %j says that its properties are none: %s', async (content, isSaid) => {
    const structured = await vault.ask('create_note', { path: 'New', content });
    expect(hintsOf(structured).includes('`---`')).toBe(isSaid);
    expect(text('New.md')).toBe(content);
  });

  test.each([
    'a\\n- b',
    '- a\\n\n- b\\n',
    'Use `\\n` and `\\n\\n`.',
    '$\\nabla \\neq \\nu$, \\nabla \\cdot \\nu',
    'C:\\new\\notes\\n.txt in \\\\nas\\news',
    '$\\nRightarrow \\nLeftarrow$',
  ])('update_note says nothing of line breaks in %j', async content => {
    expect(hintsOf(await vault.ask('update_note', appended(content)))).toBe('[]');
    expect(text('Plain.md')).toBe(`no heading\n${content}\n`);
  });

  test('a row for no column is refused with the names that are none', async () => {
    const args = { path: 'Table', targetType: 'heading', target: 'Last', operation: 'append' };
    const answer = await vault.call('patch_note', { ...args, value: { a: 1, Prise: 2 } });
    expect(codeOf(answer)).toBe('invalid_argument');
    expect(field(answer.structured, 'error', 'message')).toContain('"Prise"');
    expect(field(answer.structured, 'error', 'candidates')).toEqual(['A', 'B']);
  });

  test.each(['Plain', 'Table'])('a missing heading of %s names what a writer can do', async path => {
    const args = { path, targetType: 'heading', target: 'Nowhere', operation: 'append' };
    const structured = await vault.ask('patch_note', { ...args, content: 'x' });
    expect(errorHint(structured)).toContain('createTargetIfMissing');
    const read = await vault.call('read_note', { path, heading: 'Nowhere' });
    expect(errorHint(read.structured)).not.toContain('createTargetIfMissing');
  });

  test('a task that was done before is not said to have a next one', async () => {
    const done = { path: 'Tasks', expectedText: 'Water', status: 'done' };
    const { structured, text: said } = await vault.call('update_task', done);
    expect(hintsOf(structured)).toContain('next');
    expect(said).toContain('Hint');
    const once = await vault.call('update_task', { ...done, expectedText: 'Once' });
    expect(hintsOf(once.structured)).toBe('[]');
    const opened = await vault.call('update_task', { ...done, status: 'open' });
    expect(hintsOf(opened.structured)).toBe('[]');
    const ticked = await vault.call('update_task', done);
    expect(hintsOf(ticked.structured)).toBe('[]');
    expect(text('Tasks.md').split('Water')).toHaveLength(3);
  });

  test('a task by its line alone is refused with what names it', async () => {
    const structured = await vault.ask('update_task', { path: 'Tasks', line: 2, status: 'open' });
    expect(field(structured, 'error', 'code')).toBe('invalid_argument');
    expect(errorHint(structured)).toContain('text');
  });

  test('the hint of a task that is ticked by hand fits a preview and a write', async () => {
    const args = { path: 'Tasks', edits: [{ oldText: '- [ ] Glaze', newText: '- [x] Glaze' }] };
    const [preview] = hintsIn(await vault.ask('edit_note', { ...args, dryRun: true }));
    const written = await vault.call('edit_note', args);
    const [said] = hintsIn(written.structured);
    expect(preview).toContain('update_task');
    expect(said).toContain('update_task');
    expect(said).not.toBe(preview);
    expect(written.text).toContain(`+- [x] Glaze ${'panes '.repeat(25)}🔁 every day`);
  });

  function hintsIn(structured: unknown): string[] {
    return z.array(z.string()).parse(field(structured, 'hints'));
  }

  test.each([
    [{ set: { tags: 'x' } }, 'tags: x'],
    [{ set: { tags: ['#new'] } }, 'new'],
    [{ set: { tags: ['#new', 'own', '#a/b'] } }, 'a/b'],
  ])('update_frontmatter %j writes tags without marks, and says what it replaces', async (args, expected) => {
    const structured = await vault.ask('update_frontmatter', { path: 'Tags', ...args });
    expect(text('Tags.md')).toContain(expected);
    expect(text('Tags.md')).not.toContain('#');
    expect(hintsOf(structured) === '[]').toBe(text('Tags.md').includes('one'));
  });

  test('a property of a new note that is given twice is said to be replaced', async () => {
    const args = { path: 'New', content: '---\nTags: [idea]\nx: 1\n---\n', properties: { tags: ['bird'] } };
    const structured = await vault.ask('create_note', args);
    expect(hintsIn(structured)).toEqual(['"tags" in `properties` replaces what `content` has there.']);
    expect(text('New.md')).toBe('---\nTags: [bird]\nx: 1\n---\n');
  });

  test('a preview of a new note shows its text', async () => {
    const args = { path: 'New', content: 'first line\n', properties: { a: 1 } };
    const preview = await vault.call('create_note', { ...args, dryRun: true });
    expect(preview.text).toContain('+first line');
    expect((await vault.call('create_note', args)).text).not.toContain('first line');
  });

  test('what is removed has no place in the new text', async () => {
    expect((await vault.call('delete', { path: 'Plain' })).text).not.toContain('@0');
    const made = await vault.call('create_note', { path: 'New', content: 'x' });
    const undone = await vault.call('undo_change', { changeId: made.structured['changeId'] });
    expect(undone.text).not.toContain('@0');
  });

  test('update_tags repairs a tag with a blank, and rename_tag names it', async () => {
    const refused = await vault.call('rename_tag', { from: 'b c', to: 'b-c' });
    expect(field(refused.structured, 'error', 'hint')).toContain('update_tags');
    const answer = await vault.ask('update_tags', { path: 'Blank', remove: ['b c'], add: ['b-c'] });
    expect(answer['hints']).toBeUndefined();
    expect(text('Blank.md')).toBe('---\ntags: [b-c]\n---\n');
  });

  test.each([
    ['delete', { path: 'Both.md' }, 'Both.md'],
    ['move', { path: 'Both.md', newPath: 'Moved.md' }, 'Both.md'],
  ])('undo of a %s whose name is taken says what to do with that name', async (tool, args, path) => {
    const { structured } = await vault.call(tool, args);
    await vault.call('create_note', { path, content: 'x' });
    const refused = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(codeOf(refused)).toBe('version_conflict');
    expect(field(refused.structured, 'error', 'hint')).toContain('ename');
    await vault.call('move', { path, newPath: 'Other.md' });
    expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
  });

  test('update_tags does not miss a tag that it removes from a text of several', async () => {
    const gone = await vault.ask('update_tags', { path: 'Both', remove: ['novel', 'nove'] });
    expect(text('Both.md')).toBe('---\ntags:\n  - character\n---\n');
    expect(hintsOf(gone)).toContain('\\"nove\\"');
    expect(hintsOf(gone)).not.toContain('tag \\"novel\\"');
  });

  test('update_tags has its id where other writers have it', async () => {
    const { text: said, structured } = await vault.call('update_tags', { path: 'Tags', add: ['two'] });
    const id = String(structured['changeId']);
    expect(said.indexOf(id)).toBeGreaterThan(-1);
    expect(said.indexOf(id)).toBeLessThan(said.indexOf('tags:'));
  });
});
