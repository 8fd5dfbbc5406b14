/**
 * Compares the cache with what the real app recorded for notes that are not part of this repository. Point
 * LECTERN_RECORDED at a folder of JSON files that hold `fileContents`, `filePath`, `cachedMetadata` and more.
 */
import { getAllTags, getLinkpath, parseFrontMatterTags } from 'obsidian';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { noteRecordings } from '../../support/recordings';
import type { TemporaryVault } from '../temporary-vault';
import { noteVault, plain } from './note-vault';

const SHARE_THAT_MUST_BE_EQUAL = 67 / 69;

const recording = z.object({
  fileContents: z.string(),
  filePath: z.string(),
  cachedMetadata: z.record(z.string(), z.unknown()),
  getAllTags: z.array(z.string()).nullable(),
  parseFrontMatterTags: z.array(z.string()).nullable(),
  resolveLinkToPath: z.record(z.string(), z.string().nullable()).default({}),
});
type Recording = z.infer<typeof recording>;

const folder = process.env.LECTERN_RECORDED;
const recordings: Recording[] =
  folder === undefined ? [] : [...noteRecordings(folder).values()].map(one => recording.parse(one));

/** All recorded notes in one vault, and empty files for everything else that a link led to. */
function filesOf(all: readonly Recording[]): Record<string, string> {
  const targets = all.flatMap(one => Object.values(one.resolveLinkToPath)).filter(path => path !== null);
  return {
    ...Object.fromEntries(targets.map(path => [path, ''])),
    ...Object.fromEntries(all.map(one => [one.filePath, one.fileContents])),
  };
}

function fieldsThatDiffer({ host }: TemporaryVault, recorded: Recording): string[] {
  const cache = host.app.metadataCache.getCache(recorded.filePath);
  if (cache === null) return ['all'];
  const ours = z.record(z.string(), z.unknown()).parse(plain(cache));
  const fields = new Set([...Object.keys(ours), ...Object.keys(recorded.cachedMetadata)]);
  const different = [...fields].filter(key => !isDeepStrictEqual(ours[key], recorded.cachedMetadata[key]));
  if (!isDeepStrictEqual(getAllTags(cache), recorded.getAllTags)) different.push('getAllTags');
  if (!isDeepStrictEqual(parseFrontMatterTags(cache.frontmatter), recorded.parseFrontMatterTags))
    different.push('parseFrontMatterTags');
  return different;
}

(folder === undefined ? test.skip : test)('the cache and the links equal what the app recorded', async () => {
  const vault = await noteVault(filesOf(recordings));
  try {
    const different = recordings
      .map(one => `${one.filePath}: ${fieldsThatDiffer(vault, one).join(', ')}`)
      .filter(line => !line.endsWith(': '));
    const links = recordings.flatMap(one =>
      Object.entries(one.resolveLinkToPath).map(([link, target]) => ({ link, target, source: one.filePath })),
    );
    const astray = links.filter(({ link, target, source }) => {
      const found = vault.host.app.metadataCache.getFirstLinkpathDest(getLinkpath(link), source);
      return (found?.path ?? null) !== target;
    });
    const equal = recordings.length - different.length;
    console.warn(
      [
        `Equal to the app in every field: ${equal} of ${recordings.length} notes.`,
        `Links that lead where they led in the app: ${links.length - astray.length} of ${links.length}.`,
        ...different,
      ].join('\n'),
    );
    expect(recordings.length).toBeGreaterThan(0);
    expect(equal).toBeGreaterThanOrEqual(Math.floor(recordings.length * SHARE_THAT_MUST_BE_EQUAL));
    expect(astray).toEqual([]);
  } finally {
    await vault.close();
  }
});

if (folder === undefined) {
  console.warn('SKIPPED: set LECTERN_RECORDED to a folder of recordings to compare with the real app.');
}
