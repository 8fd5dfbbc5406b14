import { metadataOf } from '../../../pkg/headless/obsidian/metadata/records/note-record';
import { NoteRecorder } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';
import { addPart, partsOf } from '../../../pkg/headless/obsidian/metadata/reading/large-note';
import { serialize } from 'node:v8';

const long = 'x'.repeat(10_000);
const keys = Array.from({ length: 49 }, (_item, index) => `key${index}`);
const note = `---\nbase: &long "${long}"\n${keys.map(key => `${key}: *long`).join('\n')}\n---\nText.\n`;

test('a text that YAML aliases repeat is stored and sent once', () => {
  const record = new NoteRecorder().record(note);
  expect(record.length).toBeLessThan(15_000);
  const parts = [...partsOf({ record })];
  expect(serialize(parts).length).toBeLessThan(30_000);
});

test('values that YAML aliases repeat are the same object at every place', () => {
  const record = new NoteRecorder().record(note);
  const expected = Object.fromEntries(['base', ...keys].map(key => [key, long]));
  expect(metadataOf(record).frontmatter).toEqual(expected);
  const metadata: Record<string, unknown> = {};
  for (const part of partsOf({ record })) addPart(metadata, part);
  expect(metadata['frontmatter']).toEqual(expected);
});
