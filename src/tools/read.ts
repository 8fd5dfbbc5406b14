import { z } from 'zod';
import type { NoteView } from '../vault/note-view';
import { notePath, versionId } from './fields';
import { defineTool, READS } from './tool';

export const readNote = defineTool({
  name: 'read_note',
  title: 'Read note',
  family: 'read',
  risk: READS,
  description:
    'Reads one note: whole, a range of lines, the section of a heading, or a block. Each line comes as `N→text`, where N is its number in the file and no part of the text. ' +
    'A long text is cut at `maxChars` on a line end and says `nextStartLine`. `versionId` is what edits take as `ifMatch`. ' +
    '`format: "json"` adds tags, properties, dates and links.',
  input: z.strictObject({
    path: notePath,
    withLineNumbers: z.boolean().default(true).describe('`N→` before each line; false gives the exact text.'),
    startLine: z.int().min(1).optional().describe('First line to read, 1-based.'),
    endLine: z.int().min(1).optional().describe('Last line to read, inclusive.'),
    heading: z.string().optional().describe('Read this section; `Parent::Child` names a nested one.'),
    occurrence: z.int().min(1).optional().describe('Which of several headings of that path, 1-based.'),
    block: z.string().optional().describe('Read the block with this id, with or without `^`.'),
    parseFrontmatter: z
      .boolean()
      .default(false)
      .describe('Add the parsed properties and the text without them.'),
    withContent: z.boolean().default(true).describe('False leaves the text out.'),
    format: z
      .enum(['markdown', 'json'])
      .default('markdown')
      .describe('json adds tags, properties, dates and links.'),
    maxChars: z.int().min(1).max(20_000_000).default(40_000).describe('Cut after so many characters.'),
  }),
  output: z.object({
    path: z.string(),
    content: z.string().optional(),
    totalLines: z.int(),
    startLine: z.int(),
    endLine: z.int(),
    wordCount: z.int().describe('Of the whole note, without its frontmatter.'),
    versionId,
    frontmatter: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('null if there is none or it does not parse.'),
    contentWithoutFrontmatter: z.string().optional(),
    truncated: z.boolean().optional().describe('Set where `maxChars` cut the text.'),
    nextStartLine: z.int().optional().describe('Read on from this line.'),
    tags: z.array(z.string()).optional(),
    stat: z.object({ created: z.string(), modified: z.string(), size: z.int() }).optional(),
    outgoingLinks: z.array(z.string()).optional().describe('Vault paths.'),
    backlinkCount: z.int().optional(),
  }),
  failures: [
    'invalid_path',
    'not_found',
    'unsupported_file',
    'too_large',
    'storage_error',
    'target_not_found',
    'target_ambiguous',
    'busy',
  ],
  run: (query, { services, signal }) => services.views.of(query, signal),
  text: renderNote,
});

/** A line that tells of the note, its text, and what else was asked for. */
function renderNote(view: NoteView): string {
  const {
    path,
    totalLines,
    startLine,
    endLine,
    content,
    contentWithoutFrontmatter,
    nextStartLine,
    truncated,
    ...facts
  } = view;
  const text = content ?? contentWithoutFrontmatter;
  const cut =
    nextStartLine === undefined ? 'cut inside a long line' : `cut; go on with startLine: ${nextStartLine}`;
  return [
    `${path} · lines ${startLine}–${endLine} of ${totalLines} · ${JSON.stringify(facts)}`,
    ...(text === undefined ? [] : [text]),
    ...(truncated === true ? [`(${cut})`] : []),
  ].join('\n');
}
