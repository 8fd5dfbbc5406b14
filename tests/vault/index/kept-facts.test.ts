import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeptFacts } from '../../../pkg/headless/obsidian/metadata/records/kept-facts';
import { RecordFile, type StoredNote } from '../../../pkg/headless/obsidian/metadata/records/record-file';
import { Slices } from '../../../pkg/headless/obsidian/metadata/slices';
import { temporaryVault } from '../../headless/temporary-vault';

async function textsIn(kept: KeptFacts): Promise<Record<string, string>> {
  const facts = [...(await kept.load('1')).facts()];
  return Object.fromEntries(facts.map(([path, { text }]) => [path, text]));
}

test('facts of texts that were folded by the rules of another version of Unicode are not used', async () => {
  const vault = await temporaryVault({ 'a.md': 'one' });
  try {
    const path = join(vault.state, 'facts');
    const opened = (): KeptFacts => new KeptFacts(vault.host.internals.vault, path);
    const { mtime, size } = vault.file('a.md').stat;
    const kept = opened();
    kept.keep('1', () => [
      [
        { path: 'a.md', modified: mtime, size },
        { numbers: [3, 1], text: 'x' },
      ],
    ]);
    await kept.close();
    expect(await textsIn(opened())).toEqual({ 'a.md': 'x' });
    const bytes = readFileSync(path, 'latin1');
    writeFileSync(path, bytes.replace(process.versions['unicode'] ?? '', '1.1'), 'latin1');
    expect(readFileSync(path, 'latin1')).not.toBe(bytes);
    expect(await textsIn(opened())).toEqual({});
  } finally {
    await vault.close();
  }
});

test('facts that became known after the last writing are written at the end', async () => {
  const vault = await temporaryVault({ 'a.md': 'one', 'b.md': 'two' });
  try {
    for (const path of ['a.md', 'b.md']) utimesSync(vault.at(path), 1_700_000_000, 1_700_000_000);
    await vault.host.settled();
    const opened = (): KeptFacts => new KeptFacts(vault.host.internals.vault, join(vault.state, 'facts'));
    const [first, second] = ['a.md', 'b.md'].map(path => {
      const file = { path, modified: 1_700_000_000_000, size: 3 };
      return [file, { numbers: [3, 1], text: path }] as const;
    });
    const known = first === undefined ? [] : [first];
    const kept = opened();
    kept.keep('1', () => known);
    await kept.close();
    if (second !== undefined) known.push(second);
    await kept.close();
    expect(await textsIn(opened())).toEqual({ 'a.md': 'a.md', 'b.md': 'b.md' });
  } finally {
    await vault.close();
  }
});

test('of facts that cannot be decoded, and of a file that has changed, none are given, but those of other files are', async () => {
  const paths = ['a.md', 'b.md', 'c.md', 'd.md'];
  const vault = await temporaryVault(Object.fromEntries(paths.map(path => [path, 'one'])));
  try {
    for (const path of paths) utimesSync(vault.at(path), 1_700_000_000, 1_700_000_000);
    const path = join(vault.state, 'facts');
    const { vault: files } = vault.host.internals;
    const kept = new KeptFacts(files, path);
    for (const name of paths) files.index.reconcile(name);
    const state = { modified: 1_700_000_000_000, size: 3 };
    kept.keep('1', () =>
      paths.map(name => [
        { path: name, ...state },
        { numbers: [3], text: `is ${name}` },
      ]),
    );
    await kept.close();
    const version = `Lectern facts ${process.versions['unicode'] ?? ''} 1`;
    const file = new RecordFile(path, version);
    const notes = new Map<string, StoredNote>();
    await file.load(({ path: name, time, size, inode, record }) => {
      notes.set(name, { stamp: { time, size, inode }, record });
    }, new Slices());
    const second = notes.get('b.md');
    if (second === undefined) throw new Error('There are no facts of b.md.');
    // A text that says to be longer than its record.
    notes.set('b.md', { ...second, record: Buffer.from([0x7f, ...second.record.subarray(1)]) });
    await file.save(notes, new Slices());
    writeFileSync(vault.at('c.md'), 'other');
    files.index.reconcile('c.md');
    expect(await textsIn(new KeptFacts(files, path))).toEqual({ 'a.md': 'is a.md', 'd.md': 'is d.md' });
  } finally {
    await vault.close();
  }
});
