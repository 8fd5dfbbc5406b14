import { deferredMetadata } from '../../../pkg/headless/obsidian/metadata/records/deferred-metadata';
import { type TemporaryVault, temporaryVault } from '../temporary-vault';

let vault: TemporaryVault | undefined;

afterEach(async () => {
  await vault?.close();
  vault = undefined;
});

/** Whether an object is held by another: in its members, also those of maps, sets and lists. A weak reference holds nothing. */
function isHeld(wanted: object, root: object): boolean {
  const seen = new Set<unknown>([root]);
  const waiting: object[] = [root];
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (holder === wanted) return true;
    const entries: unknown[] = holder instanceof Map || holder instanceof Set ? [...holder].flat() : [];
    for (const key of ArrayBuffer.isView(holder) ? [] : Reflect.ownKeys(holder)) {
      const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
      entries.push(value);
    }
    for (const value of entries) {
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      waiting.push(value);
    }
  }
  return false;
}

test('the cache does not hold the metadata of an ordinary note that was asked for, and gives the same object again', async () => {
  vault = await temporaryVault({ 'a.md': '---\na: 1\n---\n# Heading\n\n[[b]] #tag\n' });
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
  const { metadataCache } = vault.host.internals;
  const metadata = metadataCache.getCache('a.md');
  expect(metadata?.headings).toHaveLength(1);
  expect(isHeld(metadata ?? {}, metadataCache)).toBe(false);
  expect(metadataCache.getCache('a.md')).toBe(metadata);
});

test('the cache holds the metadata of a large note, which would take too long to make again', async () => {
  vault = await temporaryVault({ 'a.md': '# Heading\n'.repeat(8_000) });
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
  const { metadataCache } = vault.host.internals;
  expect(isHeld(metadataCache.getCache('a.md') ?? {}, metadataCache)).toBe(true);
});

test('members are made when they are asked for, and stay what somebody made of them', () => {
  const asked: string[] = [];
  const metadata = deferredMetadata({
    members: ['tags', 'headings', 'sections', 'frontmatter'],
    frontmatter: () => (asked.push('frontmatter'), { a: 1 }),
    whole: () => (asked.push('whole'), { tags: [], headings: [], sections: [] }),
    tagNames: () => [],
    allTags: () => [],
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
