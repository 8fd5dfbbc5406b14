/** What the text of an answer says is what its structure says. */
import { vaultForAll, vaultForEach } from '../support/open-vault';
import { hintsOf } from '../support/clients';

/** A name of three digits, so that paths sort by number. */
const numbered = (index: number): string => String(index).padStart(3, '0');
const notes = (count: number, text: (index: number) => string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`many/${numbered(index)}.md`, text(index)]),
  );

describe('what was removed', () => {
  const vault = vaultForEach({
    files: {
      ...notes(350, index => `Line ${index} to [[from]].\n`),
      'from.md': 'From.\n',
      'into.md': 'Into.\n',
      'short/a.md': 'Text.\n',
    },
    isSettled: true,
  });

  test.each([
    [{}, ' to the vault trash'],
    [{ dryRun: true }, ' to the vault trash'],
  ])('stands in the text of merge_notes %j with where it goes', async (more, where) => {
    const answer = await vault.call('merge_notes', { from: 'from.md', into: 'into.md', ...more });
    const deed = 'dryRun' in more ? 'would move' : 'moved';
    expect(answer.structured).toMatchObject({ trashed: 'vault', filesOmitted: 52 });
    expect(answer.text.split(', 350 links')[0]).toBe(`${deed} from.md${where}`);
    const { files } = answer.structured;
    expect([files].flat()).toContainEqual(expect.objectContaining({ path: 'from.md', removed: true }));
  });

  test.each([0, 40])('stands in the text of merge_notes with %j lines of diffs', async diffLines => {
    const { text } = await vault.call('merge_notes', { from: 'from.md', into: 'into.md', diffLines });
    expect(text).toContain('moved from.md to the vault trash');
  });

  test.each([
    [{}, 'Without lines here: 330 more files.'],
    [{ diffLines: 2000 }, 'Without lines here: 250 more files.'],
    [{ diffLines: 0 }, ''],
  ])('is counted in the text of delete %j', async (more, said) => {
    const { text } = await vault.call('delete', { path: 'many', recursive: true, dryRun: true, ...more });
    expect(text).toContain('350 files');
    expect(/Without lines here.*/u.exec(text)?.[0] ?? '').toBe(said);
  });
});

describe('notes that are not fully read', () => {
  const vault = vaultForAll({
    files: {
      'long.md': `---\n${'word: x\n'.replace('x', () => 'x'.repeat(70_000))}---\nText.\n`,
      'bad.md': '---\na: [\n---\nText.\n',
      'alias.md': '---\na: *Unknown*\n---\n',
      'deep.md': `---\na: ${'['.repeat(5000)}\n---\n`,
      'good.md': '---\na: 1\n---\n',
    },
    isSettled: true,
  });

  test('are told apart by why', async () => {
    const { structured, text } = await vault.call('query_notes', { where: ['a=1'] });
    expect(structured).toMatchObject({
      unreadable: ['alias.md', 'bad.md', 'deep.md', 'long.md'],
      unreadableCount: 4,
      tooLongCount: 2,
    });
    expect(text).toContain(
      'Not fully read (2 with bad YAML, 2 with YAML too long or too deep to read): alias.md, bad.md, deep.md, long.md',
    );
    expect(hintsOf(await vault.call('get_outline', { path: 'deep.md' }))).toContain('is nested too deep');
  });
});

describe('changes that are not made', () => {
  const vault = vaultForEach({
    files: { 'a.md': 'One.\nTwo.\n', 'task.md': '- [ ] once 🏁 delete\n', 'empty.md': '', 'b.md': '[[a]]\n' },
    isSettled: true,
  });

  test.each([
    [true, '(would be deleted, as the task says)'],
    [false, '(deleted, as the task says)'],
  ])('are told as such of a task that is deleted when done: %j', async (dryRun, said) => {
    const args = { path: 'task.md', expectedText: 'once', status: 'done', dryRun };
    expect((await vault.call('update_task', args)).text).toContain(said);
  });

  test.each([
    [
      'edit_note',
      {
        edits: [
          { oldText: 'One', newText: 'One' },
          { oldText: 'Two', newText: 'Two' },
        ],
      },
    ],
    ['update_note', { mode: 'append', content: '' }],
  ])('of %s leave nothing below the first line', async (tool, args) => {
    const { text } = await vault.call(tool, { path: 'a.md', ...args });
    expect(text).toMatch(/^unchanged a\.md · versionId \S+$/u);
  });
});

describe('lines of ours', () => {
  const vault = vaultForAll({
    files: {
      'a.md': 'Last line of the note.\n',
      'empty.md': '',
      'long.md': `Short.\n${'x'.repeat(500)}\nEnd.\n`,
      'text.txt': 'Last line of the file.\n',
      'new/x.md': 'Text.\n',
      'b.md': '[[a]] and again the word empty.\nempty\n',
    },
    isSettled: true,
  });

  test.each([
    ['read_note', { path: 'a.md' }],
    ['read_notes', { paths: ['a.md'] }],
    ['read_attachment', { path: 'text.txt' }],
  ])('stand above the text in %s', async (tool, args) => {
    const { text } = await vault.call(tool, { ...args, colour: 'red' });
    expect(text).toMatch(/Hint: Unknown argument "colour" was ignored\.[^]*Last line of the \w+\.\n?$/u);
  });

  test.each([
    ['read_note', { path: 'long.md', maxChars: 8 }, /\n\(cut; continue with startLine: 2\)\n1→Short\.$/u],
    ['read_notes', { paths: ['a', 'long'], maxChars: 30 }, /^1 note did not fit\n== a\.md[^]*\n1→Last/u],
  ])('about what is left out stand above the text in %s', async (tool, args, said) => {
    expect((await vault.call(tool, args)).text).toMatch(said);
  });

  test('name no folder as a note with the same name', async () => {
    const args = { path: 'fresh/new.md', mode: 'append', content: 'x', dryRun: true };
    expect(hintsOf(await vault.call('update_note', args))).not.toContain('The name already exists');
  });

  test('say from where to read on inside a line', async () => {
    const answer = await vault.call('read_note', {
      path: 'long.md',
      startLine: 2,
      endLine: 2,
      maxChars: 100,
    });
    expect(answer.text).toContain('startLine: 2, endLine: 2, maxChars: 501');
    expect(hintsOf(answer)).not.toContain('read on with');
    const lines = await vault.call('read_note', { path: 'long.md', startLine: 1, endLine: 2, maxChars: 8 });
    expect(hintsOf(lines)).toContain('ends on line 2: read on with `startLine: 2` and `endLine: 2`.');
  });

  test('of an empty note say that it has no lines', async () => {
    const { text } = await vault.call('read_note', { path: 'empty.md', format: 'json' });
    expect(text).toMatch(/^empty\.md · 0 lines · 0 words/u);
    expect(text).not.toMatch(/Tags|Links to/u);
  });

  test('count mentions apart from links', async () => {
    const { text, structured } = await vault.call('get_links', { path: 'empty', includeUnlinked: true });
    expect(structured['totalCount']).toBe(2);
    expect(text).toMatch(/^empty\.md · 2 links and mentions\n/u);
    expect((await vault.call('get_links', { path: 'a' })).text).toMatch(/^a\.md · 1 link\n/u);
  });
});
