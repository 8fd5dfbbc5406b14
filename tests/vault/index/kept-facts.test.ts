import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeptFacts } from '../../../pkg/headless/obsidian/metadata/records/kept-facts';
import { temporaryVault } from '../../headless/temporary-vault';

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
    expect((await opened().load('1')).of('a.md')?.text).toBe('x');
    const bytes = readFileSync(path, 'latin1');
    writeFileSync(path, bytes.replace(process.versions['unicode'] ?? '', '1.1'), 'latin1');
    expect(readFileSync(path, 'latin1')).not.toBe(bytes);
    expect((await opened().load('1')).of('a.md')).toBeUndefined();
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
    const loaded = await opened().load('1');
    expect(['a.md', 'b.md'].map(path => loaded.of(path)?.text)).toEqual(['a.md', 'b.md']);
  } finally {
    await vault.close();
  }
});
