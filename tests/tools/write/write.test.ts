import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, hintsOf } from '../../support/clients';
import { field } from '../../support/json';
import { anyText, textWith } from '../../support/matchers';
import { vaultForEach } from '../../support/open-vault';

const vault = vaultForEach({
  files: {
    'note.md': '---\ntitle: A\n---\none\ntwo\n',
    'headed.md': '# H\n',
    'crlf.md': 'one\r\ntwo\r\n',
    'bom.md': '\uFEFFone\n',
    'open.md': 'no break at the end',
    'mixed.md': 'a\r\nb\nc',
    'Folder/inner.md': 'inner\n',
    'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]),
    'data.csv': 'a,b\n',
  },
  settings: { hidden: ['Secret/**'] },
  tokens: [
    { name: 'test', value: 'lct_test-token-with-full-rights', rights: 'full' },
    { name: 'reader', value: 'lct_test-token-that-only-reads', rights: 'read' },
  ],
});

function bytes(path: string): string {
  return readFileSync(join(vault.path, path)).toString('latin1');
}
const { text } = vault;

async function versionOf(path: string): Promise<string> {
  return String((await vault.ask('read_note', { path }))['versionId']);
}

test.each([
  ['create_note', { path: 'New/a', content: 'x' }],
  ['create_notes', { notes: [{ path: 'New/a', content: 'x' }, { path: 'b' }] }],
  ['create_folder', { path: 'New/deep' }],
  ['update_note', { path: 'New/a', mode: 'append', content: 'x' }],
  ['edit_note', { path: 'note', edits: [{ oldText: 'one', newText: 'x' }] }],
  ['patch_note', { path: 'headed', operation: 'append', targetType: 'heading', target: 'H', content: 'x' }],
  ['update_frontmatter', { path: 'note', set: { title: 'B' } }],
  ['update_tags', { path: 'crlf', add: ['x'] }],
  ['rename_property', { property: 'title', newProperty: 'name' }],
  ['add_attachment', { name: 'a.txt', data: 'YQ==', note: 'note', embed: true }],
  ['merge_notes', { from: 'crlf', into: 'note' }],
  ['move', { path: 'Folder', newPath: 'New/Folder' }],
  ['delete', { path: 'note' }],
])('a dry run of %s answers what the change then answers: %j', async (tool, args) => {
  const [preview, done] = [await vault.ask(tool, { ...args, dryRun: true }), await vault.ask(tool, args)];
  const { changeId, hints } = done;
  expect(changeId).toBeDefined();
  const ofBoth = [hints ?? []].flat().filter(hint => !JSON.stringify(hint).includes('undo_change'));
  expect({ hints: [], ...preview, changeId }).toEqual({ ...done, hints: ofBoth, dryRun: true });
});

test.each(['WORD250', 'w'])('the text of a change to %s in a long line shows what changed', async newText => {
  const line = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');
  await vault.call('create_note', { path: 'Long', content: line });
  const edits = [{ oldText: 'word250', newText }];
  const answer = await vault.call('edit_note', { path: 'Long', edits, diffLines: 20 });
  expect(answer.text).toContain('\n-…word248 word249 word250 word251 word252…\n');
  expect(answer.text).toContain(` word249 ${newText} word251 `);
});

describe('create_note', () => {
  test('writes the text as given and makes the folders', async () => {
    const answer = await vault.call('create_note', { path: 'New/deep/x', content: 'a $& b\r\n' });
    expect(answer.structured).toMatchObject({
      path: 'New/deep/x.md',
      created: true,
      changed: true,
      bytesBefore: 0,
      bytesAfter: 8,
      changeId: anyText(),
    });
    expect(bytes('New/deep/x.md')).toBe('a $& b\r\n');
    expect(answer.structured['versionId']).toBe(await versionOf('New/deep/x.md'));
  });

  test('writes properties on top', async () => {
    await vault.call('create_note', {
      path: 'p',
      content: 'text',
      frontmatter: { tags: ['a'], due: '2026-11-21' },
    });
    expect(text('p.md')).toBe('---\ntags:\n  - a\ndue: 2026-11-21\n---\ntext');
  });

  test.each(['note', 'NOTE.md', 'note.md', '[[note]]'])('never replaces a note: %s', async path => {
    expect(codeOf(await vault.call('create_note', { path, content: 'x' }))).toBe('already_exists');
    expect(readdirSync(vault.path)).not.toContain('NOTE.md');
  });

  test('takes the next free name on request', async () => {
    for (const name of ['note 1.md', 'note 2.md']) {
      const structured = await vault.ask('create_note', { path: 'note', ifExists: 'rename' });
      expect(structured['path']).toBe(name);
    }
  });

  test('uses existing folders in another letter case', async () => {
    const structured = await vault.ask('create_note', { path: 'folder/x', content: 'x' });
    expect(structured['path']).toBe('Folder/x.md');
    expect(existsSync(join(vault.path, 'folder'))).toBe(false);
  });

  test.each([
    ['.obsidian/x', 'invalid_path'],
    ['a/.trash/x', 'invalid_path'],
    ['../x', 'invalid_path'],
    ['a?b', 'invalid_path'],
    ['CON', 'invalid_path'],
    ['note.md/x', 'invalid_path'],
    ['x.csv', 'unsupported_file'],
    ['data.csv', 'unsupported_file'],
    ['[[nowhere]]', 'not_found'],
    ['Secret/x', 'permission_denied'],
    ['Secret', 'ok'],
  ])('at %j answers %s', async (path, expected) => {
    expect(codeOf(await vault.call('create_note', { path, content: 'x' }))).toBe(expected);
  });

  test('twelve at once on one path give one note', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        vault.call('create_note', { path: 'race', content: `${index}` }),
      ),
    );
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['ok', 'already_exists']));
  });
});

describe('update_note', () => {
  test('appends with one line break where one is missing', async () => {
    for (const path of ['note', 'crlf', 'bom', 'open'])
      expect(codeOf(await vault.call('update_note', { path, mode: 'append', content: 'x\ny' }))).toBe('ok');
    expect(text('note.md')).toBe('---\ntitle: A\n---\none\ntwo\nx\ny\n');
    expect(text('crlf.md')).toBe('one\r\ntwo\r\nx\r\ny\r\n');
    expect(text('bom.md')).toBe('\uFEFFone\nx\ny\n');
    expect(text('open.md')).toBe('no break at the end\nx\ny');
  });

  test('prepends below the properties', async () => {
    await vault.call('update_note', { path: 'note', mode: 'prepend', content: '$1' });
    expect(text('note.md')).toBe('---\ntitle: A\n---\n$1\none\ntwo\n');
  });

  test('overwrites only the version that the caller has read', async () => {
    const args = { path: 'crlf', mode: 'overwrite', content: 'new\n' };
    expect(codeOf(await vault.call('update_note', args))).toBe('already_exists');
    const blind = await vault.call('update_note', { ...args, overwriteIfExists: true });
    expect(codeOf(blind)).toBe('invalid_argument');
    const ifMatch = field(blind.structured, 'error', 'versionId');
    const done = await vault.call('update_note', { ...args, overwriteIfExists: true, ifMatch });
    expect(done.structured).toMatchObject({ created: false, changed: true, previousVersionId: ifMatch });
    expect(text('crlf.md')).toBe('new\r\n');
    const again = await vault.call('update_note', { ...args, overwriteIfExists: true, ifMatch });
    expect(again.structured).toMatchObject({
      error: {
        code: 'version_conflict',
        versionId: done.structured['versionId'],
        diff: textWith('-one'),
      },
    });
  });

  test.each(['mixed', 'bom', 'crlf', 'note', 'open'])(
    'writing back what was read changes nothing: %s',
    async path => {
      const structured = await vault.ask('read_note', { path, withLineNumbers: false });
      const before = bytes(`${path}.md`);
      const answer = await vault.call('update_note', {
        path,
        mode: 'overwrite',
        content: structured['content'],
        overwriteIfExists: true,
        ifMatch: structured['versionId'],
      });
      expect(answer.structured).toMatchObject({
        changed: false,
        diff: '',
        versionId: structured['versionId'],
      });
      expect(answer.structured).not.toHaveProperty('changeId');
      expect(bytes(`${path}.md`)).toBe(before);
    },
  );

  test('creates a note only if it may', async () => {
    const args = { path: 'fresh', mode: 'append', content: 'x' };
    expect(codeOf(await vault.call('update_note', { ...args, createIfNeeded: false }))).toBe('not_found');
    expect(await vault.ask('update_note', args)).toMatchObject({ created: true });
    expect(text('fresh.md')).toBe('x');
  });

  test('refuses what is not UTF-8', async () => {
    const before = bytes('latin1.md');
    expect(codeOf(await vault.call('update_note', { path: 'latin1', mode: 'append', content: 'x' }))).toBe(
      'unsupported_file',
    );
    expect(bytes('latin1.md')).toBe(before);
  });

  test.each([1, 5])('50 appends at once by %d clients all land once', async count => {
    const clients = [await vault.client()];
    while (clients.length < count)
      clients.push(await vault.lectern.connect(clients.length % 2 === 0 ? '2026' : '2025'));
    const each = 50 / count;
    const answers = await Promise.all(
      clients.flatMap((one, index) =>
        Array.from({ length: each }, (_item, at) =>
          one.call('update_note', { path: 'note', mode: 'append', content: `+${index}-${at}` }),
        ),
      ),
    );
    expect(answers.map(codeOf).filter(answer => answer !== 'ok')).toEqual([]);
    const lines = text('note.md')
      .split('\n')
      .filter(line => line.startsWith('+'));
    expect(new Set(lines).size).toBe(50);
    expect(lines).toHaveLength(50);
  });
});

describe('edit_note', () => {
  test('replaces exactly what is there', async () => {
    const structured = await vault.ask('edit_note', {
      path: 'crlf',
      edits: [{ oldText: 'one\ntwo', newText: '$& \\n $1\nzwei' }],
    });
    expect(text('crlf.md')).toBe('$& \\n $1\r\nzwei\r\n');
    expect(structured['diff']).toContain('+$& \\n $1');
  });

  test('needs the version for edits by line', async () => {
    const edits = [{ startLine: 1, endLine: 1, newText: 'x' }];
    expect(codeOf(await vault.call('edit_note', { path: 'crlf', edits }))).toBe('invalid_argument');
    expect(codeOf(await vault.call('edit_note', { path: 'crlf', edits, ifMatch: 'old' }))).toBe(
      'version_conflict',
    );
    expect(
      codeOf(await vault.call('edit_note', { path: 'crlf', edits, ifMatch: await versionOf('crlf') })),
    ).toBe('ok');
    expect(text('crlf.md')).toBe('x\r\ntwo\r\n');
  });

  test.each([
    [{ oldText: 'three', newText: 'x' }, 'target_not_found'],
    [{ oldText: 'o', newText: 'x' }, 'target_ambiguous'],
    [{ oldText: '', newText: 'x' }, 'invalid_argument'],
    [{ newText: 'x' }, 'invalid_argument'],
  ])('leaves the note alone: %j', async (edit, expected) => {
    const before = text('crlf.md');
    expect(codeOf(await vault.call('edit_note', { path: 'crlf', edits: [edit] }))).toBe(expected);
    expect(text('crlf.md')).toBe(before);
  });

  test('edit_notes changes all notes or none', async () => {
    const change = (path: string, oldText: string): unknown => ({ path, edits: [{ oldText, newText: 'X' }] });
    const failed = await vault.call('edit_notes', {
      changes: [change('note', 'one'), change('crlf', 'absent')],
    });
    expect(codeOf(failed)).toBe('target_not_found');
    expect(failed.text).toContain('Change 2 ("crlf"): ');
    expect(text('note.md')).toContain('one');
    const twice = await vault.call('edit_notes', {
      changes: [change('note', 'one'), change('NOTE.md', 'two')],
    });
    expect(codeOf(twice)).toBe('invalid_argument');
    const structured = await vault.ask('edit_notes', {
      changes: [change('note', 'one'), change('crlf', 'two')],
    });
    expect(structured).toMatchObject({ filesChanged: 2, changeId: anyText() });
    const undone = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(undone.structured).toMatchObject({ filesChanged: 2 });
    expect(text('crlf.md')).toBe('one\r\ntwo\r\n');
    expect(text('note.md')).toContain('one\ntwo');
  });
});

describe('the numbers that a read shows before lines, pasted into the text of an edit', () => {
  const text = 'one\ntwo words\n\nfour\n1: five\nfour\n30 at noon\n';

  const vault = vaultForEach({ files: { 'a.md': text } });
  const read = (): string => readFileSync(join(vault.path, 'a.md'), 'utf8');
  const edited = async (
    oldText: string,
    newText: string,
    more: Record<string, unknown> = {},
  ): Promise<unknown> => {
    const code = codeOf(
      await vault.call('edit_note', { path: 'a.md', edits: [{ oldText, newText, ...more }] }),
    );
    return code === 'ok' ? read() : code;
  };

  const lines = (startLine: number, endLine: number, newText: string): Record<string, unknown> => ({
    path: 'a.md',
    edits: [{ startLine, endLine, newText }],
  });
  const patch = { path: 'a.md', operation: 'append', targetType: 'heading', target: 'Log' };

  test.each([
    ['1→one', '1→ONE', text.replace('one', () => 'ONE')],
    ['1→one', 'ONE', text.replace('one', () => 'ONE')],
    ['9→two words', 'TWO', text.replace('two words', () => 'TWO')],
    ['1→one\n2→two words\n3→\n4→four', '1→one\n2→2\n3→3', text.replace('two words\n\nfour', () => '2\n3')],
    ['1→one\n2→two words\n', '1→a\n2→b\n', text.replace('one\ntwo words', () => 'a\nb')],
    ['  1→one\n  2→two', 'ONE', text.replace('one\ntwo', () => 'ONE')],
    ['1: one\n2: two words\n3:\n4: four', '1: x', text.replace('one\ntwo words\n\nfour', () => 'x')],
    ['2\ttwo words', '2\tTWO', text.replace('two words', () => 'TWO')],
    ['1: five', '1: six', text.replace('five', () => 'six')],
    ['2→two words', 'costs 5→6', text.replace('two words', () => 'costs 5→6')],
  ])('%j is replaced by %j', async (oldText, newText, expected) => {
    expect(await edited(oldText, newText)).toBe(expected);
  });

  test.each([
    ['4→four', 'x', 'not every place is one'],
    ['1→one\ntwo words', 'x', 'not every line has a number'],
    ['1→one\n3→two words', 'x', 'the numbers do not follow each other'],
    ['1→one\n2→two words', '1→one\nsecond\n2→two', 'only some lines of the new text have numbers'],
    ['1→one\n2→two words', '7→x\n8→y', 'all lines of the new text have other numbers'],
    ['5→two', '6→three', 'the new text has other numbers'],
    ['2: one', 'x', 'the line is another'],
    ['12:30 at noon', 'x', 'a time is no number of a line'],
    ['7→absent', 'x', 'the text is not there'],
    ['1→', 'x', 'no text is left'],
  ])('%j with %j is refused: %s', async (oldText, newText) => {
    expect(await edited(oldText, newText)).toBe('target_not_found');
    expect(read()).toBe(text);
  });

  test.each<[tool: string, args: Record<string, unknown>, file: string, expected: string]>([
    ['edit_note', lines(1, 2, '1→ONE\n2→TWO'), 'a.md', text.replace('one\ntwo words', () => 'ONE\nTWO')],
    ['edit_note', lines(2, 2, '2→TWO'), 'a.md', text.replace('two words', () => 'TWO')],
    ['edit_note', lines(2, 2, '3→TWO'), 'a.md', text.replace('two words', () => '3→TWO')],
    ['edit_note', lines(2, 3, '1→ONE\n2→TWO'), 'a.md', text.replace('two words\n', () => '1→ONE\n2→TWO')],
    ['edit_note', lines(1, 2, '1→ONE\nTWO'), 'a.md', text.replace('one\ntwo words', () => '1→ONE\nTWO')],
    ['update_note', { path: 'a.md', mode: 'append', content: '8→x\n9→y\n' }, 'a.md', `${text}x\ny\n`],
    ['update_note', { path: 'a.md', mode: 'append', content: '8→x\n8→y\n' }, 'a.md', `${text}8→x\n8→y\n`],
    ['update_note', { path: 'a.md', mode: 'append', content: '8→x\n' }, 'a.md', `${text}8→x\n`],
    [
      'create_note',
      { path: 'b.md', content: '1→---\n2→k: 1\n3→---\n4→\n5→x\n' },
      'b.md',
      '---\nk: 1\n---\n\nx\n',
    ],
    ['create_notes', { notes: [{ path: 'b.md', content: '1→# B\n2→x' }] }, 'b.md', '# B\nx'],
    [
      'patch_note',
      { ...patch, createTargetIfMissing: true, content: '3→x\n4→y\n' },
      'a.md',
      `${text}\n# Log\nx\ny\n`,
    ],
  ])('%s %j writes no numbers where all lines have one, and says so', async (tool, args, file, expected) => {
    const versionId = (await vault.ask('read_note', { path: 'a.md' }))['versionId'];
    const answer = await vault.call(tool, { ...args, ...('edits' in args ? { ifMatch: versionId } : {}) });
    expect(readFileSync(join(vault.path, file), 'utf8')).toBe(expected);
    expect(hintsOf(answer).includes('`1→`')).toBe(!expected.includes('→'));
  });
});

describe('a new periodic note', () => {
  const vault = vaultForEach({
    files: {
      'T.md': 'From the template\n',
      '.obsidian/daily-notes.json': '{"folder":"Days","template":"T"}',
    },
  });

  test('is shown with the lines of its template', async () => {
    const content = 'mine';
    const day = await vault.call('create_note', { path: '@daily:2026-12-01', content });
    expect(day.text).toMatch(/^created Days\/2026-12-01\.md · .*\n@1\n\+From the template\n\+mine$/u);
    const days = await vault.call('create_notes', { notes: [{ path: '@daily:2026-12-02', content }] });
    expect(days.text).toMatch(/Days\/2026-12-02\.md\n@1\n\+From the template\n\+mine$/u);
    const plain = await vault.call('create_note', { path: '@Ann', content });
    expect(plain.text).toMatch(/^created @Ann\.md · versionId \w+ · changeId \S+$/);
  });

  const path = '@daily:2026-12-03';

  test.each([
    ['update_tags', { path, remove: ['x'] }],
    ['update_tags', { path, remove: ['x'], add: [''] }],
    ['update_frontmatter', { path, remove: ['x'] }],
    ['update_frontmatter', { path, remove: ['x'], set: {} }],
    ['update_frontmatter', { path, key: 'x', operation: 'delete' }],
  ])('is not made to remove something from it: %s %j', async (tool, args) => {
    const missing = await vault.call('read_note', { path });
    for (const dryRun of [true, false]) {
      const answer = await vault.call(tool, { ...args, dryRun });
      expect([codeOf(answer), answer.text]).toEqual(['not_found', missing.text]);
    }
    expect(existsSync(join(vault.lectern.folder.path, 'Days'))).toBe(false);
  });

  test.each([
    ['update_tags', { path, remove: ['x'], add: ['y'] }],
    ['update_frontmatter', { path, remove: ['x'], set: { y: null } }],
  ])('is made to add something to it: %s %j', async (tool, args) => {
    expect(await vault.ask(tool, args)).toMatchObject({ path: 'Days/2026-12-03.md', created: true });
  });
});

describe('a replacement in the targets of links', () => {
  const vault = vaultForEach({
    files: { 'Plan.md': 'x\n', 'l.md': '[[Plan]] [[Plan]]\n', 'm.md': '[[Plan]]\n' },
    isSettled: true,
  });

  test.each([
    [
      { path: 'l.md' },
      2,
      'would be replaced too, and 2 of them would lead',
      'are replaced too, and 2 of them lead',
    ],
    [
      { path: 'm.md' },
      1,
      'would be replaced too, and 1 of them would lead',
      'are replaced too, and 1 of them leads',
    ],
  ])('is told as it would be, then as it is: %j', async (where, confirm, before, after) => {
    const args = { ...where, find: 'Plan', replace: 'Plain', scope: 'all' };
    expect(hintsOf(await vault.call('replace_in_notes', args))).toContain(
      `Targets of links ${before} nowhere.`,
    );
    const done = await vault.call('replace_in_notes', { ...args, confirm });
    expect(hintsOf(done)).toContain(`Targets of links ${after} nowhere.`);
  });
});
