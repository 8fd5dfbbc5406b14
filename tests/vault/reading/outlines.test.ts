import { Outlines } from '../../../src/vault/reading/outlines';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';
import { ownersNotes } from './owners-notes';

test('several notes are read one after the other, and no further one once the client has gone', async () => {
  const names = ['a.md', 'b.md', 'c.md', 'd.md'];
  const vault = await temporaryVault(Object.fromEntries(names.map(name => [name, `# ${name}\n`])));
  try {
    const { app } = vault.host;
    const { notes } = ownersNotes(app);
    const leaving = new AbortController();
    const read: string[] = [];
    let [atOnce, most] = [0, 0];
    const bytesOf = notes.bytesOf.bind(notes);
    notes.bytesOf = async file => {
      read.push(file.path);
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (read.length === 2) leaving.abort(new Error('gone'));
      return bytesOf(file).finally(() => (atOnce -= 1));
    };
    const query = { paths: [...names, ...names], maxChars: 1000, withLineNumbers: false };
    await expect(
      new Outlines(notes, steppingSlicer().slicer, () => true).readMany(query, leaving.signal),
    ).rejects.toThrow('gone');
    expect(read).toEqual(['a.md', 'b.md']);
    expect(most).toBe(1);
  } finally {
    await vault.close();
  }
});

test('notes beyond the bytes that one call reads are refused without being read', async () => {
  const text = 'words '.repeat(100);
  const vault = await temporaryVault({ 'a.md': text, 'b.md': text, 'c.md': text });
  try {
    const { notes } = ownersNotes(vault.host.app);
    const query = { paths: ['a.md', 'b.md', 'c.md'], maxChars: 10_000, withLineNumbers: false };
    const { signal } = new AbortController();
    const read = await new Outlines(notes, steppingSlicer().slicer, () => true, text.length + 1).readMany(
      query,
      signal,
    );
    expect(read.notes.map(({ path, error }) => [path, error?.code])).toEqual([
      ['a.md', undefined],
      ['b.md', undefined],
      ['c.md', 'too_large'],
    ]);
  } finally {
    await vault.close();
  }
});

test('an outline is parsed, named and shown in steps of their own', async () => {
  const vault = await temporaryVault({ 'a.md': '# One\n\ntext ^id\n\n## Two\n' });
  try {
    const { notes } = ownersNotes(vault.host.app);
    let [now, pauses] = [0, 0];
    const slicer = createTimeSlicer({
      now: () => (now += 100),
      yieldToLoop: () => ((pauses += 1), Promise.resolve()),
      othersWaiting: () => false,
    });
    const { headings, blocks } = await new Outlines(notes, slicer, () => true).of(
      'a.md',
      new AbortController().signal,
    );
    expect(headings.map(({ path }) => path)).toEqual(['One', 'One::Two']);
    expect(blocks.map(({ id }) => id)).toEqual(['id']);
    expect(pauses).toBe(2);
  } finally {
    await vault.close();
  }
});
