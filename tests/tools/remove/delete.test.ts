/** Deletions: what they show, what they tell of links, and what others change meanwhile. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../support/clients';
import { contentsOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { textWith } from '../../support/matchers';
import { vaultForEach } from '../../support/open-vault';

describe('delete with `diffLines`', () => {
  const vault = vaultForEach({
    files: { 'Note.md': 'one\ntwo\nthree\n', 'F/a.md': 'A\n', 'F/b.md': 'B\nB2\n' },
  });

  const diff = (...lines: string[]): unknown => expect.stringContaining(lines.join('\n'));
  test('shows what would be deleted, and deletes nothing', async () => {
    const { structured, text } = await vault.call('delete', {
      path: 'Note.md',
      dryRun: true,
      diffLines: 20,
    });
    expect(structured['files']).toEqual([{ path: 'Note.md', diff: diff('-one', '-two', '-three') }]);
    expect(text).toMatch(/dry run, nothing was written\n[^]*-one\n-two\n-three$/);
    expect(await vault.call('read_note', { path: 'Note.md' })).toMatchObject({ isError: false });
  });

  test('shows the notes of a folder within one budget', async () => {
    const structured = await vault.ask('delete', { path: 'F', recursive: true, diffLines: 20 });
    expect(structured['files']).toMatchObject([
      { path: 'F/b.md', diff: diff('-B', '-B2') },
      { path: 'F/a.md', diff: diff('-A') },
    ]);
    const { structured: cut } = await vault.call('delete', { path: 'Note.md', diffLines: 1 });
    expect(JSON.stringify(cut['files'])).toMatch(/more lines?/);
  });

  test('shows up to 40 lines by default', async () => {
    const { structured, text } = await vault.call('delete', { path: 'Note.md' });
    expect(structured['files']).toEqual([{ path: 'Note.md', diff: diff('-one', '-two', '-three') }]);
    expect(text).toMatch(/-one\n-two\n-three$/);
  });

  test('counts the files whose lines are beyond the budget', async () => {
    const { structured, text } = await vault.call('delete', { path: 'F', recursive: true, diffLines: 3 });
    expect(structured['files']).toMatchObject([
      { path: 'F/b.md', diff: diff('-B', '-B2') },
      { path: 'F/a.md', diff: '… 2 more lines of the diff left out' },
    ]);
    expect(text).toMatch(/Without lines here: 1 more file\.$/);
  });

  test('shows nothing with 0', async () => {
    const { structured, text } = await vault.call('delete', { path: 'Note.md', diffLines: 0 });
    expect(structured).not.toHaveProperty('files');
    expect(text).not.toContain('one');
  });
});

describe('while another program changes what is to go', () => {
  const vault = vaultForEach({ files: { 'a.md': 'A\n', 'F/b.md': 'B\n' } });

  function place(path: string): string {
    return join(vault.path, path);
  }

  /** Lets another program act once, when the journal is written: after the plan, before the deletion. */
  function actOnIntent(act: () => void): void {
    const { adapter } = vault.lectern.host.internals.vault;
    const append = adapter.append.bind(adapter);
    Reflect.set(adapter, 'append', async (...args: Parameters<typeof append>): Promise<void> => {
      Reflect.deleteProperty(adapter, 'append');
      await append(...args);
      act();
    });
  }

  test.each([
    ['a', 'a.md'],
    ['F', 'F/b.md'],
  ])('text that was written to %s before its permanent deletion is restored with it', async (path, file) => {
    actOnIntent(() => writeFileSync(place(file), 'written since\n'));
    const structured = await vault.ask('delete', { path, permanent: true, recursive: true });
    expect(existsSync(place(path === 'a' ? file : path))).toBe(false);
    const undone = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(undone.isError).toBe(false);
    expect(readFileSync(place(file), 'utf8')).toBe('written since\n');
  });

  test('with `ifMatch` only that version is deleted', async () => {
    const { versionId } = await vault.ask('read_note', { path: 'a' });
    actOnIntent(() => writeFileSync(place('a.md'), 'written since\n'));
    const answer = await vault.call('delete', { path: 'a', permanent: true, ifMatch: versionId });
    expect(field(answer.structured, 'error', 'code')).toBe('version_conflict');
    expect(readFileSync(place('a.md'), 'utf8')).toBe('written since\n');
    expect((await vault.ask('list_changes', {}))['totalCount']).toBe(0);
  });

  test.each(['F/.secret', 'F/G/.secret'])(
    'for good, a folder with %s in it, which is not part of the vault, stays',
    async hidden => {
      mkdirSync(place('F/G'));
      await vault.lectern.host.settled();
      writeFileSync(place(hidden), 'hidden\n');
      const deletion = { path: 'F', permanent: true, recursive: true };
      for (const dryRun of [true, false]) {
        const structured = await vault.ask('delete', { ...deletion, dryRun });
        expect(field(structured, 'error', 'code')).toBe('not_empty');
      }
      expect(['F/b.md', hidden].map(path => existsSync(place(path)))).toEqual([true, true]);
      expect((await vault.call('delete', { path: 'F', recursive: true })).isError).toBe(false);
      expect(readFileSync(place(`.trash/${hidden}`), 'utf8')).toBe('hidden\n');
    },
  );
});

describe('links to what is deleted', () => {
  const files = {
    'Plan.md': '# Plan\n[[Plan]]\n',
    'Work/In.md': '[[Out]] [[Plan]]\n',
    'Work/Out.md': 'x\n',
    'a.md': '[[Plan]] [[Plan|again]] [[Out]]\n',
    'b.md': '---\nup: "[[Plan]]"\n---\n[p](Plan.md)\n',
    'Secret/c.md': '[[Plan]]\n',
  };
  const tokens = [
    { name: 'Full', value: 'lct_full-token-with-full-rights-0', rights: 'full' },
    { name: 'Narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Secret'] },
  ];

  test.each([
    [
      'Plan.md',
      'lct_full-token-with-full-rights-0',
      '6 links in 4 files',
      'Secret/c.md, Work/In.md, a.md, b.md',
    ],
    ['Plan.md', 'lct_narrow-token-for-some-folders', '5 links in 3 files', 'Work/In.md, a.md, b.md.'],
    ['Work', 'lct_full-token-with-full-rights-0', '1 link in 1 file', 'a.md'],
  ])('deleting %s as %s tells of links that lose what they lead to', async (path, token, count, notes) => {
    const lectern = await RunningLectern.start({ files, settings: { tokens } });
    const client = await lectern.connect('2026', token);
    const dry = await client.call('delete', { path, recursive: true, dryRun: true });
    expect(dry.structured['hints']).toEqual([textWith(count)]);
    expect(dry.structured['hints']).toEqual([textWith(notes)]);
    expect(dry.text).toMatch(/^would delete/u);
    expect(dry.text).toContain(notes);
    expect(contentsOf(lectern.folder.path)).toMatchObject(files);
    const done = await client.call('delete', { path, recursive: true });
    expect(codeOf(done)).toBe('ok');
    expect(done.structured['hints']).toEqual([textWith(count)]);
    await lectern.close();
  });

  test('deleting a note without links to it tells of none', async () => {
    const lectern = await RunningLectern.start({ files });
    const client = await lectern.connect();
    expect((await client.call('delete', { path: 'a.md' })).structured).not.toHaveProperty('hints');
    await lectern.close();
  });
});
