/** One change in all notes that are named or selected. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type RuledVault, workVault } from '../../rules/vault-with-rules';
import { type Answer, codeOf } from '../../support/clients';
import { notesOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';
import { vaultForEach } from '../../support/open-vault';

describe('the same properties or tags', () => {
  const files = {
    'A.md': '---\r\nstatus: open # kept\r\ntags: [work]\r\n---\r\nText #idea\r\n',
    'B.md': 'No properties. #work\n',
    'Projects/C.md': '---\nstatus: open\n---\nc\n',
    'Projects/Deep/D.md': '---\nstatus: done\ntags: [work]\n---\nd\n',
    'Projects.md': 'A note named like a folder.\n',
    'Inbox/E.md': 'e\n',
    'Broken.md': '---\nstatus: [a\n---\nb\n',
    'Closed/F.md': '---\nstatus: open\n---\n#work\n',
  };
  const someToken = 'lct_a-token-with-some-rules';

  const vault = vaultForEach({
    files,
    settings: {
      tokens: [
        { name: 'some', value: someToken, rights: 'full', allowWrite: ['Projects/**', 'A.md', 'B.md'] },
      ],
    },
  });

  const now = (): Record<string, string> => vault.notes();
  const setDone = (args: object): Promise<Answer> =>
    vault.call('update_frontmatter', { set: { status: 'done' }, ...args });

  test('a preview says to leave out `dryRun` too if the call has it', async () => {
    const { structured } = await setDone({ path: 'Projects/', dryRun: true });
    expect(String(structured['hints'])).toMatch(/`expectedCount: 2`.*`dryRun`/u);
    const bare = await setDone({ path: 'Projects/' });
    expect(String(bare.structured['hints'])).not.toContain('dryRun');
  });

  test('a single note or match is counted in the singular', async () => {
    const one = await setDone({ path: 'Inbox/', expectedCount: 0 });
    expect(field(one.structured, 'error', 'message')).toMatch(/(?<!are )\b1 note,/u);
    const match = await vault.ask('replace_in_notes', { find: 'No properties', replace: 'x', confirm: 0 });
    expect(field(match, 'error', 'message')).toMatch(/(?<!are )\b1 match,/u);
  });

  describe('notes named in `paths`', () => {
    test('get the same properties in one change, which one undo takes back byte for byte', async () => {
      const before = now();
      const { structured } = await setDone({ paths: ['A', 'B.md', 'Projects/C', '[[A]]'] });
      expect(structured).toMatchObject({ filesChanged: 3, count: 3 });
      expect(now()).toEqual({
        ...before,
        'A.md': '---\r\nstatus: done # kept\r\ntags: [work]\r\n---\r\nText #idea\r\n',
        'B.md': '---\nstatus: done\n---\nNo properties. #work\n',
        'Projects/C.md': '---\nstatus: done\n---\nc\n',
      });
      expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
      expect(now()).toEqual(before);
    });

    test('get and lose the same tags in one change', async () => {
      const before = now();
      const structured = await vault.ask('update_tags', {
        paths: ['A', 'B', 'Inbox/E'],
        add: ['new'],
        remove: ['work', 'idea'],
      });
      expect(now()).toEqual({
        ...before,
        'A.md': '---\r\nstatus: open # kept\r\ntags: [new]\r\n---\r\nText\r\n',
        'B.md': '---\ntags:\n  - new\n---\nNo properties.\n',
        'Inbox/E.md': '---\ntags:\n  - new\n---\ne\n',
      });
      await vault.call('undo_change', { changeId: structured['changeId'] });
      expect(now()).toEqual(before);
    });

    test.each([{}, { add: ['new'] }])('say which tags to remove none of them has: %j', async more => {
      const call = { paths: ['A', 'B'], remove: ['nowhere', 'work'], ...more, dryRun: true };
      const { structured } = await vault.call('update_tags', call);
      expect(field(structured, 'hints')).toEqual([expect.stringContaining('has the tag "nowhere"')]);
    });

    test('are only previewed by a dry run, and told as one change where they change equally', async () => {
      const before = now();
      const { structured, text } = await setDone({ paths: ['A', 'Projects/C'], dryRun: true });
      expect(structured).toMatchObject({ filesChanged: 2, dryRun: true });
      expect(text).toContain('would change A.md');
      expect(now()).toEqual(before);
    });

    test.each<[string, object, string]>([
      ['one that is not there', { paths: ['A', 'None'] }, 'not_found'],
      ['one whose properties cannot be read', { paths: ['A', 'Broken'] }, 'invalid_frontmatter'],
      ['another number than is expected', { paths: ['A', 'B'], expectedCount: 3 }, 'version_conflict'],
      ['a path beside them', { paths: ['A'], path: 'B' }, 'invalid_argument'],
      ['a version', { paths: ['A'], ifMatch: 'x' }, 'invalid_argument'],
      ['more than five hundred', { paths: Array.from({ length: 501 }, () => 'A') }, 'invalid_argument'],
      ['none', { paths: [] }, 'invalid_argument'],
    ])('are all left for %s', async (_name, args, code) => {
      const before = now();
      expect(codeOf(await setDone(args))).toBe(code);
      expect(now()).toEqual(before);
    });

    test('are all left where a rule closes one of them, and the failure says which', async () => {
      const some = vault.as(someToken);
      const before = now();
      const paths = ['A', 'Closed/F'];
      const answer = await some.call('update_frontmatter', { paths, set: { status: 'done' } });
      expect(codeOf(answer)).toBe('permission_denied');
      expect(field(answer.structured, 'error', 'message')).toMatch(/^Path 2 /u);
      expect(codeOf(await some.call('update_tags', { paths, add: ['x'] }))).toBe('permission_denied');
      expect(now()).toEqual(before);
    });
  });

  describe('notes selected by filters', () => {
    const all = ['A.md', 'B.md', 'Closed/F.md', 'Projects/Deep/D.md'];

    test('are previewed first, and changed by the number of the preview', async () => {
      const before = now();
      const { structured: preview } = await setDone({ tag: 'work' });
      expect(preview).toMatchObject({ count: 4, filesChanged: 3, dryRun: true });
      expect(field(preview, 'hints', 0)).toContain('expectedCount: 4');
      expect(now()).toEqual(before);
      const { structured } = await setDone({ tag: 'work', expectedCount: 4 });
      expect(structured).toMatchObject({ count: 4, filesChanged: 3 });
      expect(Object.keys(now()).filter(path => now()[path]?.includes('status: done'))).toEqual(all);
      await vault.call('undo_change', { changeId: structured['changeId'] });
      expect(now()).toEqual(before);
    });

    test.each<[string, object, string[]]>([
      ['a folder', { path: 'Projects/' }, ['Projects/C.md', 'Projects/Deep/D.md']],
      ['a folder without a note of its name', { path: 'Inbox' }, ['Inbox/E.md']],
      ['a condition', { where: ['status=open'] }, ['A.md', 'Closed/F.md', 'Projects/C.md']],
      ['a folder and a tag', { folder: 'Projects/', tag: '#work' }, ['Projects/Deep/D.md']],
      ['a property that is missing', { path: 'Inbox', where: ['!status'] }, ['Inbox/E.md']],
    ])('are those of %s', async (_name, args, paths) => {
      const before = now();
      const call = { add: ['seen'], ...args };
      const structured = await vault.ask('update_tags', call);
      expect(structured).toMatchObject({ count: paths.length, dryRun: true });
      expect(now()).toEqual(before);
      await vault.call('update_tags', { ...call, expectedCount: paths.length });
      expect(
        Object.keys(now())
          .filter(path => now()[path] !== before[path])
          .sort(),
      ).toEqual(paths);
    });

    test('are left where there are others than expected', async () => {
      const before = now();
      expect(codeOf(await setDone({ tag: 'work', expectedCount: 3 }))).toBe('version_conflict');
      expect(codeOf(await setDone({ where: ['status~'], expectedCount: 3 }))).toBe('invalid_query');
      expect(codeOf(await setDone({ expectedCount: 8 }))).toBe('invalid_argument');
      expect(codeOf(await setDone({ tag: 'work', confirm: 4 }))).toBe('invalid_argument');
      expect(codeOf(await setDone({ where: [] }))).toBe('invalid_argument');
      expect(codeOf(await setDone({}))).toBe('invalid_argument');
      expect(now()).toEqual(before);
    });

    test('may be none, which is answered with hints', async () => {
      const { structured } = await setDone({ tag: 'wrok' });
      expect(structured).toMatchObject({ count: 0, filesChanged: 0 });
      expect(field(structured, 'hints', 0)).toEqual(expect.stringContaining('work'));
    });

    test('are all left where a rule closes one of them', async () => {
      const some = vault.as(someToken);
      const before = now();
      const call = { tag: 'work', set: { status: 'done' }, expectedCount: 4 };
      expect(codeOf(await some.call('update_frontmatter', call))).toBe('permission_denied');
      expect(now()).toEqual(before);
    });
  });

  test('a note that has the name of a folder is the one that its name means', async () => {
    const { structured } = await setDone({ path: 'Projects' });
    expect(structured).toMatchObject({ path: 'Projects.md', changed: true });
  });
});

describe('the same text', () => {
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
      expect(answer).toMatchObject({ filesChanged: 0, hints: [expect.stringContaining('"d.md"')] });
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
      expect(answer.structured).toMatchObject({ count: 0, hints: [expect.stringContaining('"d.md"')] });
    });
  });

  test.each([
    ['text', ['`scope: "all"` would find 2 more matches.']],
    ['properties', ['`scope: "all"` would find 2 more matches.']],
    ['all', []],
  ])('a preview of `scope: "%s"` says how many matches are elsewhere', async (scope, more) => {
    await start({ 'm.md': '---\nwho: Zoe\n---\nZoe\n\n```\nZoe\n```\n' });
    const answer = await vault
      .as('owner')
      .call('replace_in_notes', { find: 'Zoe', replace: 'x', path: 'm.md', scope });
    expect(answer.structured).toMatchObject({
      count: scope === 'all' ? 3 : 1,
      hints: [expect.stringContaining('confirm'), ...more],
    });
  });

  describe('where nothing matches', () => {
    test.each([
      [{ find: 'Acme', path: 'd.md' }, '`scope: "all"` would find 1 more match.'],
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
});

const edit = { oldText: 'old', newText: 'x' };

describe('notes that a symbolic link shows twice', () => {
  const vault = vaultForEach({
    files: { 'Folder/A.md': 'old #tag\n', 'B.md': 'old #tag\n' },
    prepare: folder => symlinkSync(join(folder.path, 'Folder'), join(folder.path, 'Linked')),
  });

  test.each([
    ['rename_tag', { from: 'tag', to: 'new' }, 'old #new\n'],
    ['update_tags', { paths: ['Folder/A', 'Linked/A', 'B'], remove: ['tag'] }, 'old\n'],
    ['replace_in_notes', { find: 'old', replace: 'fresh', confirm: 3 }, 'fresh #tag\n'],
    [
      'edit_notes',
      { changes: ['Folder/A', 'Linked/A', 'B'].map(path => ({ path, edits: [edit] })) },
      'x #tag\n',
    ],
  ])('%s changes them once, and an undo takes it back', async (tool, args, expected) => {
    const texts = (): unknown[] => ['Folder/A.md', 'Linked/A.md', 'B.md'].map(path => vault.notes()[path]);
    const before = texts();
    const answer = await vault.call(tool, args);
    expect([codeOf(answer), ...texts()]).toEqual(['ok', expected, expected, expected]);
    const { changeId } = answer.structured;
    expect(codeOf(await vault.call('undo_change', { changeId }))).toBe('ok');
    expect(texts()).toEqual(before);
  });
});
