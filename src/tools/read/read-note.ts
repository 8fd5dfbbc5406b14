import * as z from 'zod';
import { counted, jsonLine, oneLine } from '../../utils/text/pieces';
import type { NoteView } from '../../vault/reading/note-reader';
import { line, notePath, occurrence, rare, versionId } from '../shared/fields';
import { minute, namesInLine } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

/** Characters of the note in one answer. */
const mostChars = 500_000;

export const readNote = defineTool({
  name: 'read_note',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Read note',
  summary: 'Reads a note, or a part of it.',
  family: 'read',
  risk: READS,
  description:
    'Read a note, or only some lines, a section or a block of it. Lines start with their number, `N→`, which is not part of the text.',
  seeAlso: [{ tool: 'read_notes', sentence: 'For several notes use read_notes.' }],
  input: z.strictObject({
    path: notePath,
    withLineNumbers: rare(z.boolean().default(true).describe('Number the lines. Default: true.')),
    startLine: line.optional().describe('First line. Default: 1.'),
    endLine: line.optional().describe('Last line. Default: the end.'),
    heading: z.string().optional().describe('Section to read: heading or `Parent::Child`.'),
    occurrence,
    block: z.string().optional().describe('Id of a block to read.'),
    parseFrontmatter: rare(
      z.boolean().default(false).describe('Return properties separately. Default: false.'),
    ),
    withContent: rare(z.boolean().default(true).describe('Return the text. Default: true.')),
    format: rare(
      z
        .enum(['markdown', 'json'])
        .default('markdown')
        .describe('json adds tags, dates, properties and links. Default: markdown.'),
    ),
    maxChars: z.int().min(1).max(mostChars).default(40_000).describe('Max characters. Default: 40000.'),
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
    truncated: z.boolean().optional().describe('Set if `maxChars` cut the text.'),
    nextStartLine: z.int().optional().describe('Continue from this line.'),
    cutLineChars: z
      .int()
      .optional()
      .describe('Set if the last line was cut: this `maxChars` reads all of it.'),
    tags: z.array(z.string()).optional(),
    stat: z.object({ created: z.string(), modified: z.string(), size: z.int() }).optional(),
    outgoingLinks: z.array(z.string()).optional().describe('Vault paths.'),
    backlinkCount: z.int().optional().describe('Files that link to it, other than itself.'),
    hints: z.array(z.string()).optional(),
  }),
  rest: [
    'Use `get_frontmatter`, `get_tags` or `get_links`.',
    'Use `get_links` for the links.',
    'Read it without `format` and `parseFrontmatter`.',
  ],
  failures: [...noteFailures, 'target_not_found'],
  run: (query, { services, signal }) => services.views.of(query, signal),
  text: renderNote,
  hints: 'above',
});

/** Warnings, a line with the facts of the note, a line for each requested kind of fact, then the text. */
function renderNote(view: NoteView): string {
  const { path, totalLines, startLine, endLine, wordCount, versionId: version } = view;
  const isWhole = totalLines === 0 || (startLine === 1 && endLine === totalLines);
  const lines = isWhole ? counted(totalLines, 'line') : `lines ${startLine}–${endLine} of ${totalLines}`;
  const text = view.content ?? view.contentWithoutFrontmatter;
  const head = [
    oneLine(`${path} · ${lines} · ${counted(wordCount, 'word')} · versionId ${version}`),
    ...factLines(view),
    ...cutLines(view),
  ].join('\n');
  return text === undefined ? head : `${head}\n${text}`;
}

function factLines({ frontmatter, tags = [], stat, outgoingLinks = [], backlinkCount }: NoteView): string[] {
  return [
    ...(frontmatter === undefined ? [] : [`Properties: ${jsonLine(frontmatter)}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.map(tag => `#${tag}`).join(' ')}`]),
    ...(stat === undefined
      ? []
      : [`${stat.size} B · modified ${minute(stat.modified)} · created ${minute(stat.created)}`]),
    ...(outgoingLinks.length === 0 ? [] : [`Links to: ${namesInLine(outgoingLinks)}`]),
    ...(backlinkCount === undefined ? [] : [counted(backlinkCount, 'backlink')]),
  ].map(oneLine);
}

/** How to get the text beyond `maxChars`. */
function cutLines({ truncated, endLine, cutLineChars, nextStartLine }: NoteView): string[] {
  if (truncated !== true) return [];
  const whole =
    cutLineChars !== undefined && cutLineChars > mostChars
      ? `, which has ${cutLineChars} characters`
      : `; for all of it pass startLine: ${endLine}, endLine: ${endLine}, maxChars: ${cutLineChars}`;
  const inside = cutLineChars === undefined ? '' : ` inside line ${endLine}${whole}`;
  const next = nextStartLine === undefined ? '' : `; continue with startLine: ${nextStartLine}`;
  return [`(cut${inside}${next})`];
}
