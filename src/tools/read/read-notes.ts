import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import { file, itemError, rare, versionId } from '../shared/fields';
import { hintForArguments } from '../unknown-argument';
import { errorText } from '../shared/text-lines';
import { defineTool, READS } from '../tool';

const notesOutput = z.object({
  notes: z.array(
    z.object({
      path: z.string(),
      content: z.string().optional(),
      outline: z
        .array(z.object({ heading: z.string(), level: z.int(), startLine: z.int(), endLine: z.int() }))
        .optional(),
      headingsOmitted: z.int().optional().describe('Headings left out because there are too many.'),
      totalLines: z.int().optional(),
      size: z.int().optional().describe('Bytes.'),
      versionId: versionId.optional(),
      omitted: z.boolean().optional().describe('Did not fit; read it alone.'),
      error: itemError.optional(),
    }),
  ),
  omittedCount: z.int(),
});

type ReadNote = z.input<typeof notesOutput>['notes'][number];

export const readNotes = defineTool({
  name: 'read_notes',
  profile: 'core',
  title: 'Read several notes',
  summary: 'Reads several notes at once.',
  family: 'read',
  risk: READS,
  description: 'Read up to 50 notes. Those beyond `maxChars` come as outlines.',
  seeAlso: [{ tool: 'read_note', sentence: 'For part of one note use read_note.' }],
  input: z.strictObject({
    paths: z.array(file).min(1).max(50).describe('Paths or unique names of notes.'),
    maxChars: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(60_000)
      .describe('Max characters in all. Default: 60000.'),
    withLineNumbers: rare(z.boolean().default(true).describe('Number the lines. Default: true.')),
  }),
  output: notesOutput,
  rest: 'Ask for fewer notes, or read them one by one.',
  insteadOf: hintForArguments(
    ['heading', 'section', 'block', 'startLine', 'endLine', 'format', 'parseFrontmatter'],
    ['`read_note` reads parts of one note, and its properties.', 'Only whole notes are read here.'],
  ),
  failures: [],
  run: (query, { services, signal }) => services.outlines.readMany(query, signal),
  text: renderNotes,
  hints: 'above',
});

/** How many did not fit, then a line about each note with its text, its outline, or why it is missing. */
function renderNotes({ notes, omittedCount }: z.input<typeof notesOutput>): string {
  const left = omittedCount === 0 ? [] : [`${counted(omittedCount, 'note')} did not fit`];
  return [...left, ...notes.map(noteText)].join('\n');
}

function noteText({ path, content, outline = [], headingsOmitted, error, ...facts }: ReadNote): string {
  if (error !== undefined) return oneLine(`== ${path} · ${errorText(error)}`);
  const { totalLines = 0, size = 0, versionId: version = '', omitted } = facts;
  const left = omitted === true ? ' · did not fit, only its outline' : '';
  // The length is only shown if the text is not.
  const length = content === undefined ? ` · ${counted(totalLines, 'line')} · ${size} B` : '';
  const headings = outline.map(({ heading, level, startLine, endLine }) =>
    oneLine(`${startLine}-${endLine} ${'#'.repeat(level)} ${heading}`),
  );
  return [
    oneLine(`== ${path}${length} · versionId ${version}${left}`),
    ...(content === undefined ? headings : [content]),
    ...(headingsOmitted === undefined ? [] : [`(${counted(headingsOmitted, 'more heading')})`]),
  ].join('\n');
}
