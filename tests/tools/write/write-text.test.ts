import { unifiedDiffInTurns } from '../../../src/markdown/diff/diff';
import { shortDiff } from '../../../src/tools/shared/short-diff';
import type { TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
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
  let lectern: RunningLectern;
  let client: TestClient;
  beforeEach(async () => {
    lectern = await RunningLectern.start({
      files: {
        'a.md': '# A\n\n## Log\n\n- one\n\n[[b]] #old\n',
        'b.md': 'B #old\n',
        'T.md': 'From the template\n',
      },
    });
    client = await lectern.connect();
  });
  afterEach(() => lectern.close());

  const answerTo = async (tool: string, args: Record<string, unknown>): Promise<[string, unknown]> => {
    const { text, structured } = await client.call(tool, args);
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
    const [appended] = await answerTo('update_note', { path: 'a.md', mode: 'append', content: 'x\ny\n' });
    expect(appended).toMatch(/^changed a\.md · versionId \w+ · changeId \S+\n@8 \(2 lines as given\)$/);
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
    expect(text.match(/^… .* left out$/gmu)).toEqual(['… 9 more lines of 2 diffs left out']);
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
    expect(text).toMatch(/^deleted b\.md to the vault trash · 1 file · changeId \S+\n-B #old\nHint: .*a\.md/);
    const [undone] = await answerTo('undo_change', { changeId: field(structured, 'changeId') });
    expect(undone).toMatch(/^(1 file changed|created b\.md)/);
  });
});
