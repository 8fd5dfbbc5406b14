import { codeOf } from '../../support/clients';
import { type RuledVault, workVault } from '../../rules/vault-with-rules';
import { field } from '../../support/json';
import { notesOf } from '../../support/files/vault-contents';

const files = {
  'Work/a.md':
    '\uFEFF---\r\nclient: Acme\r\nnote: "Acme, and more" # Acme\r\n---\r\nAcme and acme, Acme.  \r\n`Acme` [[Acme]]\r\n```\r\nAcme\r\n```\r\nAcmes\r\n',
  'Work/b.md': 'two\nlines of Acme\n\n    Acme in code\n',
  'Closed/c.md': '#t Acme\n',
  'd.md': '---\nclient: Acme\n---\nnothing\n',
  'broken.md': '---\na: [Acme\n---\nAcme\n',
};

let vault: RuledVault;
afterEach(() => vault.close());

async function start(more: Record<string, string> = {}): Promise<Record<string, string>> {
  vault = await workVault({ ...files, ...more });
  return notesOf(vault.lectern.folder.path);
}

type Args = Record<string, unknown>;

/** Previews, then confirms the number that the preview gave. */
async function replaceAll(args: Args, as = 'owner'): Promise<Record<string, unknown>> {
  const preview = await vault.as(as).call('replace_in_notes', args);
  const confirm = field(preview.structured, 'count');
  return (await vault.as(as).call('replace_in_notes', { ...args, confirm })).structured;
}

const acme = { find: 'Acme', replace: 'Globex' };

describe('replace_in_notes', () => {
  test('previews first, writes the confirmed matches, and keeps code, properties and every other byte', async () => {
    const before = await start();
    const preview = await vault.as('owner').call('replace_in_notes', acme);
    expect(preview.structured).toMatchObject({ count: 7, filesChanged: 4, dryRun: true });
    expect(preview.text).toContain('Nothing was written: pass `confirm: 7` to replace.');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
    const answer = await vault.as('owner').call('replace_in_notes', { ...acme, confirm: 7 });
    expect(vault.text('Work/a.md')).toBe(
      files['Work/a.md']
        .replace('Acme and acme, Acme', () => 'Globex and acme, Globex')
        .replace('[[Acme]]', () => '[[Globex]]')
        .replace('Acmes', () => 'Globexs'),
    );
    expect(vault.text('Work/b.md')).toBe('two\nlines of Globex\n\n    Acme in code\n');
    expect(vault.text('broken.md')).toBe('---\na: [Acme\n---\nGlobex\n');
    const changeId = field(answer.structured, 'changeId');
    expect(codeOf(await vault.as('owner').call('undo_change', { changeId }))).toBe('ok');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('writes nothing when the number of matches has changed', async () => {
    const before = await start();
    const refused = await vault.as('owner').call('replace_in_notes', { ...acme, confirm: 6 });
    expect([codeOf(refused), refused.text]).toEqual([
      'version_conflict',
      expect.stringContaining('7 matches, but `confirm` says 6'),
    ]);
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('takes a word for a preview where it previews anyway, and never beside `confirm`', async () => {
    const before = await start();
    const call = (args: Args) => vault.as('owner').call('replace_in_notes', { ...acme, ...args });
    const plain = await call({});
    for (const args of [{ dryRun: true }, { preview: 'true' }, { dry_run: true, confirm: null }])
      expect((await call(args)).structured).toEqual(plain.structured);
    for (const args of [{ dryRun: false }, { dryRun: true, confirm: 7 }, { simulate: 'no' }])
      expect(codeOf(await call(args))).toBe('invalid_argument');
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test('refuses a different number of matches than expected, in a preview too', async () => {
    const before = await start();
    const owner = vault.as('owner');
    const refused = await owner.call('replace_in_notes', { ...acme, expectedCount: 5 });
    expect([codeOf(refused), refused.text]).toEqual([
      'version_conflict',
      expect.stringContaining('7 matches, but `expectedCount` says 5'),
    ]);
    const preview = await owner.call('replace_in_notes', { ...acme, expectedCount: 7 });
    expect(preview.structured).toMatchObject({ count: 7, dryRun: true });
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test.each<[string, Args, Record<string, string>]>([
    ['code alone', { scope: 'code' }, { 'Work/b.md': 'two\nlines of Acme\n\n    Globex in code\n' }],
    [
      'properties alone',
      { scope: 'properties' },
      { 'd.md': '---\nclient: Globex\n---\nnothing\n', 'Closed/c.md': '#t Acme\n' },
    ],
    [
      'everything',
      { scope: 'all', path: 'Work' },
      { 'Work/a.md': files['Work/a.md'].replaceAll('Acme', () => 'Globex') },
    ],
    [
      'whole words',
      { wholeWord: true, path: 'Work' },
      { 'Work/b.md': 'two\nlines of Globex\n\n    Acme in code\n' },
    ],
    ['any letter case', { find: 'ACME', caseSensitive: false, tag: 't' }, { 'Closed/c.md': '#t Globex\n' }],
    [
      'what globs keep',
      { includes: ['**/*.md'], excludes: ['Work/**', 'broken.md'] },
      { 'Closed/c.md': '#t Globex\n' },
    ],
    [
      'over line breaks',
      { find: 'two\nlines', replace: 'one\nline' },
      { 'Work/b.md': 'one\nline of Acme\n\n    Acme in code\n' },
    ],
    [
      'groups of a pattern',
      { find: '(?<first>\\w+) of (Ac)me$', replace: '$2/$<first>/$$1/$&', regex: true },
      { 'Work/b.md': 'two\nAc/lines/$1/lines of Acme\n\n    Acme in code\n' },
    ],
    [
      'text that looks like a group',
      { find: 'lines', replace: '$1 $& $$' },
      { 'Work/b.md': 'two\n$1 $& $$ of Acme\n\n    Acme in code\n' },
    ],
  ])('replaces %s', async (_name, args, expected) => {
    await start();
    await replaceAll({ ...acme, ...args });
    for (const [path, text] of Object.entries(expected))
      expect([path, vault.text(path)]).toEqual([path, text]);
  });

  test.each([
    ['client: Acme', 'client: [Acme'],
    ['Acme', 'Acme # gone'],
    ['Acme', 'Acme\nmore: 1'],
    ['Acme', 'x\n---\n'],
    ['client', 'a: b'],
  ])('never breaks properties: %j by %j does not change the note but names it', async (find, replace) => {
    const before = await start({ 'd.md': '---\nclient: Acme\nstatus: open\n---\nnothing\n' });
    const answer = await replaceAll({ find, replace, scope: 'properties', includes: ['d.md'] });
    expect(answer).toMatchObject({ filesChanged: 0, hints: [expect.stringContaining('`d.md`')] });
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });

  test.each([
    ['invalid_argument', { find: '' }],
    ['invalid_query', { find: '(', regex: true }],
    ['invalid_query', { find: '(a)', replace: '$2', regex: true }],
    ['invalid_query', { find: '(a)', replace: '$<b>', regex: true }],
    ['budget_exceeded', { maxFiles: 2 }],
    ['not_found', { path: 'Nowhere' }],
  ])('answers %s for %j', async (code, args) => {
    await start();
    expect(codeOf(await vault.as('owner').call('replace_in_notes', { ...acme, ...args }))).toBe(code);
  });

  test('changes the notes that the token may write, and names the others that it sees', async () => {
    await start();
    expect(await replaceAll(acme, 'work')).toMatchObject({ count: 5, filesChanged: 2 });
    const answer = await vault
      .as('reader')
      .call('replace_in_notes', { ...acme, find: 'nothing', replace: 'x' });
    expect(answer.structured).toMatchObject({ count: 0, hints: [expect.stringContaining('`d.md`')] });
  });
});

describe('where nothing matches', () => {
  test.each([
    [{ find: 'Acme', path: 'd.md' }, 'With `scope: "all"` there are matches in 1 note.'],
    [{ find: 'NOTHING' }, 'With `caseSensitive: false` there are matches in 1 note.'],
    [{ find: 'othin', wholeWord: true }, 'With `wholeWord: false` there are matches in 1 note.'],
    [{ find: 'nowhere' }, 'No note here has a match.'],
    [{ find: 'two', path: 'Closed' }, 'No note that matches the filters has a match.'],
  ])('%j gets a hint with a query that has matches', async (args, hint) => {
    await start();
    const answer = await vault.as('owner').call('replace_in_notes', { ...args, replace: 'x' });
    expect(answer.structured).toMatchObject({ count: 0, hints: [hint] });
  });

  test('hints do not reveal notes that the token may not see', async () => {
    await start();
    const answer = await vault.as('work').call('replace_in_notes', { find: 'NOTHING', replace: 'x' });
    expect(answer.structured).toMatchObject({ count: 0, hints: ['No note here has a match.'] });
  });
});

test('`path` may be a single note, by its name too', async () => {
  await start();
  for (const path of ['Work/b.md', 'b']) {
    const preview = await vault.as('owner').call('replace_in_notes', { ...acme, path });
    expect(preview.structured).toMatchObject({ count: 1, files: [{ path: 'Work/b.md' }] });
  }
  for (const path of ['Closed', 'Closed/c.md', 'Closed/none.md', 'none'])
    expect(codeOf(await vault.as('work').call('replace_in_notes', { ...acme, path }))).toBe('not_found');
});
