import { z } from 'zod';
import { notePath, versionId } from './fields';
import { defineTool, READS } from './tool';

export const readNote = defineTool({
  name: 'read_note',
  title: 'Read note',
  family: 'read',
  risk: READS,
  description:
    'Reads one note, whole or a range of lines. Each line comes as `N→text`, where N is its number in the file and no part of the text. ' +
    'A long note is cut at `maxChars` on a line end and says `nextStartLine`. `versionId` is what edits take as `ifMatch`.',
  input: z.strictObject({
    path: notePath,
    withLineNumbers: z.boolean().default(true).describe('`N→` before each line; false gives the exact text.'),
    startLine: z.int().min(1).optional().describe('First line to read, 1-based.'),
    endLine: z.int().min(1).optional().describe('Last line to read, inclusive.'),
    maxChars: z.int().min(1).max(20_000_000).default(40_000).describe('Cut after so many characters.'),
  }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    totalLines: z.int(),
    startLine: z.int(),
    endLine: z.int(),
    versionId,
    truncated: z.boolean().optional().describe('Set where `maxChars` cut the range.'),
    nextStartLine: z.int().optional().describe('Read on from this line.'),
  }),
  failures: ['invalid_path', 'not_found', 'unsupported_file', 'too_large', 'storage_error'],
  async run({ path, withLineNumbers, startLine, endLine, maxChars }, { services }) {
    const note = await services.reader.excerpt(path, { startLine, endLine, maxChars });
    return {
      path: note.path,
      content: withLineNumbers ? note.numbered : note.excerpt,
      totalLines: note.totalLines,
      startLine: note.startLine,
      endLine: note.endLine,
      versionId: note.versionId,
      ...(note.nextStartLine === undefined ? {} : { truncated: true, nextStartLine: note.nextStartLine }),
    };
  },
  text: ({ content, path, totalLines, startLine, endLine, versionId: version, nextStartLine }) =>
    [
      `${path} · lines ${startLine}–${endLine} of ${totalLines} · versionId ${version}`,
      content,
      ...(nextStartLine === undefined ? [] : [`(cut; go on with startLine: ${nextStartLine})`]),
    ].join('\n'),
});
