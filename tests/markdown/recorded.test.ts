/**
 * Compares with what the real app recorded for notes that are not part of this repository. Point
 * LECTERN_RECORDED at a folder of JSON files that hold `fileContents`, `cachedMetadata` and `getAllTags`.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readFrontmatter } from '../../src/markdown/frontmatter/frontmatter';
import {
  cachedMetadata,
  type NoteMetadata,
} from '../../pkg/headless/obsidian/metadata/records/cached-metadata';
import { scanStructure } from '../../src/markdown/structure/scan-structure';
import { allTags, frontmatterTags } from '../../src/markdown/tags';
import { noteRecordings } from '../support/recordings';

const folder = process.env.LECTERN_RECORDED;
const SHARE_THAT_MUST_BE_EQUAL = 67 / 69;

const recording = z.object({
  fileContents: z.string(),
  cachedMetadata: z.record(z.string(), z.unknown()),
  getAllTags: z.array(z.string()),
  parseFrontMatterTags: z.array(z.string()).nullable(),
});

function metadataOf(text: string): NoteMetadata {
  return cachedMetadata(text, scanStructure(text), readFrontmatter(text));
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function differences(recorded: z.output<typeof recording>): string[] {
  const metadata = metadataOf(recorded.fileContents);
  const ours = z.record(z.string(), z.unknown()).parse(plain(metadata));
  const fields = new Set([...Object.keys(ours), ...Object.keys(recorded.cachedMetadata)]);
  const different = [...fields].filter(key => !isDeepStrictEqual(ours[key], recorded.cachedMetadata[key]));
  if (!isDeepStrictEqual(allTags(metadata), recorded.getAllTags)) different.push('getAllTags');
  if (!isDeepStrictEqual(frontmatterTags(metadata.frontmatter), recorded.parseFrontMatterTags)) {
    different.push('parseFrontMatterTags');
  }
  return different;
}

test('metadata equals what the app recorded', () => {
  if (folder === undefined) {
    console.warn('SKIPPED: set LECTERN_RECORDED to a folder of recordings to compare with the real app.');
    return;
  }
  const files = [...noteRecordings(folder)];
  const different = files
    .map(([file, one]) => ({ file, fields: differences(recording.parse(one)) }))
    .filter(it => it.fields.length > 0);
  const equal = files.length - different.length;
  console.warn(`Equal to the app in every field: ${equal} of ${files.length} notes.`);
  if (different.length > 0)
    console.warn(different.map(it => `${it.file}: ${it.fields.join(', ')}`).join('\n'));
  expect(files.length).toBeGreaterThan(0);
  expect(equal).toBeGreaterThanOrEqual(Math.floor(files.length * SHARE_THAT_MUST_BE_EQUAL));
});
