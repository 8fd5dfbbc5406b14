import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deferredMetadata } from '../../../pkg/headless/obsidian/metadata/deferred-metadata';
import { type TemporaryVault, temporaryVault } from '../temporary-vault';

let vault: TemporaryVault | undefined;

afterEach(async () => {
  await vault?.close();
  vault = undefined;
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // What a weak reference was asked for lives until the turn ends.
  await setImmediate();
  runInNewContext('gc()');
  // Compiled code that is kept by a process with other flags is refused.
  setFlagsFromString('--no-expose-gc');
}

test('metadata that was asked for of every note is not kept', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`${n}.md`, `---\na: ${n}\n---\n# Heading\n\n[[${n + 1}]] #tag\n`]),
  );
  vault = await temporaryVault(files);
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
  const { metadataCache } = vault.host.app;
  const seen = vault.host.app.vault.getMarkdownFiles().map(file => {
    const metadata = metadataCache.getFileCache(file);
    expect(metadata?.headings).toHaveLength(1);
    return new WeakRef(metadata ?? {});
  });
  await collectGarbage();
  expect(seen.filter(ref => ref.deref() !== undefined).length).toBeLessThan(10);
});

test('metadata is one object for as long as somebody holds it', async () => {
  vault = await temporaryVault({ 'a.md': '# A\n' });
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
  const held = vault.host.app.metadataCache.getCache('a.md');
  await collectGarbage();
  expect(vault.host.app.metadataCache.getCache('a.md')).toBe(held);
});

test('members are made when they are asked for, and stay what somebody made of them', () => {
  const asked: string[] = [];
  const metadata = deferredMetadata({
    members: ['tags', 'headings', 'sections', 'frontmatter'],
    frontmatter: () => (asked.push('frontmatter'), { a: 1 }),
    whole: () => (asked.push('whole'), { tags: [], headings: [], sections: [] }),
    tagNames: () => [],
  });
  expect(Object.keys(metadata)).toEqual(['tags', 'headings', 'sections', 'frontmatter']);
  expect(asked).toEqual([]);
  expect(metadata.frontmatter).toBe(metadata.frontmatter);
  expect(asked).toEqual(['frontmatter']);
  delete metadata.headings;
  metadata.sections = [];
  const { sections } = metadata;
  expect(metadata.tags).toBe(metadata.tags);
  expect(metadata.sections).toBe(sections);
  expect('headings' in metadata).toBe(false);
  expect(asked).toEqual(['frontmatter', 'whole']);
});
