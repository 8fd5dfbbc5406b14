import fc from 'fast-check';
import type { Host } from '../../../pkg/headless/host';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';

const folders = ['', 'A/', 'A/B/', 'C/'];
const names = ['n.md', 'N.md', 'm.md', 'index.md', 'n.md.md', 'p.png', 'A.md'];
const links = [
  'n',
  'N.md',
  'm',
  'A/n',
  'B/index',
  'index',
  './m',
  '../n',
  '../',
  'p.png',
  'A',
  '#h',
  'n.md',
  '/m',
];

const path = fc
  .tuple(fc.constantFrom(...folders), fc.constantFrom(...names))
  .map(([folder, name]) => folder + name);
const text = fc
  .array(fc.constantFrom(...links), { maxLength: 4 })
  .map(all => all.map(link => `[[${link}]]`).join(' '));
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, text }),
  fc.record({ kind: fc.constant('delete' as const), path }),
  fc.record({ kind: fc.constant('rename' as const), path, to: path }),
  fc.record({
    kind: fc.constant('renameFolder' as const),
    from: fc.constantFrom('A', 'A/B', 'C', 'D'),
    to: fc.constantFrom('A', 'C', 'C/B', 'D'),
  }),
  fc.record({ kind: fc.constant('settle' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(host: Host, one: Step): Promise<void> {
  const { vault } = host.app;
  const found = (where: string) => vault.getFileByPath(where);
  switch (one.kind) {
    case 'write': {
      const file = found(one.path);
      await (file ? vault.modify(file, one.text) : vault.create(one.path, one.text));
      return;
    }
    case 'delete': {
      const file = found(one.path);
      if (file) await vault.delete(file);
      return;
    }
    case 'rename': {
      const file = found(one.path);
      if (file) await vault.rename(file, one.to);
      return;
    }
    case 'renameFolder': {
      const folder = vault.getFolderByPath(one.from);
      if (folder) await vault.rename(folder, one.to);
      return;
    }
    case 'settle':
      await host.metadataSettled();
  }
}

/** All links from nothing, by the cache's own look-up. */
async function recount(host: Host): Promise<unknown> {
  const { vault, metadataCache } = host.app;
  const resolved: Record<string, Record<string, number>> = {};
  const unresolved: Record<string, Record<string, number>> = {};
  for (const file of vault.getMarkdownFiles()) {
    const [yes, no]: Record<string, number>[] = [{}, {}];
    for (const { link } of metadataCache.getFileCache(file)?.links ?? []) {
      const target = metadataCache.getFirstLinkpathDest(link, file.path);
      const [counts, key] = target ? [yes, target.path] : [no, link.split('#')[0] ?? ''];
      if (counts) counts[key] = (counts[key] ?? 0) + 1;
    }
    // The cache holds what the file says.
    expect((metadataCache.getFileCache(file)?.links ?? []).map(({ original }) => original).join(' ')).toBe(
      await vault.read(file),
    );
    resolved[file.path] = yes ?? {};
    unresolved[file.path] = no ?? {};
  }
  return { resolved, unresolved };
}

test('links equal those of a newly read vault, whatever happens to its files', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
      let vault: TemporaryVault | undefined;
      try {
        vault = await temporaryVault(
          { 'A/B/n.md': '[[../]] [[m]]', 'A/m.md': '[[../n]]', 'C/index.md': '[[n]]' },
          undefined,
          { metadataDelay: 0 },
        );
        const { host } = vault;
        await host.becomeReady();
        // A name that is taken and a folder that is missing are refused, and change nothing.
        for (const one of steps) await take(host, one).catch(() => undefined);
        await host.metadataSettled();
        const { resolvedLinks: resolved, unresolvedLinks: unresolved } = host.app.metadataCache;
        expect({ resolved, unresolved }).toEqual(await recount(host));
      } finally {
        await vault?.close();
      }
    }),
    { seed: 11, numRuns: 60 },
  );
});
