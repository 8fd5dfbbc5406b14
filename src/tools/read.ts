import { z } from 'zod';
import { counted } from '../utils/text/counted';
import type { NoteView } from '../vault/reading/note-view';
import { jsonLine, oneLine } from '../utils/text/one-line';
import { cursor, itemError, limit, notePath, paged, versionId } from './fields';
import { moreLines } from './hinted';
import { defineTool, READS, WithAttachment } from './tool';

export const readNote = defineTool({
  name: 'read_note',
  profile: 'core',
  alwaysLoaded: true,
  title: 'Read note',
  family: 'read',
  risk: READS,
  description:
    'Reads a note: whole, some lines, the section of a heading, or a block. Lines start with `N→`, which is not part of the text. ' +
    'A cut text has `nextStartLine`. Pass `versionId` as `ifMatch` when editing.',
  input: z.strictObject({
    path: notePath,
    withLineNumbers: z.boolean().default(true).describe('False leaves out line numbers.'),
    startLine: z.int().min(1).optional().describe('First line to read, counted from 1.'),
    endLine: z.int().min(1).optional().describe('Last line to read.'),
    heading: z.string().optional().describe('Heading to read; `Parent::Child` if nested.'),
    occurrence: z.int().min(1).optional().describe('Which of equal headings, counted from 1.'),
    block: z.string().optional().describe('Id of the block to read.'),
    parseFrontmatter: z.boolean().default(false).describe('True returns properties and text separately.'),
    withContent: z.boolean().default(true).describe('False leaves the text out.'),
    format: z
      .enum(['markdown', 'json'])
      .default('markdown')
      .describe('The format; json adds tags, properties, dates and links.'),
    maxChars: z
      .int()
      .min(1)
      .max(20_971_520)
      .default(40_000)
      .describe('Largest number of characters of text.'),
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
    cutLineChars: z
      .int()
      .optional()
      .describe('Set where the last line was cut inside: read it whole with a `maxChars` of this.'),
    tags: z.array(z.string()).optional(),
    stat: z.object({ created: z.string(), modified: z.string(), size: z.int() }).optional(),
    outgoingLinks: z.array(z.string()).optional().describe('Vault paths.'),
    backlinkCount: z.int().optional(),
  }),
  rest: 'Use `get_frontmatter`, `get_tags` or `get_links`.',
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
    cutLineChars,
    truncated,
    ...facts
  } = view;
  const text = content ?? contentWithoutFrontmatter;
  const inside =
    cutLineChars === undefined
      ? ''
      : ` inside line ${endLine}; for all of it pass startLine: ${endLine}, endLine: ${endLine}, maxChars: ${cutLineChars}`;
  const next = nextStartLine === undefined ? '' : `; go on with startLine: ${nextStartLine}`;
  const cut = `cut${inside}${next}`;
  return [
    `${oneLine(path)} · lines ${startLine}–${endLine} of ${totalLines} · ${jsonLine(facts)}`,
    ...(text === undefined ? [] : [text]),
    ...(truncated === true ? [`(${cut})`] : []),
  ].join('\n');
}

const notesOutput = z.object({
  notes: z.array(
    z.object({
      path: z.string(),
      content: z.string().optional(),
      outline: z
        .array(z.object({ heading: z.string(), level: z.int(), startLine: z.int(), endLine: z.int() }))
        .optional(),
      headingsOmitted: z.int().optional().describe('Too many; see `get_outline`.'),
      totalLines: z.int().optional(),
      size: z.int().optional().describe('Bytes.'),
      versionId: versionId.optional(),
      omitted: z.boolean().optional().describe('Did not fit; read it with `read_note`.'),
      error: itemError.optional(),
    }),
  ),
  omittedCount: z.int(),
});

type ReadNote = z.input<typeof notesOutput>['notes'][number];

/** A line that tells of each note, then its text, its outline, or why it is not there. */
function renderNotes({ notes, omittedCount }: z.input<typeof notesOutput>): string {
  const left = omittedCount === 0 ? [] : [`${counted(omittedCount, 'note')} did not fit`];
  return [...notes.map(noteText), ...left].join('\n');
}

function noteText({ path, content, outline = [], headingsOmitted, error, ...facts }: ReadNote): string {
  if (error !== undefined) {
    const { code, message, hint, candidates = [] } = error;
    const near = candidates.length === 0 ? '' : ` Candidates: ${candidates.join(', ')}`;
    return oneLine(`== ${path} · ${code}: ${message} ${hint}${near}`);
  }
  const { totalLines = 0, size = 0, versionId: version = '', omitted } = facts;
  const left = omitted === true ? ' · did not fit, only its outline' : '';
  const headings = outline.map(({ heading, level, startLine, endLine }) =>
    oneLine(`${startLine}-${endLine} ${'#'.repeat(level)} ${heading}`),
  );
  return [
    oneLine(`== ${path} · ${counted(totalLines, 'line')} · ${size} B · versionId ${version}${left}`),
    ...(content === undefined ? headings : [content]),
    ...(headingsOmitted === undefined ? [] : [`(${counted(headingsOmitted, 'more heading')})`]),
  ].join('\n');
}

export const readNotes = defineTool({
  name: 'read_notes',
  profile: 'core',
  title: 'Read several notes',
  family: 'read',
  risk: READS,
  description:
    'Reads up to 50 notes within one budget of characters. A note that does not fit comes as an outline marked `omitted`, a missing one as a row with `error`.',
  input: z.strictObject({
    paths: z.array(z.string()).min(1).max(50).describe('The notes to read, each as in `read_note`.'),
    maxChars: z.int().min(1).max(1_000_000).default(60_000).describe('Largest number of characters in all.'),
    withLineNumbers: z.boolean().default(true).describe('False leaves out line numbers.'),
  }),
  output: notesOutput,
  rest: 'Ask for fewer notes, or use `read_note`.',
  failures: [],
  run: (query, { services, signal }) => services.outlines.readMany(query, signal),
  text: renderNotes,
});

const outlineLimit = 200;
/** Bytes of JSON for headings and blocks, unless `limit` asks for more; with the rest an answer has 8 kB. */
const outlineBytes = 6000;

const outlineOutput = z.object({
  path: z.string(),
  versionId,
  totalLines: z.int(),
  headings: z.array(
    z.object({
      heading: z.string(),
      level: z.int(),
      path: z.string(),
      startLine: z.int(),
      endLine: z.int(),
      chars: z.int(),
    }),
  ),
  blocks: z.array(z.object({ id: z.string(), startLine: z.int(), endLine: z.int() })),
  frontmatterKeys: z.array(z.string()),
  frontmatterKeysOmitted: z.int().optional().describe('Further ones; see `get_frontmatter`.'),
  tasks: z.object({ open: z.int(), done: z.int() }).describe('Of the whole note, as `links` and `embeds`.'),
  links: z.int(),
  embeds: z.int(),
  ...paged,
});

/** A line for each heading and block, in the order of the note. */
function renderOutline(answer: z.input<typeof outlineOutput>): string {
  const { path, totalLines, headings, blocks, frontmatterKeys, frontmatterKeysOmitted = 0 } = answer;
  const { tasks, links, embeds, totalCount, nextCursor } = answer;
  const lines = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);
  const rows = [
    ...headings.map(({ heading, level, startLine, endLine, chars }) => ({
      at: startLine,
      text: `${lines(startLine, endLine)} ${'#'.repeat(level)} ${heading} (${counted(chars, 'character')})`,
    })),
    ...blocks.map(({ id, startLine, endLine }) => ({
      at: startLine,
      text: `${lines(startLine, endLine)} ^${id}`,
    })),
  ].sort((a, b) => a.at - b.at);
  const further = frontmatterKeysOmitted === 0 ? '' : ` and ${frontmatterKeysOmitted} more`;
  return [
    `${path} · ${counted(totalLines, 'line')} · ${counted(tasks.open, 'open task')} and ${tasks.done} done · ${counted(links, 'link')} · ${counted(embeds, 'embed')}`,
    `versionId: ${answer.versionId}`,
    ...(frontmatterKeys.length === 0 ? [] : [`Properties: ${frontmatterKeys.join(', ')}${further}`]),
    `${counted(totalCount, 'heading or block', 'headings and blocks')}${rows.length < totalCount ? `, ${rows.length} shown` : ''}`,
    ...rows.map(({ text }) => text),
    ...moreLines(nextCursor),
  ]
    .map(oneLine)
    .join('\n');
}

export const getOutline = defineTool({
  name: 'get_outline',
  title: 'Get outline of a note',
  family: 'read',
  risk: READS,
  description:
    'Shows what is in a note, to choose what to read: headings with path, lines and length, blocks with ids, property names, counts of tasks and links. ' +
    'Long outlines come in pages of 8 kB.',
  input: z.strictObject({
    path: notePath,
    heading: z
      .string()
      .optional()
      .describe('Only this heading and those below it; `Parent::Child` if nested.'),
    depth: z.int().min(1).max(6).optional().describe('How many levels of headings to show; by default all.'),
    limit: limit(outlineLimit, 5000).describe(
      `Largest number of headings and blocks; above ${outlineLimit} pages may exceed 8 kB.`,
    ),
    cursor,
  }),
  output: outlineOutput,
  rest: 'Read the note in parts with `read_note`.',
  failures: [
    'invalid_path',
    'invalid_cursor',
    'invalid_argument',
    'not_found',
    'target_not_found',
    'target_ambiguous',
    'unsupported_file',
    'too_large',
    'storage_error',
  ],
  run: (query, { services, signal }) =>
    services.outlinePages.of(query, query.limit > outlineLimit ? Infinity : outlineBytes, signal),
  text: renderOutline,
});

export const readAttachment = defineTool({
  name: 'read_attachment',
  title: 'Read attachment',
  family: 'read',
  risk: READS,
  description:
    'Shows a file that is not a note: images and audio (up to 512 kB, images scaled down where possible), text of .canvas, .base, .csv, .json, .txt and .svg, ' +
    'a resource link for anything else.',
  input: z.strictObject({
    path: z.string().describe('The path of the file, with its extension.'),
    maxPixels: z
      .int()
      .min(16)
      .max(4096)
      .default(1568)
      .describe('Largest length of the longer side of an image.'),
  }),
  output: z.object({
    path: z.string(),
    size: z.int().describe('Bytes.'),
    mimeType: z.string(),
    text: z.string().optional(),
  }),
  rest: 'Read it as the resource `vault:///` with its path.',
  failures: ['invalid_path', 'not_found', 'unsupported_file', 'too_large', 'storage_error'],
  async run({ path, maxPixels }, { services }) {
    const { facts, attachment } = await services.attachments.read(path, maxPixels);
    return attachment === undefined ? facts : new WithAttachment(facts, attachment);
  },
});
