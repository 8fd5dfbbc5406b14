import * as z from 'zod';
import { flagged } from '../field-flags';
import { diffLines, dryRun, ifMatch, madeIfDaily, occurrence, rare, writeFields } from '../shared/fields';
import { writeCall, writeFailures } from '../shared/write-call';
import { renderWrite } from '../shared/write-text';
import { CHANGES, defineTool } from '../tool';

export const patchNote = defineTool({
  name: 'patch_note',
  profile: 'core',
  title: 'Patch section, block or property',
  summary: 'Changes one section, block or property of a note.',
  family: 'write',
  risk: CHANGES,
  description:
    'Change the text below a heading, a block, or a property: {"operation":"append","targetType":"heading","target":"Log","content":"- fed"}. Repeating a call adds again, unless `ifMatch` is given.',
  seeAlso: [{ tool: 'edit_note', sentence: 'For exact text use edit_note.' }],
  input: z.strictObject({
    path: madeIfDaily,
    operation: z.enum(['append', 'prepend', 'replace']).describe('Add at the end, at the top, or replace.'),
    targetType: z.enum(['heading', 'block', 'frontmatter']).describe('What `target` names.'),
    target: z.string().describe('Heading (or `Parent::Child`), block id or property.'),
    occurrence,
    content: flagged(z.string().optional().describe('Text.'), { mayBeEmpty: true }),
    value: z
      .unknown()
      .optional()
      .describe('Value of a property, or a table row: {"Column":"text"}. JSON is decoded.'),
    targetDelimiter: rare(z.string().default('::').describe('Separator of headings. Default: `::`.')),
    trimTargetWhitespace: rare(
      z.boolean().default(false).describe('Drop blank lines around the target. Default: false.'),
    ),
    createTargetIfMissing: z
      .boolean()
      .default(false)
      .describe('Create a missing heading or block. Default: false.'),
    ifMatch,
    dryRun: rare(dryRun),
    diffLines,
  }),
  output: z.object(writeFields),
  failures: ['target_not_found', 'invalid_frontmatter', ...writeFailures],
  run: (query, context) =>
    context.services.noteEditor.patch(withOneContent(query), writeCall(query, context)),
  text: (answer, { content }) => renderWrite(answer, content),
});

/** Some clients send both `content` and `value`, one of them empty. */
function withOneContent<Query extends { readonly content?: string | undefined; readonly value?: unknown }>(
  query: Query,
): Query {
  const { content, value } = query;
  if (content !== undefined && (value === null || value === '')) return { ...query, value: undefined };
  return value !== undefined && content === '' ? { ...query, content: undefined } : query;
}
